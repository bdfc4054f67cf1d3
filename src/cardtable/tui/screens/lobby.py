"""The first screen: new games, games in progress, and the other rooms."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from cardtable.engine.games.info import INFO, GameInfo
from cardtable.engine.phrases import capitalized, format_range, plural
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.rooms.command import Goto
from cardtable.rooms.goto import (
    ToDaily,
    ToGame,
    ToLearn,
    ToLesson,
    ToPractice,
    ToRules,
    ToSavedGames,
    ToSettings,
    ToSetUp,
    ToStatistics,
    ToWhichGame,
)
from cardtable.rooms.lobby import LobbyOffers, lesson_in_words
from cardtable.tui.app_screen import AppScreen
from cardtable.tui.canvas import wrap
from cardtable.tui.faces import ASCII, CardSet, Size
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.masthead import QUESTION, Masthead
from cardtable.tui.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from cardtable.store.rows import GameEntry

MOST_IN_PROGRESS, FEW_IN_PROGRESS = 4, 2
"""The maximum number of games in progress that the lobby lists, with many and with few rows."""
ROWS_FOR_MOST = 24
"""The number of rows from which the lobby lists as many games in progress as possible."""
COLUMNS_FOR_TIMES = 80
"""The number of columns from which the lobby says when each game in progress was played."""
IN_PROGRESS = "in-progress "
"""The prefix of the menu id of a game in progress; the game's number follows."""
DAMAGED = "damaged"
LONGEST_FAULT = 300
ABOUT_ROWS = 2
"""The rows for the text about the item under the cursor."""
ALL_SEATS = {2: "both", 3: "all three", 4: "all four"}
ROWS_AROUND = 5
"""The rows that the lobby needs besides the cards and the menu."""
ROOMY_WIDTH = 116
"""The width in columns from which each item is described on the screen, if there are enough rows too."""

WELCOME = (
    Item("", "New here?"),
    Item("lesson", "A three-minute lesson", "Learn how to play on a real table, step by step."),
    Item("alone", "Play alone", "Choose a game for one player, or play against the computer."),
    Item("together", "Play together", "Choose a game and share this keyboard. Hands stay hidden as you pass it on."),
    Item("", ""),
)
NOT_PLAYED = "New to you? Press l for its lessons."
ROOMS = (
    Item("learn", "Learn", "Lessons at a real table, endless exercises, and tests.", key="l", is_inline=True),
    Item(
        *("practice", "Practice", "Play Exit Stage Right alone, try your mistakes again, and see your progress."),
        key="p",
        is_inline=True,
    ),
    Item(
        *("daily", "Daily deal", "The same cards for everyone today. Play every day to keep your streak."),
        key="d",
        is_inline=True,
    ),
    Item(
        *("games", "Games", "Continue, replay, review or delete your saved games, or write them to files."),
        key="g",
        is_inline=True,
    ),
    Item("statistics", "Statistics", "How many games you've played and won, and by how much.", key="s", is_inline=True),
    Item("settings", "Settings", "Colours, speed, card style, usual names and keys.", key="o", is_inline=True),
)
"""The other rooms; `PLACES` says what their ids open."""
PLACES: dict[str, Goto] = {
    "practice": ToPractice(),
    "daily": ToDaily(),
    "games": ToSavedGames(),
    DAMAGED: ToSavedGames(),
    "statistics": ToStatistics(),
    "settings": ToSettings(),
}


class LobbyFigures(NamedTuple):
    """Figures from the saved games: records, streak and scores."""

    records: Mapping[str, str] = MappingProxyType({})
    """The player's record in each game, by the game's id."""
    daily: str = "Daily deal"
    """The label of the daily deal."""
    scores: Mapping[int, str] = MappingProxyType({})
    """The score so far in each game in progress, by the game's number."""


