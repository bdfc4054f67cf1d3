"""The screen for watching a game that is open in another window."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from cardtable.store.errors import GameNotFound, StorageError, StorageFault, UnreadableGame
from cardtable.table.storage_words import storage_sentence
from cardtable.tui.board_screen import BoardScreen
from cardtable.tui.screens.log import LogScreen
from cardtable.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from cardtable.table.lazy_archive import LazyArchive
    from cardtable.table.session import Session
    from cardtable.tui.faces import CardSet

POLL_SECONDS = 0.5
"""The time between two checks for new moves."""
WATCHING = "You're watching. Press q to leave."
CLOSED = "The other window closed this game. Press Enter to play on or q to leave."


class WatchScreen(BoardScreen[int | None]):
    """A game being played in another window, in the public view or, if one person plays alone, in that person's view.

    The screen returns the game's number if the other window has closed the game and the watcher wants to play on.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play_on", "Play on"),
        Binding("l", "log", "Log", id="log"),
        Binding("r", "rules", "Rules", id="rules"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q,escape", "dismiss", "Leave", key_display="q"),
    ]

    def __init__(self, lazy_archive: LazyArchive, number: int, signs: CardSet) -> None:
        entry = lazy_archive.archive.entry(number)
        from cardtable.games import GAMES

        if entry.kind not in GAMES:
            raise StorageError(StorageFault.UNKNOWN_RULES, number=number)
        super().__init__(entry.kind, signs)
        self._lazy_archive = lazy_archive
        self._number = number
        self._counter, self._is_closed = -1, False
        self.board.can_focus = False  # so that its keys do nothing

    def compose(self) -> ComposeResult:
        yield self.board
        yield KeyBar()

    def on_mount(self) -> None:
        self._poll()
        self.set_interval(POLL_SECONDS, self._poll)

    def action_log(self) -> None:
        """Open the log of this view."""
        if (seen := self.board.seen) is not None:
            self.app.push_screen(LogScreen(f"{seen.game.title}: log", seen, opens_replay=False))

    def _poll(self) -> None:
        """Update the table if the game has changed or the other window has closed it."""
        try:
            counter, is_closed = self._lazy_archive.archive.data_version(), self._has_been_closed()
            if (counter, is_closed) != (self._counter, self._is_closed):
                self._counter, self._is_closed = counter, is_closed
                self._show(self._lazy_archive.load(self._number))
                self.refresh_bindings()
        except (StorageError, GameNotFound, UnreadableGame) as error:
            self.board.prompt = WATCHING
            self.board.say(storage_sentence(error))

    def _has_been_closed(self) -> bool:
        """Return whether the game is unfinished and not open in any window."""
        entry = self._lazy_archive.archive.entry(self._number)
        return entry.outcome is None and not self._lazy_archive.is_open_in_another_window(entry)

    def _show(self, session: Session) -> None:
        viewer = (session.turn or 0) if session.has_one_player else None
        self.board.show(session.look(viewer), prompt=CLOSED if self._is_closed else WATCHING)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works now."""
        return action != "play_on" or self._is_closed

    def action_play_on(self) -> None:
        """Continue the game here."""
        self.dismiss(self._number)
