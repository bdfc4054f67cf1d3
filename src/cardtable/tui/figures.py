"""Large figures: 9 × 10 pixels in 9 × 5 cells, two pixels to a cell."""

from __future__ import annotations

from functools import lru_cache

from cardtable.engine.cards import CIRCLE, FILLED, HOLLOW, PARTIAL, SQUARE, TRIANGLE, Characteristic

WIDTH, HEIGHT = 9, 10
_ROWS = {
    CIRCLE: (3, 5, 7, 9, 9, 9, 9, 7, 5, 3),
    SQUARE: (9,) * HEIGHT,
    TRIANGLE: (1, 1, 3, 3, 5, 5, 7, 7, 9, 9),
}
"""The number of pixels in each row of a shape; all shapes are symmetrical."""
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


@lru_cache
def large_figure(shape: Characteristic, pattern: Characteristic, *, ascii_only: bool) -> tuple[str, ...]:
    """Return the five rows of nine cells for a shape and a pattern."""
    if ascii_only:
        return tuple("".join(_ascii(shape, pattern, x, y) for x in range(WIDTH)) for y in range(0, HEIGHT, 2))
    return tuple(
        "".join(_HALVES[_is_drawn(shape, pattern, x, y), _is_drawn(shape, pattern, x, y + 1)] for x in range(WIDTH))
        for y in range(0, HEIGHT, 2)
    )


def _ascii(shape: Characteristic, pattern: Characteristic, x: int, y: int) -> str:
    """Return the character of a cell: `#`, or `:` inside a Partial figure."""
    if any(_is_drawn(shape, HOLLOW, x, each) for each in (y, y + 1)):
        return "#"
    inside = any(_is_inside(shape, x, each) for each in (y, y + 1))
    return {HOLLOW: " ", PARTIAL: ":", FILLED: "#"}[pattern] if inside else " "


def _is_drawn(shape: Characteristic, pattern: Characteristic, x: int, y: int) -> bool:
    """Return whether a pixel is drawn: all of a Filled shape, half of a Partial one, the edge of a Hollow one."""
    if not _is_inside(shape, x, y):
        return False
    beside = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    is_edge = not all(_is_inside(shape, *each) for each in beside)
    return pattern is FILLED or is_edge or (pattern is PARTIAL and (x + y) % 2 == 0)


def _is_inside(shape: Characteristic, x: int, y: int) -> bool:
    return 0 <= y < HEIGHT and abs(x - WIDTH // 2) <= _ROWS[shape][y] // 2
