"""Textual's command palette, without what would end the app."""

from __future__ import annotations

from contextlib import suppress

from textual import work
from textual.command import CommandPalette
from textual.css.query import NoMatches

_GATHER = CommandPalette._gather_commands  # noqa: SLF001  wrapped below, as it is not made to be
_GROUP = CommandPalette._GATHER_COMMANDS_GROUP  # noqa: SLF001  so that a new search ends the last one


class Palette(CommandPalette):
    """Bears a page key that comes before its list is laid out, a terminal too narrow for a list, and a sudden end."""

    CSS = "Palette CommandList { min-width: 20; }"

    def on_mount(self) -> None:
        self.query_one("CommandList").can_focus = False

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):  # Textual 8.2 looks its rows up before it has them
            super()._action_command_list(action)

    @work(exclusive=True, group=_GROUP)
    async def _gather_commands(self, search_value: str) -> None:
        with suppress(NoMatches):  # the app ends while it begins to search, and its list has gone
            await _GATHER.__wrapped__(self, search_value)  # type: ignore[attr-defined]  # what `work` wraps
