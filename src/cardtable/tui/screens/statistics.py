"""Statistics: a line for the daily deal and for each game; Enter shows the details."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from cardtable.games import GAMES
from cardtable.rooms.goto import ToDaily
from cardtable.store.errors import StorageError
from cardtable.store.rows import GameEntry
from cardtable.table.chart import BLOCK
from cardtable.table.daily import DailyHistory, daily_history, today
from cardtable.table.daily_words import daily_lines, daily_summary
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.statistics_words import NOTHING_FINISHED, game_lines, games_played
from cardtable.table.storage_words import storage_sentence
from cardtable.tui.app_screen import AppScreen
from cardtable.tui.faces import ASCII, CardSet
from cardtable.tui.screens.reader import Reader
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu

DAILY = "daily"
CHOOSE = "Choose one for details. Only finished games count."


class StatisticsScreen(AppScreen[None]):
    """A list of the games that have been finished at least once."""

    CSS = """
    StatisticsScreen #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    StatisticsScreen #greeting { height: auto; padding: 1 2; }
    StatisticsScreen Menu { margin: 0 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "daily", "Daily deal"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q,escape", "dismiss", "Back", key_display="q"),
    ]

    def __init__(self, lazy_archive: LazyArchive, signs: CardSet) -> None:
        super().__init__()
        self._lazy_archive, self._signs = lazy_archive, signs
        self._entries: Sequence[GameEntry] = ()
        self._history = daily_history((), today())
        self._rows: list[tuple[str, str, str]] = []
        """The id, the title and the figures of each menu item."""

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        self._signs = signs

    def compose(self) -> ComposeResult:
        yield Static("Statistics", id="heading", markup=False)
        yield Static("", id="greeting", markup=False)
        yield Menu([])
        yield KeyBar()

    def on_screen_resume(self) -> None:
        """Count again: a game may have been finished since the list was last shown."""
        greeting = NOTHING_FINISHED
        try:
            self._entries = self._lazy_archive.archive.entries()
        except StorageError as error:
            self._entries, greeting = (), storage_sentence(error)
        self._history = daily_history(self._entries, today())
        played = [(each.game.id, each.title, each.summary) for each in games_played(self._entries)]
        daily = [(DAILY, "Daily deal", daily_summary(self._history))] if self._history.days else []
        self._rows = [*daily, *played]
        self.query_one("#greeting", Static).update(CHOOSE if self._rows else greeting)
        self.on_resize()

    def action_daily(self) -> None:
        self.go(ToDaily())

    def on_resize(self) -> None:
        menu = self.query_one(Menu)
        menu.show(self._items(self.size.width - 6))

    def _items(self, room: int) -> list[Item]:
        """Return one item for each row; figures that are too long go on in the next row."""
        widest = max((len(title) for _, title, _ in self._rows), default=0)
        least = max((len(re.split("[;,]", figures)[0]) for _, _, figures in self._rows), default=0)
        column, items = min(widest, max(0, room - least - 2)), []
        for number, (_, title, figures) in enumerate(self._rows):
            heading, shown = f"{title:<{column}}  ", figures
            for separator in ";,":
                shown = shown if len(heading + shown) <= room else shown.partition(separator)[0]
            items.append(Item(str(number), heading + shown, more=figures.removeprefix(shown).lstrip(";, ")))
        return items

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        name = self._rows[int(event.id)][0]
        if name == DAILY:
            self.app.push_screen(daily_page(self._history))
        else:
            game = GAMES[name]
            lines = game_lines(self._entries, game, sign="#" if self._signs is ASCII else BLOCK)
            self.app.push_screen(Reader(f"{game.title}: statistics", "\n".join(lines)))


def daily_page(history: DailyHistory) -> Reader[None]:
    """Return a page with the history of the daily deal."""
    return Reader("Daily deal: history", "\n".join(daily_lines(history)))
