"""A short list of things to do, picked by arrows and Enter, by the key beside each, or by a click."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from cardtable.tui.canvas import PLAIN, Box, Canvas, cut
from cardtable.tui.widgets.drawn import Drawn


class Item(NamedTuple):
    """One thing to do."""

    id: str
    label: str
    about: str = ""
    key: str = ""
    """One that picks it at once; a binding of the screen should say what it does."""


class Menu(Drawn, can_focus=True):
    """The items one under the other; what an item is about stands beside it, or below where there is no room."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
        Binding("enter,space", "pick", "Choose", key_display="enter"),
    ]

    @dataclass
    class Picked(Message):
        """The player wants this item."""

        id: str

    def __init__(self, items: Sequence[Item], *, spaced: bool = False) -> None:
        super().__init__()
        self.items = list(items)
        self.at = 0
        self._pitch = 3 if spaced else 1

    def drawn(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        first = max(0, (self.at + 1) * self._pitch - height)
        for at, item in enumerate(self.items):
            y = at * self._pitch - first
            label = f"{'>' if at == self.at else ' '} {item.label}"
            canvas.put(0, y, cut(label, width), "cursor" if at == self.at else PLAIN)
            canvas.put_right(width, y, f"{item.key} " if item.key else "", "dim")
            if self._pitch > 1:
                canvas.put(2, y + 1, cut(item.about, width - 2), "dim")
            canvas.spot(Box(0, y, width, self._pitch), at)
        return canvas

    def action_move(self, step: int) -> None:
        if self.items:
            self.at = (self.at + step) % len(self.items)
            self.redraw()

    def action_pick(self) -> None:
        if self.items:
            self.post_message(self.Picked(self.items[self.at].id))

    def on_key(self, event: events.Key) -> None:
        for item in self.items:
            if event.character is not None and event.character == item.key:
                event.stop()
                self.post_message(self.Picked(item.id))

    def on_click(self, event: events.Click) -> None:
        meaning = self.canvas.at(event.x, event.y)
        if isinstance(meaning, int):
            self.at = meaning
            self.redraw()
            self.action_pick()
