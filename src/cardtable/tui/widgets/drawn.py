"""A widget that shows a canvas and repaints only the cells that have changed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from cardtable.tui.canvas import PLAIN, Canvas
from cardtable.tui.colours import COMMON_INKS
from cardtable.tui.textual_private import forget_closed_widgets


def classes_of(inks: Iterable[str]) -> set[str]:
    """Return the component classes of a widget that draws with these inks."""
    return {f"ink--{ink}" for ink in inks}


def css_of(inks: Iterable[str]) -> str:
    """Return the styles of these inks; a widget that needs more than the common ones adds them to its own."""
    return "".join(
        f".ink--{ink} {{ color: $ink-{ink}; background: $ink-{ink}-background; text-style: $ink-{ink}-style; }}"
        for ink in inks
    )


class Drawing(Widget):
    """A widget that shows the canvas from `drawn`. The text can't be selected, because it may show a hidden hand."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = classes_of(COMMON_INKS)
    DEFAULT_CSS = "Drawing { width: 1fr; height: 1fr; background: $background; color: $foreground; }" + css_of(
        COMMON_INKS
    )

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
        for y, start, end in self.canvas.changes(before):
            self.refresh(Region(start, y, end - start, 1))

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
        """Return the style of an ink, such as `way`, or of an ink on the background of another one: `way/land`."""
        front, _, ground = name.partition("/")
        style = self.get_component_rich_style(f"ink--{front}")
        return _on(style, self.get_component_rich_style(f"ink--{ground}")) if ground else style


@lru_cache(maxsize=256)
def _on(style: Style, ground: Style) -> Style:
    return style + Style(bgcolor=ground.bgcolor)
