"""Lookup tables for playing many games of Exit Stage Right at once.

A row of the stage is stored as three codes, one for each category. A code has two bits for each column. The bits are 0
for an empty cell. For a Complete, the bits are 1, 2 or 3, depending on its characteristic in that category.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import cast

import numpy as np
from numpy.typing import NDArray

from cardtable.engine.cards import CHARACTERISTICS, COMPLETES, Complete, Single
from cardtable.engine.games.exit_stage_right.model import CENTRE, COLUMNS, ROWS, Action, FaceDown, FaceUp, Refill, Row
from cardtable.engine.games.exit_stage_right.rules import refills_of
from cardtable.engine.games.exit_stage_right.shift import EMPTY, LEFT, RIGHT, STAYS, Direction, shift_row

Integers = NDArray[np.int64]

# Actions: a Single of each kind face up, each row face down, and each set of rows to refill.
KINDS = len(CHARACTERISTICS)
FACE_DOWN = KINDS
REFILL = FACE_DOWN + len(ROWS)
_SETS_OF_ROWS = 1 << len(ROWS)
_ACTIONS = REFILL + _SETS_OF_ROWS


def number_of(action: Action) -> tuple[int, int]:
    """Return the number of an action and the kind of its Single. For a refill, the kind is `KINDS`."""
    if isinstance(action, Refill):
        return REFILL + sum(1 << row for row in action.rows), KINDS
    return (FACE_DOWN + action.row if isinstance(action, FaceDown) else action.card.order), action.card.order


def action_of(number: int, kind: int) -> Action:
    """Return the action with this number. `kind` is the kind of its Single."""
    if number >= REFILL:
        return Refill(tuple([row for row in range(len(ROWS)) if number - REFILL >> row & 1]))
    single = Single(CHARACTERISTICS[kind].name.lower())
    return FaceUp(single) if number < FACE_DOWN else FaceDown(single, number - FACE_DOWN)


# Sets of kinds and of rows
SIZE: Integers = np.array([each.bit_count() for each in range(1 << KINDS)])
"""The number of members of each set."""
MEMBERS: Integers = np.argsort(~np.arange(1 << KINDS)[:, None] >> np.arange(16) & 1, axis=1, kind="stable").ravel()
"""The members of each set in order, padded to 16 numbers."""

# Codes
CODES = 4**COLUMNS
_PLACES = 2 * np.arange(COLUMNS)
_COLUMN_BITS = 1 << np.arange(COLUMNS)
_DIGITS: Integers = np.arange(CODES)[:, None] >> _PLACES & 3
_OCCUPIED: Integers = (_DIGITS > 0) @ _COLUMN_BITS
"""For each code, the set of columns that contain a Complete."""
_SHOWING = [np.equal(_DIGITS, digit) for digit in (1, 2, 3)]
"""For a characteristic, a code and a column, whether the Complete in that column has the characteristic."""
CARDS: Integers = (_DIGITS > 0).sum(axis=1)
"""For each code, the number of Completes in the row."""
EMPTY_CENTRE: Integers = np.where(_DIGITS[:, CENTRE], 0, 1)
"""For each code, 1 if the centre of the row is empty and 0 otherwise."""
FIELD = 4
"""The number of bits for each count of cards. A count never exceeds 15."""
COUNTS: Integers = np.sum([showing.sum(axis=1) << FIELD * at for at, showing in enumerate(_SHOWING)], axis=0)
"""For each code, the number of Completes with each of the category's characteristics. Each number fills one field."""
UNIT: Integers = np.array([1 << FIELD * kind for kind in range(KINDS)] + [0], np.int64)
"""For each kind, a hand with just one Single. The last entry is an empty hand. Each count fills one field."""


def _digit(card: Complete | None, category: int) -> int:
    return 0 if card is None else (card.mask >> 3 * category & 7).bit_length()


def codes(row: Row) -> list[int]:
    """Return the codes of a row."""
    return [sum(_digit(card, at) << 2 * column for column, card in enumerate(row)) for at in range(3)]


# The Completes that go right after each kind of Single in a category
_EACH_COUNT: Integers = np.arange(1 << 3 * FIELD)[:, None] >> FIELD * np.arange(3) & (1 << FIELD) - 1
HELD: Integers = (_EACH_COUNT > 0) @ (1 << np.arange(3))
"""For each value of a hand's fields in one category, the set of kinds that the hand contains."""


def _best() -> Integers:
    sets = np.arange(1 << 3)[:, None] >> np.arange(3) & 1
    counts = np.where(sets, _EACH_COUNT[:, None, :], -1)
    most = np.maximum(0, counts.max(axis=2))
    best: Integers = most << 3 | (counts == most[..., None]) @ (1 << np.arange(3))
    return best.ravel()


BEST = _best()
"""For a category's counts and the kinds in hand, the most Completes that can go right, and the best kinds."""
KINDS_AT_MOST: Integers = np.array([each if each < 1 << 3 else 0 for each in range(1 << FIELD + 3)])
"""The set of kinds stored in a number from `BEST`. The set is empty if the number has other bits."""


