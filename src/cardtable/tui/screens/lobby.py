"""The first screen: the games on the table."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from cardtable.engine.game import spread
from cardtable.engine.games import GAMES
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu


class Lobby(Screen[None]):
    """Lists every game; Enter sets one up."""

    CSS = """
    Lobby #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    Lobby #greeting { height: 3; padding: 1 2; }
    Lobby Menu { margin: 0 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "daily", "Daily deal"),
        Binding("s", "statistics", "Statistics"),
        Binding("r", "rules", "Rules"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q", "app.quit", "Quit"),
    ]

    class SetUp(Message):
        """The player wants to set up this game."""

        def __init__(self, game_id: str) -> None:
            super().__init__()
            self.game_id = game_id

    def compose(self) -> ComposeResult:
        yield Static("Cardtable", id="heading", markup=False)
        yield Static("What shall we play?", id="greeting", markup=False)
        yield Menu([_item(game_id) for game_id in GAMES], spaced=True)
        yield KeyBar()

    @on(Menu.Picked)
    def _picked(self, event: Menu.Picked) -> None:
        self.post_message(self.SetUp(event.id))

    def action_rules(self) -> None:
        menu = self.query_one(Menu)
        self.app.call_later(self.app.run_action, f"app.rules({menu.items[menu.at].id!r})")

    def action_daily(self) -> None:
        self.app.call_later(self.app.run_action, "app.daily")

    def action_statistics(self) -> None:
        self.app.call_later(self.app.run_action, "app.statistics")


def _item(game_id: str) -> Item:
    game = GAMES[game_id]
    seats = spread(game.seats)
    manner = "together" if game.together else "against each other"
    players = f"{seats} player{'s' if len(game.seats) > 1 or game.seats[0] > 1 else ''}"
    return Item(game_id, f"{game.title}  ({players}, {manner})", game.summary)
