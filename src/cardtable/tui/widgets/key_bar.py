"""A line with the keys that work now."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.binding import ActiveBinding
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from cardtable.tui.app_screen import AppScreen
from cardtable.tui.keys import usual_place
from cardtable.tui.textual_private import forget_closed_widgets

ESSENTIAL_KEYS = ("?", "enter", "q", "esc")
"""The keys that the bar shows before all others if there isn't room for everything, from most to least important.

On a board, the arrows come next, as beginners don't know that they choose cards; in a list, they come last.
"""
NEEDED = ("Hint", "Undo", "Log", "Rules")
"""What beginners at a table need most, after the arrows and the keys that the board needs."""

KEY_STYLE = "bold $ink-key"
GAP = 2
"""The number of blank columns after each key, in which a click does nothing."""


class KeyBar(Static, can_focus=False):
    """A replacement for Textual's Footer, which never frees old keys and rebuilds itself whenever the focus changes."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: 1; background: $ink-title-background; color: $ink-title; text-wrap: nowrap; }
    """

    def __init__(self) -> None:
        super().__init__("", markup=False)
        self._shown: list[tuple[str, str]] = []

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._show)

    def on_resize(self) -> None:
        self._show(self.screen)

    def on_unmount(self) -> None:
        self.screen.bindings_updated_signal.unsubscribe(self)
        forget_closed_widgets()

    def _show(self, screen: Screen[Any]) -> None:
        keys = keys_of(screen, shown_only=True)
        first = screen.FIRST_KEYS if isinstance(screen, AppScreen) else ()
        if first:
            keys.sort(key=lambda row: (row[0] != "?", first.index(row[1]) if row[1] in first else len(first)))
        shown = list[tuple[str, str]]()
        for row in sorted(keys, key=partial(self._rank, is_ordered=bool(first))):
            if not shown or self._width([*shown, row]) <= self.size.width + GAP:  # none follows the last
                shown.append(row)
        keys = sorted(shown, key=keys.index)
        if keys != self._shown:
            self._shown = keys
            pieces = (piece for key, name in keys for piece in ((key, KEY_STYLE), f" {name}{' ' * GAP}"))
            self.update(Content.assemble(*pieces), layout=False)  # always one row

    def _rank(self, row: tuple[str, str], *, is_ordered: bool) -> tuple[int, int]:
        """Return a number that is smaller for more important keys; if the screen orders them, most are equal."""
        key, name = row
        if key in ESSENTIAL_KEYS or is_ordered:
            return 0, ESSENTIAL_KEYS.index(key) if key in ESSENTIAL_KEYS else len(ESSENTIAL_KEYS)
        needed: Sequence[str] | None = getattr(self.screen.focused, "NEEDED_KEYS", None)  # a board's
        if key == "arrows":
            return (4, 0) if needed is None else (1, 0)
        names = (*(needed or ()), *NEEDED)
        return (2, names.index(name)) if name in names else (3, 0)

    @staticmethod
    def _width(keys: list[tuple[str, str]]) -> int:
        """Return the width of these keys, with the gap after the last."""
        return sum(cell_len(f"{key} {name}") + GAP for key, name in keys)

    async def on_click(self, event: events.Click) -> None:
        """Run the action of the key under the pointer, which may be on a screen that any other click closes."""
        event.stop()
        name = self._name_at(event.x)
        for active in self.screen.active_bindings.values():
            if name and active.enabled and active.binding.show and active.binding.description == name:
                await self.app.run_action(active.binding.action, active.node)
                return

    def _name_at(self, x: int) -> str:
        """Return the description of the key in this column, or an empty string between keys and after the last."""
        for row in self._shown:
            width = self._width([row])
            if x < width:
                return row[1] if x < width - GAP else ""
            x -= width
        return ""


_HIDDEN_ACTIONS = ("app.focus_next", "app.focus_previous", "screen.copy_text", "app.help_quit", "command_palette")
"""Textual's own actions whose keys aren't listed."""


def _in_usual_order(bindings: Iterable[ActiveBinding]) -> list[ActiveBinding]:
    """Return the bindings with each changed key in the place of the usual one."""
    listed = list(bindings)
    nodes = list(dict.fromkeys(active.node for active in listed))
    return sorted(listed, key=lambda active: (nodes.index(active.node), usual_place(active.node, active.binding)))


def keys_of(screen: Screen[Any], *, shown_only: bool, without: Collection[str] = frozenset()) -> list[tuple[str, str]]:
    """Return the keys that work on this screen, except those `without`, with their descriptions; help comes first."""
    found: dict[str, list[str]] = {}
    for active in _in_usual_order(screen.active_bindings.values()):
        binding = active.binding
        if (
            active.enabled
            and not {binding.key, screen.app.get_key_display(binding)} & set(without)
            and binding.action not in _HIDDEN_ACTIONS
            and binding.description
            and (binding.show or not shown_only)
        ):
            keys, key = found.setdefault(binding.description, []), screen.app.get_key_display(binding)
            if key not in keys:
                keys.append(key)
    rows = [(", ".join(keys), description) for description, keys in found.items()]
    return sorted(rows, key=lambda row: row[0] != "?")
