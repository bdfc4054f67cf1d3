"""What comes next at a table, and what a front end shows of what has happened there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from cardtable.engine.game import Seat
from cardtable.engine.phrases import counted
from cardtable.rooms.kit.response import Ask, Response

if TYPE_CHECKING:
    from cardtable.players.hints import Hint

RETRY_SECONDS = 1.0
"""The number of seconds until a move that couldn't be saved at a shared table is tried again."""


# What comes next


@dataclass(frozen=True, slots=True)
class HandOver:
    """Wait, with no hand shown, until the next player is at the keyboard."""


@dataclass(frozen=True, slots=True)
class Act:
    """Play this action for the player to move, who has no choice or leaves the choice to the table."""

    action: Any


@dataclass(frozen=True, slots=True)
class YourTurn:
    """Show the table to the player to move, and let that player choose."""

    rings: bool = False
    """Whether the terminal's bell rings first, because the turn has come from another screen."""
    news: str = ""
    """A sentence that par is known now, or an empty string."""


@dataclass(frozen=True, slots=True)
class ComputerThinks:
    """Let the computer player to move choose an action, and play it."""


@dataclass(frozen=True, slots=True)
class FollowOthers:
    """Follow what others at a shared table have done."""


@dataclass(frozen=True, slots=True)
class WaitForOthers:
    """Wait for others at a shared table."""


@dataclass(frozen=True, slots=True)
class Over:
    """Show the result."""


NextStep: TypeAlias = HandOver | Act | YourTurn | ComputerThinks | FollowOthers | WaitForOthers | Over


# What has happened


@dataclass(frozen=True, slots=True)
class Played(Response):
    """Show the actions that have just been played."""

    before: int
    """The number of actions before the new actions."""
    seat: Seat
    """The seat that played the actions."""
    by_computer: bool
    is_public: bool
    """Whether everybody must see these actions, with no hand shown, before the next turn."""


@dataclass(frozen=True, slots=True)
class Unplayed(Response):
    """Say why a move at a shared table wasn't played, for example because it couldn't be saved."""

    reason: str
    is_tried_again: bool
    """Whether the game goes on after `RETRY_SECONDS`. Otherwise, the player can try again."""


@dataclass(frozen=True, slots=True)
class Follow(Response):
    """Go on with the game, because others at a shared table have played meanwhile."""


@dataclass(frozen=True, slots=True)
class Undone(Response):
    """Show the table after an undo of these actions. A person played the first of them."""

    actions: tuple[Any, ...]
    is_public: bool
    """Whether others are looking, so that the move, which may be secret, isn't named."""
    is_by_others: bool = False
    """Whether somebody at another screen undid the actions."""

    @property
    def sentence(self) -> str:
        """A sentence about what has been undone."""
        first, *later = self.actions
        more = f" and {counted(len(later), 'move')} after it" if later else ""
        return "The last move is undone." if self.is_public else f"Undone: {first}{more}."

    @property
    def them(self) -> str:
        """The pronoun for what can be redone."""
        return "it" if self.is_public or len(self.actions) == 1 else "them"


@dataclass(frozen=True, slots=True)
class ShowHints(Response):
    """Show hints, with the best first, and a note about their effect on the result."""

    hints: Sequence[Hint]
    note: str


@dataclass(frozen=True, slots=True)
class Saved(Response):
    """Say that the game has been saved to this file."""

    name: str


@dataclass(frozen=True, slots=True)
class SavingFailed(Ask):
    """Say that the game is no longer being saved, and ask what to do."""


@dataclass(frozen=True, slots=True)
class AskEverybody(Ask):
    """Ask everybody at the table a question while no hand is shown."""
