"""Ways to open every screen and dialog, for tests that try the same thing on each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from textual.pilot import Pilot
from textual.screen import Screen

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.games.wind_city import GAME as WIND_CITY
from cardtable.engine.games.wind_city.board import HOUSES
from cardtable.players.hints import Hint
from cardtable.practice.judge import STAGES
from cardtable.practice.mistakes import save_mistakes
from cardtable.practice.review import Verdict
from cardtable.practice.saved_reviews import save_review
from cardtable.rooms.hand_over import HandOverRoom
from cardtable.rooms.kit.goto import ToExercises, ToLevels, ToPractice, ToScript, ToTable
from cardtable.rooms.kit.offers import LobbyOffers
from cardtable.rooms.table import TableRoom
from cardtable.table.daily import deal_daily, today
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from cardtable.tui.app import CardTable
from cardtable.tui.screens.cards import CardsScreen
from cardtable.tui.screens.dialogs import ActionDialog, ChoiceDialog, TextDialog
from cardtable.tui.screens.exercise import ExerciseScreen
from cardtable.tui.screens.hand_over import Curtain, PublicMoment
from cardtable.tui.screens.hints import HintDialog
from cardtable.tui.screens.learn import LearnScreen
from cardtable.tui.screens.lesson import LessonScreen
from cardtable.tui.screens.levels import LevelsScreen
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.log import LogScreen
from cardtable.tui.screens.practice import PracticeScreen
from cardtable.tui.screens.practice_exercise import PracticeExerciseScreen
from cardtable.tui.screens.progress import ProgressScreen
from cardtable.tui.screens.reader import Contents, Reader
from cardtable.tui.screens.replay import ReplayScreen
from cardtable.tui.screens.result import ResultDialog, ResultScreen
from cardtable.tui.screens.review import ReviewScreen
from cardtable.tui.screens.saved_games import GamesScreen
from cardtable.tui.screens.set_up import SetUpScreen
from cardtable.tui.screens.settings import KeyDialog, SettingsScreen, ThemeDialog
from cardtable.tui.screens.statistics import StatisticsScreen
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.screens.watch import WatchScreen
from cardtable.tui.screens.what_if import WhatIfScreen
from cardtable.tui.widgets.menu import Menu
from cardtable.tui.widgets.palette import Palette
from tests.lessons.scripts import lesson
from tests.practice.blamed_games import blamable, finished_game
from tests.practice.blamed_games import review_of as blame
from tests.practice.plausible_reviews import review_of
from tests.table.sittings import play_on
from tests.tui.screens import DEAL, MOVES, NAMES, press, rest, settle, sit

LAST_STEP = 'kind = "tell"\ntext = "Look."'


class Opening(NamedTuple):
    """A screen, and how a test opens it."""

    title: str
    screen: type[Screen[Any]]
    keys: tuple[str, ...] = ()
    """Keys to press in the lobby, or at the table."""
    session: Callable[[], Session] | None = None
    """The game on the table, if there is one."""
    begin: Callable[[CardTable], None] | None = None
    """A function to call before the keys are pressed."""
    fill: Callable[[], LazyArchive] | None = None
    """A function that saves games before the app starts; its archive stays open until the test is over."""


def _in_the_middle() -> Session:
    return sit(1, MOVES)


def _before_the_end() -> Session:
    """Return a game that the first legal action ends."""
    session, moves = sit(1, MOVES), list(MOVES)
    while session.turn is not None:
        moves.append(str(session.look(session.turn).legal[0]))
        session.act(session.look(session.turn).legal[0])
    return sit(1, moves[:-1])


def _for_two() -> Session:
    return sit(2)


def _before_the_last_house() -> Session:
    """Return a game of Wind City in which the next house begins the first turn, which needs secrets."""
    session = Session(WIND_CITY, WIND_CITY.options(), NAMES[:2], DealCode(1))
    while sum(map(len, session.full_state().houses)) < 2 * HOUSES - 1:
        session.replay([session.look(session.turn).legal[0]])
    return session


def _saved() -> LazyArchive:
    """Save a game that can be continued."""
    lazy_archive = LazyArchive()
    session = sit(1, deal=DEAL)
    saver = lazy_archive.save(session)
    session.act(session.look(0).legal[0])
    saver.release()
    return lazy_archive


def _in_another_window() -> LazyArchive:
    lazy_archive = LazyArchive()
    lazy_archive.save(sit(1, deal=DEAL))
    return lazy_archive


def _reviewed() -> LazyArchive:
    """Save a game with its review."""
    lazy_archive, session = LazyArchive(), sit(1)
    play_on(session, Key(1), 999)
    save_review(lazy_archive.archive, lazy_archive.add_game(session), review_of(session, stage=len(STAGES)))
    return lazy_archive


def _with_mistakes() -> LazyArchive:
    """Save a game, and an exercise from a mistake in it."""
    lazy_archive, session = LazyArchive(), finished_game()
    review = blame(session, {blamable(session)[3]: Verdict.MISTAKE})
    save_mistakes(lazy_archive.archive, lazy_archive.add_game(session), session, review)
    return lazy_archive


def _daily_done() -> LazyArchive:
    lazy_archive = LazyArchive()
    session = deal_daily(today())
    lazy_archive.save(session, today().isoformat())
    while session.turn is not None:
        session.act(session.look(session.turn).legal[0])
    return lazy_archive


def _short_lesson(app: CardTable) -> None:
    app.open(ToScript(lesson(LAST_STEP)))


def _curtain(app: CardTable) -> None:
    room = TableRoom(_for_two(), None)
    app.push_screen(Curtain(HandOverRoom(room, may_undo=False), "see your cards"))


def _hints(app: CardTable) -> None:
    hints = (
        Hint("Red", "final result about +2", "One goes right.", "Red", "With Blue, none go right."),
        Hint("Blue", "about level", "Nothing moves.", "Blue"),
    )
    app.push_screen(HintDialog(hints, lambda action: None))


OPENINGS = (
    Opening("lobby", Lobby),
    Opening("lobby with a game", Lobby, fill=_saved),
    Opening("which game", ChoiceDialog, ("down", "enter")),
    Opening("set-up form", SetUpScreen, ("down", "enter", "enter")),
    Opening("a name", TextDialog, ("down", "enter", "enter", "down", "down", "enter")),
    Opening("no games", GamesScreen, ("g",)),
    Opening("no statistics", StatisticsScreen, ("s",)),
    Opening("games", GamesScreen, ("g",), fill=_saved),
    Opening("delete a game", ChoiceDialog, ("g", "d"), fill=_saved),
    Opening("open in another window", ChoiceDialog, ("enter",), fill=_in_another_window),
    Opening("watching", WatchScreen, ("enter", "w"), fill=_in_another_window),
    Opening("review", ReviewScreen, ("g", "g"), fill=_reviewed),
    Opening("daily result", ResultDialog, ("d",), fill=_daily_done),
    Opening("statistics", StatisticsScreen, ("s",), fill=_daily_done),
    Opening("learn room", LearnScreen, ("l",)),
    Opening("lessons of a game", LearnScreen, ("l", "enter")),
    Opening("lesson", LessonScreen, ("l", "enter", "enter")),
    Opening("end of a lesson", ChoiceDialog, ("enter",), begin=_short_lesson),
    Opening("exercises", ExerciseScreen, begin=lambda app: app.open(ToExercises("exit-stage-right"))),
    Opening("code of an exercise", TextDialog, ("d",), begin=lambda app: app.open(ToExercises("exit-stage-right"))),
    Opening("test", ExerciseScreen, begin=lambda app: app.open(ToExercises("exit-stage-right", is_test=True))),
    Opening("rules", Reader, ("r",)),
    Opening("help", Reader, ("question_mark",)),
    Opening("contents", Contents, ("r", "c")),
    Opening("settings", SettingsScreen, ("o",)),
    Opening("choice of a theme", ThemeDialog, ("o", "enter")),
    Opening("a new key", KeyDialog, ("o", "up", "enter")),
    Opening("palette", Palette, ("ctrl+p",)),
    Opening("themes", Palette, begin=lambda app: app.search_themes()),
    Opening("table", TableScreen, (), _in_the_middle),
    Opening("palette at the table", Palette, ("ctrl+p",), _in_the_middle),
    Opening("list of actions", ActionDialog, ("slash",), _in_the_middle),
    Opening("rules at the table", Reader, ("r",), _in_the_middle),
    Opening("log", LogScreen, ("l",), _in_the_middle),
    Opening("help with a ruling", ChoiceDialog, ("question_mark",), sit),
    Opening("name of a file", TextDialog, ("s",), _in_the_middle),
    Opening("hints", HintDialog, begin=_hints),
    Opening("replay", ReplayScreen, ("w",), _in_the_middle),
    Opening("cards in a replay", CardsScreen, ("w", "c"), _in_the_middle),
    Opening("play on from a replay", ChoiceDialog, ("w", "p"), _in_the_middle),
    Opening("practice room", PracticeScreen, ("p",)),
    Opening("levels", LevelsScreen, begin=lambda app: app.open(ToLevels())),
    Opening("your progress", ProgressScreen, begin=lambda app: app.open(ToPractice("progress"))),
    Opening(
        "your mistakes", PracticeExerciseScreen, begin=lambda app: app.open(ToPractice("mistakes")), fill=_with_mistakes
    ),
    Opening("what if", WhatIfScreen, ("i",), _in_the_middle),
    Opening("result", ResultScreen, ("slash", "enter"), _before_the_end),
    Opening("first turn", PublicMoment, (), _for_two),
    Opening("curtain", Curtain, begin=_curtain),
    Opening("moment", PublicMoment, ("enter",), _before_the_last_house),
)


def screens_of(pilot: Pilot[int]) -> list[type[Screen[object]]]:
    """List the screens from bottom to top, without the empty screen that Textual keeps below them."""
    return [type(screen) for screen in pilot.app.screen_stack[1:]]


async def go_to(pilot: Pilot[int], opening: Opening) -> None:
    """Go from the lobby to the screen of an opening."""
    app = pilot.app
    assert isinstance(app, CardTable)
    if opening.session is not None:
        app.open(ToTable(opening.session()))
    if opening.begin is not None:
        opening.begin(app)
    await rest(pilot)
    for key in opening.keys:
        await press(pilot, key)
    assert isinstance(app.screen, opening.screen), opening.title


async def go_home(pilot: Pilot[int]) -> None:
    """Close everything above the lobby, and delete the games played so far."""
    app = pilot.app
    assert isinstance(app, CardTable)
    while not isinstance(app.screen, Lobby):
        app.pop_screen()
        await settle(pilot)
    for entry in app.records.saved_games.archive.entries():
        app.records.saved_games.archive.delete(entry.id, entry.holder)
    app.screen.show_offers(LobbyOffers(is_newcomer=True))
    app.screen.query_one(Menu).at = 1
