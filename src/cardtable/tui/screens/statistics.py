"""The list of games that have been finished. Each game opens a page of statistics."""

from __future__ import annotations

import re
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Response
from cardtable.rooms.statistics import StatisticsRoom
from cardtable.table.chart import BLOCK
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.drawing.faces import ASCII, CardSet
from cardtable.tui.screens.room_screen import RoomScreen
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu


class StatisticsScreen(RoomScreen[None]):
    """A list of the games that have been finished at least once."""

    room: StatisticsRoom
    IS_PAGE = True
    CSS = """
    StatisticsScreen #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    StatisticsScreen #greeting { height: auto; padding: 1 2; }
    StatisticsScreen Menu { margin: 0 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(StatisticsRoom.commands)

    def __init__(self, records: Records, signs: CardSet) -> None:
        super().__init__()
        self.room, self._signs = StatisticsRoom(records), signs

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        self._signs = signs

    def compose(self) -> ComposeResult:
        yield Static("Statistics", id="heading", markup=False)
        yield Static("", id="greeting", markup=False)
        yield Menu([])
        yield KeyBar()

    def on_screen_resume(self) -> None:
        self.room.refresh()
        self.show_room()

    def show_room(self) -> None:
        self.query_one("#greeting", Static).update(self.room.greeting)
        self.on_resize()

    def on_resize(self) -> None:
        self.query_one(Menu).show(self._items(self.size.width - 6))

    def _items(self, room: int) -> list[Item]:
        """Return the room's rows as menu items. Figures that are too long continue on a second line."""
        widest = max((len(title) for _, title, _ in self.room.rows), default=0)
        least = max((len(re.split("[;,]", figures)[0]) for _, _, figures in self.room.rows), default=0)
        column, items = min(widest, max(0, room - least - 2)), []
        for number, (_, title, figures) in enumerate(self.room.rows):
            heading, shown = f"{title:<{column}}  ", figures
            for separator in ";,":
                shown = shown if len(heading + shown) <= room else shown.partition(separator)[0]
            items.append(Item(str(number), heading + shown, more=figures.removeprefix(shown).lstrip(";, ")))
        return items

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        self.answer(self.page_of(self.room.rows[int(event.id)].id))

    def page_of(self, row: str) -> Response:
        """Return the page of a row."""
        return self.room.read(row, "#" if self._signs is ASCII else BLOCK)
