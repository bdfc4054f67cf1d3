"""A widget that shows a canvas and repaints only the cells that have changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from cardtable.tui.drawing.canvas import PLAIN, Canvas, runs
from cardtable.tui.terminal.textual_private import forget_closed_widgets

KNOWN_ROWS = 256
"""The number of rendered rows to keep."""


class Drawing(Widget):
    """A widget that shows the canvas from `drawn`. The text can't be selected, because it may show a hidden hand."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Drawing { width: 1fr; height: 1fr; background: $background; color: $foreground; }"

    def __init__(self) -> None:
        super().__init__()
        self.canvas = Canvas(0, 0)
        self._inks = _Inks({}, (), Color(0, 0, 0))

    def drawn(self, width: int, height: int) -> Canvas:
        """Return the canvas to show at this size."""
        return Canvas(width, height)

    def redraw(self) -> None:
        """Draw again and repaint the cells that have changed."""
        before, self.canvas = self.canvas, self.drawn(self.size.width, self.size.height)
        if (before.width, before.height) != (self.canvas.width, self.canvas.height):
            self.refresh()
            return
        changed = [Region(start, y, end - start, 1) for y, start, end in self.canvas.changes(before)]
        if changed:  # without regions, the whole widget would be repainted
            self.refresh(*changed)

    def text(self) -> str:
        """Return the canvas as plain text."""
        return self.canvas.text()

    def on_resize(self) -> None:
        self.redraw()

    def on_unmount(self) -> None:
        forget_closed_widgets()

    def get_line_filters(self) -> Sequence[LineFilter]:
        return ()  # the inks are filtered once, instead of each line whenever any line changes

    def render_lines(self, crop: Region) -> list[Strip]:
        colours, filters = self.app.theme_variables, self.app.get_line_filters()
        if (self._inks.colours, self._inks.filters) != (colours, filters):
            self._inks = _Inks(colours, filters, self.background_colors[1])
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        inks = self._inks
        if y >= self.canvas.height:
            return Strip.blank(self.size.width, inks[PLAIN])
        return inks.strip(self.canvas.cells(y))


class _Inks(dict[str, Style]):
    """The styles of a theme's inks, such as `way` or, for an ink on another ink's background, `way/land`.

    Component classes could do the same, but each of them would cost time whenever the focus changes.
    """

    def __init__(self, colours: Mapping[str, str], filters: Sequence[LineFilter], background: Color) -> None:
        super().__init__()
        self.colours, self.filters, self._background = colours, filters, background
        self.strip = lru_cache(maxsize=KNOWN_ROWS)(self._strip)

    def _strip(self, cells: tuple[tuple[str, str], ...]) -> Strip:
        """Return a row. Rows are cached, because players often go back and forth between a few choices."""
        return Strip([Segment(text, self[ink]) for text, ink in runs(cells)], len(cells))

    def __missing__(self, name: str) -> Style:
        front, _, ground = name.partition("/")
        colour, back = (Color.parse(self.colours[ink]) for ink in (f"ink-{front}", f"ink-{ground or front}-background"))
        style = Style(color=colour.rich_color, bgcolor=back.rich_color)
        segments = [Segment("", style + Style.parse(self.colours[f"ink-{front}-style"]))]
        for each in self.filters:
            segments = each.apply(segments, self._background)
        self[name] = segments[0].style or style
        return self[name]
