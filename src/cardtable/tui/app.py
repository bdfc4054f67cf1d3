"""The app: which screen is up, in which colours, drawn with which signs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.screen import Screen
from textual.scrollbar import ScrollBar
from textual.theme import ThemeProvider

from cardtable.engine.games import GAMES
from cardtable.store.settings import Settings, load_settings, save_settings
from cardtable.tui.colours import variables_for
from cardtable.tui.faces import ASCII, BLOCKS, CardSet
from cardtable.tui.lifecycle import SteadyApp
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.textual_private import forget_closed_widgets
from cardtable.tui.widgets.key_bar import keys_of
from cardtable.tui.widgets.palette import Palette
from cardtable.tui.widgets.scroll_bar import PlainScrollBar

if TYPE_CHECKING:
    from cardtable.lessons.learned import Learned
    from cardtable.lessons.reading import Lesson
    from cardtable.table.replay import Replay
    from cardtable.table.session import Session
    from cardtable.table.shelf import Shelf
    from cardtable.tui.screens.exercise import ExerciseScreen
    from cardtable.tui.screens.games import GamesScreen
    from cardtable.tui.screens.lesson import LessonScreen
    from cardtable.tui.screens.replay import ReplayScreen
    from cardtable.tui.screens.setup import SetUp, SetUpScreen
    from cardtable.tui.screens.table import TableScreen

# The lobby shows before the other screens are imported, so their messages are heard by name and not by `on`.
ScrollBar.renderer = PlainScrollBar


class CardTable(SteadyApp):
    """Lobby, set-up, table, and back."""

    TITLE = "Cardtable"
    ENABLE_COMMAND_PALETTE = True
    ALLOW_SELECT = False  # nobody's hand is copied by a drag of the mouse
    CSS = """
    Screen { background: $background; color: $foreground; }
    SearchIcon { display: none; }
    CommandPalette #--input, CommandPalette #--input.--list-visible { border: none; }
    CommandPalette Input, CommandPalette Input:focus { border: none; height: 1; margin: 1; }
    CommandPalette LoadingIndicator, CommandPalette LoadingIndicator.--visible { display: none; }
    CommandPalette #--results { border: none; }
    CommandList, CommandList:focus { border: none; }
    CommandList > .option-list--option-highlighted { text-style: bold underline; }
    Toast { border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", "Quit", show=False, priority=True)]

    def __init__(
        self,
        session: Session | None = None,
        *,
        shelf: Shelf | None = None,
        begin: Callable[[CardTable], None] | None = None,
        ascii_only: bool = False,
    ) -> None:
        """Open in the lobby, at the table of a session, or with what `begin` does once the lobby is there."""
        self.settings = load_settings()
        self._ascii_only = ascii_only
        super().__init__()
        self._session = session
        self._shelf = shelf
        self._begin = begin
        self._told_unusable = ""
        """What was said last of an archive that cannot be read, so that it is not said each time."""
        self._learned: Learned | None = None
        self._last: dict[str, SetUp] = {}
        """The answers to each game's set-up form, for the next time."""
        if not self.colourless and self.settings.theme in self.available_themes:
            self.theme = self.settings.theme

    # Looks

    def get_theme_variable_defaults(self) -> dict[str, str]:
        border = "ascii" if self.signs is ASCII else "round"
        return variables_for(self.current_theme, colourless=self.colourless) | {"dialog-border": border}

    @property
    def signs(self) -> CardSet:
        """What cards are drawn with."""
        if self.settings.cards == "auto":
            return ASCII if self._ascii_only else BLOCKS
        return ASCII if self.settings.cards == "ascii" else BLOCKS

    def change(self, **choices: Any) -> None:
        """Change settings, heed them at once and keep them."""
        self.settings = replace(self.settings, **choices)
        for screen in self.screen_stack:
            heed = getattr(screen, "heed", None)
            if heed is not None:
                heed(self.signs, self.settings.speed)
        self.refresh_css(animate=False)
        try:
            save_settings(self.settings)
        except OSError:
            self.notify("The settings hold for now, but they could not be saved.", markup=False)

    def watch_theme(self, theme: str) -> None:
        if self.is_running and theme != self.settings.theme and not self.colourless:
            self.change(theme=theme)

    # Games that are kept

    @property
    def shelf(self) -> Shelf:
        """Where games are kept."""
        if self._shelf is None:
            from cardtable.table.shelf import Shelf

            self._shelf = Shelf()
        return self._shelf

    @on(Lobby.Shown)
    def _list_games(self) -> None:
        """Tell the lobby what is under way."""
        from cardtable.store.places import archive_file, may_be_there

        if self._shelf is None and not may_be_there(archive_file()):
            return  # nobody has ever played, so there is no need of a database
        from cardtable.store.listing import Listing, list_games
        from cardtable.store.rows import Unusable

        listing, fault = Listing(), ""
        try:
            self.shelf.refresh()
            listing = list_games(self.shelf.archive)
        except Unusable as error:
            fault = str(error)
        if fault and fault != self._told_unusable:
            self.notify(fault, markup=False)
        self._told_unusable = fault
        self._tell_notices()
        for screen in self.screen_stack:
            if isinstance(screen, Lobby):
                screen.list_games([entry for entry in listing.entries if entry.outcome is None], listing.damaged)

    def _tell_notices(self) -> None:
        if self._shelf is not None:
            while self._shelf.notices:
                self.notify(self._shelf.notices.pop(0), timeout=20, markup=False)

    def go_on(self, number: int, *, take_over: bool = False) -> None:
        """Sit down at the table of a game as it stands; where it is open elsewhere, ask what to do."""
        from cardtable.formats.strict_json import BadFile
        from cardtable.store.rows import NoSuchGame, Unusable
        from cardtable.table.shelf import OpenElsewhere

        try:
            session = self.shelf.resume(number, take_over=take_over)
        except OpenElsewhere:
            self._ask_about_other_table(number, "This game is open at another table.")
        except (NoSuchGame, Unusable, BadFile) as error:
            self.notify(str(error), markup=False)
        else:
            self.push_screen(self._lay(session))

    def _ask_about_other_table(self, number: int, what: str) -> None:
        from cardtable.tui.screens.dialogs import Choice
        from cardtable.tui.widgets.menu import Item

        items = (
            Item("back", "Leave it alone", key="n"),
            Item("watch", "Watch what everybody may see", key="w"),
            Item("take", "Take it over: the other table is then left", key="t"),
        )

        def answered(answer: str | None) -> None:
            if answer == "take":
                self.go_on(number, take_over=True)
            elif answer == "watch":
                self.watch_game(number)

        self.push_screen(Choice(what, items), answered)

    def watch_game(self, number: int) -> None:
        """Show a game that is played elsewhere, and go along with it."""
        from cardtable.store.rows import NoSuchGame, Unusable
        from cardtable.tui.screens.watch import WatchScreen

        try:
            screen = WatchScreen(self.shelf, number, self.signs)
        except (NoSuchGame, Unusable) as error:  # it was thrown away, or the disk fails
            self.notify(str(error), markup=False)
        else:
            self.push_screen(screen, lambda left: self.go_on(left) if left is not None else None)

    @on(Lobby.GoOn)
    def _go_on(self, event: Lobby.GoOn) -> None:
        if isinstance(self.screen, Lobby):  # else the key was pressed twice, and no game lies on two tables
            self.go_on(event.number)

    def action_games(self) -> None:
        """Open the list of all games."""
        from cardtable.tui.screens.games import GamesScreen

        if not isinstance(self.screen, GamesScreen):
            self.push_screen(GamesScreen(self.shelf))

    def on_games_screen_wanted(self, event: GamesScreen.Wanted) -> None:
        """Do with a game what was chosen in the list, once."""
        from cardtable.tui.screens.games import GamesScreen

        if not isinstance(self.screen, GamesScreen):
            return
        if event.what == "go on":
            self.go_on(event.number)
            return
        from cardtable.formats.strict_json import BadFile
        from cardtable.store.rows import NoSuchGame, Unusable
        from cardtable.table.replay import Replay

        try:
            self.show_again(Replay(self.shelf.watch(event.number)))
        except (NoSuchGame, Unusable, BadFile) as error:
            self.notify(str(error), markup=False)

    def on_table_screen_lost(self) -> None:
        """Clear the table of a game that is played elsewhere now; a dialog above it may be just about to close."""
        self.input.call(self._clear_lost_table)

    def _clear_lost_table(self) -> None:
        tables = [screen for screen in self.screen_stack if hasattr(screen, "keeper")]
        if tables:
            while self.screen is not tables[0]:
                self.pop_screen()
            self.pop_screen()
            self._ask_about_other_table(tables[0].keeper.number or 0, "This game goes on at another table.")

    def on_unmount(self) -> None:
        """Let go of the archive."""
        if self._shelf is not None:
            self._shelf.close()

    # Screens

    def on_mount(self) -> None:
        self.push_screen(Lobby())
        if self._session is not None:
            self.push_screen(self._lay(self._session))
        elif self._begin is not None:
            self._begin(self)

    def show_again(self, replay: Replay) -> None:
        """Show a game again."""
        from cardtable.tui.screens.replay import ReplayScreen

        self.push_screen(ReplayScreen(replay, self.signs, self.settings.speed))

    def _lay(self, session: Session) -> TableScreen:
        from cardtable.table.shelf import Keeper
        from cardtable.tui.screens.table import TableScreen

        keeper = session.journal if isinstance(session.journal, Keeper) else self.shelf.keep(session)
        self._tell_notices()
        return TableScreen(session, keeper, self.signs, self.settings.speed)

    @on(Lobby.SetUp)
    def _open_set_up(self, event: Lobby.SetUp) -> None:
        from cardtable.tui.screens.setup import SetUp, SetUpScreen

        if isinstance(self.screen, Lobby):
            self.push_screen(SetUpScreen(GAMES[event.game_id], self._last.get(event.game_id, SetUp())))

    def on_set_up_screen_ready(self, event: SetUpScreen.Ready) -> None:
        """Lay the table that was set up, once."""
        answers = getattr(self.screen, "answers", None)
        if answers is not None:
            self._last[event.session.game.id] = answers
            self.switch_screen(self._lay(event.session))

    def on_table_screen_again(self, event: TableScreen.Again) -> None:
        """Lay the same table anew, with the same deal or another."""
        from cardtable.table.session import Session, fresh_code

        last = getattr(self.screen, "session", None)
        if isinstance(last, Session):
            code = last.code if event.same_deal else fresh_code()
            session = Session(last.game, last.options, last.names, code, last.persons)
            self.switch_screen(self._lay(session))

    def on_table_screen_left(self) -> None:
        """Go back to the lobby."""
        if hasattr(self.screen, "session"):
            self.pop_screen()

    def on_table_screen_watch(self, event: TableScreen.Watch) -> None:
        """Show what has been played at the table: a running game as it stands, a finished one from its start."""
        from cardtable.table.replay import Replay

        if hasattr(self.screen, "session"):
            replay = Replay(event.session, event.own)
            if event.session.turn is not None:
                replay.to_end()
            if event.own and (event.session.turn is None or event.session.alone):
                replay.viewer = event.own[0]
            self.show_again(replay)

    def on_replay_screen_left(self) -> None:
        """Go back to where the replay was opened."""
        if hasattr(self.screen, "replay"):
            self.pop_screen()

    def on_replay_screen_play_on(self, event: ReplayScreen.PlayOn) -> None:
        """Lay the table with a game that starts from the replay, in place of the one under it."""
        if hasattr(self.screen, "replay"):
            self.pop_screen()
            lay = self.switch_screen if hasattr(self.screen, "session") else self.push_screen
            lay(self._lay(event.session))

    @on(CommandPalette.Closed)
    def _forget_the_palette(self) -> None:
        self.set_timer(0.5, forget_closed_widgets)

    def action_daily(self) -> None:
        """Play the daily deal, or show how it ended."""
        from cardtable.table.shelf import OpenElsewhere
        from cardtable.tui.screens.daily import sit_down

        try:
            sit_down(self, self.shelf, lambda session: self.push_screen(self._lay(session)))
        except OpenElsewhere as error:
            self._ask_about_other_table(error.number, "The daily deal is open at another table.")

    # Learning

    @property
    def learned(self) -> Learned:
        """What has been learned so far."""
        if self._learned is None:
            from cardtable.lessons.learned import Learned

            self._learned = Learned(lambda: self.shelf.archive)
        return self._learned

    def action_learn(self, game_id: str = "") -> None:
        """Open the Learn room, or what there is to learn of a game."""
        from cardtable.tui.screens.learn import LearnRoom

        self.push_screen(LearnRoom(self.learned, game_id))

    def action_lesson(self, game_id: str, name: str, step: int | None = None) -> None:
        """Open a lesson where it was left, or, to look something up, at a step."""
        if (screen := self._lesson(game_id, name, step)) is not None:
            self.push_screen(screen)

    def open_lesson(self, lesson: Lesson) -> None:
        """Open a lesson that is not one of ours."""
        from cardtable.tui.screens.lesson import LessonScreen

        self.push_screen(LessonScreen(lesson, self.signs, self.settings.speed))

    def _lesson(self, game_id: str, name: str, step: int | None = None) -> LessonScreen | None:
        from cardtable.lessons.bad_script import BadScript
        from cardtable.lessons.library import find_lesson
        from cardtable.tui.screens.lesson import LessonScreen

        try:
            entry = find_lesson(game_id, name)
            return LessonScreen(
                entry.load(), self.signs, self.settings.speed, entry=entry, learned=self.learned, step=step
            )
        except (BadScript, ValueError) as error:
            self.notify(str(error), markup=False)
            return None

    def action_exercises(self, game_id: str, is_test: bool = False, code: str = "") -> None:
        """Put exercises of a game, beginning with that of a code, or a test of them."""
        from cardtable.engine.chance import DealCode
        from cardtable.tui.screens.exercise import ExerciseScreen

        game, speed = GAMES[game_id], self.settings.speed
        first = DealCode.read(code) if code else None
        self.push_screen(ExerciseScreen(game, self.learned, self.signs, speed, is_test=is_test, code=first))

    def on_lesson_screen_ended(self, event: LessonScreen.Ended) -> None:
        """Go on from a lesson that is over."""
        following, game = getattr(self.screen, "following", None), getattr(self.screen, "game", None)
        if event.what == "next" and following is not None:
            if (screen := self._lesson(following.game_id, following.name)) is not None:
                self.switch_screen(screen)
            return
        self.pop_screen()
        if event.what == "play" and game is not None:
            self.action_set_up(game.id)
        elif event.what == "test" and game is not None:
            self.action_exercises(game.id, is_test=True)

    def on_exercise_screen_ended(self, event: ExerciseScreen.Ended) -> None:
        """Go on from a test that is over."""
        game = getattr(self.screen, "game", None)
        self.pop_screen()
        if game is not None and event.what == "another":
            self.action_exercises(game.id, is_test=True)
        elif game is not None and event.what == "play":
            self.action_set_up(game.id)

    def action_set_up(self, game_id: str) -> None:
        """Go to the set-up form of a game, unless a game is on the table."""
        if game_id not in GAMES or any(hasattr(screen, "keeper") for screen in self.screen_stack):
            return
        while not isinstance(self.screen, Lobby):
            if hasattr(self.screen, "answers") and getattr(self.screen, "game", None) is GAMES[game_id]:
                return
            self.pop_screen()
        self.screen.post_message(Lobby.SetUp(game_id))

    # Looking things up

    def action_statistics(self) -> None:
        """Show what was played."""
        from cardtable.tui.screens.statistics import StatisticsScreen

        if not isinstance(self.screen, StatisticsScreen):
            self.push_screen(StatisticsScreen(self.shelf, self.signs))

    def action_rules(self, game_id: str = "", ruling: str = "") -> None:
        """Open the rules of a game, or of the one on the screen, at a ruling."""
        from cardtable.table.page_text import paragraphs
        from cardtable.table.pages import read_page
        from cardtable.tui.screens.reader import Reader

        game = GAMES.get(game_id) or getattr(self.screen, "game", None)
        if game is not None:
            self.push_screen(
                Reader(f"{game.title}: rules", paragraphs(read_page(game.page)), f"- {ruling} " if ruling else "")
            )

    def action_command_palette(self) -> None:
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette(placeholder="Type a command", id="--command-palette"))

    def search_themes(self) -> None:
        self.push_screen(Palette(providers=[ThemeProvider], placeholder="Type a theme"))

    def action_help_quit(self) -> None:
        """Say, where there is a table, how to leave: people press ctrl+c."""
        board = getattr(self.screen, "board", None)
        if board is not None:
            board.say("Press q to leave the table, ctrl+q to quit at once.")

    def action_help(self) -> None:
        """Show every key that works on the screen that is up."""
        from cardtable.tui.screens.reader import Reader

        own = getattr(getattr(self.screen, "board", self.screen), "KEY_HELP", ())
        told = {key for keys, _ in own for key in keys.split(", ")}
        rows = [(keys, what) for keys, what in keys_of(self.screen, shown_only=False) if keys not in told]
        lines = [f"{keys}\t{what}" for keys, what in (*own, *rows, ("ctrl+p", "Every command, by name"))]
        self.push_screen(Reader("Keys", "\n".join(lines)))

    def get_key_display(self, binding: Binding) -> str:
        """A key in letters: arrows as signs are two cells wide in some terminals."""
        return binding.key_display or binding.key.replace("_", " ")

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the command palette offers: ours, and of Textual's the theme and leaving."""
        if not self.colourless:
            yield SystemCommand("Theme", "Choose the colours", self.action_change_theme)
        yield SystemCommand("Keys", "Every key that works here", self.action_help)
        yield SystemCommand("Learn a game", "Lessons, exercises and tests", self.action_learn)
        for game in GAMES.values():
            yield SystemCommand(f"Rules: {game.title}", "Open the rules page", partial(self.action_rules, game.id))
        for speed in ("off", "fast", "normal", "slow"):
            yield SystemCommand(f"Animation: {speed}", "How fast moves are shown", partial(self.change, speed=speed))
        for cards, about in (("auto", "what the terminal can show"), ("blocks", "blocks"), ("ascii", "ASCII alone")):
            yield SystemCommand(f"Cards: {cards}", f"Draw with {about}", partial(self.change, cards=cards))
        yield SystemCommand("Quit", "Leave Cardtable", self.action_quit)


def run(
    session: Session | None = None,
    *,
    shelf: Shelf | None = None,
    begin: Callable[[CardTable], None] | None = None,
    ascii_only: bool = False,
) -> int:
    """Run the app, from the lobby, at the table of a session or with what `begin` does first; gives the exit code."""
    from cardtable.tui.lifecycle import run_app
    from cardtable.tui.terminal import draws_ambiguous_wide

    ascii_only = ascii_only or draws_ambiguous_wide()
    app = CardTable(session, shelf=shelf, begin=begin, ascii_only=ascii_only)
    if app.console.color_system == "standard" and app.theme == Settings().theme:
        app.theme = "ansi-dark"  # where there are sixteen colours, the terminal's own are nearest to ours
    return run_app(app)


__all__ = ["CardTable", "Settings", "run"]
