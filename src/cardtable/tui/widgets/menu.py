"""A menu: items picked with the arrow keys and Enter, with their own key, or with a click."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from cardtable.tui.canvas import PLAIN, Box, Canvas, cut
from cardtable.tui.widgets.drawn import Drawing


class Item(NamedTuple):
    """A menu item, or a heading."""

    id: str
    """The item's id, or an empty string for a heading, which can't be picked."""
    label: str
    about: str = ""
    """A sentence that the screen shows while the cursor is on the item."""
    key: str = ""
    """The key that picks the item at once; a screen should bind it too, so that the help lists it."""


class Menu(Drawing, can_focus=True):
    """A column of items, which scrolls if they don't all fit."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
        Binding("enter,space", "pick", "Choose", key_display="enter"),
    ]

    @dataclass
    class Selected(Message):
        """Posted when the player picks this item."""

        id: str

    class Highlighted(Message):
        """Posted when the cursor moves or the items change."""

    def __init__(self, items: Sequence[Item]) -> None:
        super().__init__()
        self.items = list(items)
        self.at = 0
        self._first = 0

    @property
    def item(self) -> Item | None:
        """The item under the cursor."""
        return self.items[self.at] if 0 <= self.at < len(self.items) else None

    def show(self, items: Sequence[Item]) -> None:
        """Replace the items; the cursor stays on its item if it is still there."""
        ids, before = [item.id for item in items], self.item
        self.items = list(items)
        stays = before is not None and self.at > 0 and before.id in ids
        self.at = ids.index(before.id) if stays and before else max(0, min(self.at, len(ids) - 1))
        self._step_off_headings(1)
        self.redraw()
        self.post_message(self.Highlighted())

    def drawn(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        self._first = self._scrolled(height)
        for y, (at, item) in enumerate(list(enumerate(self.items))[self._first : self._first + height]):
            if not item.id:
                canvas.put(0, y, cut(item.label, width), "strong")
                continue
            room = width - 3 if item.key else width
            canvas.put(0, y, cut(f"{'>' if at == self.at else ' '} {item.label}", room), _ink(at == self.at))
            canvas.put_right(width, y, f"{item.key} " if item.key else "", "dim")
            canvas.add_target(Box(0, y, width, 1), at)
        return canvas

    def _scrolled(self, height: int) -> int:
        """Return the index of the first item to show, so that the cursor and the heading above it are visible."""
        if height < 1:
            return 0
        lowest = max(0, self.at + 1 - height)
        highest = self.at - 1 if self.at and not self.items[self.at - 1].id and height > 1 else self.at
        return max(lowest, min(self._first, highest, max(0, len(self.items) - height)))

    def _step_off_headings(self, step: int) -> None:
        for _ in self.items:
            if self.items[self.at].id:
                return
            self.at = (self.at + step) % len(self.items)

    def action_move(self, step: int) -> None:
        if self.items:
            self.at = (self.at + step) % len(self.items)
            self._step_off_headings(step)
            self.redraw()
            self.post_message(self.Highlighted())

    def action_pick(self) -> None:
        if self.item is not None and self.item.id:
            self.post_message(self.Selected(self.item.id))

    def on_key(self, event: events.Key) -> None:
        for item in self.items:
            if event.character is not None and event.character == item.key:
                event.stop()
                self.post_message(self.Selected(item.id))

    def on_click(self, event: events.Click) -> None:
        meaning = self.canvas.target_at(event.x, event.y)
        if isinstance(meaning, int):
            self.at = meaning
            self.redraw()
            self.post_message(self.Highlighted())
            self.action_pick()


def _ink(is_chosen: bool) -> str:
    return "cursor" if is_chosen else PLAIN
