"""A pupil's page of a class."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.widgets import Static

from cardtable.classroom.desk import POLL_SECONDS
from cardtable.rooms.classroom import ClassRoom, ClassRow
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.screens.learn import ListScreen
from cardtable.tui.widgets.menu import Item, Menu


class ClassScreen(ListScreen):
    """What there is to do, with ticks for what is finished."""

    room: ClassRoom
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(ClassRoom.commands)

    def __init__(self, room: ClassRoom) -> None:
        super().__init__()
        self.room, self.title_text = room, room.title
        self._done = -1
        """The number of finished items when the list was last shown. -1 moves the cursor to the next item."""

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

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        self.attempt(lambda: self.room.open(event.id))


def _item(row: ClassRow) -> Item:
    tick = "[x]" if row.standing.is_done else "[-]" if row.standing.has_begun else "[ ]"
    note = row.standing.result if row.standing.is_done else row.standing.words or ("later" if row.why_closed else "")
    return Item(str(row.number), f"{tick} {row.number:>2}  {row.item.title}", row.about, note=note)
