"""The shift of the stage: how the Completes in each row move right and left (ES-4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Any, Final, NamedTuple, cast

from cardtable.engine.cards import COMPLETES, FACE_DOWN, SINGLES, Complete, Single, matches
from cardtable.engine.games.exit_stage_right.model import COLUMNS, ROWS, Row, Slide, Stage

RIGHT: Final = +1
LEFT: Final = -1
STAYS: Final = 0
EMPTY: Final = None
Direction = int | None
"""The direction of the card in a cell: RIGHT, LEFT or STAYS, or EMPTY if the cell has no card."""
Directions = dict[Complete | None, Direction]
"""The direction of each card that a cell can contain, and the entry EMPTY for an empty cell."""
RowDirections = tuple[Directions, Directions, Directions]
"""The directions of the cards in each row."""


class RowShift(NamedTuple):
    """The effect of a shift on one row."""

    slide: Slide
    rearrange: Callable[[Row], Row]
    """A function from the row before the shift, with an empty cell appended, to the row after the shift."""
    won: tuple[int, ...]
    """The columns of the cards that leave the stage on the right, in the order in which the cards leave."""
    lost: tuple[int, ...]
    """The columns of the cards that leave the stage on the left, in the order in which the cards leave."""
    loses_cards: bool
    """Whether any card leaves the stage, on either side."""


RowShifts = tuple[RowShift, RowShift, RowShift]


@cache  # at most 4 ** 5 entries
def shift_row(*directions: Direction) -> RowShift:
    """Return the shift of a row, given the direction of the card in each cell (ES-4)."""
    cells = [column if direction is not EMPTY else None for column, direction in enumerate(directions)]
    right = [_slide(cells, column, RIGHT) for column in reversed(range(COLUMNS)) if directions[column] == RIGHT]
    left = [_slide(cells, column, LEFT) for column in range(COLUMNS) if directions[column] == LEFT]
    won = tuple([source for source, target in right if target == COLUMNS])
    lost = tuple([source for source, target in left if target == -1])
    return RowShift(
        slide=Slide(tuple(right), tuple(left)),
        rearrange=itemgetter(*(COLUMNS if source is None else source for source in cells)),
        won=won,
        lost=lost,
        loses_cards=bool(won or lost),
    )


def _slide(cells: list[int | None], source: int, step: int) -> tuple[int, int]:
    """Move the card in a column to the next empty cell, or off the stage, jumping over other cards.

    Return the columns that the card moves from and to. `cells` holds the original column of the card in each cell.
    """
    at = cells.index(source)
    target = at + step
    while 0 <= target < COLUMNS and cells[target] is not None:
        target += step
    cells[at] = None
    if 0 <= target < COLUMNS:
        cells[target] = source
    return source, target


def shift_rows(stage: Stage, sides: RowDirections, centres: RowDirections) -> RowShifts:
    """Return the shift of each row, given the directions of the cards in the side cells and in the centre cells."""
    a, b, c = stage
    top, middle, bottom = sides
    top_centre, middle_centre, bottom_centre = centres
    return (
        shift_row(top[a[0]], top[a[1]], top_centre[a[2]], top[a[3]], top[a[4]]),
        shift_row(middle[b[0]], middle[b[1]], middle_centre[b[2]], middle[b[3]], middle[b[4]]),
        shift_row(bottom[c[0]], bottom[c[1]], bottom_centre[c[2]], bottom[c[3]], bottom[c[4]]),
    )


_NOTHING: Row = (None,)


def shift(stage: Stage, shifts: RowShifts) -> tuple[Stage, tuple[Complete, ...], tuple[Complete, ...]]:
    """Return the stage after the shift, the cards won, and the cards lost."""
    (a, b, c), (top, middle, bottom) = stage, shifts
    won: tuple[Any, ...] = ()
    lost: tuple[Any, ...] = ()
    if top.loses_cards or middle.loses_cards or bottom.loses_cards:
        for row, each in zip(stage, shifts, strict=True):
            for column in each.won:
                won += (row[column],)
            for column in each.lost:
                lost += (row[column],)
    return (top.rearrange(a + _NOTHING), middle.rearrange(b + _NOTHING), bottom.rearrange(c + _NOTHING)), won, lost


# Directions


def _all(direction: Direction) -> Directions:
    """Return the directions that send every card the same way, including hidden cards."""
    return {None: EMPTY, **dict.fromkeys((*COMPLETES, cast(Complete, FACE_DOWN)), direction)}


_ALL_RIGHT, _ALL_LEFT, _ALL_STAY = _all(RIGHT), _all(LEFT), _all(STAYS)
MATCHING_RIGHT: dict[Single, RowDirections] = {
    single: (_ALL_LEFT | {card: RIGHT for card in COMPLETES if matches(card, single)},) * 3
    for single in dict.fromkeys(SINGLES)
}
"""The directions for a Single played face up. Matching Completes go right, and all others go left (ES-5)."""
ROW_RIGHT: tuple[RowDirections, ...] = (
    (_ALL_RIGHT, _ALL_LEFT, _ALL_LEFT),
    (_ALL_LEFT, _ALL_RIGHT, _ALL_LEFT),
    (_ALL_LEFT, _ALL_LEFT, _ALL_RIGHT),
)
"""The directions for a face-down Single, indexed by the named row, which goes right. The others go left (ES-6)."""
ALL_LEFT: RowDirections = (_ALL_LEFT, _ALL_LEFT, _ALL_LEFT)


@cache
def staying_in(rows: tuple[int, ...]) -> RowDirections:
    """Return directions that keep the cards in these rows in place and send all other cards left."""
    top, middle, bottom = (_ALL_STAY if row in rows else _ALL_LEFT for row in range(len(ROWS)))
    return top, middle, bottom
