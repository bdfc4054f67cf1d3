"""Data types of Exit Stage Right: options, state, actions and events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from cardtable.engine.cards import Complete, Single
from cardtable.engine.game import Event, Seat, option
from cardtable.engine.zones import Place

# ES-1: three rows of five columns, marked by T/F cards; the third column is the centre.
ROWS = ("top", "middle", "bottom")
"""The names of the rows in typed actions and on screen."""
COLUMNS = 5
CENTRE = 2
MAX_HAND = {1: 9, 2: 9, 3: 9, 4: 9, 5: 7, 6: 6}  # ES-2
"""The largest hand size for each number of seats."""
MIN_HAND = 5  # ES-2


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game. `words.OPTION_TEXTS` describes them."""

    hand_size: int | None = option(None, "ES-2", low=MIN_HAND, high=9)
    draw: Literal["after-each-single", "none"] = option("after-each-single", "ES-3")
    refill_count: Literal["up-to", "all"] = option("up-to", "ES-15")
    refill_shift: Literal["all-but-new", "off-centre"] = option("all-but-new", "ES-7")
    empty_grid: Literal["allowed", "refill-first"] = option("allowed", "ES-13")
    open_hands: bool | None = option(None, "ES-10")
    first: int | None = option(None, "ES-12", low=1, high=6)


# State
Row = tuple[Complete | None, ...]
Stage = tuple[Row, Row, Row]
EMPTY_ROW: Row = (None,) * COLUMNS


class State(NamedTuple):
    """A full state, including the hidden cards. Nothing is random after the deal, so the state has no random key."""

    options: Options
    turn: Seat | None
    stage: Stage
    hands: tuple[tuple[Single, ...], ...]
    """Each seat's hand, in deck order, which doesn't reveal when each card was drawn."""
    draw_deck: tuple[Single, ...]
    """The Singles left to draw, with the top card first, as in every deck."""
    complete_deck: tuple[Complete, ...]
    won: tuple[Complete, ...]
    lost: tuple[Complete, ...]
    face_up: tuple[Single, ...]
    """The Singles played face up, oldest first."""
    face_down: tuple[tuple[Single, ...], ...]
    """The Singles that each seat played face down. A seat may look at its own Singles again (ES-11)."""


# Actions
@dataclass(frozen=True, slots=True)
class FaceUp:
    """Play a Single face up. Completes that match the Single go right, and all others go left."""

    card: Single

    def __str__(self) -> str:
        return self.card.name


@dataclass(frozen=True, slots=True)
class FaceDown:
    """Play a Single face down and name a row. The named row goes right, and the other rows go left."""

    card: Single
    row: int

    def __str__(self) -> str:
        return f"{self.card.name} down {ROWS[self.row]}"


@dataclass(frozen=True, slots=True)
class Refill:
    """Fill the centre cells of these rows from the Complete deck, starting with the top row."""

    rows: tuple[int, ...]

    def __str__(self) -> str:
        return "refill " + " ".join(ROWS[row] for row in self.rows)


Action = FaceUp | FaceDown | Refill


# A shift
class Slide(NamedTuple):
    """The movements in one row, in order, as pairs of columns (from, to). Columns -1 and COLUMNS are off the stage."""

    right: tuple[tuple[int, int], ...]
    left: tuple[tuple[int, int], ...]


Slides = tuple[Slide, Slide, Slide]


class Movement(NamedTuple):
    """The movement of one Complete in a shift, to another cell of its row or to the pile `won` or `lost`."""

    card: Complete
    source: Place
    target: Place

    @property
    def end(self) -> int:
        """The column that the card moves to. The columns -1 and COLUMNS are off the stage."""
        return _OFF_STAGE.get(self.target.zone, self.target.column)

    @property
    def goes_right(self) -> bool:
        """Whether the card moves right, either on the stage or off the stage."""
        return self.end > self.source.column

    @property
    def jumps(self) -> bool:
        """Whether the card jumps over other cards."""
        return abs(self.end - self.source.column) > 1


_OFF_STAGE = {"won": COLUMNS, "lost": -1}


# Events
@dataclass(frozen=True, slots=True)
class Began(Event):
    """The game was set up with these Completes in the centre, listed from the top row down. `seat` goes first."""

    cards: tuple[Complete, ...]


@dataclass(frozen=True, slots=True)
class PlayedFaceUp(Event):
    """A player played a Single face up."""

    card: Single


@dataclass(frozen=True, slots=True)
class PlayedFaceDown(Event):
    """A player played a Single face down and named a row."""

    card: Single
    row: int
    open: bool | None
    """Whether hands are open, which lets every seat see the card (ES-16)."""
    SECRET_FIELDS = ("card",)

    @property
    def visible_to(self) -> tuple[Seat, ...] | None:
        return None if self.open else (self.seat,)


@dataclass(frozen=True, slots=True)
class Refilled(Event):
    """A player filled the centre cells of these rows with these Completes, listed in the order of the rows."""

    rows: tuple[int, ...]
    cards: tuple[Complete, ...]


@dataclass(frozen=True, slots=True)
class Shifted(Event):
    """The stage shifted."""

    stage: Stage
    """The stage before the shift, including the new cards of a refill."""
    slides: Slides

    @property
    def moves(self) -> tuple[Movement, ...]:
        """The movements in order (ES-4): those to the right, from the top row down, then those to the left."""
        right = [move for row, slide in enumerate(self.slides) for move in self._moves(row, slide.right)]
        left = [move for row, slide in enumerate(self.slides) for move in self._moves(row, slide.left)]
        return (*right, *left)

    def _moves(self, row: int, columns: tuple[tuple[int, int], ...]) -> Iterator[Movement]:
        for source, target in columns:
            off_stage = {COLUMNS: Place("won"), -1: Place("lost")}
            yield Movement(
                self._card(row, source),
                Place("stage", row, source),
                off_stage.get(target) or Place("stage", row, target),
            )

    def _card(self, row: int, column: int) -> Complete:
        card = self.stage[row][column]
        assert card is not None, "a slide starts in cells that hold a card"
        return card

    @property
    def won(self) -> tuple[Complete, ...]:
        """The cards that left the stage on the right, from the top row down."""
        return tuple(
            [self._card(row, at) for row, (right, _) in enumerate(self.slides) for at, end in right if end == COLUMNS]
        )

    @property
    def lost(self) -> tuple[Complete, ...]:
        """The cards that left the stage on the left, from the top row down."""
        return tuple(
            [self._card(row, at) for row, (_, left) in enumerate(self.slides) for at, end in left if end == -1]
        )

    @property
    def right(self) -> int:
        """The number of cards that went right."""
        return sum([len(slide.right) for slide in self.slides])

    @property
    def left(self) -> int:
        """The number of cards that went left."""
        return sum([len(slide.left) for slide in self.slides])

    @property
    def net(self) -> int:
        """The number of cards that went right minus the number that went left."""
        return self.right - self.left


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A player drew a Single."""

    card: Single
    open: bool | None
    """Whether hands are open, which lets every seat see the card (ES-10)."""
    SECRET_FIELDS = ("card",)

    @property
    def visible_to(self) -> tuple[Seat, ...] | None:
        return None if self.open else (self.seat,)


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The last Single was played, and all the face-down Singles were turned up (ES-11)."""

    won: int
    lost: int
    turned_up: tuple[tuple[Single, ...], ...]
    """The Singles that each seat had played face down."""
