"""The app, which opens the screens and handles their messages."""

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
from cardtable.tui.faces import ASCII
from cardtable.tui.keys import key_label
from cardtable.tui.learning import Learning
from cardtable.tui.practice import Practice
from cardtable.tui.saved_games import SavedGamesScreens
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.styled_app import StyledApp
from cardtable.tui.textual_private import forget_closed_widgets
from cardtable.tui.widgets.palette import Palette
from cardtable.tui.widgets.scroll_bar import PlainScrollBar

if TYPE_CHECKING:
    from cardtable.lessons.reading import Lesson
    from cardtable.rooms.lobby import Company
    from cardtable.rooms.set_up import SetUpMemory
    from cardtable.table.lazy_archive import LazyArchive
    from cardtable.table.session import Session
    from cardtable.tui.board_screen import BoardScreen
    from cardtable.tui.screens.consulting import ConsultingScreen
    from cardtable.tui.screens.exercise import ExerciseScreen
    from cardtable.tui.screens.games import GamesScreen
    from cardtable.tui.screens.lesson import LessonScreen
    from cardtable.tui.screens.practice import PracticeRoom
    from cardtable.tui.screens.replay import ReplayScreen
    from cardtable.tui.screens.review import ReviewScreen
    from cardtable.tui.screens.setup import SetUpScreen
    from cardtable.tui.screens.table import TableScreen

# The lobby is shown before the other screens are imported, so their messages are handled by name, without `on`.
ScrollBar.renderer = PlainScrollBar


