"""The Practice room: games alone, exercises from the player's mistakes, and progress."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.widgets import Static

from cardtable.engine.games.info import PRACTISED
from cardtable.rooms.practice import PLAY, PracticeRoom
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.drawing.faces import CardSet, Size
from cardtable.tui.screens.dialogs import LOW
from cardtable.tui.screens.room_screen import RoomScreen
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.masthead import Masthead
from cardtable.tui.widgets.menu import Item, Menu

ROOMY_COLUMNS, ROWS_AROUND = 116, 15
"""The columns and rows that large cards above the list need. The list's own rows aren't counted."""


class PracticeMenu(Menu):
    """A menu in which the left and right keys change the hand size for a game."""

    @dataclass
    class SizeChanged(Message):
        """Posted when the player asks for a larger (1) or smaller (-1) hand in a game."""

        row: str
        """The id of the game's row."""
        step: int

    def action_move(self, step: int) -> None:
        if self.item is not None and self.item.id in PLAY:
            self.post_message(self.SizeChanged(self.item.id, step))
        else:
            super().action_move(step)

    def on_click(self, event: events.Click) -> None:
        """Change the hand size if the click is on an arrow."""
        at = self.canvas.target_at(event.x, event.y)
        item = self.items[at] if isinstance(at, int) else None
        if item is None or item.id not in PLAY:
            return
        step = {"<": -1, ">": 1}.get(self.canvas.char_at(event.x, event.y)) if event.x else None
        if step is not None:
            event.prevent_default()  # so that the click doesn't start the game
            self.at = self.items.index(item)
            self.post_message(self.SizeChanged(item.id, step))


class PracticeScreen(RoomScreen[None]):
    """A list of ways to practise."""

    room: PracticeRoom
    CSS = """
    PracticeScreen #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    PracticeScreen Menu { margin: 1 1 0 1; }
    PracticeScreen #about { height: 3; padding: 0 3; color: $ink-dim; }
    PracticeScreen ToastRack { margin-bottom: 4; }
    PracticeScreen.-low Menu { margin: 0 1; }
    PracticeScreen.-low #about { height: 4; padding: 0 1; }
    PracticeScreen Masthead { display: none; width: 112; height: 7; margin: 0 0 1 0; }
    PracticeScreen.-roomy { align: center middle; }
    PracticeScreen.-roomy #heading { display: none; }
    PracticeScreen.-roomy Masthead { display: block; }
    PracticeScreen.-roomy Menu { width: 112; margin: 1 0; }
    PracticeScreen.-roomy #about { width: 112; height: 2; padding: 0; }
    """
    VERTICAL_BREAKPOINTS = LOW
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(PracticeRoom.commands)

    def __init__(self, room: PracticeRoom, signs: CardSet) -> None:
        super().__init__()
        self.room = room
        self._masthead = Masthead(signs, "PRACTICE", f"{PRACTISED.title} alone", "What would you like to practise?")
        self._masthead.size_of_cards = Size.HUGE

    def compose(self) -> ComposeResult:
        yield Static(f"Practice: {PRACTISED.title} alone", id="heading", markup=False)
        yield self._masthead
        yield PracticeMenu([])
        yield Static("", id="about", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        if fault := self.room.figures.fault:
            self.say(fault)

    def on_screen_resume(self) -> None:
        """Update the rows, because a game may have been finished or an exercise solved."""
        if fault := self.room.refresh():
            self.say(fault)
        self.show_room()

    def on_resize(self) -> None:
        self._arrange()

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        self._masthead.signs = signs
        self._masthead.redraw()

    def show_room(self) -> None:
        self.query_one(Menu).show(list(self._items()))
        self._arrange()

    def _arrange(self) -> None:
        """Draw large cards above the list if there is room."""
        menu, (width, height) = self.query_one(Menu), self.size
        rows = menu.rows(ROOMY_COLUMNS)
        is_roomy = width >= ROOMY_COLUMNS and height >= rows + ROWS_AROUND
        self.set_class(is_roomy, "-roomy")
        menu.styles.height = rows if is_roomy else "1fr"

    def _items(self) -> Iterator[Item]:
        for number, (heading, rows) in enumerate(self.room.parts.items()):
            if number:
                yield Item("", "")
            yield Item("", heading)
            for row in rows:
                detail = f"< {row.detail} >" if row.id in PLAY else row.detail
                yield Item(row.id, row.label, row.about, detail=detail, note=row.note)

    @on(PracticeMenu.SizeChanged)
    def _change_size(self, event: PracticeMenu.SizeChanged) -> None:
        self.room.selected = event.row
        self.do("larger" if event.step > 0 else "smaller")

    @on(Menu.Highlighted)
    def _select(self) -> None:
        item = self.query_one(Menu).item
        self.room.selected = item.id if item is not None else ""
        self.query_one("#about", Static).update(item.about if item is not None else "")
        self.refresh_bindings()

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        self.answer(self.room.open(event.id))
