"""A widget that shows a canvas and repaints only the cells that have changed."""

from __future__ import annotations

from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from cardtable.tui.canvas import PLAIN, Canvas
from cardtable.tui.textual_private import forget_closed_widgets


class Drawing(Widget):
    """A widget that shows the canvas from `drawn`. The text can't be selected, because it may show a hidden hand."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Drawing { width: 1fr; height: 1fr; background: $background; color: $foreground; }"

    def __init__(self) -> None:
        super().__init__()
        self.canvas = Canvas(0, 0)

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

    def render_line(self, y: int) -> Strip:
        if y >= self.canvas.height:
            return Strip.blank(self.size.width, self._ink(PLAIN))
        return Strip([Segment(text, self._ink(ink)) for text, ink in self.canvas.runs(y)], self.canvas.width)

    def _ink(self, name: str) -> Style:
        """Return the style of an ink, such as `way`, or of an ink on the background of another one: `way/land`.

        Component classes could do the same, but each of them would cost time whenever the focus changes.
        """
        front, _, ground = name.partition("/")
        colours = self.app.theme_variables
        back = colours[f"ink-{ground or front}-background"]
        return _style(colours[f"ink-{front}"], back, colours[f"ink-{front}-style"])


@lru_cache(maxsize=256)
def _style(front: str, back: str, style: str) -> Style:
    return Style(color=Color.parse(front).rich_color, bgcolor=Color.parse(back).rich_color) + Style.parse(style)
