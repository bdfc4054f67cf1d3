"""Rows of the stage in endgames of Exit Stage Right, as numbers, with the rows that can follow.

A Complete is described only by its kind: the set of remaining Singles that match it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple, cast

from cardtable.engine.games.exit_stage_right.model import CENTRE, COLUMNS
from cardtable.engine.games.exit_stage_right.shift import LEFT, RIGHT, STAYS, Direction, shift_row

MAX_SINGLES = 3
"""The maximum number of Singles left in an endgame."""
Kind = int
"""The set of remaining kinds of Singles that match a Complete, with one bit for each kind."""
Cells = tuple[Kind | None, ...]
"""The kinds of the Completes in a row, with None for an empty cell."""
_MIN_NAMEABLE = 2


class After(NamedTuple):
    """A row after a shift."""

    gain: int
    """The number of Completes won minus the number lost."""
    row: int


class Rules(NamedTuple):
    """The options that affect rows."""

    refill_count: str
    refill_shift: str


class Bound(NamedTuple):
    """An upper bound on a row's gain. The bound assumes that each Complete can go in either direction."""

    most: int
    """The bound that always holds."""
    if_left_alone: int
    """The bound if other rows are refilled next."""
    if_refilled: int
    """The bound if this row is refilled next."""


class EndgameRow(NamedTuple):
    """A row, with the next row for each action."""

    number: int
    is_empty: bool
    is_nameable: bool
    """Whether the row has the two Completes that a face-down Single needs (ES-6)."""
    has_centre: bool
    """Whether the centre cell is filled."""
    by_kind: tuple[After, ...]
    """The next row for each kind of Single played face up."""
    right: tuple[After, ...]
    """The next row for each kind of Single played face down, if this row goes right."""
    left: tuple[After, ...]
    """The next row for each kind of Single played face down, if this row goes left."""
    left_alone: After
    """The next row if only other rows are refilled."""
    refilled: tuple[After, ...]
    """The next row for each kind of Complete that a refill can add. The tuple is empty if the row can't be refilled."""
    bound: Bound
    twin: int
    """A number shared by all twin rows. Twin rows have the same bound and behave in the same way after every Single."""


class Rows:
    """All possible rows with the remaining Singles. `singles` counts the Singles of each kind, largest number first."""

    def __init__(self, singles: tuple[int, ...], rules: Rules) -> None:
        self.singles, self._rules = singles, rules
        self.left = sum(singles)
        """The number of Singles left."""
        self.kinds = range(1 << len(singles))
        """The kinds of Completes."""
        each = range(len(singles))
        self.following = tuple(rows_for(_without(singles, single), rules) for single in each)
        """The possible rows after a Single of each kind is played."""
        self._numbers: dict[Cells, int] = {}
        self._cells: list[Cells] = []
        self._rows: list[EndgameRow | None] = []
        self._twins: dict[Any, int] = {}

    def kind_without(self, kind: Kind, single: int) -> Kind:
        """Return the new kind of a Complete after a Single of the kind `single` is played."""
        if self.singles[single] > 1:
            return kind
        return kind & (1 << single) - 1 | kind >> single + 1 << single

    def number(self, cells: Cells) -> int:
        """Return the number of a row."""
        found = self._numbers.get(cells)
        if found is None:
            found = self._numbers[cells] = len(self._cells)
            self._cells.append(cells)
            self._rows.append(None)
        return found

    def __len__(self) -> int:
        """Return the number of rows seen so far."""
        return len(self._cells)

    def __getitem__(self, number: int) -> EndgameRow:
        """Return the row with this number."""
        found = self._rows[number]
        if found is None:
            found = self._rows[number] = self._row(number, self._cells[number])
        return found

    def twin(self, number: int) -> int:
        """Return the twin number of a row. If no Singles are left, all rows are twins."""
        return self[number].twin if self.left else 0

    def _row(self, number: int, cells: Cells) -> EndgameRow:
        each = range(len(self.singles))
        right, left = _all(cells, RIGHT), _all(cells, LEFT)
        has_centre = cells[CENTRE] is not None
        row = EndgameRow(
            number=number,
            is_empty=not any(left),
            is_nameable=COLUMNS - cells.count(None) >= _MIN_NAMEABLE,
            has_centre=has_centre,
            by_kind=tuple([self._played(cells, _matching(cells, single), single) for single in each]),
            right=tuple([self._played(cells, right, single) for single in each]),
            left=tuple([self._played(cells, left, single) for single in each]),
            left_alone=self._after_refill(cells, stays=self._rules.refill_shift == "off-centre"),
            refilled=() if has_centre else tuple([self._refilled(cells, kind) for kind in self.kinds]),
            bound=bounds(self._rules, self.left)[_occupied(cells)],
            twin=-1,
        )
        key = (
            row.is_empty,
            row.is_nameable,
            has_centre,
            *map(self._twins_after, (row.by_kind, row.right, row.left)),
            row.bound,
        )
        return row._replace(twin=self._twins.setdefault(key, len(self._twins)))

    def _twins_after(self, way: Sequence[After]) -> tuple[tuple[int, int], ...]:
        """Return, for each kind of Single, the gain from playing it on a row and the twin number of the new row."""
        return tuple([(gain, self.following[single].twin(row)) for single, (gain, row) in enumerate(way)])

    def _played(self, cells: Cells, directions: Sequence[Direction], single: int) -> After:
        gain, after = _shifted(cells, directions)
        kinds = tuple([None if cell is None else self.kind_without(cell, single) for cell in after])
        return After(gain, self.following[single].number(kinds))

    def _refilled(self, cells: Cells, kind: Kind) -> After:
        return self._after_refill((*cells[:CENTRE], kind, *cells[CENTRE + 1 :]), stays=True)

    def _after_refill(self, cells: Cells, *, stays: bool) -> After:
        gain, after = _shifted(cells, _left(cells, stays=stays))
        return After(gain, self.number(after))


