"""The first screen: new games, games in progress, and the other rooms."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.widgets import Static

from cardtable.engine.games.info import GameInfo
from cardtable.engine.phrases import capitalized, plural
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.rooms.kit.offers import LobbyOffers, lesson_in_words
from cardtable.rooms.kit.response import Leave, Response
from cardtable.rooms.lobby import IN_PROGRESS, LobbyRoom, Row
from cardtable.rooms.which_game import who_can_play
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.drawing.canvas import wrap
from cardtable.tui.drawing.faces import ASCII, CardSet, Size
from cardtable.tui.screens.room_screen import RoomScreen
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.masthead import QUESTION, Masthead
from cardtable.tui.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from cardtable.rooms.kit.records import Records
    from cardtable.store.rows import GameEntry

MAX_IN_PROGRESS, FEW_IN_PROGRESS = 4, 2
"""The usual maximum number of games in progress in the lobby: with at least ROWS_FOR_MOST rows, and with fewer."""
ROWS_FOR_MOST = 24
"""The smallest number of rows at which the lobby lists up to MAX_IN_PROGRESS games."""
COLUMNS_FOR_TIMES = 80
"""The smallest width at which the lobby says when each game in progress was last played."""
DAMAGED, MORE = "damaged", "more"
"""The ids of the menu items that open the list of saved games."""
MAX_FAULT = 300
MAX_OPEN_TABLES = 3
"""The maximum number of tables with free seats in the lobby. The key `j` lists the others."""
SIT_DOWN = "Sit down at this table."
LOOK_SECONDS = 3.0
"""The time between two looks at who is here and what happens at the shared tables, in seconds."""
ABOUT_ROWS = 2
"""The number of rows for the text about the item under the cursor."""
ROWS_AROUND = 5
"""The number of rows that the lobby needs besides those for the cards and the menu."""
ROOMY_WIDTH = 116
"""The smallest width, in columns, at which the lobby describes every item, if it has enough rows."""

NOT_PLAYED = "New to you? Press l for its lessons."


class LobbyFigures(NamedTuple):
    """Data from the saved games: records, the streak and scores."""

    records: Mapping[str, str] = MappingProxyType({})
    """The player's record in each game, by the game's id."""
    daily: str = "Daily deal"
    """The label of the daily deal."""
    scores: Mapping[str, str] = MappingProxyType({})
    """The score so far in each game in progress, by the game's reference."""


