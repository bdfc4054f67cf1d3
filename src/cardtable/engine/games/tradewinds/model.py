"""The data of Tradewinds: options, state, actions and events, and the places of the grid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Literal, NamedTuple

from cardtable.engine.cards import COLOURS, COMPLETES, PATTERNS, SHAPES, TRUE, Complete, Single, TFCard
from cardtable.engine.game import Event, Place, Seat, option
from cardtable.engine.zones import subtract

# Seats
WINDS = ("north", "east", "south", "west")
"""The seats in the order of play (TW-1)."""
NORTH, EAST, SOUTH, WEST = range(len(WINDS))
SEATS = len(WINDS)
STEPS = ((1, 0), (0, -1), (-1, 0), (0, 1))
"""For each seat, one step in the direction in which it blows: rows to the south, columns to the east (TW-5)."""
TURNS = 24  # TW-12
HAND_SIZE = TURNS // SEATS


def opposite(seat: Seat) -> Seat:
    """Return the seat that this one blows towards (TW-5)."""
    return (seat + 2) % SEATS


# The grid
ROWS, COLUMNS = "ABC", "123"
"""The names of the rows from the north and of the columns from the west (TW-13)."""
PILES = tuple(row + column for row in ROWS for column in COLUMNS)
"""The name of each pile, in the order of the grid: row by row from the north."""
PILE_SIZE = 4
OFF = -1
"""The target of a flight that leaves the grid; otherwise a target is the index of a pile."""


class Pile(NamedTuple):
    """One pile of the grid, each part from the top."""

    face_up: tuple[Single, ...]
    face_down: tuple[Single, ...]
    """The Singles that have never been turned up; they lie below the others."""


GAP = Pile((), ())
"""A pile that has run out (TW-6)."""
Grid = tuple[Pile, ...]
"""The nine piles, in the order of `PILES`."""


def place_of(pile: int) -> Place:
    """Return the place of a pile in the grid."""
    return Place("grid", *divmod(pile, len(COLUMNS)))


# What scores
COVERINGS: tuple[tuple[Complete, ...], ...] = tuple(
    tuple(Complete("-".join(each.name.lower() for each in bearing)) for bearing in zip(PATTERNS, *rest, strict=True))
    for rest in ((colours, shapes) for colours in permutations(COLOURS) for shapes in permutations(SHAPES))
)
"""The 36 ways in which three Completes have all nine characteristics (TW-2)."""
DEALT_COMPLETES = {covering: subtract(COMPLETES, covering) for covering in COVERINGS}
"""For each set of covering Completes, the 24 others, which are dealt."""
TF_COUNT = SEATS * 3
"""The T/F cards in play: one on each side of the three covering Completes (TW-3)."""
MIN_TRUE, MAX_TRUE = 3, 9
"""How many of them can be True (TW-11)."""


def count_true(sides: tuple[tuple[TFCard, ...], ...]) -> int:
    """Return how many of the T/F cards are True (TW-11)."""
    return sum(side.count(TRUE) for side in sides)


@dataclass(frozen=True, slots=True)
class Options:
    """The options that a table agrees on before the game starts."""

    first: Literal["north", "east", "south", "west"] | None = option(None, "TW-4")
    true_cards: int | None = option(None, "TW-11", low=MIN_TRUE, high=MAX_TRUE)
    open_hands: bool = option(False, "TW-9")


class State(NamedTuple):
    """A whole game in progress, hidden cards included.

    It has no key: after the deal, nothing is left to chance.
    """

    options: Options
    turn: Seat | None
    covering: tuple[Complete, ...]
    sides: tuple[tuple[TFCard, ...], ...]
    """For each seat, the T/F cards on its side of the covering Completes, in their order (TW-3)."""
    grid: Grid
    hands: tuple[tuple[Complete, ...], ...]
    """In the order of the deck, so a hand doesn't show how it was dealt."""
    discards: tuple[Complete, ...]
    """The latest last."""
    scored: tuple[tuple[Single, ...], ...]
    """For each seat, the Singles it collected that score, the latest last."""
    deducted: tuple[tuple[Single, ...], ...]
    """For each seat, the Singles it collected that deduct, the latest last."""


# Actions
@dataclass(frozen=True, slots=True)
class Blow:
    """Play a Complete: Singles that match it blow towards the seat opposite."""

    card: Complete

    def __str__(self) -> str:
        return self.card.name


# Events
class Flight(NamedTuple):
    """The Singles that leave one pile in a turn."""

    source: int
    target: int
    """The pile where they land, or OFF."""
    cards: tuple[Single, ...]
    """The first to leave first."""


class Move(NamedTuple):
    """One Single's way from a pile to another one, or to the `scored` or `deducted` pile of a seat."""

    card: Single
    source: Place
    target: Place
    """In the zones `scored` and `deducted`, the row is the seat."""


@dataclass(frozen=True, slots=True)
class Began(Event):
    """The game was set up; `seat` is the first player."""

    covering: tuple[Complete, ...]
    sides: tuple[tuple[TFCard, ...], ...]
    cards: tuple[Single, ...]
    """The top cards of the nine piles."""


@dataclass(frozen=True, slots=True)
class Blew(Event):
    """`seat` played a Complete, for everybody to see (TW-10), and its wind moved these Singles."""

    card: Complete
    flights: tuple[Flight, ...]
    """In the order of the wind, from the downwind edge on."""
    scored: tuple[Single, ...]
    """The Singles that the seat opposite collected and that score."""
    deducted: tuple[Single, ...]
    """The Singles that the seat opposite collected and that deduct."""

    @property
    def net(self) -> int:
        """The points that the turn adds to the score."""
        return len(self.scored) - len(self.deducted)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The way of each Single, in the order of the wind."""
        return tuple(self._moves())

    def _moves(self) -> Iterator[Move]:
        for source, target, cards in self.flights:
            for card in cards:
                yield Move(card, place_of(source), self._collected(card) if target == OFF else place_of(target))

    def _collected(self, card: Single) -> Place:
        return Place("scored" if card in self.scored else "deducted", opposite(self.seat))


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """Top cards that lay face down were turned up (TW-7)."""

    piles: tuple[int, ...]
    cards: tuple[Single, ...]
    """One for each of the piles; face down in a preview."""


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """`seat` played the last Complete; these are the Singles collected by all players."""

    scored: int
    deducted: int
