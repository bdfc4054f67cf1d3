"""Textual's command palette, without what would end the app."""

from __future__ import annotations

from contextlib import suppress

from textual.command import CommandPalette


class Palette(CommandPalette):
    """Bears a page key that comes before its list is laid out, and a terminal too narrow for a list."""

    CSS = "Palette CommandList { min-width: 20; }"

    def on_mount(self) -> None:
        self.query_one("CommandList").can_focus = False

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):  # Textual 8.2 looks its rows up before it has them
            super()._action_command_list(action)
