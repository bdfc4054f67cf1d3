"""A grid of characters and styles on which boards draw without Textual.

A *style* is a name, such as `red`, `dim` or `cursor`. The widget that shows the canvas turns styles into colours. Tests
read a canvas as text.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from cardtable.engine.phrases import naming_key
from cardtable.engine.zones import Place
from cardtable.formats.wrapping import wrap_words

PLAIN = "plain"
VAST, VASTEST = (160, 47), (176, 50)
"""The smallest and the largest size, in columns and rows, of a table with giant cards."""
WIDE = 100
"""The smallest width, in columns, at which a result has room for the final table."""
ROWS_BELOW_TABLE = 3
"""The rows of the status lines and the key bar."""
WIDEST_PAGE = 120
"""The largest width, in columns, of text or a list in the middle of a very large terminal."""
TABLE_INKS = frozenset((PLAIN, "dim", "strong", "gold", "gain", "loss", "error"))
"""The inks for text that is written on the table, not on a card."""
_TEXT, _STYLE = itemgetter(0), itemgetter(1)
_APART = 6
"""The largest distance, in columns, at which changed cells are repainted together."""


class Box(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def contains(self, x: int, y: int) -> bool:
        """Return whether a cell is in the box."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Canvas:
    """A grid of `width` × `height` cells. Anything drawn outside the grid is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells: list[list[tuple[str, str]]] = [[(" ", PLAIN)] * width for _ in range(height)]
        self._targets: list[tuple[Box, Hashable]] = []
        self.places: list[tuple[Box, Place]] = []
        """The places of the game on the canvas, where a question may ask players to point."""

    def add_rows(self, count: int) -> None:
        """Add empty rows at the bottom."""
        self._cells += [[(" ", PLAIN)] * self.width for _ in range(count)]
        self.height += count

    def centred(self, width: int, height: int) -> Canvas:
        """Return a canvas of this size with this canvas in the middle. Any title bar stays at the top."""
        left, top = (width - self.width) // 2, (height - self.height) // 2
        if (width, height) == (self.width, self.height):
            return self
        whole, titles = Canvas(width, height), int(self._cells[0][0][1] == "title")
        if titles:
            whole.title_bar("")
        for y, row in enumerate(self._cells):
            whole._cells[y + top * (y >= titles)][left : left + self.width] = row

        def moved(box: Box) -> Box:
            return box._replace(x=box.x + left, y=box.y + top * (box.y >= titles))

        whole._targets = [(moved(box), target) for box, target in self._targets]
        whole.places = [(moved(box), place) for box, place in self.places]
        return whole

    def put(self, x: int, y: int, text: str, style: str = PLAIN) -> None:
        """Write one line of text. A wide character takes two cells."""
        if not 0 <= y < self.height:
            return
        row = self._cells[y]
        if x >= 0 and (cells := _narrow_cells(text, style)) is not None:  # by far the most common case
            end = min(x + len(cells), self.width)
            _clear_halves(row, x, end)
            row[x:end] = cells[: max(0, end - x)]
            return
        for each in text:
            wide = cell_len(each)
            if wide == 0:
                _combine(row, x - 1, each)
            elif x >= 0 and x + wide <= self.width:
                _clear_halves(row, x, x + wide)
                row[x : x + wide] = [(each, style)] + [("", style)] * (wide - 1)
            x += wide

    def put_right(self, x: int, y: int, text: str, style: str = PLAIN) -> None:
        """Write a line that ends just before `x`."""
        self.put(x - cell_len(text), y, text, style)

    def title_bar(self, left: str, right: str = "") -> None:
        """Draw a title bar in the first row, with text at each end."""
        self.put(0, 0, " " * self.width, "title")
        self.put(0, 0, left, "title")
        self.put_right(self.width, 0, right, "title")

    def mark_title(self, sign: str) -> None:
        """Highlight the title bar and fill its gaps with this sign. Do nothing if the sign is empty."""
        if sign:
            self.restyle(Box(0, 0, self.width, 1), "mark")
            is_blank = [text == " " for text, _ in self._cells[0]]
            for x in range(1, self.width - 1):
                if all(is_blank[x - 1 : x + 2]):
                    self.put(x, 0, sign, "mark")

    def block(self, x: int, y: int, lines: Sequence[str], style: str = PLAIN) -> None:
        """Write several lines, one below another."""
        for down, line in enumerate(lines):
            self.put(x, y + down, line, style)

    def paste(self, other: Canvas, x: int, y: int) -> None:
        """Copy the cells of another canvas. The top-left corner of the copy is at `x` and `y`."""
        left, right = max(0, x), min(x + other.width, self.width)
        if left < right:
            for row in range(max(0, y), min(y + other.height, self.height)):
                _clear_halves(self._cells[row], left, right)
                self._cells[row][left:right] = other._cells[row - y][left - x : right - x]

    def blit(self, other: Canvas) -> None:
        """Copy another canvas, including its targets and places, into the top-left corner."""
        self.paste(other, 0, 0)
        self._targets += other._targets
        self.places += other.places

    def add_target(self, box: Box, target: Hashable) -> None:
        """Set the target of clicks in the box. Later targets cover earlier ones."""
        self._targets.append((box, target))

    def mark_place(self, box: Box, zone: str, row: int = 0, column: int = 0) -> None:
        """Record that a box on the canvas shows this place of the game."""
        if box.x < self.width and box.y < self.height and box.width > 0:
            self.places.append((box, Place(zone, row, column)))

    def restyle(self, box: Box, style: str) -> None:
        """Give all cells of the box this style."""
        for row in self._cells[max(0, box.y) : box.y + box.height]:
            for x in range(max(0, box.x), min(box.x + box.width, self.width)):
                row[x] = (row[x][0], style)

    def set_ground(self, ground: str) -> None:
        """Give all text that is directly on the table the background of this ink."""
        for row in self._cells:
            row[:] = [(text, f"{ink}/{ground}" if ink in TABLE_INKS else ink) for text, ink in row]

    def frame(self, box: Box, style: str, corner: str) -> None:
        """Style the edge of the box and mark its corners. A box with fewer than 3 rows is styled as a whole."""
        if box.height < 3:
            self.restyle(box, style)
            return
        right, bottom = box.x + box.width - 1, box.y + box.height - 1
        for side in (
            Box(box.x, box.y, box.width, 1), Box(box.x, bottom, box.width, 1),
            Box(box.x, box.y, 1, box.height), Box(right, box.y, 1, box.height),
        ):  # fmt: skip
            self.restyle(side, style)
        for x in (box.x, right):
            for y in (box.y, bottom):
                self.put(x, y, corner, style)

    def char_at(self, x: int, y: int) -> str:
        """Return the character in this cell, or an empty string if the cell is outside the canvas."""
        return self._cells[y][x][0] if 0 <= x < self.width and 0 <= y < self.height else ""

    def target_at(self, x: int, y: int) -> Hashable | None:
        """Return the target of a click on this cell, or None if there is no target."""
        return next((target for box, target in reversed(self._targets) if box.contains(x, y)), None)

    def cells(self, y: int) -> tuple[tuple[str, str], ...]:
        """Return the cells of a row, each as its character and its style."""
        return tuple(self._cells[y])

    def runs(self, y: int) -> Iterator[tuple[str, str]]:
        """Yield each run of cells that have the same style in a row, as text and style."""
        return runs(self._cells[y])

    def changes(self, other: Canvas) -> Iterator[tuple[int, int, int]]:
        """Yield the parts of rows in which another canvas of the same size differs from this one.

        Each part is given as its row, its first column and the column after it. Parts that are close together are
        merged, because each part costs time and output.
        """
        for y, (mine, theirs) in enumerate(zip(self._cells, other._cells, strict=True)):
            if mine != theirs:
                differ = [x for x, (one, two) in enumerate(zip(mine, theirs, strict=True)) if one != two]
                start = last = differ[0]
                for x in differ:
                    if x - last > _APART:
                        yield y, start, last + 1
                        start = x
                    last = x
                yield y, start, last + 1

    def largest_gap(self) -> Box:
        """Return the longest run of rows without text, except for its first row, which stays blank as a gap."""
        gaps = groupby(range(self.height), key=lambda y: bool(self.line(y)))
        longest = max((list(rows) for has_text, rows in gaps if not has_text), key=len, default=[0])
        return Box(0, longest[0] + 1, self.width, len(longest) - 1)

    def line(self, y: int) -> str:
        """Return the text of a row without styles or trailing spaces."""
        return "".join([text for text, _ in self._cells[y]]).rstrip()

    def text(self) -> str:
        """Return the text without styles or trailing spaces."""
        return "\n".join(map(self.line, range(self.height)))


def is_vast(width: int, height: int) -> bool:
    """Return whether a table of this size has room for giant cards."""
    return width >= VAST[0] and height >= VAST[1]


def side_margin(width: int, height: int) -> int:
    """Return the width of the margin on each side of a page, in columns: 0 unless the terminal is very large."""
    return (width - WIDEST_PAGE) // 2 if is_vast(width, height - ROWS_BELOW_TABLE) else 0


def table_size(width: int, height: int) -> tuple[int, int]:
    """Return the size of the table in this space: all of it, or at most VASTEST if there is space for giant cards."""
    return (min(width, VASTEST[0]), min(height, VASTEST[1])) if is_vast(width, height) else (width, height)


def runs(cells: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield each run of cells that have the same style, as text and style."""
    for style, same in groupby(cells, key=_STYLE):
        yield "".join(map(_TEXT, same)), style


