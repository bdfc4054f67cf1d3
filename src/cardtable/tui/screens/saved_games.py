"""The list of saved games. Players can continue, replay or delete a game, or save it to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from cardtable.rooms.kit.records import Records
from cardtable.rooms.saved_games import REPAIR, SavedGamesRoom
from cardtable.table.entries import labels_text, line, short_line, title
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.screens.room_screen import RoomScreen
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from cardtable.store.rows import GameEntry


class GamesScreen(RoomScreen[None]):
    """A list of games in progress, finished games and damaged games. Enter continues or replays a game."""

    room: SavedGamesRoom
    IS_PAGE = True
    CSS = """
    GamesScreen #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    GamesScreen Menu { margin: 1 1 0 1; }
    GamesScreen #about { height: 2; padding: 0 3; color: $ink-dim; }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(SavedGamesRoom.commands)

    def __init__(self, records: Records) -> None:
        super().__init__()
        self.room = SavedGamesRoom(records)

    def compose(self) -> ComposeResult:
        yield Static("Saved games", id="heading", markup=False)
        yield Menu([])
        yield Static("", id="about", markup=False)
        yield KeyBar()

    def on_screen_resume(self) -> None:
        self.room.refresh()
        self.show_room()

    def say(self, text: str) -> None:
        self.show_room()  # a game may have been deleted
        super().say(text)

    def show_room(self) -> None:
        groups = {heading: [_item(entry) for entry in entries] for heading, entries in self.room.groups().items()}
        damaged = self.room.offers.damaged
        groups["Damaged"] = [Item(str(game.id), f"{game.id:>3}  {title(game)}", REPAIR) for game in damaged]
        items: list[Item] = []
        for heading, group in groups.items():
            if group:
                items += [*([Item("", "")] if items else []), Item("", heading), *group]
        self.query_one(Menu).show(items)
        if self.room.greeting:
            self._tell(self.room.greeting)

    @on(Menu.Highlighted)
    def _show_about(self) -> None:
        item = self.query_one(Menu).item
        self.room.cursor = item.id if item is not None else ""
        self.refresh_bindings()
        if (entry := self.room.entry) is not None:
            self._tell(_about(entry))
        elif item is not None and item.about:
            self._tell(item.about)

    def _tell(self, text: str) -> None:
        self.query_one("#about", Static).update(text)

    @on(Menu.Selected)
    def _picked(self) -> None:
        self.do("open")

    def do(self, command_id: str) -> None:
        """Carry out a command. If a game can't be reviewed, the reason appears below the list."""
        if command_id == "review" and (reason := self.room.command("review").why_not(self.room)):
            self._tell(reason)
        else:
            super().do(command_id)


def _item(entry: GameEntry) -> Item:
    number = f"{entry.reference:>3}  "
    return Item(entry.reference, f"{number}{short_line(entry)}", longer=f"{number}{line(entry)}")


def _about(entry: GameEntry) -> str:
    counts = ((entry.undone, "undone"), (entry.hinted, "hinted"), (entry.inherited_actions, "from another game"))
    moves = ", ".join(f"{count} {what}" for count, what in counts if count)
    enter = "Enter: continue." if entry.outcome is None else "Enter: replay."
    return f"{labels_text(entry)}. {f'Moves: {moves}. ' if moves else ''}{enter}"
