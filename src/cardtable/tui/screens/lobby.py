"""The first screen: the games that are under way, and those that can be begun."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from cardtable.engine.game import format_range
from cardtable.engine.phrases import plural
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.tui.app_screen import AppScreen
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from cardtable.store.listing import DamagedGame
    from cardtable.store.rows import GameEntry

MOST_UNDER_WAY = 4
"""Games under way that are listed here; the list of all games has the others."""
UNDER_WAY = "under-way "
"""What the ids of their items begin with, before their number."""
DAMAGED = "damaged"
LONGEST_FAULT = 300


MORE = (
    Item("learn", "Learn a game", "Lessons on the real table, exercises without end, and tests.", key="l"),
    Item("daily", "Daily deal", "The same cards for everybody who plays today, with your streak of days.", key="d"),
    Item("games", "All games", "Those that are under way and those that are over: to watch or to write out.", key="g"),
    Item("statistics", "Statistics", "What was played and won, and by how much.", key="s"),
)
"""The other rooms, by the actions of the app that open them."""


class Lobby(AppScreen[None]):
    """Lists games; Enter goes on with one, or sets a new one up."""

    CSS = """
    Lobby #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    Lobby #greeting { height: 2; padding: 1 2 0 2; }
    Lobby Menu { margin: 1 2 0 2; }
    Lobby #about { height: 3; padding: 0 2 1 2; color: $ink-dim; }
    Lobby.-low #greeting, Lobby.-low #about { display: none; }
    Lobby.-low Menu { margin: 0 1; }
    """
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-high")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "app.learn", "Learn a game", show=False),
        Binding("d", "app.daily", "Daily deal", show=False),
        Binding("g", "app.games", "All games", show=False),
        Binding("s", "app.statistics", "Statistics", show=False),
        Binding("r", "rules", "Rules"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q", "app.quit", "Quit"),
    ]

    class Opened(Message):
        """The lobby is on the screen, and wants to know what is under way."""

        def __init__(self, lobby: Lobby) -> None:
            super().__init__()
            self.lobby = lobby

    class SetUpRequested(Message):
        """The player wants to set up this game."""

        def __init__(self, game_id: str) -> None:
            super().__init__()
            self.game_id = game_id

    class ContinueRequested(Message):
        """The player wants to go on with the game of this number."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self) -> None:
        super().__init__()
        self._under_way: list[GameEntry] = []
        self._damaged: list[DamagedGame] = []
        self._has_listed = False

    def compose(self) -> ComposeResult:
        yield Static("Cardtable", id="heading", markup=False)
        yield Static("What shall we play?", id="greeting", markup=False)
        yield Menu(self._items())
        yield Static("", id="about", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self._tell()
        for fault in GAMES.faults:
            self.notify(safe_text(fault, LONGEST_FAULT), severity="warning", timeout=20, markup=False)

    def on_screen_resume(self) -> None:
        self.post_message(self.Opened(self))

    def list_games(self, under_way: list[GameEntry], damaged: list[DamagedGame]) -> None:
        """Show these as the games that can be gone on with; the first time, the cursor is put on the latest of them."""
        self._under_way, self._damaged = under_way, damaged
        menu = self.query_one(Menu)
        if not self._has_listed:
            menu.at = 0
        menu.show(self._items())
        self._has_listed = True

    def _items(self) -> list[Item]:
        below = [*(_new(game_id) for game_id in GAMES), Item("", ""), *MORE]
        if not self._under_way and not self._damaged:
            return below
        from cardtable.table.entries import line

        shown = [
            Item(f"{UNDER_WAY}{entry.id}", line(entry), "Goes on where it stands.")
            for entry in self._under_way[:MOST_UNDER_WAY]
        ]
        if (more := len(self._under_way) - MOST_UNDER_WAY) > 0:
            shown.append(Item("games", f"{more} more", "All games that are under way or over."))
        if damaged := len(self._damaged):
            label = f"{damaged:,} damaged {plural(damaged, 'game')}"
            shown.append(Item(DAMAGED, label, "Enter lists all games, and says what helps."))
        heading = "Under way" if self._under_way else "Saved games"
        return [Item("", heading), *shown, Item("", ""), Item("", "A new game"), *below]

    @on(Menu.Highlighted)
    def _tell(self) -> None:
        item = self.query_one(Menu).item
        self.query_one("#about", Static).update(item.about if item is not None else "")

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        if event.id.startswith(UNDER_WAY):
            self.post_message(self.ContinueRequested(int(event.id.removeprefix(UNDER_WAY))))
        elif event.id in GAMES:
            self.post_message(self.SetUpRequested(event.id))
        else:
            self.run_app_action("games" if event.id == DAMAGED else event.id)

    def action_rules(self) -> None:
        """The rules of the game under the cursor."""
        item = self.query_one(Menu).item
        kinds: dict[str, Any] = {f"{UNDER_WAY}{entry.id}": entry.kind for entry in self._under_way}
        kind = kinds.get(item.id, item.id) if item is not None else ""
        if kind in GAMES:
            self.open_rules(kind)
        else:
            self.query_one("#about", Static).update("Put the cursor on a game to read its rules.")


def _new(game_id: str) -> Item:
    game = GAMES[game_id]
    seats = format_range(game.seats)
    manner = "together" if game.together else "against each other"
    players = f"{seats} {plural(game.seats[-1], 'player')}"
    return Item(game_id, f"{game.title}  ({players}, {manner})", game.summary)
