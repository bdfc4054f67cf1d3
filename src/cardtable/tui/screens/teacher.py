"""The teacher's page of a class, and the look over a pupil's shoulder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.widgets import Static

from cardtable.classroom.standing import Standing
from cardtable.rooms.teacher import UPDATE_SECONDS, LookRoom, TeacherRoom
from cardtable.table.grades import to_ascii
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.drawing.canvas import cut
from cardtable.tui.drawing.faces import ASCII, CardSet
from cardtable.tui.screens.room_screen import RoomScreen
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu

MIN_NAME, NOW, MIN_CELL, MAX_CELL = 12, 24, 2, 16
"""The widths, in columns, of a name (at least), of what a pupil is doing, and of an item (at least and at most)."""
MIN_FRACTION, MIN_BAR = 5, 6
"""The minimum number of columns for a fraction and for a bar."""
MIN_TITLE = 9
"""The minimum number of columns for the beginning of a title."""
LOOK_SECONDS = 1.0


class PupilMenu(Menu):
    """The list of pupils. Enter looks over the shoulder of the pupil under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "pick", "Look over", key_display="enter")]


class TeacherScreen(RoomScreen[None]):
    """A table, kept up to date, with a row for each pupil and a column for each item."""

    room: TeacherRoom
    CSS = """
    TeacherScreen #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    TeacherScreen #columns { height: 1; margin: 1 1 0 1; color: $ink-dim; }
    TeacherScreen Menu { margin: 0 1; height: 1fr; }
    TeacherScreen #about { height: 3; padding: 0 3; }
    TeacherScreen #summary { height: 2; padding: 0 3; color: $ink-dim; }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(TeacherRoom.commands)

    def __init__(self, room: TeacherRoom, signs: CardSet) -> None:
        super().__init__()
        self.room, self._signs = room, signs

    def compose(self) -> ComposeResult:
        for name in ("heading", "columns"):
            yield Static("", id=name, markup=False)
        yield PupilMenu([])
        for name in ("about", "summary"):
            yield Static("", id=name, markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_interval(UPDATE_SECONDS, self._update)
        self.show_room()

    def _update(self) -> None:
        if self.app.screen is self and self.room.look_for_news():
            self.show_room()

    def on_screen_resume(self) -> None:
        self.room.look_for_news()
        self.show_room()

    def on_resize(self) -> None:
        super().on_resize()
        self.show_room()

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        self._signs = signs
        self.show_room()

    @property
    def _widths(self) -> tuple[int, int]:
        """The number of columns for names and for each item, both without the gap after it."""
        room, items = self.app.size.width - 5 - NOW, len(self.room.items)
        longest = max((cell_len(pupil.name) for pupil in self.room.pupils), default=0)
        name = max(MIN_NAME, min(longest, room - items * (MIN_CELL + 1)))
        return name, max(MIN_CELL, min(MAX_CELL, (room - name) // items - 1))

    def show_room(self) -> None:
        room, (names, width) = self.room, self._widths
        self.query_one("#heading", Static).update(room.title)
        heads = "".join(f"{head:<{width}} " for head in self._heads(width))
        self.query_one("#columns", Static).update(f"  {'pupil':<{names}} {heads}now")
        items = []
        for pupil in room.pupils:
            name = cut(pupil.name, names)
            cells = "".join(f"{self._cell_of(each, width)} " for each in pupil.standings)
            label = f"{name}{' ' * (names + 1 - cell_len(name))}{cells}{pupil.now(room.course)}"
            items.append(Item(pupil.id, label, room.about(pupil)))
        self.query_one(Menu).show(items)
        self.query_one("#summary", Static).update(room.summary)
        self._tell()

    def _heads(self, width: int) -> Iterator[str]:
        """Yield the heads of the columns: the item's number and, if there is room, the beginning of its title."""
        for title in self.room.items:
            yield cut(title, width) if width >= MIN_TITLE else title.partition(" ")[0]

    def _cell_of(self, standing: Standing, width: int) -> str:
        """Return an item's cell: a bar if there is room, otherwise a few signs."""
        ascii_only = self._signs is ASCII
        line, dot, rest, tick = "=o-x" if ascii_only else "━●─√"
        if standing.signs and len(standing.signs) <= width:
            signs = to_ascii(standing.signs) if ascii_only else standing.signs
            has_tick = standing.is_done and len(signs) + 2 <= width
            return (f"{signs} {tick}" if has_tick else signs).ljust(width)
        if width < MIN_BAR:
            begun = f"{standing.at}/{standing.of}" if standing.of and width >= MIN_FRACTION else str(standing.at)
            return f"{tick if standing.is_done else begun if standing.has_begun else rest:<{width}}"
        if standing.is_done:
            return line * (width - 1) + tick
        if not standing.has_begun:
            return rest * width
        at = (width - 1) * standing.at // standing.of if standing.of else 0
        return line * at + dot + rest * (width - 1 - at)

    def rest_for(self, command_id: str) -> str:
        """Return the id of the pupil under the cursor, for the commands about a pupil."""
        return self.room.selected or "" if command_id in ("look", "projector") else ""

    @on(Menu.Highlighted)
    def _tell(self) -> None:
        item = self.query_one(Menu).item
        self.room.selected = item.id if item is not None else None
        self.query_one("#about", Static).update(item.about if item is not None else "")

    @on(Menu.Selected)
    def _picked(self) -> None:
        self.do("look")


class LookScreen(RoomScreen[None]):
    """A pupil's screen, updated every second."""

    room: LookRoom
    CSS = """
    LookScreen #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    LookScreen ScrollableContainer { height: 1fr; }
    LookScreen #rows { width: auto; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(LookRoom.commands)

    def __init__(self, room: LookRoom) -> None:
        super().__init__()
        self.room = room

    def compose(self) -> ComposeResult:
        yield Static(self.room.title, id="heading", markup=False)
        with ScrollableContainer():
            yield Static("", id="rows", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_interval(LOOK_SECONDS, self._update)
        self.show_room()

    def _update(self) -> None:
        if self.room.look_for_news():
            self.show_room()

    def show_room(self) -> None:
        self.query_one("#rows", Static).update("\n".join(self.room.rows) or "The screen will appear in a moment.")
