"""The app, which opens the screens and handles their messages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.screen import Screen
from textual.scrollbar import ScrollBar
from textual.theme import ThemeProvider

from cardtable.engine.phrases import capitalized
from cardtable.games import GAMES
from cardtable.rooms.kit.goto import ToLearn, ToPractice, ToRules, ToSettings
from cardtable.rooms.kit.keys import key_label
from cardtable.rooms.kit.records import Records
from cardtable.store.powers import may_open
from cardtable.store.settings import Settings
from cardtable.tui.command_keys import LISTED_NAMES
from cardtable.tui.navigator import Navigator
from cardtable.tui.screens.app_screen import AppScreen
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.room_screen import RoomScreen
from cardtable.tui.styled_app import StyledApp
from cardtable.tui.terminal.textual_private import forget_closed_widgets, screen_rows
from cardtable.tui.widgets.palette import Palette
from cardtable.tui.widgets.scroll_bar import PlainScrollBar

if TYPE_CHECKING:
    from cardtable.classroom.desk import Desk
    from cardtable.rooms.kit.response import Goto, Response
    from cardtable.table.lazy_archive import LazyArchive

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
        *places: Goto,
        saved_games: LazyArchive | None = None,
        records: Records | None = None,
        ascii_only: bool = False,
    ) -> None:
        """Open the lobby and these places on top.

        Without `records`, use those of the player at this computer, with these saved games or the usual ones.
        """
        super().__init__(ascii_only=ascii_only)
        self._places = places
        self.records = records or Records(saved_games)
        self.navigator = Navigator(self, self.records)

    def on_mount(self) -> None:
        self.push_screen(Lobby(self.records, self.signs))
        if self.records.desk is not None:
            from cardtable.classroom.desk import POLL_SECONDS

            self.set_interval(POLL_SECONDS, partial(self._hear_class, self.records.desk))
        for place in self._places:
            self.open(place)

    def on_unmount(self) -> None:
        self.navigator.close()

    def open(self, place: Goto, *, instead: bool = False) -> None:
        """Open a place. With `instead`, the place replaces the screen on top."""
        self.navigator.open(place, instead=instead)

    def carry_out(self, response: Response | None) -> None:
        """Carry out a room's response if it doesn't depend on the current screen."""
        self.navigator.carry_out(response)

    def _hear_class(self, desk: Desk) -> None:
        """Tell a pupil what a teacher says, and show the screen to teachers who are looking over a shoulder."""
        for text in desk.news(partial(screen_rows, self.screen)):
            self.notify(text, timeout=8, markup=False)

    @on(Lobby.Opened)
    def _list_games(self, event: Lobby.Opened) -> None:
        self.navigator.list_in(event.lobby)

    def ask_for_game(self) -> None:
        """Ask for a deal line or a file, and open its game."""
        from cardtable.rooms.set_up import ask_for_game

        self.carry_out(ask_for_game())

    # Help and the palette

    @on(CommandPalette.Closed)
    def _forget_the_palette(self) -> None:
        self.set_timer(0.5, forget_closed_widgets)

    def action_command_palette(self) -> None:
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette(placeholder="Type a command", id="--command-palette"))

    def search_themes(self) -> None:
        self.push_screen(Palette(providers=[ThemeProvider], placeholder="Type a theme"))

    def action_picture(self) -> None:
        """Save a picture of the screen to a file."""
        from cardtable.rooms.kit.response import Stay
        from cardtable.rooms.saved_games import about_file, save_to_file

        def saved(name: str) -> Stay:
            self.notify(about_file(name, "It shows every card that was on the screen."), markup=False)
            return Stay()

        picture = self.export_screenshot()  # now, as the question covers the screen
        self.carry_out(save_to_file("cardtable.svg", lambda: picture, saved, "picture"))

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
        return binding.key_display or LISTED_NAMES.get(binding.key) or key_label(binding.key)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield the commands of the palette: first the current room's, then the commands that work everywhere."""
        from cardtable.tui.screens.dialogs import ChoiceDialog  # the lobby opens without it

        if isinstance(screen, ChoiceDialog):
            yield from (SystemCommand(item.label, "", partial(screen.pick, item.id)) for item in screen.all_items)
        if isinstance(screen, RoomScreen):
            for each in screen.room.known:
                if each.listed_keys:  # otherwise, the command only reads out what the screen shows
                    name, about = each.name(screen.room) or next(iter(each.words), ""), capitalized(each.help)
                    text = f"{about}." if name else ""
                    yield SystemCommand(capitalized(name) or about, text, partial(screen.do, each.id))
        if not self.colourless:
            yield SystemCommand("Theme", "Change the colours", self.action_change_theme)
        yield SystemCommand("Settings", "Theme, animation, cards, names and keys", partial(self.open, ToSettings()))
        if may_open("files"):
            picture = "Save a picture of the screen (SVG)"
            yield SystemCommand(picture, "The file shows the cards on this screen", self.action_picture)
        yield SystemCommand("Keys", "Show every key that works here", self.action_help)
        yield SystemCommand(
            "Practice", "Play alone, exercises from your mistakes, and progress", partial(self.open, ToPractice())
        )
        yield SystemCommand("Learn a game", "Lessons, exercises and tests", partial(self.open, ToLearn()))
        if self.navigator.open_table is None and may_open("files"):
            yield SystemCommand("Open a game", "From a deal line, a position file or a record file", self.ask_for_game)
        for game in GAMES.values():
            yield SystemCommand(f"Rules: {game.title}", "Open the rules page", partial(self.open, ToRules(game.id)))
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
            f"Larger tables in lessons: {'off' if large else 'on'}",
            "Projector mode: in lessons, the table is as large as it can be",
            partial(self.change, scale="auto" if large else "large"),
        )
        yield SystemCommand("Quit", "Leave Cardtable", self.action_quit)


def run(
    *places: Goto,
    saved_games: LazyArchive | None = None,
    records: Records | None = None,
    ascii_only: bool = False,
) -> int:
    """Run the app and return its exit code. The app opens the lobby and, on top of it, these places."""
    from cardtable.tui.terminal.checks import draws_ambiguous_wide
    from cardtable.tui.terminal.lifecycle import run_app

    ascii_only = ascii_only or draws_ambiguous_wide()
    app = CardTable(*places, saved_games=saved_games, records=records, ascii_only=ascii_only)
    if app.console.color_system == "standard" and app.theme == Settings().theme:
        app.theme = "ansi-dark"  # with only sixteen colours, the terminal's own are nearest to the default
    return run_app(app)


__all__ = ["CardTable", "Settings", "run"]
