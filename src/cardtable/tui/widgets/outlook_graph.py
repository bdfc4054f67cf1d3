"""A graph of a game's outlook over its moves: win chances or margins, with their 95 % intervals and the mistakes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message

from cardtable.practice.review import Interval
from cardtable.tui.canvas import Box, Canvas
from cardtable.tui.widgets.drawn import Drawing

WIDEST_MOVE = 4
"""The maximum number of columns for a move."""
DOTS = 4
"""The rows of dots in a cell."""
NUMBERS_APART = 3
"""The minimum number of columns between two move numbers."""
SIGNS = ("-", "?!", "?", "??")
"""The signs of errors, from the smallest to the largest: as in chess, after one for those without a class."""
_LEFT, _RIGHT = (0x40, 0x04, 0x02, 0x01), (0x80, 0x20, 0x10, 0x08)
"""The bits of a braille cell's dots, from the bottom up."""
_BLANK = 0x2800
_HEIGHT_OF_A_LEGEND = 8
"""The number of rows from which there is room for the legend."""


class Point(NamedTuple):
    """A move on the graph."""

    number: int
    """The number of the move in the game."""
    outlook: Interval | None = None
    """The outlook after the move, or None if it isn't known yet."""
    sign: str = ""
    """The sign of an error, one of `SIGNS`, or an empty string."""