@lru_cache(maxsize=2048)
def _narrow_cells(text: str, style: str) -> list[tuple[str, str]] | None:
    """Return the cells of this text, cached for redraws, or None if any character doesn't take exactly one cell."""
    is_narrow = text.isascii() or all(cell_len(each) == 1 for each in text)
    return [(each, style) for each in text] if is_narrow else None


def _clear_halves(row: list[tuple[str, str]], start: int, end: int) -> None:
    """Blank any wide character that would be cut in half when these cells are written."""
    if 0 < start < len(row) and row[start][0] == "":
        row[start - 1] = (" ", row[start - 1][1])
    if end < len(row) and row[end][0] == "":
        row[end] = (" ", row[end][1])


def _combine(row: list[tuple[str, str]], at: int, mark: str) -> None:
    if 0 <= at < len(row) and row[at][0] == "":
        at -= 1
    if 0 <= at < len(row):
        row[at] = (row[at][0] + mark, row[at][1])


def cut(text: str, cells: int) -> str:
    """Return the text in at most `cells` cells. If the text is too long, it is cut and ends in three dots."""
    if cell_len(text) <= max(0, cells):
        return text
    return (set_cell_size(text, max(0, cells - 3)).rstrip() + "...")[: max(0, cells)]


def wrap(text: str, cells: int, lines: int) -> list[str]:
    """Return the text in at most `lines` lines, broken at spaces. The last line is cut if it is too long."""
    rows = wrap_words(text.split(), cells, breaks_words=False, measure=cell_len)
    last = max(0, lines - 1)
    rows[last:] = [" ".join(rows[last:])]
    return [cut(row, cells) for row in rows if row]


