"""Saved games in the app: listing, resuming, watching, replaying and taking over.

The lobby is shown before anything else is imported, so each method imports what it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtable.games import GAMES
from cardtable.tui.screens.lobby import Lobby, LobbyFigures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardtable.store.rows import GameEntry
    from cardtable.table.lazy_archive import LazyArchive
    from cardtable.table.lobby_words import SavedScores
    from cardtable.table.replay import Replay
    from cardtable.table.session import Session
    from cardtable.tui.app_screen import AppScreen
    from cardtable.tui.screens.table import TableScreen
    from cardtable.tui.styled_app import StyledApp


class SavedGamesScreens:
    """The app's saved games, and the screens that show them."""

    def __init__(self, app: StyledApp, lazy_archive: LazyArchive | None) -> None:
        self._app = app
        self._lazy_archive = lazy_archive
        self._last_fault = ""
        """The last reason why the saved games couldn't be read, stored so that players see it only once."""
        self._last_table: TableScreen | None = None
        """The most recently opened table; None once the lobby has said that its game is saved."""
        self._scores: SavedScores | None = None

    @property
    def lazy_archive(self) -> LazyArchive:
        """The archive of saved games, which opens on first use."""
        if self._lazy_archive is None:
            from cardtable.table.lazy_archive import LazyArchive

            self._lazy_archive = LazyArchive()
        return self._lazy_archive

    def close(self) -> None:
        """Close the archive."""
        if self._lazy_archive is not None:
            self._lazy_archive.close()

    def list_in(self, lobby: Lobby) -> None:
        """List the games in progress in the lobby, unless a table covers it."""
        if self._last_table in self._app.screen_stack:
            return
        from cardtable.rooms.lobby import read_offers

        offers = read_offers(self.lazy_archive)
        if offers.fault != self._last_fault:
            self._notify(offers.fault)
        self._last_fault = offers.fault
        self._show_notices()
        lobby.show_offers(offers, left=self._left(offers.in_progress))
        if offers.entries:
            lobby.call_after_refresh(self._show_figures, lobby, offers.entries)

    def _left(self, in_progress: list[GameEntry]) -> GameEntry | None:
        """Return the game whose table has just been closed, if it is saved; the next time, return None."""
        if self.open_table is not None:
            return None
        table, self._last_table = self._last_table, None
        if table is None or table.saver.fault:
            return None
        return next((entry for entry in in_progress if entry.id == table.saver.number), None)

    def _show_figures(self, lobby: Lobby, entries: Sequence[GameEntry]) -> None:
        """Show the player's records and the scores in the lobby, which is already on the screen by then."""
        from cardtable.table.daily import daily_history, today
        from cardtable.table.lobby_words import SavedScores, daily_text, record_text

        if self._scores is None:
            self._scores = SavedScores(self.lazy_archive)
        records = {info.id: record_text(entries, info) for info in GAMES.infos()}
        scores = {entry.id: self._scores.of(entry) for entry in lobby.shown_games}
        lobby.show_figures(LobbyFigures(records, daily_text(daily_history(entries, today())), scores))

    def table(self, session: Session) -> TableScreen:
        """Return a table screen for a session, and save the session from now on."""
        from cardtable.table.lazy_archive import GameSaver
        from cardtable.tui.screens.table import TableScreen

        saver = session.journal if isinstance(session.journal, GameSaver) else self.lazy_archive.save(session)
        self._show_notices()
        self._last_table = TableScreen(session, saver, self._app.signs, self._app.settings.speed)
        return self._last_table

    def resume(self, number: int, *, take_over: bool = False) -> None:
        """Open the table of a saved game; if the game is open in another window, ask what to do."""
        from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
        from cardtable.table.lazy_archive import OpenInAnotherWindow
        from cardtable.table.storage_words import storage_sentence

        try:
            session = self.lazy_archive.resume(number, take_over=take_over)
        except OpenInAnotherWindow:
            self._ask_about_other_window(number, "This game is open in another window.")
        except (GameNotFound, StorageError, UnreadableGame) as error:
            self._notify(storage_sentence(error))
        else:
            self._app.push_screen(self.table(session))

    def _ask_about_other_window(self, number: int, what: str) -> None:
        from cardtable.tui.screens.dialogs import ChoiceDialog
        from cardtable.tui.widgets.menu import Item

        items = (
            Item("back", "Back", key="n"),
            Item("watch", "Watch what everyone can see", key="w"),
            Item("take", "Take over from the other window", key="t"),
        )

        def answered(answer: str | None) -> None:
            if answer == "take":
                self.resume(number, take_over=True)
            elif answer == "watch":
                self._watch(number)

        self._app.push_screen(ChoiceDialog(what, items), answered)

    def _watch(self, number: int) -> None:
        """Watch a game that is open in another window."""
        from cardtable.store.errors import GameNotFound, StorageError
        from cardtable.table.storage_words import storage_sentence
        from cardtable.tui.screens.watch import WatchScreen

        try:
            screen = WatchScreen(self.lazy_archive, number, self._app.signs)
        except (GameNotFound, StorageError) as error:  # the game was deleted, or the disk failed
            self._notify(storage_sentence(error))
        else:
            self._app.push_screen(screen, lambda closed: self.resume(closed) if closed is not None else None)

    def replay(self, number: int) -> None:
        """Replay a saved game."""
        from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
        from cardtable.table.replay import Replay
        from cardtable.table.storage_words import storage_sentence

        try:
            self.show_replay(Replay(self.lazy_archive.load(number)), number)
        except (GameNotFound, StorageError, UnreadableGame) as error:
            self._notify(storage_sentence(error))

    def show_replay(self, replay: Replay, number: int | None = None) -> None:
        """Open the replay of a game, with its number if it is saved, or go back to it if it led to the review."""
        from cardtable.tui.screens.replay import ReplayScreen

        screen = ReplayScreen(replay, self._app.signs, self._app.settings.speed, number)
        if self._is_below(ReplayScreen):  # and its review is on the screen
            self._app.pop_screen()
            self._app.switch_screen(screen)
        else:
            self._app.push_screen(screen)

    def review(self, number: int) -> None:
        """Review a saved game."""
        from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
        from cardtable.table.storage_words import storage_sentence

        try:
            self.show_review(self.lazy_archive.load(number), number)
        except (GameNotFound, StorageError, UnreadableGame) as error:
            self._notify(storage_sentence(error))

    def show_review(self, session: Session, number: int | None) -> None:
        """Open the review of a game, with its number if it is saved; or tell the player why there can't be one.

        From the replay that a review has led to, go back to that review.
        """
        from cardtable.practice.decisions import NotReviewable
        from cardtable.tui.screens.review import ReviewScreen

        if self._is_below(ReviewScreen):
            self._app.pop_screen()
            return
        try:
            screen = ReviewScreen(session, number, self.lazy_archive, self._app.signs, self._app.settings.speed)
        except NotReviewable as error:
            self._notify(str(error))
        else:
            self._app.push_screen(screen)

    def _is_below(self, kind: type[AppScreen[None]]) -> bool:
        """Return whether a screen of this kind is right below the one on the screen."""
        return isinstance(self._app.screen_stack[-2], kind)

    def what_if(self, session: Session, at: int) -> None:
        """Open a line from after the first `at` moves of a game, in place of another line if that is on the screen."""
        from cardtable.tui.screens.what_if import WhatIfScreen

        app = self._app
        screen = WhatIfScreen(session, at, self.lazy_archive, app.signs, app.settings.speed)
        (app.switch_screen if isinstance(app.screen, WhatIfScreen) else app.push_screen)(screen)

    def play_on(self, session: Session) -> None:
        """Close the replay and open the table of a game that starts from it, replacing any table underneath."""
        from cardtable.tui.screens.dialogs import Dialog
        from cardtable.tui.screens.review import ReviewScreen

        if (table := self.open_table) is None:
            self._app.pop_screen()
            while isinstance(self._app.screen, Dialog | ReviewScreen):  # a dialog has the result of a daily deal
                self._app.pop_screen()
            self._app.push_screen(self.table(session))
        else:
            while self._app.screen is not table:
                self._app.pop_screen()
            self._app.switch_screen(self.table(session))

    def play_daily(self) -> None:
        """Open the table for the daily deal or, if it is finished, show its result."""
        from cardtable.table.lazy_archive import OpenInAnotherWindow
        from cardtable.tui.screens.daily import open_daily_deal

        try:
            open_daily_deal(self._app, self.lazy_archive, lambda session: self._app.push_screen(self.table(session)))
        except OpenInAnotherWindow as error:
            self._ask_about_other_window(error.number, "The daily deal is open in another window.")

    def close_lost_table(self) -> None:
        """Close the table of a game that another window has taken over, and every screen above it."""
        if (table := self.open_table) is not None:
            while self._app.screen is not table:
                self._app.pop_screen()
            self._app.pop_screen()
            self._ask_about_other_window(table.saver.number or 0, "Another window has taken this game over.")

    @property
    def open_table(self) -> TableScreen | None:
        """The open table of a saved game, which other screens may cover, or None if no table is open."""
        if self._last_table is None:
            return None
        from cardtable.tui.screens.table import TableScreen

        tables = (screen for screen in self._app.screen_stack if isinstance(screen, TableScreen))
        return next((table for table in tables if table.saves), None)

    def _show_notices(self) -> None:
        if self._lazy_archive is not None:
            while self._lazy_archive.notices:
                self._app.notify(self._lazy_archive.notices.pop(0), timeout=20, markup=False)

    def _notify(self, text: str) -> None:
        if text:
            self._app.notify(text, markup=False)
