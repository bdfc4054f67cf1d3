"""Large figures in two widths, one pixel taller than they are wide. Each cell holds two pixels, one above the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cardtable.engine.cards import CIRCLE, FILLED, HOLLOW, PARTIAL, SQUARE, TRIANGLE, Characteristic

_ROWS = {
    (CIRCLE, 9): (3, 5, 7, 9, 9, 9, 9, 7, 5, 3),
    (CIRCLE, 13): (5, 7, 9, 11, 13, 13, 13, 13, 13, 13, 11, 9, 7, 5),
    **{(SQUARE, width): (width,) * (width + 1) for width in (9, 13)},
    **{(TRIANGLE, width): tuple(1 + y // 2 * 2 for y in range(width + 1)) for width in (9, 13)},
}
"""The number of pixels in each row of a figure, by its shape and width. All figures are symmetrical."""
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


@lru_cache
def large_figure(shape: Characteristic, pattern: Characteristic, width: int, *, ascii_only: bool) -> tuple[str, ...]:
    """Return the rows of 9 or 13 cells for a shape and a pattern."""
    rows = _ROWS[shape, width]
    cell = _ascii if ascii_only else _block
    return tuple("".join(cell(rows, pattern, x, y) for x in range(width)) for y in range(0, len(rows), 2))


def _block(rows: Sequence[int], pattern: Characteristic, x: int, y: int) -> str:
    return _HALVES[_is_drawn(rows, pattern, x, y), _is_drawn(rows, pattern, x, y + 1)]


def _ascii(rows: Sequence[int], pattern: Characteristic, x: int, y: int) -> str:
    """Return the character of a cell: `#`, or `:` inside a Partial figure."""
    if any(_is_drawn(rows, HOLLOW, x, each) for each in (y, y + 1)):
        return "#"
    inside = any(_is_inside(rows, x, each) for each in (y, y + 1))
    return {HOLLOW: " ", PARTIAL: ":", FILLED: "#"}[pattern] if inside else " "


def _is_drawn(rows: Sequence[int], pattern: Characteristic, x: int, y: int) -> bool:
    """Return whether a pixel is drawn.

    Filled shapes are drawn whole, Hollow ones as outlines, and Partial ones as outlines with every second pixel inside.
    """
    if not _is_inside(rows, x, y):
        return False
    beside = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    is_edge = not all(_is_inside(rows, *each) for each in beside)
    return pattern is FILLED or is_edge or (pattern is PARTIAL and (x + y) % 2 == 0)


def _is_inside(rows: Sequence[int], x: int, y: int) -> bool:
    return 0 <= y < len(rows) and abs(x - max(rows) // 2) <= rows[y] // 2