class Scale(NamedTuple):
    """The numbers at the bottom and at the top of the graph, and the labels beside it."""

    low: float
    high: float
    labels: tuple[tuple[float, str], ...]

    @classmethod
    def of_chances(cls) -> Scale:
        """Return the scale for win chances, from 0 to 1."""
        return cls(0.0, 1.0, ((0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")))

    @classmethod
    def of_margins(cls, outlooks: Sequence[Interval]) -> Scale:
        """Return a scale on which these margins and 0 have room."""
        low = min(-1, *(math.floor(each.low) for each in outlooks), 0)
        high = max(1, *(math.ceil(each.high) for each in outlooks), 0)
        return cls(low, high, tuple((float(each), f"{each:+d}" if each else "0") for each in (low, 0, high)))


class Columns(NamedTuple):
    """The columns of the moves on a graph."""

    left: int
    wide: int
    """The number of columns for a move."""
    shown: tuple[int, ...]
    """The indices of the moves that have columns; the others share one of these."""

    def x(self, place: int) -> int:
        """Return the first column of a place among those shown."""
        return self.left + place * self.wide


class OutlookGraph(Drawing):
    """A graph with the cursor on one move; a click on a move chooses it."""

    @dataclass
    class Picked(Message):
        """Posted when the player clicks on the move with this index."""

        at: int

    def __init__(self) -> None:
        super().__init__()
        self.points: Sequence[Point] = ()
        self.scale = Scale.of_chances()
        self.at: int | None = None
        """The index of the move under the cursor, if there is one."""
        self.legend = ""
        """What the signs mean."""
        self.is_ascii = False

    def drawn(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        columns = self._columns(width)
        signs = 1 if columns.wide > 1 else 2
        legend = int(height >= _HEIGHT_OF_A_LEGEND)
        rows = height - signs - 1 - legend
        if rows < 1 or not columns.shown:
            return canvas
        area = Box(columns.left, signs, len(columns.shown) * columns.wide, rows)
        self._draw_scale(canvas, area)
        for place, at in enumerate(columns.shown):
            self._draw_move(canvas, Box(columns.x(place), signs, columns.wide, rows), self.points[at])
            canvas.add_target(Box(columns.x(place), 0, columns.wide, signs + rows + 1), at)
        self._draw_numbers(canvas, columns, signs + rows)
        if self.at is not None:
            place = max(place for place, at in enumerate(columns.shown) if at <= self.at)
            canvas.restyle(Box(columns.x(place), 0, columns.wide, signs + rows), "cursor")
        if legend:
            canvas.put(columns.left, height - 1, self._legend(width - columns.left), "dim")
        return canvas

    def _legend(self, room: int) -> str:
        solid, dotted = self._char(DOTS, DOTS), self._char(0, DOTS)
        full = f"{self.legend}   {solid} surely  {dotted} perhaps (95 % interval)"
        return full if cell_len(full) <= room else self.legend

    def _columns(self, width: int) -> Columns:
        """Return the columns of the moves, as wide as there is room; if they are too many, some share a column."""
        left = max(cell_len(label) for _, label in self.scale.labels) + 1
        count, room = len(self.points), max(1, width - left)
        if count <= room:
            return Columns(left, max(1, min(WIDEST_MOVE, room // max(1, count))), tuple(range(count)))
        starts = [place * count // room for place in range(room)]
        shown = (self._most_important(start, end) for start, end in zip(starts, [*starts[1:], count], strict=True))
        return Columns(left, 1, tuple(shown))

    def _most_important(self, start: int, end: int) -> int:
        """Return the move under the cursor if it is one of these, or the worst error, or the last move."""
        if self.at is not None and start <= self.at < end:
            return self.at
        return max(range(start, end), key=lambda at: (_rank(self.points[at].sign), at))

    # Drawing

    def _draw_scale(self, canvas: Canvas, area: Box) -> None:
        """Draw the labels, and a line at the one in the middle."""
        for value, label in self.scale.labels:
            height = round((value - self.scale.low) / (self.scale.high - self.scale.low) * area.height * 2)
            y = area.y + area.height - 1 - min(max(0, height - 1) // 2, area.height - 1)
            if canvas.char_at(0, y) == " " and canvas.char_at(area.x - 2, y) == " ":
                canvas.put_right(area.x - 1, y, label, "dim")
            if value not in (self.scale.low, self.scale.high):
                canvas.put(area.x, y, "-" * area.width, "dim")

    def _draw_move(self, canvas: Canvas, area: Box, point: Point) -> None:
        ink = "loss" if point.sign else "plain"
        self._draw_sign(canvas, area, point.sign)
        if point.outlook is None:
            canvas.put(area.x, area.y + area.height - 1, "." * area.width, "dim")
            return
        levels = area.height * DOTS
        surely, perhaps = (self._level(each, levels) for each in (point.outlook.low, point.outlook.high))
        for up in range(area.height):
            dots = [max(0, min(DOTS, level - up * DOTS)) for level in (max(1, surely), max(1, perhaps))]
            if dots[1]:
                is_range = not dots[0]
                canvas.put(
                    area.x, area.y + area.height - 1 - up, self._char(*dots) * area.width, "dim" if is_range else ink
                )

    def _draw_sign(self, canvas: Canvas, area: Box, sign: str) -> None:
        """Draw the sign of an error above its column, one character below the other if the column is narrow."""
        if area.width > 1:
            canvas.put(area.x, 0, sign, "loss")
        else:
            canvas.block(area.x, area.y - len(sign), list(sign), "loss")

    def _draw_numbers(self, canvas: Canvas, columns: Columns, y: int) -> None:
        """Draw the numbers of the moves, first that of the one under the cursor."""
        numbers = [str(self.points[at].number) for at in columns.shown]
        current = [place for place, at in enumerate(columns.shown) if at == self.at]
        for place in (*current, *range(len(numbers))):
            x, size = columns.x(place), len(numbers[place])
            x = min(x, canvas.width - size)
            around = range(x - NUMBERS_APART, x + size + NUMBERS_APART)
            if place in current or all(canvas.char_at(each, y) in (" ", "") for each in around):
                canvas.put(x, y, numbers[place], "cursor" if place in current else "dim")

    def _level(self, value: float, levels: int) -> int:
        """Return how many rows of dots a value reaches."""
        share = (value - self.scale.low) / (self.scale.high - self.scale.low)
        return round(min(1.0, max(0.0, share)) * levels)

    def _char(self, surely: int, perhaps: int) -> str:
        """Return the cell with all dots in the lower rows, and every second one above, up to the row `perhaps`."""
        if self.is_ascii:
            return "#" if surely > DOTS // 2 else ":" if perhaps > DOTS // 2 else "."
        bits = 0
        for row in range(perhaps):
            left, right = row < surely or row % 2 == 0, row < surely or row % 2 == 1
            bits |= left * _LEFT[row] | right * _RIGHT[row]
        return chr(_BLANK + bits)

    def on_click(self, event: events.Click) -> None:
        meaning = self.canvas.target_at(event.x, event.y)
        if isinstance(meaning, int):
            self.post_message(self.Picked(meaning))


def _rank(sign: str) -> int:
    return SIGNS.index(sign) + 1 if sign else 0
