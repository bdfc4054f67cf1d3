"""A pupil's page of a class."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from cardtable.classroom.desk import POLL_SECONDS
from cardtable.rooms.classroom import ClassRoom, ClassRow
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.screens.dialogs import LOW
from cardtable.tui.screens.room_screen import RoomScreen
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu


class ClassScreen(RoomScreen[None]):
    """What there is to do, with ticks beside what is finished."""

    room: ClassRoom
    IS_PAGE = True
    CSS = """
    ClassScreen #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    ClassScreen #summary { height: auto; padding: 1 3 0 3; }
    ClassScreen Menu { margin: 1 1 0 1; }
    ClassScreen #about { height: 3; padding: 0 3; color: $ink-dim; }
    ClassScreen.-low Menu { margin: 0 1; }
    ClassScreen.-low #summary { padding: 0 1; }
    """
    VERTICAL_BREAKPOINTS = LOW
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(ClassRoom.commands)

    def __init__(self, room: ClassRoom) -> None:
        super().__init__()
        self.room = room
        self._done = -1
        """The number of finished items when the list was last shown, or -1 to move the cursor to the next item."""

    def compose(self) -> ComposeResult:
        yield Static(self.room.title, id="heading", markup=False)
        yield Static("", id="summary", markup=False)
        yield Menu([])
        yield Static("", id="about", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_interval(POLL_SECONDS, self._update)

    def on_screen_resume(self) -> None:
        self.room.come_back()
        self.show_room()
        if self.room.fault:
            self.say(self.room.fault)

    def _update(self) -> None:
        if self.app.screen is self and self.room.look_for_news():
            self.show_room()

    def show_room(self) -> None:
        room, menu = self.room, self.query_one(Menu)
        self.query_one("#summary", Static).update(room.summary)
        items = [_item(row) for row in room.rows]
        done = sum(row.standing.is_done for row in room.rows)
        if done != self._done:
            self._done = done
            menu.at = room.next_row.number - 1
            menu.items = items
        menu.show(items)

    @on(Menu.Highlighted)
    def _tell(self) -> None:
        item = self.query_one(Menu).item
        self.query_one("#about", Static).update(item.about if item is not None else "")

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        self.attempt(lambda: self.room.open(event.id))


def _item(row: ClassRow) -> Item:
    tick = "[x]" if row.standing.is_done else "[-]" if row.standing.has_begun else "[ ]"
    note = row.standing.result if row.standing.is_done else row.standing.words or ("later" if row.why_closed else "")
    return Item(str(row.number), f"{tick} {row.number:>2}  {row.item.title}", row.about, note=note)
