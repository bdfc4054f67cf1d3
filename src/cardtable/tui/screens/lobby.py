"""The first screen: games in progress, new games, and the other rooms."""

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

MOST_IN_PROGRESS = 4
"""The maximum number of games in progress that the lobby lists; the list of saved games has the rest."""
IN_PROGRESS = "in-progress "
"""The prefix of the menu id of a game in progress; the game's number follows."""
DAMAGED = "damaged"
LONGEST_FAULT = 300


ROOMS = (
    Item("learn", "Learn a game", "Lessons at a real table, endless exercises, and tests.", key="l"),
    Item("daily", "Daily deal", "The same cards for everyone today. Play every day to keep your streak.", key="d"),
    Item("games", "Saved games", "Continue, replay or delete your games, or save them to files.", key="g"),
    Item("statistics", "Statistics", "How many games you have played and won, and by how much.", key="s"),
)
"""The other rooms; their ids are the names of the app's actions that open them."""


class Lobby(AppScreen[None]):
    """A list of games to continue, games to set up, and other rooms."""

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
        Binding("g", "app.games", "Saved games", show=False),
        Binding("s", "app.statistics", "Statistics", show=False),
        Binding("o", "app.settings", "Settings"),
        Binding("r", "rules", "Rules", id="rules"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q", "app.quit", "Quit"),
    ]

    class Opened(Message):
        """Posted when the lobby is shown and needs the games in progress."""

        def __init__(self, lobby: Lobby) -> None:
            super().__init__()
            self.lobby = lobby

    class SetUpRequested(Message):
        """Posted when the player wants to set up this game."""

        def __init__(self, game_id: str) -> None:
            super().__init__()
            self.game_id = game_id

    class ContinueRequested(Message):
        """Posted when the player wants to continue the game with this number."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self) -> None:
        super().__init__()
        self._in_progress: list[GameEntry] = []
        self._damaged: list[DamagedGame] = []
        self._has_listed = False

    def compose(self) -> ComposeResult:
        yield Static("Cardtable", id="heading", markup=False)
        yield Static("What would you like to play?", id="greeting", markup=False)
        yield Menu(self._items())
        yield Static("", id="about", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self._show_about()
        for fault in GAMES.faults:
            self.notify(safe_text(fault, LONGEST_FAULT), severity="warning", timeout=20, markup=False)

    def on_screen_resume(self) -> None:
        self.post_message(self.Opened(self))

    def list_games(self, in_progress: list[GameEntry], damaged: list[DamagedGame]) -> None:
        """List these games, which are sorted from latest to oldest; the first time, put the cursor on the latest."""
        self._in_progress, self._damaged = in_progress, damaged
        menu = self.query_one(Menu)
        if not self._has_listed:
            menu.at = 0
        menu.show(self._items())
        self._has_listed = True

    def _items(self) -> list[Item]:
        below = [*(_new_game(game_id) for game_id in GAMES), Item("", ""), *ROOMS]
        if not self._in_progress and not self._damaged:
            return below
        from cardtable.table.entries import line

        saved = [
            Item(f"{IN_PROGRESS}{entry.id}", line(entry), "Continue this game.")
            for entry in self._in_progress[:MOST_IN_PROGRESS]
        ]
        if (more := len(self._in_progress) - MOST_IN_PROGRESS) > 0:
            saved.append(Item("games", f"{more} more", "List all saved games."))
        if damaged := len(self._damaged):
            label = f"{damaged:,} damaged {plural(damaged, 'game')}"
            saved.append(Item(DAMAGED, label, "List all saved games and show how to repair the damaged ones."))
        heading = "In progress" if self._in_progress else "Saved games"
        return [Item("", heading), *saved, Item("", ""), Item("", "New game"), *below]

    @on(Menu.Highlighted)
    def _show_about(self) -> None:
        item = self.query_one(Menu).item
        self.query_one("#about", Static).update(item.about if item is not None else "")

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        if event.id.startswith(IN_PROGRESS):
            self.post_message(self.ContinueRequested(int(event.id.removeprefix(IN_PROGRESS))))
        elif event.id in GAMES:
            self.post_message(self.SetUpRequested(event.id))
        else:
            self.run_app_action("games" if event.id == DAMAGED else event.id)

    def action_rules(self) -> None:
        """Open the rules of the game under the cursor."""
        item = self.query_one(Menu).item
        kinds: dict[str, Any] = {f"{IN_PROGRESS}{entry.id}": entry.kind for entry in self._in_progress}
        kind = kinds.get(item.id, item.id) if item is not None else ""
        if kind in GAMES:
            self.open_rules(kind)
        else:
            self.query_one("#about", Static).update(
                f"Select a game, then press {self.key_for('rules')} to read its rules."
            )


def _new_game(game_id: str) -> Item:
    game = GAMES[game_id]
    seats = format_range(game.seats)
    players = f"{seats} {plural(game.seats[-1], 'player')}"
    mode = "together" if game.together else "against each other"
    return Item(game_id, f"{game.title}  ({players})", f"Played {mode}. {game.summary}")
