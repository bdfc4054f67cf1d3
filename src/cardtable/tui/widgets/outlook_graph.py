"""A graph of a game's outlook after each move: win chances or margins, with their 95% intervals and the mistakes."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message

from cardtable.engine.phrases import signed
from cardtable.practice.review import Interval
from cardtable.tui.drawing.canvas import Box, Canvas
from cardtable.tui.widgets.drawn import Drawing

WIDEST_MOVE = 4
"""The maximum width of a move, in columns."""
LEVELS = 2
"""The number of levels in a cell: one for the lower half and one for the upper half."""
NUMBERS_APART = 3
"""The minimum number of columns between two move numbers."""
SIGNS = ("x", "?!", "?", "??")
"""The signs of errors: first for errors without a class, then as used in chess, from the smallest error up."""
_ROWS_FOR_LEGEND = 7
"""The smallest number of rows at which there is room for the legend."""


class Point(NamedTuple):
    """A move on the graph."""

    number: int
    """The number of the move in the game."""
    outlook: Interval | None = None
    """The outlook after the move, or None if the outlook isn't known yet."""
    sign: str = ""
    """The sign of an error, which is one of `SIGNS`, or an empty string if the move isn't an error."""


class Axis(NamedTuple):
    """The numbers at the bottom and the top of the graph, with the labels beside the graph."""

    low: float
    high: float
    labels: tuple[tuple[float, str], ...]

    @classmethod
    def of_margins(cls, outlooks: Sequence[Interval]) -> Axis:
        """Return a scale that includes these margins and 0."""
        low = min(-1, *(math.floor(each.low) for each in outlooks), 0)
        high = max(1, *(math.ceil(each.high) for each in outlooks), 0)
        return cls(low, high, tuple((float(each), signed(each)) for each in (low, 0, high)))


class Columns(NamedTuple):
    """The columns of the moves on a graph."""

    left: int
    wide: int
    """The number of columns for all moves together."""
    shown: tuple[int, ...]
    """The indices of the moves that have columns. Every other move shares the columns of one of these moves."""

    def x(self, place: int) -> int:
        """Return the first column of the move at this index of `shown`. Some moves are a column wider than others."""
        return self.left + place * self.wide // len(self.shown)

    def width(self, place: int) -> int:
        """Return the number of columns of the move at this index of `shown`."""
        return self.x(place + 1) - self.x(place)


