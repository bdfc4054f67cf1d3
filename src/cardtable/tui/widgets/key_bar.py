"""A line with the keys that work now."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import ActiveBinding
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Static

from cardtable.rooms.kit.command import Command, Commanded
from cardtable.tui.command_keys import CommandedWidget, command_of, usual_place
from cardtable.tui.terminal.textual_private import forget_closed_widgets

KEY_STYLE = "bold $ink-key"
GAP = 2
"""The number of blank columns after each key. Clicks on these columns do nothing."""


class ListedKey(NamedTuple):
    """A key, or several keys with the same name, as listed by the key bar and the keys page."""

    key: str
    name: str
    rank: int
    action: str
    node: DOMNode


class KeyBar(Static, can_focus=False):
    """A key bar used instead of Textual's Footer, which never frees old keys and rebuilds itself too often."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: 1; background: $ink-title-background; color: $ink-title; text-wrap: nowrap; }
    """

    def __init__(self) -> None:
        super().__init__("", markup=False)
        self._shown: list[ListedKey] = []
        self._is_outdated = False

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._show_soon)

    def on_resize(self) -> None:
        self._show_soon(self.screen)

    def on_unmount(self) -> None:
        self.screen.bindings_updated_signal.unsubscribe(self)
        forget_closed_widgets()

    def _show_soon(self, screen: Screen[Any]) -> None:
        """Show the keys a little later and only once, because a new screen reports several changes in a row."""
        if self.size and not self._is_outdated:
            self._is_outdated = True
            self.call_later(self._show, screen)

    def _show(self, screen: Screen[Any]) -> None:
        self._is_outdated = False
        keys = keys_of(screen, shown_only=True)
        shown = list[ListedKey]()
        for each in sorted(keys, key=lambda each: -each.rank):
            if not shown or self._width([*shown, each]) <= self.size.width + GAP:  # none follows the last
                shown.append(each)
        keys = sorted(shown, key=keys.index)
        if keys != self._shown:
            self._shown = keys
            pieces = (piece for each in keys for piece in ((each.key, KEY_STYLE), f" {each.name}{' ' * GAP}"))
            self.update(Content.assemble(*pieces), layout=False)  # always one row

    @staticmethod
    def _width(keys: list[ListedKey]) -> int:
        """Return the width of these keys, including the gap after the last key."""
        return sum(cell_len(f"{each.key} {each.name}") + GAP for each in keys)

    async def on_click(self, event: events.Click) -> None:
        """Run the action of the key under the pointer. Stop the event, because some screens close at other clicks."""
        event.stop()
        if (pressed := self._key_at(event.x)) is not None:
            await self.app.run_action(pressed.action, pressed.node)

    def _key_at(self, x: int) -> ListedKey | None:
        """Return the key in this column, or None if the column is between keys or after the last key."""
        for each in self._shown:
            width = self._width([each])
            if x < width:
                return each if x < width - GAP else None
            x -= width
        return None


_HIDDEN_ACTIONS = ("app.focus_next", "app.focus_previous", "screen.copy_text", "app.help_quit", "command_palette")
"""Textual actions with keys that aren't listed."""


def _in_usual_order(bindings: Iterable[ActiveBinding]) -> list[ActiveBinding]:
    """Return the bindings in their usual order. A key that the player has changed keeps its place."""
    listed = list(bindings)
    nodes = list(dict.fromkeys(active.node for active in listed))
    return sorted(listed, key=lambda active: (nodes.index(active.node), usual_place(active.node, active.binding)))


def keys_of(screen: Screen[Any], *, shown_only: bool, without: Collection[str] = frozenset()) -> list[ListedKey]:
    """Return the keys that work on this screen, except the keys in `without`.

    Help comes first. A name stands for all keys with this name, and a click on it runs the command of the first of
    these keys.
    """
    found: dict[str, ListedKey] = {}
    for active in _in_usual_order(screen.active_bindings.values()):
        binding, key = active.binding, screen.app.get_key_display(active.binding)
        made = command_of(active.node, binding)
        name = made[1].name(made[0]) if made is not None else binding.description
        if (
            active.enabled
            and not {binding.key, key} & set(without)
            and binding.action not in _HIDDEN_ACTIONS
            and binding.description
            and name
            and (binding.show or not shown_only)
        ):
            listed = found.setdefault(name, ListedKey("", name, _rank(key, active, made), binding.action, active.node))
            if key not in listed.key.split(", "):
                found[name] = listed._replace(key=", ".join(filter(None, (listed.key, key))))
    return sorted(found.values(), key=lambda each: each.key != "?")


def _rank(key: str, active: ActiveBinding, made: tuple[Commanded, Command] | None) -> int:
    """Return a key's rank. If there is little room, the key bar shows only the keys with the highest ranks.

    A key has the rank of its command. Among keys without a command, those that accept or close something rank as high
    as help. Arrow keys rank high on a board, where beginners don't know that these keys choose cards, and low in a
    list, where everybody expects them.
    """
    if made is not None:
        return made[1].rank
    arrows = 9 if isinstance(active.node, CommandedWidget) else -1
    return {"enter": 10, "esc": 10, "q": 10, "?": 10, "arrows": arrows}.get(key, 0)