class Lobby(RoomScreen[None]):
    """A list of games to set up, games to continue, and other rooms."""

    CSS = """
    Lobby #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; display: none; }
    Lobby Masthead { height: 5; margin: 1 2 0 2; }
    Lobby Menu { margin: 1 2 0 2; }
    Lobby #about { height: 2; padding: 0 2; color: $ink-dim; }
    Lobby.-roomy { align: center middle; }
    Lobby.-roomy Masthead { width: 112; height: 7; margin: 0 0 1 0; }
    Lobby.-roomy Menu { width: 112; margin: 1 0; }
    Lobby.-roomy #about { width: 112; height: 1; padding: 0; }
    Lobby.-crowded #heading { display: block; }
    Lobby.-crowded Masthead { display: none; }
    Lobby.-low Menu { margin: 0 1; }
    Lobby.-low #about { padding: 0 1; }
    """
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-high")]
    room: LobbyRoom
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(LobbyRoom.commands)

    class Opened(Message):
        """Posted when the lobby is on the screen and needs the list of games in progress."""

        def __init__(self, lobby: Lobby) -> None:
            super().__init__()
            self.lobby = lobby

    def __init__(self, records: Records, signs: CardSet) -> None:
        super().__init__()
        self.room = LobbyRoom(records, "")
        self._figures = LobbyFigures()
        self._has_listed = self._is_roomy = False
        self._left = ""
        """The reference of the game whose table has just been closed."""
        self._question = QUESTION if records.person is None else f"{QUESTION[:-1]}, {records.person.name}?"
        self._masthead = Masthead(signs)
        self._masthead.greeting = self._question

    def compose(self) -> ComposeResult:
        yield Static("Cardtable", id="heading", markup=False)
        yield self._masthead
        yield Menu(self._items())
        yield Static("", id="about", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self._show_about()
        self.set_interval(LOOK_SECONDS, self._look)
        for fault in GAMES.faults:
            self.notify(safe_text(fault, MAX_FAULT), severity="warning", timeout=20, markup=False)

    def on_screen_resume(self) -> None:
        self.post_message(self.Opened(self))

    def _look(self) -> None:
        if self.is_current and self.room.has_news():
            self.post_message(self.Opened(self))

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        """Describe every item and draw large cards if there is room. Draw no cards if there are too many items."""
        menu, masthead, width = self.query_one(Menu), self._masthead, self.size.width
        self._is_roomy = width >= ROOMY_WIDTH
        menu.items = self._items()
        if self._is_roomy and not self._has_room(Size.HUGE):
            self._is_roomy = False
            menu.items = self._items()
        masthead.size_of_cards = Size.HUGE if self._is_roomy else Size.LARGE
        self.set_class(self._is_roomy, "-roomy")
        self.set_class(not self._has_room(masthead.size_of_cards), "-crowded")
        menu.styles.height = menu.rows(width - 4) if self._is_roomy else "1fr"
        menu.redraw()
        masthead.redraw()
        self._show_about()

    def _has_room(self, card: Size) -> bool:
        """Return whether the menu fits below cards of this size."""
        return card.height + self.query_one(Menu).rows(self.size.width - 4) + ROWS_AROUND <= self.size.height

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        self._masthead.signs = signs
        self._masthead.redraw()

    def show_offers(self, offers: LobbyOffers, *, left: GameEntry | None = None) -> None:
        """List the saved games and the next lesson, and welcome a newcomer.

        The first time, the cursor goes to the latest game. After the player leaves a table, the cursor goes to that
        table's game, `left`.
        """
        self.room.offers, self._left = offers, left.reference if left is not None else ""
        menu, items = self.query_one(Menu), self._items()
        ids = [item.id for item in items]
        latest = left or next(iter(() if self._has_listed else offers.in_progress), None)
        if latest is not None and (name := f"{IN_PROGRESS}{latest.reference}") in ids:
            menu.items, menu.at = items, ids.index(name)
        elif not self._has_listed:
            menu.items, menu.at = items, ids.index(DAMAGED) if offers.damaged else 0
        menu.show(items)
        self._has_listed = True
        self.refresh_bindings()
        self._masthead.greeting = self._question
        if left is not None:
            from cardtable.table.entries import title

            self._masthead.greeting = f"Your game of {title(left)} is saved."
        self._arrange()

    def show_figures(self, figures: LobbyFigures) -> None:
        """Show the player's records and the scores of the games in progress."""
        if figures != self._figures:
            self._figures = figures
            self._arrange()

    @property
    def shown_games(self) -> list[GameEntry]:
        """The games in progress that are on the screen now, or would be on a larger screen."""
        return self.room.offers.in_progress[: MAX_IN_PROGRESS + 1]

    def _items(self) -> list[Item]:
        rooms = [_door_item(door) for door in self.room.doors]
        rooms = [room._replace(label=self._figures.daily) if room.id == "daily" else room for room in rooms]
        if self._is_roomy:
            rooms = [_described(room) for room in rooms]
        games = map(self._new_game, self.room.games, GAMES.infos())
        welcome = self._welcome()
        company = [] if welcome else [Item(row.id, row.label, row.about, is_inline=True) for row in self.room.company]
        before = [*self._games_to_continue(), *self._company_here(), *welcome, Item("", "Play"), *company]
        return [*before, *games, Item("", ""), *rooms]

    def _new_game(self, row: Row, game: GameInfo) -> Item:
        more = "" if row.id in self.room.offers.known else NOT_PLAYED
        item = Item(row.id, row.label, more, detail=who_can_play(game), note=self._record(row.id))
        if self._is_roomy:
            return item._replace(more=row.about)
        return item._replace(about=f"{row.about}\n{more}".strip())

    def _record(self, game_id: str) -> str:
        record = self._figures.records.get(game_id, "")
        if self._masthead.signs is not ASCII:
            return record
        from cardtable.table.grades import to_ascii

        return to_ascii(record)

    def _welcome(self) -> list[Item]:
        """Return the menu items for a newcomer. If there is a game to continue, these items share one line."""
        if not self.room.welcome:
            return []
        items = [Item(row.id, row.label, row.about) for row in self.room.welcome]
        if self._is_roomy and (lesson := self.room.offers.lesson) is not None:
            about = capitalized(lesson_in_words(lesson))  # a long name would take the room of the descriptions
            items[0] = items[0]._replace(label="Your next lesson", about=about)
        if self.room.offers.in_progress:
            items = [item._replace(is_inline=True) for item in items]
        elif self._is_roomy:
            items = [_described(item) for item in items]
        return [Item("", "New here?"), *items, Item("", "")]

    def _games_to_continue(self) -> list[Item]:
        games = self.room.offers.in_progress
        if not games and not self.room.offers.damaged:
            return []
        most = MAX_IN_PROGRESS if self.size.height >= ROWS_FOR_MOST else FEW_IN_PROGRESS
        if len(games) <= most + 1:  # a line that says there's one more would take the same room
            most += 1
        saved = [self._in_progress_item(entry) for entry in games[:most]]
        if (more := len(games) - len(saved)) > 0:
            saved.append(Item(MORE, f"{more} more: g", "List all saved games."))
        if damaged := len(self.room.offers.damaged):
            label = f"{damaged:,} damaged {plural(damaged, 'game')}"
            saved.append(Item(DAMAGED, label, "List all saved games and show how to repair the damaged ones."))
        heading = "Continue" if games else "Saved games"
        return [Item("", heading), *saved, Item("", "")]

    def _company_here(self) -> list[Item]:
        """Return the menu items for tables with free seats, and for the people who are here."""
        from cardtable.table.entries import title

        free = self.room.offers.open_tables
        items = [
            Item(f"{IN_PROGRESS}{each.entry.reference}", title(each.entry), SIT_DOWN, detail=each.about)
            for each in free[:MAX_OPEN_TABLES]
        ]
        if len(free) > len(items):
            items.append(Item("tables", f"{len(free) - len(items)} more: j", "List all shared tables."))
        found = [Item("", "Open tables"), *items, Item("", "")] if items else []
        if here := self.room.offers.here:
            who = "; ".join(f"{each.name} {each.doing}" for each in here)
            found += [Item("here", f"{len(here)} here now", "See who is here.", detail=who), Item("", "")]
        return found

    def _in_progress_item(self, entry: GameEntry) -> Item:
        from cardtable.table.entries import progress_text, title
        from cardtable.table.when import format_ago

        name = f"{IN_PROGRESS}{entry.reference}"
        note = format_ago(entry.touched) if self.size.width >= COLUMNS_FOR_TIMES else ""
        if (table := self.room.offers.table_of(entry)) is not None:
            return Item(name, title(entry), "Go to your seat at this table.", detail=table.about, note=note)
        score = self._figures.scores.get(entry.reference, "")
        texts = (progress_text(entry, score, turn_first=True), progress_text(entry, score, len(entry.names)))
        detail, longer = (text.replace("–", "-") if self._masthead.signs is ASCII else text for text in texts)
        return Item(name, title(entry), "Continue this game.", detail=detail, longer=longer, note=note)

    @on(Menu.Highlighted)
    def _show_about(self) -> None:
        item = self.query_one(Menu).item
        self.room.cursor = item.id if item is not None else ""
        about = item.about if item is not None else ""
        if item is not None and self.has_class("-crowded") and item.id == f"{IN_PROGRESS}{self._left}":
            about = f"Saved. {about}"  # there is no room for the greeting that says so
        if item is not None and about in (item.detail, item.more):
            about = ""  # it is on the screen already
        room = self.size.width - (2 if self.has_class("-low") else 4)
        lines = [line for text in about.split("\n") for line in wrap(text, room, ABOUT_ROWS)]
        self.query_one("#about", Static).update("\n".join(lines[:ABOUT_ROWS]))
        self.refresh_bindings()

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        self.attempt(lambda: self.room.choose("saved" if event.id in (DAMAGED, MORE) else event.id))

    def show_room(self) -> None:
        self._arrange()

    def answer(self, response: Response | None) -> None:
        if response == Leave():
            self.run_app_action("quit")
        else:
            super().answer(response)

    def say(self, text: str) -> None:
        self.query_one("#about", Static).update(text)


def _described(item: Item) -> Item:
    """Return a menu item on its own line, with its description beside the name."""
    return item._replace(detail=item.about, is_inline=False)


def _door_item(door: Row) -> Item:
    """Return the menu item for another room, with the key of the command that opens the room."""
    (command,) = (each for each in LobbyRoom.commands if each.id == door.id)
    return Item(door.id, door.label, door.about, key=command.listed_keys[0], is_inline=True)