class OutlookGraph(Drawing):
    """A graph with a cursor on one of the moves. A click on a move chooses that move."""

    @dataclass
    class Picked(Message):
        """Posted when the player clicks on the move with this index."""

        at: int

    def __init__(self) -> None:
        super().__init__()
        self.points: Sequence[Point] = ()
        self.scale = Axis.of_margins(())
        self.at: int | None = None
        """The index of the move under the cursor, or None if there is no cursor."""
        self.legend = ""
        """The meanings of the signs on the graph."""
        self.is_ascii = False
        self._ground: tuple[Hashable, Canvas] | None = None
        """The values that the graph was drawn from, and the graph without the cursor. None before the first drawing."""

    def drawn(self, width: int, height: int) -> Canvas:
        canvas, columns = Canvas(width, height), self._columns(width)
        rows = height - 1 - self._has_legend(height)
        if rows < 1 or not columns.shown:
            return canvas
        canvas.blit(self._without_cursor(width, height, columns))
        if self.at in columns.shown:
            place = columns.shown.index(self.at)
            self._draw_cursor(canvas, columns.x(place), columns.width(place), rows)
        return canvas

    def _without_cursor(self, width: int, height: int, columns: Columns) -> Canvas:
        """Return the graph without the cursor. The graph is redrawn only if anything has changed."""
        key = (width, height, columns, *self.points), (self.scale, self.legend, self.is_ascii)
        if self._ground is None or self._ground[0] != key:
            self._ground = key, self._draw_ground(width, height, columns)
        return self._ground[1]

    def _draw_ground(self, width: int, height: int, columns: Columns) -> Canvas:
        canvas, rows = Canvas(width, height), height - 1 - self._has_legend(height)
        self._draw_scale(canvas, Box(columns.left, 0, columns.wide, rows))
        for place, at in enumerate(columns.shown):
            box = Box(columns.x(place), 0, columns.width(place), rows)
            self._draw_move(canvas, box, self.points[at])
            canvas.add_target(box._replace(height=rows + 1), at)
        for place, at in enumerate(columns.shown):  # after the bars, beside which signs need room
            self._draw_sign(canvas, Box(columns.x(place), 0, columns.width(place), rows), columns, self.points[at])
        self._draw_numbers(canvas, columns, rows)
        if self._has_legend(height):
            canvas.put(columns.left, height - 1, self._legend(width - columns.left), "dim")
        return canvas

    def _has_legend(self, height: int) -> bool:
        return height >= _ROWS_FOR_LEGEND

    def _legend(self, room: int) -> str:
        full = f"{self.legend}  bars: 95% range of the margin".lstrip()
        return full if cell_len(full) <= room else self.legend

    def _columns(self, width: int) -> Columns:
        """Return the move columns, as wide as possible. If there are too many moves, some moves share a column."""
        left = max(cell_len(label) for _, label in self.scale.labels) + 1
        count, room = len(self.points), max(1, width - left)
        if count <= room:
            return Columns(left, min(WIDEST_MOVE * count, room), tuple(range(count)))
        starts = [place * count // room for place in range(room)]
        shown = (self._most_important(start, end) for start, end in zip(starts, [*starts[1:], count], strict=True))
        return Columns(left, room, tuple(shown))

    def _most_important(self, start: int, end: int) -> int:
        """Return the most important move: the one under the cursor, otherwise the worst error or the last move."""
        if self.at is not None and start <= self.at < end:
            return self.at
        return max(range(start, end), key=lambda at: (_rank(self.points[at].sign), at))

    # Drawing

    def _draw_scale(self, canvas: Canvas, area: Box) -> None:
        """Draw the labels, and a line across the graph at the middle label."""
        for value, label in sorted(self.scale.labels, key=lambda each: each[0] in (self.scale.low, self.scale.high)):
            level = min(self._level(value, area.height), area.height * LEVELS - 1)
            y = area.height - 1 - level // LEVELS
            if not canvas.char_at(area.x - 2, y).strip():
                canvas.put_right(area.x - 1, y, label, "dim")
            if value not in (self.scale.low, self.scale.high):
                canvas.put(area.x, y, "-" * area.width, "dim")

    def _draw_move(self, canvas: Canvas, box: Box, point: Point) -> None:
        """Draw the interval of a move as a bar on a darker ground."""
        if point.outlook is None:
            canvas.put(box.x, box.height - 1, "." * box.width, "dim")
            return
        low, high = self._bar(point.outlook, box.height)
        ink = "error" if point.sign else "plain"
        for up in range(box.height):
            y, first = box.height - 1 - up, up * LEVELS
            covered = [low <= first + level < high for level in range(LEVELS)]
            ground = "/title" if covered == [False, True] else ""
            if any(covered):
                canvas.put(box.x, y, self._chars[covered[0] + 2 * covered[1]] * box.width, f"{ink}{ground}")
            elif first < low:
                canvas.put(box.x, y, canvas.char_at(box.x, y) * box.width, "dim/title")

    def _bar(self, outlook: Interval, rows: int) -> tuple[int, int]:
        """Return the lowest level of an interval's bar, and the first level above the bar."""
        low = min(self._level(outlook.low, rows), rows * LEVELS - 1)
        return low, max(low + 1, self._level(outlook.high, rows))

    def _draw_sign(self, canvas: Canvas, box: Box, columns: Columns, point: Point) -> None:
        """Draw the sign of a move above or below the move's bar.

        The sign must not cover any bar or touch another sign. A sign may begin one column to the left of a narrow
        column, or end one column to the right.
        """
        if point.outlook is None or not point.sign:
            return
        low, high = self._bar(point.outlook, box.height)
        top, bottom = box.height - -(-high // LEVELS), box.height - low // LEVELS
        last = columns.left + columns.wide - len(point.sign)
        xs = [box.x] if len(point.sign) <= box.width else [min(box.x, last), max(columns.left, box.x - 1)]
        spots = [(x, y) for y in (*reversed(range(top)), *range(bottom, box.height)) for x in xs] or [(xs[0], 0)]
        fitting = (spot for spot in spots if _has_room(canvas, *spot, len(point.sign)))
        x, y = next(fitting, spots[0])
        canvas.put(x, y, point.sign, "error")

    @property
    def _chars(self) -> str:
        """The characters for an empty cell, for its lower half, for its upper half, and for a full cell."""
        return " .':" if self.is_ascii else " ▄▀█"

    def _draw_numbers(self, canvas: Canvas, columns: Columns, y: int) -> None:
        """Draw the number of each move.

        If there are too many moves, number every second one, or every third, and so on.
        """
        count, widest = len(columns.shown), len(str(self.points[columns.shown[-1]].number))
        for place in range(0, count, -(-(widest + NUMBERS_APART) * count // columns.wide)):
            number = str(self.points[columns.shown[place]].number)
            if columns.x(place) + len(number) <= canvas.width:
                canvas.put(columns.x(place), y, number, "dim")

    def _draw_cursor(self, canvas: Canvas, x: int, wide: int, rows: int) -> None:
        """Mark the move under the cursor. The number of this move replaces any numbers that it would touch."""
        assert self.at is not None, "the cursor is on a move"
        canvas.restyle(Box(x, 0, wide, rows), "cursor")
        number = str(self.points[self.at].number)
        x = min(x, canvas.width - len(number))
        start, end = x - 1, x + len(number)
        while canvas.char_at(start, rows).strip():
            start -= 1
        while canvas.char_at(end, rows).strip():
            end += 1
        canvas.put(start, rows, " " * (end - start))
        canvas.put(x, rows, number, "cursor")

    def _level(self, value: float, rows: int) -> int:
        """Return the number of levels below a value."""
        share = (value - self.scale.low) / (self.scale.high - self.scale.low)
        return round(min(1.0, max(0.0, share)) * rows * LEVELS)

    def on_click(self, event: events.Click) -> None:
        meaning = self.canvas.target_at(event.x, event.y)
        if isinstance(meaning, int):
            self.post_message(self.Picked(meaning))


def _rank(sign: str) -> int:
    return SIGNS.index(sign) + 1 if sign else 0


def _has_room(canvas: Canvas, x: int, y: int, length: int) -> bool:
    """Return whether a sign of this length would cover nothing and touch no other sign."""
    is_free = all(canvas.char_at(at, y) in " -" for at in range(x, x + length))
    return is_free and not any(canvas.char_at(at, y) in "?!" for at in (x - 1, x + length))
