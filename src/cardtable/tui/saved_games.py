"""Saved games in the app: listing, resuming, watching and replaying them, and taking over those open elsewhere.

The lobby shows before anything else is imported, so each method imports what it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtable.tui.screens.lobby import Lobby

if TYPE_CHECKING:
    from cardtable.table.lazy_archive import LazyArchive
    from cardtable.table.replay import Replay
    from cardtable.table.session import Session
    from cardtable.tui.screens.table import TableScreen
    from cardtable.tui.styled_app import StyledApp


class SavedGamesScreens:
    """The shelf of an app, and the screens that show what lies on it."""

    def __init__(self, app: StyledApp, shelf: LazyArchive | None) -> None:
        self._app = app
        self._shelf = shelf
        self._last_fault = ""
        """The last reason why the archive could not be read, so that players are told once."""

    @property
    def shelf(self) -> LazyArchive:
        """The shelf of saved games, opened when it is first needed."""
        if self._shelf is None:
            from cardtable.table.lazy_archive import LazyArchive

            self._shelf = LazyArchive()
        return self._shelf

    def close(self) -> None:
        """Close the archive."""
        if self._shelf is not None:
            self._shelf.close()

    def list_in(self, lobby: Lobby) -> None:
        """Tell the lobby which games are under way."""
        from cardtable.store.paths import archive_file, may_exist

        if self._shelf is None and not may_exist(archive_file()):
            return  # nobody has ever played, so there is no need of a database
        from cardtable.store.errors import StorageError
        from cardtable.store.listing import GameList, list_games
        from cardtable.table.storage_words import explain

        listing, fault = GameList(), ""
        try:
            self.shelf.refresh()
            listing = list_games(self.shelf.archive)
        except StorageError as error:
            fault = explain(error)
        if fault != self._last_fault:
            self._tell(fault)
        self._last_fault = fault
        self._tell_notices()
        lobby.list_games([entry for entry in listing.entries if entry.outcome is None], listing.damaged)

    def table(self, session: Session) -> TableScreen:
        """Return the table of a session, which is saved from now on."""
        from cardtable.table.lazy_archive import GameSaver
        from cardtable.tui.screens.table import TableScreen

        keeper = session.journal if isinstance(session.journal, GameSaver) else self.shelf.save(session)
        self._tell_notices()
        return TableScreen(session, keeper, self._app.signs, self._app.settings.speed)

    def resume(self, number: int, *, take_over: bool = False) -> None:
        """Open the table of a saved game; if it is open elsewhere, ask what to do."""
        from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
        from cardtable.table.lazy_archive import OpenInAnotherWindow
        from cardtable.table.storage_words import explain

        try:
            session = self.shelf.resume(number, take_over=take_over)
        except OpenInAnotherWindow:
            self._ask_about_other_table(number, "This game is open at another table.")
        except (GameNotFound, StorageError, UnreadableGame) as error:
            self._tell(explain(error))
        else:
            self._app.push_screen(self.table(session))

    def _ask_about_other_table(self, number: int, what: str) -> None:
        from cardtable.tui.screens.dialogs import ChoiceDialog
        from cardtable.tui.widgets.menu import Item

        items = (
            Item("back", "Leave it alone", key="n"),
            Item("watch", "Watch what everybody may see", key="w"),
            Item("take", "Take it over: the other table is then left", key="t"),
        )

        def answered(answer: str | None) -> None:
            if answer == "take":
                self.resume(number, take_over=True)
            elif answer == "watch":
                self._watch(number)

        self._app.push_screen(ChoiceDialog(what, items), answered)

    def _watch(self, number: int) -> None:
        """Show a game that is played elsewhere, and keep up with it."""
        from cardtable.store.errors import GameNotFound, StorageError
        from cardtable.table.storage_words import explain
        from cardtable.tui.screens.watch import WatchScreen

        try:
            screen = WatchScreen(self.shelf, number, self._app.signs)
        except (GameNotFound, StorageError) as error:  # it was deleted, or the disk fails
            self._tell(explain(error))
        else:
            self._app.push_screen(screen, lambda left: self.resume(left) if left is not None else None)

    def replay(self, number: int) -> None:
        """Replay a saved game."""
        from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
        from cardtable.table.replay import Replay
        from cardtable.table.storage_words import explain

        try:
            self.show_replay(Replay(self.shelf.load(number)))
        except (GameNotFound, StorageError, UnreadableGame) as error:
            self._tell(explain(error))

    def show_replay(self, replay: Replay) -> None:
        """Open a replay."""
        from cardtable.tui.screens.replay import ReplayScreen

        self._app.push_screen(ReplayScreen(replay, self._app.signs, self._app.settings.speed))

    def play_on(self, session: Session) -> None:
        """Close the replay, and open the table of a game that starts from it in place of the table under it."""
        from cardtable.tui.screens.table import TableScreen

        self._app.pop_screen()
        if isinstance(self._app.screen, TableScreen):
            self._app.switch_screen(self.table(session))
        else:
            self._app.push_screen(self.table(session))

    def play_daily(self) -> None:
        """Open the table of the daily deal, or show how it ended."""
        from cardtable.table.lazy_archive import OpenInAnotherWindow
        from cardtable.tui.screens.daily import sit_down

        try:
            sit_down(self._app, self.shelf, lambda session: self._app.push_screen(self.table(session)))
        except OpenInAnotherWindow as error:
            self._ask_about_other_table(error.number, "The daily deal is open at another table.")

    def close_lost_table(self) -> None:
        """Close the table of a game that is played elsewhere now, and every dialog above it."""
        if (table := self.open_table) is not None:
            while self._app.screen is not table:
                self._app.pop_screen()
            self._app.pop_screen()
            self._ask_about_other_table(table.keeper.number or 0, "This game goes on at another table.")

    @property
    def open_table(self) -> TableScreen | None:
        """The table that is open, which other screens may cover."""
        from cardtable.tui.screens.table import TableScreen

        return next((screen for screen in self._app.screen_stack if isinstance(screen, TableScreen)), None)

    def _tell_notices(self) -> None:
        if self._shelf is not None:
            while self._shelf.notices:
                self._app.notify(self._shelf.notices.pop(0), timeout=20, markup=False)

    def _tell(self, what: str) -> None:
        if what:
            self._app.notify(what, markup=False)
