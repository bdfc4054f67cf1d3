"""The command palette."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from cardtable.tui.terminal.textual_private import SturdyPalette
from cardtable.tui.widgets.key_bar import KeyBar


class Palette(SturdyPalette):
    """A command palette that fits a narrow terminal, keeps the focus on its input, and has its own key bar."""

    CSS = "Palette CommandList { min-width: 20; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "escape", "Close")]

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("CommandList").can_focus = False