class CardTable(StyledApp):
    """The Cardtable app."""

    TITLE = "Cardtable"
    ENABLE_COMMAND_PALETTE = True
    ALLOW_SELECT = False  # so that nobody can copy a hidden hand with the mouse
    CSS = """
    Screen { background: $background; color: $foreground; }
    Dialog { background: $background 60%; &:ansi { background: transparent; } }
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
        lazy_archive: LazyArchive | None = None,
        begin: Callable[[CardTable], None] | None = None,
        ascii_only: bool = False,
    ) -> None:
        """Open in the lobby or at the table of a session, or call `begin` once the lobby is open."""
        super().__init__(ascii_only=ascii_only)
        self._session = session
        self._begin = begin
        self.games = SavedGamesScreens(self, lazy_archive)
        self.learning = Learning(self, self.games)
        self.practice = Practice(self, self.games)
        self._set_ups: SetUpMemory | None = None

    def on_mount(self) -> None:
        self.push_screen(Lobby(self.signs))
        if self._session is not None:
            self.push_screen(self.games.table(self._session))
        elif self._begin is not None:
            self._begin(self)

    def on_unmount(self) -> None:
        self.games.close()

    # Saved games

    @on(Lobby.Opened)
    def _list_games(self, event: Lobby.Opened) -> None:
        self.games.list_in(event.lobby)

    @on(Lobby.ContinueRequested)
    def _continue(self, event: Lobby.ContinueRequested) -> None:
        self.games.resume(event.number)

    def action_games(self) -> None:
        """List the saved games."""
        from cardtable.tui.screens.games import GamesScreen

        self.push_screen(GamesScreen(self.games.lazy_archive))

    def on_games_screen_game_requested(self, event: GamesScreen.GameRequested) -> None:
        """Continue, replay or review a game from the list."""
        act = {"continue": self.games.resume, "replay": self.games.replay, "review": self.games.review}
        act[event.what](event.number)

    def action_statistics(self) -> None:
        """Open the statistics."""
        from cardtable.tui.screens.statistics import StatisticsScreen

        self.push_screen(StatisticsScreen(self.games.lazy_archive, self.signs))

    def action_daily(self) -> None:
        """Play the daily deal or, if it is finished, show its result."""
        self.games.play_daily()

    # Tables

    def action_set_up(self, game_id: str) -> None:
        """Open the set-up form of a game, unless a table is open."""
        from cardtable.tui.screens.setup import SetUpScreen

        if game_id not in GAMES or self.games.open_table is not None:
            return
        while not isinstance(self.screen, Lobby):
            if isinstance(self.screen, SetUpScreen) and self.screen.game is GAMES[game_id]:
                return
            self.pop_screen()
        self.screen.post_message(Lobby.SetUpRequested(game_id))

    def action_position(self) -> None:
        """Start a game from a position file."""
        from cardtable.tui.screens.position import ask_for_position

        def play(session: Session) -> None:
            self.push_screen(self.games.table(session))

        ask_for_position(self, play)

    def action_choose_game(self, company: Company) -> None:
        """Ask which game to play alone or together."""
        from cardtable.tui.screens.which_game import which_game

        def chosen(game_id: str | None) -> None:
            if game_id is not None:
                self.screen.post_message(Lobby.SetUpRequested(game_id, company))

        self.push_screen(which_game(company), chosen)

    @on(Lobby.SetUpRequested)
    def _open_set_up(self, event: Lobby.SetUpRequested) -> None:
        from cardtable.tui.screens.setup import SetUpScreen

        names = self.settings.names
        answers = self.set_ups.start(GAMES[event.game_id], names, event.company)
        self.push_screen(SetUpScreen(answers, [*self.set_ups.recent_names(), *names]))

    @property
    def set_ups(self) -> SetUpMemory:
        """What the set-up forms start from."""
        if self._set_ups is None:
            from cardtable.rooms.set_up import SetUpMemory

            self._set_ups = SetUpMemory(self.games.lazy_archive)
        return self._set_ups

    def on_set_up_screen_finished(self, event: SetUpScreen.Finished) -> None:
        """Open the table for the new game."""
        self.set_ups.finish(event.answers)
        self.switch_screen(self.games.table(event.session))

    def on_set_up_screen_closed(self, event: SetUpScreen.Closed) -> None:
        """Remember the answers of a form that the player has left."""
        self.set_ups.leave(event.answers)

    def on_table_screen_new_game_requested(self, event: TableScreen.NewGameRequested) -> None:
        """Open a table for another game with the same players."""
        self.switch_screen(self.games.table(event.session))

    def on_consulting_screen_replay_requested(self, event: ConsultingScreen.ReplayRequested) -> None:
        """Open the replay of the game at the table."""
        self.games.show_replay(event.replay, event.number)

    def on_board_screen_review_requested(self, event: BoardScreen.ReviewRequested) -> None:
        """Open the review of the game at the table or in the replay."""
        self.games.show_review(event.session, event.number)

    def on_board_screen_what_if_requested(self, event: BoardScreen.WhatIfRequested) -> None:
        """Open a line that isn't saved, from a move of the game on the screen."""
        self.games.what_if(event.session, event.at)

    def on_review_screen_replay_requested(self, event: ReviewScreen.ReplayRequested) -> None:
        """Open the replay of the game in the review."""
        self.games.show_replay(event.replay, event.number)

    def on_table_screen_game_taken_over(self) -> None:
        """Close the table of a game that another window has taken over, once any closing dialog has finished."""
        self.input.call(self.games.close_lost_table)

    def on_replay_screen_play_on_requested(self, event: ReplayScreen.PlayOnRequested) -> None:
        """Open the table of a game that starts at a move of the replay."""
        self.games.play_on(event.session)

    # Learning

    def action_learn(self, game_id: str = "") -> None:
        """Open the Learn room, or the lessons of a game."""
        self.learning.open_room(game_id)

    def action_next_lesson(self, game_id: str) -> None:
        """Open the next lesson of a game."""
        self.learning.open_next_lesson(game_id)

    def action_lesson(self, game_id: str, name: str, step: int | None = None) -> None:
        """Open a lesson where the player left off or, to look something up, at a given step."""
        self.learning.open_lesson(game_id, name, step)

    def open_lesson(self, lesson: Lesson) -> None:
        """Open a lesson from the player's own file."""
        self.learning.open_script(lesson)

    def action_exercises(self, game_id: str, is_test: bool = False, code: str = "") -> None:
        """Open a game's test, or its exercises starting with the one that has this code."""
        self.learning.open_exercises(game_id, is_test=is_test, code=code)

    def on_lesson_screen_finished(self, event: LessonScreen.Finished) -> None:
        """Open what the player chose at the end of a lesson."""
        if event.following is not None:
            self.learning.next_lesson(event.following.game_id, event.following.name)
        else:
            self._after_learning(event.what, event.game_id)

    def on_exercise_screen_finished(self, event: ExerciseScreen.Finished) -> None:
        """Open what the player chose at the end of a test."""
        self._after_learning(event.what, event.game_id)

    def _after_learning(self, what: str, game_id: str) -> None:
        self.pop_screen()
        if what == "play":
            self.action_set_up(game_id)
        elif what == "test":
            self.learning.open_exercises(game_id, is_test=True)

    # Practice

    def action_practice(self) -> None:
        """Open the Practice room."""
        self.practice.open_room()

    def show_practice(self, section: str = "") -> None:
        """Open the Practice room and, unless it is empty, one of its sections."""
        self.practice.open_room(section)

    def on_practice_room_play_requested(self, event: PracticeRoom.PlayRequested) -> None:
        """Open the table for a game alone."""
        self.practice.play_alone(event.preset, event.hand_size)

    def on_practice_room_section_requested(self, event: PracticeRoom.SectionRequested) -> None:
        """Open a section of the Practice room."""
        self.practice.open_section(event.name)

    def on_practice_room_review_requested(self, event: PracticeRoom.ReviewRequested) -> None:
        """Open the review of one of the last games."""
        self.games.review(event.number)

    def on_review_screen_try_again_requested(self, event: ReviewScreen.TryAgainRequested) -> None:
        """Open an exercise about a mistake in the review."""
        self.practice.open_exercise(event.exercise, is_known=event.is_known)

    # Rules, help and commands

    def action_rules(self, game_id: str, place: str = "") -> None:
        """Open the rules of a game, at the top or at a place: a ruling or a heading."""
        from cardtable.table.page_text import TO_ASCII, paragraphs
        from cardtable.table.pages import NUMBER, read_page
        from cardtable.tui.screens.reader import Reader

        if (game := GAMES.get(game_id)) is None:
            return
        try:
            page = read_page(game.page)
        except ValueError as error:
            self.notify(str(error), markup=False)
            return
        page = page.translate(TO_ASCII) if self.signs is ASCII else page
        find = f"- {place} " if NUMBER.fullmatch(place) else place
        self.push_screen(Reader(f"{game.title}: rules", paragraphs(page), find))

    @on(CommandPalette.Closed)
    def _forget_the_palette(self) -> None:
        self.set_timer(0.5, forget_closed_widgets)

    def action_command_palette(self) -> None:
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette(placeholder="Type a command", id="--command-palette"))

    def search_themes(self) -> None:
        self.push_screen(Palette(providers=[ThemeProvider], placeholder="Type a theme"))

    def action_settings(self) -> None:
        """Open the settings, unless they are open."""
        from cardtable.tui.screens.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen(self))

    def action_picture(self) -> None:
        """Save a picture of the screen to a file."""
        from cardtable.tui.screens.save_file import save_picture

        save_picture(self)

    def action_help_quit(self) -> None:
        """Tell players who press ctrl+c how to leave."""
        if isinstance(self.screen, AppScreen):
            self.screen.tell_how_to_leave()

    def action_help(self) -> None:
        """Show every key that works on the current screen."""
        from cardtable.tui.key_help import key_rows
        from cardtable.tui.screens.reader import Reader

        self.push_screen(Reader("Keys", "\n".join(f"{keys}\t{what}" for keys, what in key_rows(self.screen))))

    def get_key_display(self, binding: Binding) -> str:
        """Return a key's name in letters, because some terminals draw arrow symbols two cells wide."""
        return binding.key_display or key_label(binding.key)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield the commands of the palette."""
        if not self.colourless:
            yield SystemCommand("Theme", "Change the colours", self.action_change_theme)
        yield SystemCommand("Settings", "Theme, animation, cards, names and keys", self.action_settings)
        picture = "Save a picture of the screen (SVG)"
        yield SystemCommand(picture, "The file shows the cards on this screen", self.action_picture)
        yield SystemCommand("Keys", "Show every key that works here", self.action_help)
        yield SystemCommand("Practice", "Play alone, exercises from your mistakes, and progress", self.action_practice)
        yield SystemCommand("Learn a game", "Lessons, exercises and tests", self.action_learn)
        if self.games.open_table is None:
            yield SystemCommand("Play from a position", "Start from a position file", self.action_position)
        for game in GAMES.values():
            yield SystemCommand(f"Rules: {game.title}", "Open the rules page", partial(self.action_rules, game.id))
        for speed in ("off", "fast", "normal", "slow"):
            yield SystemCommand(f"Animation: {speed}", "How fast moves are shown", partial(self.change, speed=speed))
        for cards, about in (
            ("auto", "with whatever the terminal can show"),
            ("blocks", "with block characters"),
            ("ascii", "in plain ASCII"),
        ):
            yield SystemCommand(f"Cards: {cards}", f"Draw cards {about}", partial(self.change, cards=cards))
        large = self.settings.scale == "large"
        yield SystemCommand(
            f"Projector mode: {'off' if large else 'on'}",
            "In lessons, the table is as large as it can be",
            partial(self.change, scale="auto" if large else "large"),
        )
        yield SystemCommand("Quit", "Leave Cardtable", self.action_quit)


def run(
    session: Session | None = None,
    *,
    lazy_archive: LazyArchive | None = None,
    begin: Callable[[CardTable], None] | None = None,
    ascii_only: bool = False,
) -> int:
    """Run the app, in the lobby, at the table of a session or with `begin`; return the exit code."""
    from cardtable.tui.lifecycle import run_app
    from cardtable.tui.terminal import draws_ambiguous_wide

    ascii_only = ascii_only or draws_ambiguous_wide()
    app = CardTable(session, lazy_archive=lazy_archive, begin=begin, ascii_only=ascii_only)
    if app.console.color_system == "standard" and app.theme == Settings().theme:
        app.theme = "ansi-dark"  # with only sixteen colours, the terminal's own are nearest to the default
    return run_app(app)


__all__ = ["CardTable", "Settings", "run"]
