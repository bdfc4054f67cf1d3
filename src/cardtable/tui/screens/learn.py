"""The Learn room: the games, and for each game its lessons, exercises and test, with the player's progress."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from cardtable.engine.phrases import capitalized
from cardtable.rooms.learn import LearnRoom, LearnRow
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.screens.dialogs import LOW
from cardtable.tui.screens.room_screen import RoomScreen
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu


class ListScreen(RoomScreen[None]):
    """A page with a list, a heading above it and, below it, a few lines about the item under the cursor."""

    IS_PAGE = True
    SCOPED_CSS = False  # so that the rules hold for the subclasses
    CSS = """
    ListScreen #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    ListScreen #summary { height: auto; padding: 1 3 0 3; }
    LearnScreen #summary { display: none; }
    ListScreen Menu { margin: 1 1 0 1; }
    ListScreen #about { height: 3; padding: 0 3; color: $ink-dim; }
    ListScreen.-low Menu { margin: 0 1; }
    ListScreen.-low #summary { padding: 0 1; }
    ListScreen.-low #about { padding: 0 1; }
    """
    VERTICAL_BREAKPOINTS = LOW
    title_text = ""
    """The heading."""

    def compose(self) -> ComposeResult:
        yield Static(self.title_text, id="heading", markup=False)
        yield Static("", id="summary", markup=False)
        yield Menu([])
        yield Static("", id="about", markup=False)
        yield KeyBar()

    @on(Menu.Highlighted)
    def _tell(self) -> None:
        item = self.query_one(Menu).item
        self.query_one("#about", Static).update(item.about if item is not None else "")


class LearnScreen(ListScreen):
    """A list of the games, or of the lessons, exercises and test of a single game."""

    room: LearnRoom
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(LearnRoom.commands)

    def __init__(self, room: LearnRoom) -> None:
        super().__init__()
        self.room, self.title_text = room, room.title
        self._done = -1
        """The number of finished lessons when the list was last shown. -1 moves the cursor to the next lesson."""

    def on_screen_resume(self) -> None:
        self.show_room()

    def show_room(self) -> None:
        """Update the ticks. If another lesson has been finished, also move the cursor to the next lesson."""
        room, menu = self.room, self.query_one(Menu)
        rows = [*room.rows]
        items = [_lesson(row) if row.number.isdecimal() and room.game else _other(row) for row in rows]
        if room.game is not None and len(rows) > 2:
            items.insert(-2, Item("", ""))
        menu.show(items)
        if room.game is not None and (done := room.lessons_done) != self._done:
            self._done = done
            menu.at = next((at for at, item in enumerate(items) if item.id == room.next_id), 0)
            menu.show(items)
        if fault := room.take_fault():
            self.say(fault)

    def rest_for(self, command_id: str) -> str:
        """Return the id of the game under the cursor, for the commands that play the game or show its rules."""
        item = self.query_one(Menu).item
        return item.id if command_id in ("play", "rules") and self.room.game is None and item is not None else ""

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        self._done = -1  # so that the cursor moves to the next lesson afterwards
        self.attempt(lambda: self.room.opens(event.id))


def _lesson(row: LearnRow) -> Item:
    tick = "[x]" if row.is_done else "[-]" if row.progress else "[ ]"
    progress = f" {capitalized(row.progress)}." if row.progress else ""
    return Item(row.id, f"{tick} {row.number:>2}  {row.title}", f"{row.about}{progress}")


def _other(row: LearnRow) -> Item:
    return Item(row.id, f"{row.title}  ({row.progress})" if row.progress else row.title, row.about)
