"""The command palette."""

from __future__ import annotations

from cardtable.tui.textual_private import SturdyPalette


class Palette(SturdyPalette):
    """A palette that fits a narrow terminal and keeps the focus on its input."""

    CSS = "Palette CommandList { min-width: 20; }"

    def on_mount(self) -> None:
        self.query_one("CommandList").can_focus = False
