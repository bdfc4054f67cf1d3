"""A game as one viewer may see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import Any

from cardtable.engine.chance import KEY_BITS, Key
from cardtable.engine.game import AnyGame, Event, Outcome, Seat, is_masked
from cardtable.engine.phrases import address
from cardtable.formats.computers import label
from cardtable.formats.text import player_names


@dataclass(frozen=True, slots=True)
class Seen:
    """A game as one viewer may see it. Boards, bots, logs and protocols receive this and nothing else."""

    game: AnyGame
    viewer: Seat | None
    """The viewer's seat, or None for the public view."""
    names: tuple[str, ...]
    turn: Seat | None
    state: Any
    """The viewer's view of the state. It is never the full state."""
    legal: tuple[Any, ...]
    """The legal actions if it is the viewer's turn. Otherwise empty."""
    log: tuple[tuple[Event, ...], ...]
    """The events that the viewer saw. The first item is the set-up, and each later item is one action."""
    outcome: Outcome | None
    """The outcome, or None during the game. Its reason uses the names that are shown for the players."""
    no_undo: str
    """The reason why the last action can't be undone. It is empty if the action can be undone."""
    no_redo: str
    """The reason why nothing can be redone. It is empty if something can be redone."""
    undone: int
    """The number of undone actions that count as help."""
    you: Seat | None = None
    """The seat of the player shown as `You`: the only seat with a person, if that person has no chosen name."""
    levels: tuple[str | None, ...] = ()
    """A word beside each name: a computer player's level, or a word such as `away` for a person at another screen.

    Other seats have None. The tuple is empty if no seat has a word.
    """
    stood_in: tuple[tuple[Seat, range], ...] = ()
    """For each person for whom a computer player has gone on, the seat and the places of those moves in the log."""
    is_open: bool = False
    """Whether the viewer sees every hand, either after the end or in a replay with all cards open."""
    is_replayed: bool = False
    """True for a position in a replay. The person at the screen may not be the viewer there."""

    def sample(self, random: Random) -> Any:
        """Return a full state, drawn uniformly from the states that agree with what the viewer sees."""
        return self.game.determinize(self.state, self.viewer, Key(random.getrandbits(KEY_BITS)))

    def player(self, seat: Seat) -> str:
        """Return the name that is shown for a player: `You`, or the player's name."""
        return "You" if seat == self.you else self.names[seat]

    @property
    def owner(self) -> str:
        """The owner of the viewer's cards in a heading: `Your` or, in a replay, sometimes a name such as `Ann's`."""
        return "Your" if self.viewer == self.reader else f"{self.names[self.viewer or 0]}'s"

    @property
    def reader(self) -> Seat | None:
        """The seat addressed as "you" in text about the viewer's cards. In a replay, this may be None."""
        return None if self.is_replayed and self.viewer != self.you else self.viewer

    def player_with_level(self, seat: Seat) -> str:
        """Return a player's name with the word beside it, as in `Ada (medium)` or `Ben (away)`."""
        return label(self.player(seat), self.levels[seat] if self.levels else None)

    @property
    def players(self) -> tuple[str, ...]:
        """The name that is shown for each player."""
        return tuple(map(self.player, range(len(self.names))))

    def explain(self, action: Any) -> str:
        """Return the reason why an action is legal or illegal."""
        return self.game.explain(self.state, action, self.names)

    def describe(self, event: Event) -> str:
        """Return the log line for an event."""
        if self.you is None:
            return self.game.describe(event, self.names).strip()
        return address(self.game.describe(event, self.players).strip())

    def describe_step(self, step: Sequence[Event]) -> str:
        """Return a line about an action and its consequences. Leave out events about cards the viewer can't see."""
        return " ".join(self.describe(event) for at, event in enumerate(step) if at == 0 or not is_masked(event))

    def about_stand_in(self, at: int) -> str:
        """Return a text such as `A computer player plays for Ann` about a move. Empty if the player made it."""
        seat = self.log[at][0].seat if self.log[at] else None
        is_stood_in = any(seat == each and at in moves for each, moves in self.stood_in)
        return f"A computer player plays for {self.names[seat]}" if seat is not None and is_stood_in else ""

    def describe_accounts(self) -> tuple[str, ...]:
        """Return lines about each player's gains and losses in a finished game, unless the score alone is enough."""
        return self.game.describe_accounts(self.state, chain.from_iterable(self.log), self.players)

    def tell_story(self) -> tuple[str, ...]:
        """Return sentences about the most remarkable parts of a finished game, with the most important first."""
        return tuple(map(address, self.game.tell_story(self.log, self.players)))


def shown_outcome(game: AnyGame, state: Any, players: Sequence[str]) -> Outcome | None:
    """Return the outcome as players read it, such as `You win the match 12–9–3.` Return None during the game."""
    outcome = game.named_outcome(state, players)
    is_about_you = outcome is not None and any(players[seat] == "You" for seat in outcome.winners)
    return replace(outcome, reason=address(outcome.reason)) if outcome is not None and is_about_you else outcome


def unnamed_seat(game: AnyGame, names: Sequence[str], seats: Sequence[Seat]) -> Seat | None:
    """Return the seat if there is only one and its player has no chosen name. Otherwise, return None."""
    if len(seats) != 1:
        return None
    standard = player_names(game.seat_names[: len(names)], len(names))
    return seats[0] if names[seats[0]] == standard[seats[0]] else None
