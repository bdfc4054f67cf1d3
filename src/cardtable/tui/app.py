"""The app: which screen is up, in which colours, drawn with which signs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from textual import on
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.screen import Screen
from textual.scrollbar import ScrollBar
from textual.theme import ThemeProvider

from cardtable.engine.games import GAMES
from cardtable.table.session import Session, fresh_code
from cardtable.table.settings import Settings, load_settings, save_settings
from cardtable.tui.colours import variables_for
from cardtable.tui.faces import ASCII, BLOCKS, CardSet
from cardtable.tui.lifecycle import SteadyApp
from cardtable.tui.memory import forget_closed_widgets
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.reader import Reader, paragraphs
from cardtable.tui.screens.setup import SetUp, SetUpScreen
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.widgets.key_bar import keys_of
from cardtable.tui.widgets.palette import Palette
from cardtable.tui.widgets.scroll_bar import PlainScrollBar

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

    def __init__(self, session: Session | None = None, *, ascii_only: bool = False) -> None:
        self.settings = load_settings()
        self._ascii_only = ascii_only
        super().__init__()
        self._session = session
        self._last: dict[str, SetUp] = {}
        """The answers to each game's set-up form, for the next time."""
        if not self.colourless and self.settings.theme in self.available_themes:
            self.theme = self.settings.theme
            if self.console.color_system == "standard" and self.settings.theme == Settings().theme:
                self.theme = (
                    "ansi-dark"  # of sixteen colours, those of the terminal are nearer to ours than its guesses
                )

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
            if isinstance(screen, TableScreen):
                screen.board.signs, screen.speed = self.signs, self.settings.speed
                screen.board.redraw()
        self.refresh_css(animate=False)
        try:
            save_settings(self.settings)
        except OSError:
            self.notify("The settings hold for now, but they could not be saved.", markup=False)

    def watch_theme(self, theme: str) -> None:
        if self.is_running and theme != self.settings.theme and not self.colourless:
            self.change(theme=theme)

    # Screens

    def on_mount(self) -> None:
        self.push_screen(Lobby())
        if self._session is not None:
            self._lay(self._session)

    def _lay(self, session: Session) -> None:
        self.push_screen(TableScreen(session, self.signs, self.settings.speed))

    @on(Lobby.SetUp)
    def _open_set_up(self, event: Lobby.SetUp) -> None:
        self.push_screen(SetUpScreen(GAMES[event.game_id], self._last.get(event.game_id, SetUp())))

    @on(SetUpScreen.Ready)
    def _lay_the_table(self, event: SetUpScreen.Ready) -> None:
        if isinstance(self.screen, SetUpScreen):
            self._last[event.session.game.id] = self.screen.answers
            self.switch_screen(TableScreen(event.session, self.signs, self.settings.speed))

    @on(TableScreen.Again)
    def _play_again(self, event: TableScreen.Again) -> None:
        if isinstance(self.screen, TableScreen):
            last = self.screen.session
            code = last.code if event.same_deal else fresh_code()
            session = Session(last.game, last.options, last.names, code, last.persons)
            self.switch_screen(TableScreen(session, self.signs, self.settings.speed))

    @on(TableScreen.Left)
    def _leave_the_table(self) -> None:
        if isinstance(self.screen, TableScreen):
            self.pop_screen()

    @on(CommandPalette.Closed)
    def _forget_the_palette(self) -> None:
        self.set_timer(0.5, forget_closed_widgets)

    # Looking things up

    def action_rules(self, game_id: str = "", ruling: str = "") -> None:
        """Open the rules of a game, or of the one on the screen, at a ruling."""
        from cardtable.table.pages import read_page

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
        if isinstance(self.screen, TableScreen):
            self.screen.board.say("Press q to leave the table, ctrl+q to quit at once.")

    def action_help(self) -> None:
        """Show every key that works on the screen that is up."""
        own = getattr(getattr(self.screen, "board", None), "KEY_HELP", ())
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
        for game in GAMES.values():
            yield SystemCommand(f"Rules: {game.title}", "Open the rules page", partial(self.action_rules, game.id))
        for speed in ("off", "fast", "normal", "slow"):
            yield SystemCommand(f"Animation: {speed}", "How fast moves are shown", partial(self.change, speed=speed))
        for cards, about in (("auto", "what the terminal can show"), ("blocks", "blocks"), ("ascii", "ASCII alone")):
            yield SystemCommand(f"Cards: {cards}", f"Draw with {about}", partial(self.change, cards=cards))
        yield SystemCommand("Quit", "Leave Cardtable", self.action_quit)


def run(session: Session | None = None, *, ascii_only: bool = False) -> int:
    """Run the app, from the lobby or at the table of a session; gives the exit code."""
    from cardtable.tui.lifecycle import run_app
    from cardtable.tui.terminal import draws_ambiguous_wide

    return run_app(CardTable(session, ascii_only=ascii_only or draws_ambiguous_wide()))


__all__ = ["CardTable", "Settings", "run"]