# Shifts
_WAYS = (1 << COLUMNS) + 1
_CENTRE_STAYS = _WAYS - 1
"""The row shift that keeps the centre in place. Any other shift sends a set of columns right and the rest left."""


def _shifts() -> Iterator[tuple[int, int, list[Direction]]]:
    """Yield every set of filled columns with each way to shift it and the directions of the columns."""
    for occupied in range(1 << COLUMNS):
        columns = [column for column in range(COLUMNS) if occupied >> column & 1]
        for size in range(len(columns) + 1):
            for right in combinations(columns, size):
                way = sum(1 << column for column in right)
                yield occupied, way, [_direction(column, occupied, way) for column in range(COLUMNS)]
        stays = [_direction(column, occupied, 0) for column in range(COLUMNS)]
        stays[CENTRE] = STAYS if CENTRE in columns else EMPTY
        yield occupied, _CENTRE_STAYS, stays


def _direction(column: int, occupied: int, right: int) -> Direction:
    if not occupied >> column & 1:
        return EMPTY
    return RIGHT if right >> column & 1 else LEFT


def _after_shifts() -> tuple[Integers, Integers]:
    after, won = np.zeros((_WAYS, CODES), np.int64), np.zeros((_WAYS, CODES), np.int64)
    cells = np.hstack([_DIGITS, np.zeros((CODES, 1), np.int64)])
    for occupied, way, directions in _shifts():
        shift, rows = shift_row(*directions), np.flatnonzero(occupied == _OCCUPIED)
        rearrange = cast(Callable[[Sequence[int]], Sequence[int]], shift.rearrange)  # it only changes the order
        columns = np.array(rearrange(range(COLUMNS + 1)))
        after[way, rows] = (cells[rows][:, columns] << _PLACES).sum(axis=1)
        won[way, rows] = len(shift.won) - len(shift.lost)
    return after.ravel(), won.ravel()


AFTER, WON = _after_shifts()
"""For each way of shifting and each code, the code after the shift, and the Completes won minus the Completes lost."""

# The rules by which a row shifts: one of a category's characteristics, all or none go right, or the centre stays.
_ALL, _NONE, _BUT_CENTRE = 3, 4, 5
WAY: Integers = CODES * np.concatenate(
    [
        *(showing @ _COLUMN_BITS for showing in _SHOWING),
        *(_OCCUPIED, np.zeros(CODES, np.int64), np.full(CODES, _CENTRE_STAYS)),
    ]
)
"""For each rule and code, the way in which a row shifts. A way is an index into `AFTER` and `WON`."""
CATEGORY: Integers = np.array([kind // 3 for kind in range(KINDS)] + [0] * (_ACTIONS - KINDS))
"""For each action, the category that decides how the rows shift."""


def _rule(row: int, action: int, refill_shift: str) -> int:
    if action < FACE_DOWN:
        return action % 3
    if action < REFILL:
        return _ALL if action - FACE_DOWN == row else _NONE
    stays = refill_shift == "off-centre" or action - REFILL >> row & 1
    return _BUT_CENTRE if stays else _NONE


@cache
def rules(refill_shift: str) -> Integers:
    """Return the rule by which each row shifts after each action. A rule is an index into `WAY`."""
    found = [[CODES * _rule(row, action, refill_shift) for action in range(_ACTIONS)] for row in range(len(ROWS))]
    return np.array(found, np.int64)


# Refills
FILL: Integers = np.array([[_digit(card, at) << 2 * CENTRE for card in (*COMPLETES, None)] for at in range(3)])
"""How much each Complete in the centre changes a row's code, by category. The last entry stands for no Complete."""
CARDS_ABOVE: Integers = np.array(
    [
        [(rows & (1 << row) - 1).bit_count() if rows >> row & 1 else len(COMPLETES) for rows in range(_SETS_OF_ROWS)]
        for row in range(len(ROWS))
    ]
)
"""For each row and set of rows to refill, the number of cards for the rows above, or 27 if the row isn't refilled."""


@cache
def refill_choices(refill_count: str) -> tuple[Integers, Integers]:
    """Return the number of refills in each case, and the numbers of these refills, with eight places for each case.

    A case is 8 * min(cards in the deck, 3), plus a bit mask of the rows with an empty centre.
    """
    cases = (len(ROWS) + 1) * _SETS_OF_ROWS
    count, choices = np.zeros(cases, np.int64), np.zeros((cases, 8), np.int64)
    for case in range(cases):
        cards, empty = divmod(case, _SETS_OF_ROWS)
        found = refills_of(tuple([bool(empty >> row & 1) for row in range(len(ROWS))]), cards, refill_count)
        count[case], choices[case, : len(found)] = len(found), [number_of(each)[0] for each in found]
    return count, choices.ravel()
