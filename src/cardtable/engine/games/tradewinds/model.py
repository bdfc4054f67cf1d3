"""The data of Tradewinds: seats, grid, options, state, actions and events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Literal, NamedTuple

from cardtable.engine.cards import COLOURS, COMPLETES, PATTERNS, SHAPES, TRUE, Complete, Single, TFCard
from cardtable.engine.game import Event, Seat, option
from cardtable.engine.zones import Place, subtract

# Seats
WINDS = ("north", "east", "south", "west")
"""The names of the seats, in order of play (TW-1)."""
NORTH, EAST, SOUTH, WEST = range(len(WINDS))
SEATS = len(WINDS)
STEPS = ((1, 0), (0, -1), (-1, 0), (0, 1))
"""The direction of each seat's wind (TW-5), as a number of rows to the south and a number of columns to the east."""
TURNS = 24  # TW-12
HAND_SIZE = TURNS // SEATS


def opposite(seat: Seat) -> Seat:
    """Return the opposite seat. A seat's wind blows towards the opposite seat (TW-5)."""
    return (seat + 2) % SEATS


# The grid
ROWS, COLUMNS = "ABC", "123"
"""The names of the rows, starting in the north, and of the columns, starting in the west (TW-13)."""
PILES = tuple(row + column for row in ROWS for column in COLUMNS)
"""The names of the piles, row by row, starting in the north."""
PILE_SIZE = 4
OFF = -1
"""The target of a flight that leaves the grid."""


class Pile(NamedTuple):
    """A pile on the grid, with the top card first."""

    face_up: tuple[Single, ...]
    face_down: tuple[Single, ...]
    """The Singles that haven't been turned up yet, which are below the face-up Singles."""


GAP = Pile((), ())
"""An empty pile (TW-6)."""
Grid = tuple[Pile, ...]
"""The nine piles of the grid, in the order of `PILES`."""


def place_of(pile: int) -> Place:
    """Return the place of a pile, given its index."""
    return Place("grid", *divmod(pile, len(COLUMNS)))


# What scores
COVERINGS: tuple[tuple[Complete, ...], ...] = tuple(
    tuple(Complete("-".join(each.name.lower() for each in three)) for three in zip(PATTERNS, *others, strict=True))
    for others in ((colours, shapes) for colours in permutations(COLOURS) for shapes in permutations(SHAPES))
)
"""The 36 sets of three Completes that together have all nine characteristics (TW-2)."""
DEALT_COMPLETES = {covering: subtract(COMPLETES, covering) for covering in COVERINGS}
"""The 24 Completes that are dealt to the players, for each set of covering Completes."""
TF_COUNT = SEATS * 3
"""The number of T/F cards: one on each side of each covering Complete (TW-3)."""
MIN_TRUE, MAX_TRUE = 3, 9
"""The smallest and the largest number of True cards (TW-11)."""


def count_true(sides: tuple[tuple[TFCard, ...], ...]) -> int:
    """Return the number of True cards (TW-11)."""
    return sum(side.count(TRUE) for side in sides)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game. `words.OPTION_TEXTS` describes them."""

    first: Literal["north", "east", "south", "west"] | None = option(None, "TW-4")
    true_cards: int | None = option(None, "TW-11", low=MIN_TRUE, high=MAX_TRUE)
    open_hands: bool = option(False, "TW-9")


class State(NamedTuple):
    """A full state, including the hidden cards. Nothing is random after the deal, so the state has no random key."""

    options: Options
    turn: Seat | None
    covering: tuple[Complete, ...]
    sides: tuple[tuple[TFCard, ...], ...]
    """The T/F cards on each seat's side of the covering Completes, in the order of those Completes (TW-3)."""
    grid: Grid
    hands: tuple[tuple[Complete, ...], ...]
    """Each seat's hand, in deck order, which doesn't reveal the order of the deal."""
    discards: tuple[Complete, ...]
    """The Completes played, oldest first."""
    scored: tuple[tuple[Single, ...], ...]
    """The scoring Singles that each seat has collected, oldest first."""
    deducted: tuple[tuple[Single, ...], ...]
    """The deducting Singles that each seat has collected, oldest first."""


# Actions
@dataclass(frozen=True, slots=True)
class Blow:
    """Play a Complete. The wind of this Complete blows matching Singles towards the opposite seat."""

    card: Complete

    def __str__(self) -> str:
        return self.card.name


# Events
class Flight(NamedTuple):
    """The flight of one or more Singles from the same pile in one turn."""

    source: int
    target: int
    """The index of the pile where the Singles land, or OFF."""
    cards: tuple[Single, ...]
    """The Singles, in the order in which they leave the pile."""


class Movement(NamedTuple):
    """The movement of one Single to another pile, or to a seat's `scored` or `deducted` pile."""

    card: Single
    source: Place
    target: Place
    """The Single's new place. For the piles `scored` and `deducted`, the place's row is the seat's number."""


@dataclass(frozen=True, slots=True)
class Began(Event):
    """The game was set up. `seat` goes first."""

    covering: tuple[Complete, ...]
    sides: tuple[tuple[TFCard, ...], ...]
    cards: tuple[Single, ...]
    """The top cards of the nine piles."""


@dataclass(frozen=True, slots=True)
class Blew(Event):
    """`seat` played a Complete face up (TW-10), and its wind moved these Singles."""

    card: Complete
    flights: tuple[Flight, ...]
    """The flights, in the order of the wind, starting with the piles at the downwind edge."""
    scored: tuple[Single, ...]
    """The scoring Singles that the opposite seat collected."""
    deducted: tuple[Single, ...]
    """The deducting Singles that the opposite seat collected."""

    @property
    def net(self) -> int:
        """The change in the score."""
        return len(self.scored) - len(self.deducted)

    @property
    def landing(self) -> int:
        """The number of Singles that land on other piles."""
        return sum(len(flight.cards) for flight in self.flights if flight.target != OFF)

    @property
    def moves(self) -> tuple[Movement, ...]:
        """The movement of each Single, in the order of the wind."""
        return tuple(self._moves())

    def _moves(self) -> Iterator[Movement]:
        for source, target, cards in self.flights:
            for card in cards:
                yield Movement(card, place_of(source), self._collected(card) if target == OFF else place_of(target))

    def _collected(self, card: Single) -> Place:
        return Place("scored" if card in self.scored else "deducted", opposite(self.seat))


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """Face-down Singles at the top of piles were turned up (TW-7)."""

    piles: tuple[int, ...]
    cards: tuple[Single, ...]
    """The new top card of each of these piles. In a preview, these cards are face down."""


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """`seat` played the last Complete."""

    scored: int
    """The number of scoring Singles that the players collected in all."""
    deducted: int
    """The number of deducting Singles that the players collected in all."""
