"""The app: which screen is up, and what happens when it closes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.screen import Screen
from textual.scrollbar import ScrollBar
from textual.theme import ThemeProvider

from cardtable.games import GAMES
from cardtable.store.settings import Settings
from cardtable.tui.app_screen import AppScreen
from cardtable.tui.learning import Learning
from cardtable.tui.saved_games import SavedGamesScreens
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.styled_app import StyledApp
from cardtable.tui.textual_private import forget_closed_widgets
from cardtable.tui.widgets.key_bar import keys_of
from cardtable.tui.widgets.palette import Palette
from cardtable.tui.widgets.scroll_bar import PlainScrollBar

if TYPE_CHECKING:
    from cardtable.lessons.reading import Lesson
    from cardtable.table.lazy_archive import LazyArchive
    from cardtable.table.replay import Replay
    from cardtable.table.session import Session
    from cardtable.tui.screens.exercise import ExerciseScreen
    from cardtable.tui.screens.games import GamesScreen
    from cardtable.tui.screens.lesson import LessonScreen
    from cardtable.tui.screens.replay import ReplayScreen
    from cardtable.tui.screens.setup import SetUpAnswers, SetUpScreen
    from cardtable.tui.screens.table import TableScreen

# The lobby shows before the other screens are imported, so their messages are heard by name and not by `on`.
ScrollBar.renderer = PlainScrollBar


class CardTable(StyledApp):
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
        shelf: LazyArchive | None = None,
        begin: Callable[[CardTable], None] | None = None,
        ascii_only: bool = False,
    ) -> None:
        """Open in the lobby, at the table of a session, or with what `begin` does once the lobby is there."""
        super().__init__(ascii_only=ascii_only)
        self._session = session
        self._begin = begin
        self.games = SavedGamesScreens(self, shelf)
        self.learning = Learning(self, self.games)
        self._last_answers: dict[str, SetUpAnswers] = {}
        """The answers to each game's set-up form, for the next time."""

    def on_mount(self) -> None:
        self.push_screen(Lobby())
        if self._session is not None:
            self.push_screen(self.games.table(self._session))
        elif self._begin is not None:
            self._begin(self)

    def on_unmount(self) -> None:
        self.games.close()

    # Saved games

    @property
    def shelf(self) -> LazyArchive:
        """The shelf of saved games."""
        return self.games.shelf

    def go_on(self, number: int, *, take_over: bool = False) -> None:
        """Open the table of a saved game."""
        self.games.resume(number, take_over=take_over)

    def show_again(self, replay: Replay) -> None:
        """Open a replay."""
        self.games.show_replay(replay)

    @on(Lobby.Opened)
    def _list_games(self, event: Lobby.Opened) -> None:
        self.games.list_in(event.lobby)

    @on(Lobby.ContinueRequested)
    def _go_on(self, event: Lobby.ContinueRequested) -> None:
        self.games.resume(event.number)

    def action_games(self) -> None:
        """Open the list of all games."""
        from cardtable.tui.screens.games import GamesScreen

        self.push_screen(GamesScreen(self.shelf))

    def on_games_screen_game_requested(self, event: GamesScreen.GameRequested) -> None:
        """Do with a game what was chosen in the list."""
        if event.what == "go on":
            self.games.resume(event.number)
        else:
            self.games.replay(event.number)

    def action_statistics(self) -> None:
        """Show what was played."""
        from cardtable.tui.screens.statistics import StatisticsScreen

        self.push_screen(StatisticsScreen(self.shelf, self.signs))

    def action_daily(self) -> None:
        """Play the daily deal, or show how it ended."""
        self.games.play_daily()

    # Tables

    def action_set_up(self, game_id: str) -> None:
        """Go to the set-up form of a game, unless a game is on the table."""
        from cardtable.tui.screens.setup import SetUpScreen

        if game_id not in GAMES or self.games.open_table is not None:
            return
        while not isinstance(self.screen, Lobby):
            if isinstance(self.screen, SetUpScreen) and self.screen.game is GAMES[game_id]:
                return
            self.pop_screen()
        self.screen.post_message(Lobby.SetUpRequested(game_id))

    def action_position(self) -> None:
        """Begin a game at the position in a file."""
        from cardtable.tui.screens.position import ask_for_position

        def play(session: Session) -> None:
            self.push_screen(self.games.table(session))

        ask_for_position(self, play)

    @on(Lobby.SetUpRequested)
    def _open_set_up(self, event: Lobby.SetUpRequested) -> None:
        from cardtable.tui.screens.setup import SetUpAnswers, SetUpScreen

        answers = self._last_answers.get(event.game_id, SetUpAnswers())
        self.push_screen(SetUpScreen(GAMES[event.game_id], answers))

    def on_set_up_screen_finished(self, event: SetUpScreen.Finished) -> None:
        """Open the table that was set up."""
        self._last_answers[event.session.game.id] = event.answers
        self.switch_screen(self.games.table(event.session))

    def on_table_screen_new_game_requested(self, event: TableScreen.NewGameRequested) -> None:
        """Open a table for the next game of the same players."""
        self.switch_screen(self.games.table(event.session))

    def on_table_screen_replay_requested(self, event: TableScreen.ReplayRequested) -> None:
        """Replay what has been played at the table."""
        self.games.show_replay(event.replay)

    def on_table_screen_game_taken_over(self) -> None:
        """Close the table of a game that is played elsewhere now, after a dialog that is just about to close."""
        self.input.call(self.games.close_lost_table)

    def on_replay_screen_play_on_requested(self, event: ReplayScreen.PlayOnRequested) -> None:
        """Open the table of a game that starts from the replay."""
        self.games.play_on(event.session)

    # Learning

    def action_learn(self, game_id: str = "") -> None:
        """Open the Learn room, or what there is to learn of a game."""
        self.learning.open_room(game_id)

    def action_lesson(self, game_id: str, name: str, step: int | None = None) -> None:
        """Open a lesson where it was left, or, to look something up, at a step."""
        self.learning.open_lesson(game_id, name, step)

    def open_lesson(self, lesson: Lesson) -> None:
        """Open a lesson from a file of the player's own."""
        self.learning.open_script(lesson)

    def action_exercises(self, game_id: str, is_test: bool = False, code: str = "") -> None:
        """Open the exercises of a game, the one with this code first, or a test."""
        self.learning.open_exercises(game_id, is_test=is_test, code=code)

    def on_lesson_screen_finished(self, event: LessonScreen.Finished) -> None:
        """Go on from a lesson that is over."""
        if event.following is not None:
            self.learning.next_lesson(event.following.game_id, event.following.name)
        else:
            self._after_learning(event.what, event.game_id)

    def on_exercise_screen_finished(self, event: ExerciseScreen.Finished) -> None:
        """Go on from a test that is over."""
        self._after_learning(event.what, event.game_id)

    def _after_learning(self, what: str, game_id: str) -> None:
        self.pop_screen()
        if what == "play":
            self.action_set_up(game_id)
        elif what == "test":
            self.learning.open_exercises(game_id, is_test=True)

    # Looking things up

    def action_rules(self, game_id: str, ruling: str = "") -> None:
        """Open the rules of a game, at a ruling."""
        from cardtable.table.page_text import paragraphs
        from cardtable.table.pages import read_page
        from cardtable.tui.screens.reader import Reader

        if (game := GAMES.get(game_id)) is None:
            return
        try:
            page = read_page(game.page)
        except ValueError as error:
            self.notify(str(error), markup=False)
            return
        self.push_screen(Reader(f"{game.title}: rules", paragraphs(page), f"- {ruling} " if ruling else ""))

    @on(CommandPalette.Closed)
    def _forget_the_palette(self) -> None:
        self.set_timer(0.5, forget_closed_widgets)

    def action_command_palette(self) -> None:
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette(placeholder="Type a command", id="--command-palette"))

    def search_themes(self) -> None:
        self.push_screen(Palette(providers=[ThemeProvider], placeholder="Type a theme"))

    def action_help_quit(self) -> None:
        """Say how to leave: players press ctrl+c."""
        if isinstance(self.screen, AppScreen):
            self.screen.tell_how_to_leave()

    def action_help(self) -> None:
        """Show every key that works on the screen that is up."""
        from cardtable.tui.screens.reader import Reader

        own = self.screen.key_help if isinstance(self.screen, AppScreen) else ()
        told = {key for keys, _ in own for key in keys.split(", ")}
        rows = [(keys, what) for keys, what in keys_of(self.screen, shown_only=False) if keys not in told]
        lines = [f"{keys}\t{what}" for keys, what in (*own, *rows, ("ctrl+p", "Every command, by name"))]
        self.push_screen(Reader("Keys", "\n".join(lines)))

    def get_key_display(self, binding: Binding) -> str:
        """A key in letters: arrows as signs are two cells wide in some terminals."""
        return binding.key_display or binding.key.replace("_", " ")

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield the commands of the palette: our own, and of Textual's the theme and quitting."""
        if not self.colourless:
            yield SystemCommand("Theme", "Choose the colours", self.action_change_theme)
        yield SystemCommand("Keys", "Every key that works here", self.action_help)
        yield SystemCommand("Learn a game", "Lessons, exercises and tests", self.action_learn)
        if self.games.open_table is None:
            yield SystemCommand("Play from a position", "Begin at the position in a file", self.action_position)
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
    shelf: LazyArchive | None = None,
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
