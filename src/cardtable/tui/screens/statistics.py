"""Games played: a line for the daily deal and for each game; Enter shows all that is counted of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from cardtable.engine.games import GAMES
from cardtable.table.archive import Entry
from cardtable.table.chart import BLOCK
from cardtable.table.daily import daily_history
from cardtable.table.statistics_told import NOTHING, daily_lines, daily_summary, game_lines, games_played, summary
from cardtable.tui.faces import ASCII, CardSet
from cardtable.tui.screens.reader import Reader
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu

DAILY = "daily"


class StatisticsScreen(Screen[None]):
    """Lists what was played to its end."""

    CSS = """
    StatisticsScreen #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    StatisticsScreen #greeting { height: auto; padding: 1 2; }
    StatisticsScreen Menu { margin: 0 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "app.daily", "Daily deal"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q,escape", "dismiss", "Back", key_display="q"),
    ]

    def __init__(self, entries: Sequence[Entry], today: date, signs: CardSet, fault: str = "") -> None:
        super().__init__()
        self._entries, self._signs = entries, signs
        self._history = daily_history(entries, today)
        self._fault = fault
        """Why the archive cannot be read; empty where it can."""

    def heed(self, signs: CardSet, speed: str) -> None:
        """Draw with these signs from now on."""
        self._signs = signs

    def compose(self) -> ComposeResult:
        items = self._items()
        greeting = "Which one in detail? Only games that were finished count." if items else NOTHING
        yield Static("Games played", id="heading", markup=False)
        yield Static(self._fault or greeting, id="greeting", markup=False)
        yield Menu(items)
        yield KeyBar()

    def _items(self) -> list[Item]:
        played = [(game.id, game.title, summary(figures)) for game, figures in games_played(self._entries)]
        daily = [(DAILY, "Daily deal", daily_summary(self._history))] if self._history.days else []
        widest = max((len(title) for _, title, _ in played), default=0)
        return [Item(name, f"{title:<{widest}}  {told}") for name, title, told in (*daily, *played)]

    @on(Menu.Picked)
    def _picked(self, event: Menu.Picked) -> None:
        if event.id == DAILY:
            self.app.push_screen(daily_page(self._entries, self._history.today))
        else:
            game = GAMES[event.id]
            lines = game_lines(self._entries, game, sign="#" if self._signs is ASCII else BLOCK)
            self.app.push_screen(Reader(f"{game.title}: games played", "\n".join(lines)))


def daily_page(entries: Sequence[Entry], today: date) -> Reader:
    """The history of the daily deal, to be read."""
    return Reader("Daily deal: history", "\n".join(daily_lines(daily_history(entries, today))))