class Lobby(AppScreen[None]):
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
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "learn", "Learn a game", show=False),
        Binding("p", "open('practice')", "Practice", show=False),
        Binding("d", "open('daily')", "Daily deal", show=False),
        Binding("g", "open('games')", "Saved games", show=False),
        Binding("s", "open('statistics')", "Statistics", show=False),
        Binding("o", "open('settings')", "Settings", show=False),
        Binding("c", "continue", "Continue"),
        Binding("r", "rules", "Rules", id="rules"),
        Binding("r", "refuse_rules", show=False, id="rules"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q", "app.quit", "Quit"),
    ]

    class Opened(Message):
        """Posted when the lobby is shown and needs the games in progress."""

        def __init__(self, lobby: Lobby) -> None:
            super().__init__()
            self.lobby = lobby

    def __init__(self, signs: CardSet) -> None:
        super().__init__()
        self._offers = LobbyOffers()
        self._figures = LobbyFigures()
        self._has_listed = self._is_roomy = False
        self._left: int | None = None
        """The number of the game whose table has just been closed."""
        self._masthead = Masthead(signs)

    def compose(self) -> ComposeResult:
        yield Static("Cardtable", id="heading", markup=False)
        yield self._masthead
        yield Menu(self._items())
        yield Static("", id="about", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self._show_about()
        for fault in GAMES.faults:
            self.notify(safe_text(fault, LONGEST_FAULT), severity="warning", timeout=20, markup=False)

    def on_screen_resume(self) -> None:
        self.post_message(self.Opened(self))

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        """Describe every item and draw large cards if there is room; draw no cards if there are too many items."""
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

        The first time, put the cursor on the latest game; after leaving a table, on the game that was `left`.
        """
        self._offers, self._left = offers, left.id if left is not None else None
        menu, items = self.query_one(Menu), self._items()
        ids = [item.id for item in items]
        latest = left or next(iter(() if self._has_listed else offers.in_progress), None)
        if latest is not None and (name := f"{IN_PROGRESS}{latest.id}") in ids:
            menu.items, menu.at = items, ids.index(name)
        elif not self._has_listed:
            menu.items, menu.at = items, ids.index(DAMAGED) if offers.damaged else 0
        menu.show(items)
        self._has_listed = True
        self.refresh_bindings()
        self._masthead.greeting = QUESTION
        if left is not None:
            from cardtable.table.entries import title

            self._masthead.greeting = f"Your game of {title(left)} is saved."
        self._arrange()

    def show_figures(self, figures: LobbyFigures) -> None:
        """Show the player's records and how the games in progress stand."""
        if figures != self._figures:
            self._figures = figures
            self._arrange()

    @property
    def shown_games(self) -> list[GameEntry]:
        """The games in progress that are on the screen, or would be if it were larger."""
        return self._offers.in_progress[: MOST_IN_PROGRESS + 1]

    def _items(self) -> list[Item]:
        rooms = [room._replace(label=self._figures.daily) if room.id == "daily" else room for room in ROOMS]
        if self._offers.lesson is not None and not self._offers.is_newcomer:
            about = f"Next is {lesson_in_words(self._offers.lesson)}"
            rooms = [room._replace(about=about) if room.id == "learn" else room for room in rooms]
        games = [self._new_game(game) for game in GAMES.infos()]
        if self._is_roomy:
            rooms = [_described(room) for room in rooms]
        return [*self._games_to_continue(), *self._welcome(), Item("", "Play"), *games, Item("", ""), *rooms]

    def _new_game(self, game: GameInfo) -> Item:
        more = "" if game.id in self._offers.known else NOT_PLAYED
        item = Item(game.id, game.title, more, detail=players_text(game), note=self._figures.records.get(game.id, ""))
        if self._is_roomy:
            return item._replace(more=game.summary)
        return item._replace(about=f"{game.summary}\n{more}".strip())

    def _welcome(self) -> list[Item]:
        """Return the items for a newcomer, on one line if there is a game to continue."""
        if not self._offers.is_newcomer:
            return []
        items = [item if item.id != "lesson" else self._lesson_item(item) for item in WELCOME]
        if self._offers.in_progress:
            return [item._replace(is_inline=bool(item.id)) for item in items]
        return [_described(item) for item in items] if self._is_roomy else items

    def _lesson_item(self, first: Item) -> Item:
        """Return the item of the next lesson by name or, for a player who hasn't begun to learn, of the first one."""
        lesson = self._offers.lesson
        if lesson is None:
            return first
        if self._is_roomy:  # a long name would take the room of the descriptions
            return first._replace(label="Your next lesson", about=capitalized(lesson_in_words(lesson)))
        about = f"{INFO[lesson.game_id].title}. {lesson.about}"
        return first._replace(label=f"Lesson {int(lesson.number)}: {lesson.title}", about=about)

    def _games_to_continue(self) -> list[Item]:
        games = self._offers.in_progress
        if not games and not self._offers.damaged:
            return []
        most = MOST_IN_PROGRESS if self.size.height >= ROWS_FOR_MOST else FEW_IN_PROGRESS
        if len(games) <= most + 1:  # a line that says there's one more would take the same room
            most += 1
        saved = [self._in_progress_item(entry) for entry in games[:most]]
        if (more := len(games) - len(saved)) > 0:
            saved.append(Item("games", f"{more} more: g", "List all saved games."))
        if damaged := len(self._offers.damaged):
            label = f"{damaged:,} damaged {plural(damaged, 'game')}"
            saved.append(Item(DAMAGED, label, "List all saved games and show how to repair the damaged ones."))
        heading = "Continue" if games else "Saved games"
        return [Item("", heading), *saved, Item("", "")]

    def _in_progress_item(self, entry: GameEntry) -> Item:
        from cardtable.table.entries import progress_text, title
        from cardtable.table.when import format_ago

        score = self._figures.scores.get(entry.id, "")
        texts = (progress_text(entry, score, turn_first=True), progress_text(entry, score, len(entry.names)))
        detail, longer = (text.replace("–", "-") if self._masthead.signs is ASCII else text for text in texts)
        name = f"{IN_PROGRESS}{entry.id}"
        note = format_ago(entry.touched) if self.size.width >= COLUMNS_FOR_TIMES else ""
        return Item(name, title(entry), "Continue this game.", detail=detail, longer=longer, note=note)

    @on(Menu.Highlighted)
    def _show_about(self) -> None:
        item = self.query_one(Menu).item
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
        if event.id.startswith(IN_PROGRESS):
            self.go(ToGame(int(event.id.removeprefix(IN_PROGRESS))))
        elif event.id in GAMES:
            self.go(ToSetUp(event.id))
        elif event.id == "alone":
            self.go(ToWhichGame("alone"))
        elif event.id == "together":
            self.go(ToWhichGame("together"))
        elif event.id == "learn":
            self.action_learn()
        elif event.id == "lesson":
            self.go(ToLesson(self._kind))
        else:
            self.go(PLACES[event.id])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a binding works now: `r` opens the rules of a game, or says where to press it."""
        if action in ("rules", "refuse_rules"):
            return (action == "rules") == (self._kind in GAMES)
        return action != "continue" or bool(self._offers.in_progress)

    def action_continue(self) -> None:
        """Continue the game that was played last."""
        self.go(ToGame(self._offers.in_progress[0].id))

    def action_open(self, place: str) -> None:
        """Open one of the other rooms."""
        self.go(PLACES[place])

    def action_learn(self) -> None:
        """Open the lessons of the game under the cursor if it's one to set up, and otherwise the Learn room."""
        item = self.query_one(Menu).item
        self.go(ToLearn(item.id if item is not None and item.id in GAMES else ""))

    def action_rules(self) -> None:
        """Open the rules of the game under the cursor."""
        self.go(ToRules(self._kind))

    def action_refuse_rules(self) -> None:
        self.query_one("#about", Static).update(f"Select a game, then press {self.key_for('rules')} to read its rules.")

    @property
    def _kind(self) -> str:
        """The id of the game under the cursor, or another id if the cursor isn't on a game."""
        menus = self.query(Menu)
        item = menus.first().item if menus else None
        kinds = {f"{IN_PROGRESS}{entry.id}": entry.kind for entry in self._offers.in_progress}
        kinds |= dict.fromkeys((each.id for each in WELCOME if each.id), next(iter(GAMES)))
        kinds |= {"lesson": self._offers.lesson.game_id} if self._offers.lesson is not None else {}
        return kinds.get(item.id, item.id) if item is not None else ""


def _described(item: Item) -> Item:
    """Return an item of its own line that is described beside its name."""
    return item._replace(detail=item.about, is_inline=False)


def players_text(game: GameInfo) -> str:
    """Return who can play, such as `2 to 5 players, together`; the part before the comma is enough."""
    players = f"{format_range(game.seats)} {plural(game.seats[-1], 'player')}"
    if not game.together:
        return f"{players}, against each other"
    if 1 in game.seats:
        return f"{players}, together"
    seats = game.seats[0]
    return f"{players}, together; one player can play {ALL_SEATS.get(seats, f'all {seats}')}"
