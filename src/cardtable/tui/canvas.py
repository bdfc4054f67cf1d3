"""A grid of characters and inks: what a board draws on, before anything of Textual is involved.

An *ink* is the name of a style (`red`, `dim`, `cursor`); the widget that shows the canvas turns it into colours.
Tests read a canvas as text.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len

from cardtable.engine.game import Place
from cardtable.formats.wrapping import wrap as wrap_words

PLAIN = "plain"


class Box(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Whether the cell lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Canvas:
    """`width` × `height` cells; what is drawn beyond them is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells: list[list[tuple[str, str]]] = [[(" ", PLAIN)] * width for _ in range(height)]
        self._spots: list[tuple[Box, Hashable]] = []
        self.lying: list[tuple[Box, Place]] = []
        """What lies where, for whoever points at it."""

    def put(self, x: int, y: int, text: str, ink: str = PLAIN) -> None:
        """Write one line of text; a character two cells wide takes two."""
        if not 0 <= y < self.height:
            return
        row = self._cells[y]
        if text.isascii() and x >= 0:  # by far the most common case
            end = min(x + len(text), self.width)
            _clear_halves(row, x, end)
            row[x:end] = [(each, ink) for each in text[: max(0, end - x)]]
            return
        for each in text:
            wide = cell_len(each)
            if wide == 0:
                _combine(row, x - 1, each)
            elif x >= 0 and x + wide <= self.width:
                _clear_halves(row, x, x + wide)
                row[x : x + wide] = [(each, ink)] + [("", ink)] * (wide - 1)
            x += wide

    def put_right(self, x: int, y: int, text: str, ink: str = PLAIN) -> None:
        """Write a line that ends just before `x`."""
        self.put(x - cell_len(text), y, text, ink)

    def bar(self, left: str, right: str = "") -> None:
        """Fill the first row as a title bar, with a text at each end."""
        self.put(0, 0, " " * self.width, "title")
        self.put(0, 0, left, "title")
        self.put_right(self.width, 0, right, "title")

    def block(self, x: int, y: int, lines: Sequence[str], ink: str = PLAIN) -> None:
        """Write some lines one under the other."""
        for down, line in enumerate(lines):
            self.put(x, y + down, line, ink)

    def take(self, other: Canvas) -> None:
        """Lay another canvas over the upper left corner, its spots included."""
        for mine, theirs in zip(self._cells, other._cells, strict=False):
            mine[: other.width] = theirs
        self._spots += other._spots
        self.lying += other.lying

    def spot(self, box: Box, meaning: Hashable) -> None:
        """Let a click in the box mean something; what was said last lies on top."""
        self._spots.append((box, meaning))

    def lay(self, box: Box, zone: str, row: int = 0, column: int = 0) -> None:
        """Say that this place of the game lies in the box, as far as it is on the canvas."""
        if box.x < self.width and box.y < self.height and box.width > 0:
            self.lying.append((box, Place(zone, row, column)))

    def ink(self, box: Box, ink: str) -> None:
        """Give all cells of the box this ink."""
        for row in self._cells[max(0, box.y) : box.y + box.height]:
            for x in range(max(0, box.x), min(box.x + box.width, self.width)):
                row[x] = (row[x][0], ink)

    def frame(self, box: Box, ink: str, corner: str) -> None:
        """Give the edge of the box this ink and a sign on each corner; one too low for that is inked as a whole."""
        if box.height < 3:
            self.ink(box, ink)
            return
        right, bottom = box.x + box.width - 1, box.y + box.height - 1
        for side in (
            Box(box.x, box.y, box.width, 1), Box(box.x, bottom, box.width, 1),
            Box(box.x, box.y, 1, box.height), Box(right, box.y, 1, box.height),
        ):  # fmt: skip
            self.ink(side, ink)
        for x in (box.x, right):
            for y in (box.y, bottom):
                self.put(x, y, corner, ink)

    def letter(self, x: int, y: int) -> str:
        """What stands in this cell; nothing beyond the canvas."""
        return self._cells[y][x][0] if 0 <= x < self.width and 0 <= y < self.height else ""

    def at(self, x: int, y: int) -> Hashable | None:
        """What a click on this cell means."""
        return next((meaning for box, meaning in reversed(self._spots) if box.holds(x, y)), None)

    def runs(self, y: int) -> Iterator[tuple[str, str]]:
        """A row as pieces (text, ink)."""
        for ink, cells in groupby(self._cells[y], key=lambda cell: cell[1]):
            yield "".join(text for text, _ in cells), ink

    def changed(self, other: Canvas) -> Iterator[tuple[int, int, int]]:
        """Where the other canvas of this size differs: (row, first column, one past the last)."""
        for y, (mine, theirs) in enumerate(zip(self._cells, other._cells, strict=True)):
            if mine != theirs:
                differ = [x for x, (one, two) in enumerate(zip(mine, theirs, strict=True)) if one != two]
                yield y, differ[0], differ[-1] + 1

    def text(self) -> str:
        """All of it without inks, each row stripped at its end."""
        return "\n".join("".join(text for text, _ in row).rstrip() for row in self._cells)


def _clear_halves(row: list[tuple[str, str]], start: int, end: int) -> None:
    """Before these cells are written: a character of which only one half would be left becomes a space."""
    if 0 < start < len(row) and row[start][0] == "":
        row[start - 1] = (" ", row[start - 1][1])
    if end < len(row) and row[end][0] == "":
        row[end] = (" ", row[end][1])


def _combine(row: list[tuple[str, str]], at: int, mark: str) -> None:
    """Put a mark that has no cell of its own on the letter before it."""
    if 0 <= at < len(row) and row[at][0] == "":
        at -= 1
    if 0 <= at < len(row):
        row[at] = (row[at][0] + mark, row[at][1])


def cut(text: str, cells: int) -> str:
    """The text in at most so many cells; three dots say that something is missing."""
    if cell_len(text) <= max(0, cells):
        return text
    if cells <= 0:
        return ""
    while text and cell_len(text) > cells - 3:
        text = text[:-1]
    return (text.rstrip() + "...")[:cells]


def wrap(text: str, cells: int, lines: int) -> list[str]:
    """The text on at most so many lines, broken at spaces; what does not fit is cut."""
    rows = wrap_words(text.split(), cells, breaks_words=False, measure=cell_len)
    last = max(0, lines - 1)
    rows[last:] = [" ".join(rows[last:])]
    return [cut(row, cells) for row in rows if row]