def shorten(text: str, cells: int) -> str:
    """Return what fits: the whole text, its start up to a semicolon or comma, or an empty string."""
    for separator in ";,":
        while cell_len(text) > cells and separator in text:
            text = text.rpartition(separator)[0]
    return text if cell_len(text) <= cells else ""


def wrap_status(text: str, key: str, cells: int, lines: int) -> list[str]:
    """Return a status text as lines. If there is room, the key that opens a ruling follows the ruling."""
    with_key = naming_key(text, key) if key else text
    in_full = wrap(with_key, cells, lines)
    return in_full if " ".join(in_full) == with_key else wrap(text, cells, lines)


def longest_that_fits(lengths: Sequence[str], cells: int, lines: int = 1) -> str:
    """Return the first text that fits, or else the last. All say the same, from the longest to the shortest."""
    return next((text for text in lengths if " ".join(wrap(text, cells, lines)) == text), lengths[-1])


def put_latest(
    canvas: Canvas, box: Box, stories: Sequence[str | Sequence[str]], ink: str = PLAIN, *, label: str = ""
) -> None:
    """Clear the box, and write as many of the last stories as fit, with the label before the first of them.

    A story is a string, or several strings that say the same, the longest first. The last story has the longest text
    that fits, and the others have their shortest.
    """
    x, y, width, height = box
    rows, below = list[str](), list[str]()
    for story in reversed(stories):
        lengths = (story,) if isinstance(story, str) else story
        text = longest_that_fits([f"{label}{text}" for text in lengths[-1 if below else 0 :]], width, height)
        lines = wrap(text, width, height)
        if len(lines) + len(below) > height:
            break
        rows, below = [*lines, *below], [*wrap(text.removeprefix(label), width, height), *below]
    canvas.block(x, y, [" " * width] * height)
    canvas.block(x, y, rows, ink)


def mark_more(canvas: Canvas, height: int, *, above: bool, below: bool) -> None:
    """Mark where a list continues above or below the `height` rows shown, if there is room at the right edge."""
    for is_more, y, where in ((above, 0, "above"), (below, height - 1, "below")):
        if is_more and height > 0:
            room = canvas.width - cell_len(canvas.line(y)) - 2
            text = next((text for text in (f"more {where}", "(more)") if len(text) <= room), "")
            canvas.put_right(canvas.width, y, text, "dim")