@cache
def rows_for(singles: tuple[int, ...], rules: Rules) -> Rows:
    """Return the rows that are possible with these numbers of Singles of each kind."""
    return Rows(singles, rules)


def _without(singles: tuple[int, ...], single: int) -> tuple[int, ...]:
    left = (*singles[:single], singles[single] - 1, *singles[single + 1 :])
    return tuple([count for count in left if count])


def _matching(cells: Cells, single: int) -> tuple[Direction, ...]:
    return tuple([None if cell is None else RIGHT if cell >> single & 1 else LEFT for cell in cells])


def _all(cells: Cells, direction: Direction) -> tuple[Direction, ...]:
    return tuple([None if cell is None else direction for cell in cells])


def _left(cells: Cells, *, stays: bool) -> tuple[Direction, ...]:
    """Return the directions if all Completes go left. If `stays` is true, the Complete in the centre stays."""
    return tuple([None if cell is None else STAYS if stays and at == CENTRE else LEFT for at, cell in enumerate(cells)])


def _shifted(cells: Cells, directions: Sequence[Direction]) -> tuple[int, Cells]:
    """Return a row's gain from a shift (Completes won minus Completes lost), and the row after the shift."""
    shift = shift_row(*directions)
    rearrange = cast(Any, shift.rearrange)  # it only changes the order, whatever the cells hold
    after: Cells = rearrange((*cells, None))
    return len(shift.won) - len(shift.lost), after


# Bounds
_Occupied = tuple[bool, ...]
"""Whether each cell of a row is filled."""
_IMPOSSIBLE = -99


@cache
def bounds(rules: Rules, singles: int) -> dict[_Occupied, Bound]:
    """Return the bounds of each possible row with this many Singles left."""
    every = list(product((False, True), repeat=COLUMNS))
    if not singles:
        return dict.fromkeys(every, Bound(0, 0, 0))
    following = bounds(rules, singles - 1)
    by_single = {cells: _most_by_single(cells, following) for cells in every}
    found = {cells: Bound(most, 0, 0) for cells, most in by_single.items()}
    while True:
        better = {cells: _with_refills(cells, by_single[cells], found, rules) for cells in every}
        # Where every empty centre cell is filled at once, there can't be two refills without a Single in between.
        if rules.refill_count == "all" or better == found:
            return better
        found = better


def _most_by_single(cells: _Occupied, following: dict[_Occupied, Bound]) -> int:
    row = _as_cells(cells)
    ways = product(*[(RIGHT, LEFT) if cell else (None,) for cell in cells])
    return max(gain + following[_occupied(after)].most for gain, after in (_shifted(row, way) for way in ways))


def _with_refills(cells: _Occupied, by_single: int, following: dict[_Occupied, Bound], rules: Rules) -> Bound:
    if_left_alone = _most_by_refill(cells, following, stays=rules.refill_shift == "off-centre")
    if_refilled = _IMPOSSIBLE
    if not cells[CENTRE]:
        if_refilled = _most_by_refill((*cells[:CENTRE], True, *cells[CENTRE + 1 :]), following, stays=True)
    return Bound(max(by_single, if_left_alone, if_refilled), if_left_alone, if_refilled)


def _most_by_refill(cells: _Occupied, following: dict[_Occupied, Bound], *, stays: bool) -> int:
    row = _as_cells(cells)
    gain, after = _shifted(row, _left(row, stays=stays))
    return gain + following[_occupied(after)].most


def _as_cells(cells: _Occupied) -> Cells:
    return tuple([0 if cell else None for cell in cells])


def _occupied(cells: Cells) -> _Occupied:
    return tuple([cell is not None for cell in cells])
