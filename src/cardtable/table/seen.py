"""A game as one viewer may know it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from cardtable.engine.game import AnyGame, Event, Outcome, Seat, is_masked
from cardtable.engine.phrases import address
from cardtable.formats.computers import label
from cardtable.formats.text import player_names


@dataclass(frozen=True, slots=True)
class Seen:
    """A game as one viewer may know it; boards, bots, logs and protocols receive this and nothing else."""

    game: AnyGame
    viewer: Seat | None
    """The viewer's seat, or None for the public view."""
    names: tuple[str, ...]
    turn: Seat | None
    state: Any
    """The viewer's view of the state, and never the full state."""
    legal: tuple[Any, ...]
    """The legal actions if it's the viewer's turn, and otherwise none."""
    log: tuple[tuple[Event, ...], ...]
    """The events that the viewer saw, first during the set-up and then for each action."""
    outcome: Outcome | None
    """The outcome; its reason names the winners as the viewer reads them."""
    no_undo: str
    """The reason why the last action can't be undone, or an empty string if it can be."""
    no_redo: str
    """The reason why nothing can be redone, or an empty string if something can be."""
    undone: int
    """The number of undone actions that count as help."""
    you: Seat | None = None
    """The seat that texts call "you": the only seat with a person, if it has its standard name."""
    levels: tuple[str | None, ...] = ()
    """The computer level at each seat, or None; empty if no computer plays."""
    is_open: bool = False
    """Whether the viewer sees every hand: once the game is over, or with all cards open in its replay."""
    is_replayed: bool = False
    """Whether this is a position in a replay, where the person at the screen may be somebody other than the viewer."""

    def player(self, seat: Seat) -> str:
        """Return the name to show for a player: `You`, or the player's name."""
        return "You" if seat == self.you else self.names[seat]

    @property
    def owner(self) -> str:
        """The owner of the viewer's cards in a heading: `Your` or, in a replay, perhaps a name such as `Ann's`."""
        return "Your" if self.viewer == self.reader else f"{self.names[self.viewer or 0]}'s"

    @property
    def reader(self) -> Seat | None:
        """The seat that texts about the viewer's cards call "you"; in a replay, there may be no such seat."""
        return None if self.is_replayed and self.viewer != self.you else self.viewer

    def player_with_level(self, seat: Seat) -> str:
        """Return a player's name, with the level of a computer player, such as `Ada (medium)`."""
        return label(self.player(seat), self.levels[seat] if self.levels else None)

    @property
    def players(self) -> tuple[str, ...]:
        """The name to show for each player."""
        return tuple(map(self.player, range(len(self.names))))

    def describe(self, event: Event) -> str:
        """Return the log line for an event."""
        if self.you is None:
            return self.game.describe(event, self.names).strip()
        return address(self.game.describe(event, self.players).strip())

    def describe_step(self, step: Sequence[Event]) -> str:
        """Return a line about an action and what followed, except events about cards that the viewer can't see."""
        return " ".join(self.describe(event) for at, event in enumerate(step) if at == 0 or not is_masked(event))

    def describe_accounts(self) -> tuple[str, ...]:
        """Return lines about each player's gains and losses in a finished game, if that isn't simply the score."""
        return self.game.describe_accounts(self.state, chain.from_iterable(self.log), self.players)

    def tell_story(self) -> tuple[str, ...]:
        """Return sentences about the most remarkable parts of a finished game, the most important first."""
        return tuple(map(address, self.game.tell_story(self.log, self.players)))


def shown_outcome(game: AnyGame, state: Any, players: Sequence[str]) -> Outcome | None:
    """Return the outcome as players read it, such as `You win the match 12–9–3.`, or None during the game."""
    outcome = game.named_outcome(state, players)
    is_about_you = outcome is not None and any(players[seat] == "You" for seat in outcome.winners)
    return replace(outcome, reason=address(outcome.reason)) if outcome is not None and is_about_you else outcome


def unnamed_seat(game: AnyGame, names: Sequence[str], seats: Sequence[Seat]) -> Seat | None:
    """Return the seat if there is only one and it has its standard name, otherwise None."""
    if len(seats) != 1:
        return None
    standard = player_names(game.seat_names[: len(names)], len(names))
    return seats[0] if names[seats[0]] == standard[seats[0]] else None
