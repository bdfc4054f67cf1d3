"""The data of Next of Kin: options, state, actions and events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from cardtable.engine.cards import Complete
from cardtable.engine.game import Event, Seat, option

KIN = 2
"""The number of characteristics that a card must share with the top card (NK-3)."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game."""

    hand_size: int = option(5, "NK-1", low=3, high=6)


class State(NamedTuple):
    """A full state, hidden cards included.  Nothing is random after the deal, so a state has no key."""

    options: Options
    turn: Seat | None
    hands: tuple[tuple[Complete, ...], ...]
    """Each seat's hand, in deck order, so that it doesn't show how it was dealt."""
    pile: tuple[Complete, ...]
    """The cards played, oldest first, face up (NK-8)."""
    stock: tuple[Complete, ...]
    """The face-down stock, from the top."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play a Complete onto the pile (NK-3)."""

    card: Complete

    def __str__(self) -> str:
        return self.card.name


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a card from the stock (NK-4)."""

    def __str__(self) -> str:
        return "draw"


Action = Play | Draw


@dataclass(frozen=True, slots=True)
class Began(Event):
    """The game was set up; `seat` goes first."""

    card: Complete
    """The first card of the pile."""


@dataclass(frozen=True, slots=True)
class Played(Event):
    """`seat` played a card."""

    card: Complete


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """`seat` drew a card, which only they see (NK-4)."""

    SECRET_FIELDS: ClassVar = ("card",)
    card: Complete


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """`seat` made the last move; `counts` says how many cards each hand holds."""

    counts: tuple[int, ...]
