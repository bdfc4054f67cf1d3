"""A short list of things to do, picked by arrows and Enter, by the key beside each, or by a click."""

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
    """One thing to do."""

    id: str
    """Empty for a heading, which cannot be picked."""
    label: str
    about: str = ""
    """A sentence for wherever the screen shows what the cursor is on."""
    key: str = ""
    """One that picks it at once; a binding of the screen should say what it does."""


class Menu(Drawing, can_focus=True):
    """The items one under the other; it scrolls where there are more than fit."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
        Binding("enter,space", "pick", "Choose", key_display="enter"),
    ]

    @dataclass
    class Selected(Message):
        """The player wants this item."""

        id: str

    class Highlighted(Message):
        """The cursor is on another item."""

    def __init__(self, items: Sequence[Item]) -> None:
        super().__init__()
        self.items = list(items)
        self.at = 0
        self._first = 0

    @property
    def item(self) -> Item | None:
        """The one under the cursor."""
        return self.items[self.at] if 0 <= self.at < len(self.items) else None

    def show(self, items: Sequence[Item]) -> None:
        """List these instead; the cursor stays on its item if that is still there."""
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
            canvas.put(0, y, cut(f"{'>' if at == self.at else ' '} {item.label}", width), _ink(at == self.at))
            canvas.put_right(width, y, f"{item.key} " if item.key else "", "dim")
            canvas.add_target(Box(0, y, width, 1), at)
        return canvas

    def _scrolled(self, height: int) -> int:
        """The first item shown, so that the cursor is in sight and, at the top, the heading above it."""
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
