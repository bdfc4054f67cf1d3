"""The levels: a list in themes, with the goal of the level under the cursor below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from cardtable.rooms.levels import INTRODUCTION, TITLE, LevelsRoom
from cardtable.table.grades import to_ascii
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.faces import ASCII, CardSet
from cardtable.tui.room_screen import RoomScreen
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu


class LevelsScreen(RoomScreen[None]):
    """The list of levels."""

    room: LevelsRoom
    IS_PAGE = True
    CSS = """
    LevelsScreen #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    LevelsScreen Menu { margin: 0 1; height: 1fr; }
    LevelsScreen ToastRack { margin-bottom: 4; }
    LevelsScreen #about { height: auto; padding: 0 3; color: $ink-dim; }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(LevelsRoom.commands)

    def __init__(self, room: LevelsRoom, signs: CardSet) -> None:
        super().__init__()
        self.room, self._signs = room, signs

    def compose(self) -> ComposeResult:
        yield Static("", id="heading", markup=False)
        yield Menu([])
        yield Static("", id="about", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self.room.selected = self.room.next_level
        if fault := self.room.fault:
            self.say(fault)

    def on_screen_resume(self) -> None:
        """Read the stars again: a level may have been won."""
        if fault := self.room.refresh():
            self.say(fault)
        self.show_room()

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        self._signs = signs
        self.show_room()

    def show_room(self) -> None:
        self.query_one("#heading", Static).update(f"Practice: {TITLE.lower()}   {self.room.total}")
        menu, items = self.query_one(Menu), list(self._items())
        chosen = str(self.room.selected)
        menu.at = next((at for at, item in enumerate(items) if item.id == chosen), 0)
        menu.items = items
        menu.show(items)

    def _items(self) -> Iterator[Item]:
        """Yield the themes, each with its levels on the next line."""
        for theme, rows in self.room.parts.items():
            yield Item("", theme)
            for row in rows:
                signs = to_ascii(row.signs) if self._signs is ASCII else row.signs
                yield Item(str(row.level.number), f"{row.level.number:>2} {signs:<3}", is_inline=True)

    @on(Menu.Highlighted)
    def _select(self) -> None:
        item = self.query_one(Menu).item
        self.room.selected = int(item.id) if item is not None and item.id else None
        if self.room.selected is not None:
            row = self.room.rows[self.room.selected - 1]
            told = row.why_closed or INTRODUCTION
            heading = f"Level {row.level.number}, {self.room.rules_of(row.level)}"
            self.query_one("#about", Static).update(f"{heading}\n{row.about}\n{told}")
        self.refresh_bindings()

    @on(Menu.Selected)
    def _picked(self) -> None:
        self.do("play")
