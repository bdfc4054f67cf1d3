"""A game that is open in another window and watched in this one."""

from __future__ import annotations

from cardtable.engine.game import Seat
from cardtable.rooms.kit.command import Command
from cardtable.rooms.kit.goto import ToGame
from cardtable.rooms.kit.public import PublicRoom
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Leave, Response
from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.table.request_error import RequestError
from cardtable.table.storage_words import storage_sentence

POLL_SECONDS = 0.5
"""The time between two checks for new moves, in seconds."""
CLOSED = "The other window closed this game. Press Enter to play on or q to leave."


class WatchRoom(PublicRoom):
    """A game played in another window. It is shown in the public view, or as a person who plays alone sees it."""

    def __init__(self, records: Records, number: int) -> None:
        """Watch the saved game with this number. Raise RequestError if it can't be read."""
        self._saved_games, self._number = records.saved_games, number
        try:
            super().__init__(self._saved_games.load(number))
            self.is_closed = self._has_been_closed()
            """Whether the other window has closed the game, so that the player can continue it here."""
        except (GameNotFound, StorageError, UnreadableGame) as error:  # the game was deleted, or the disk failed
            raise RequestError(storage_sentence(error)) from None
        self.fault = ""
        """The reason why the game can no longer be read. It is empty if the game can be read."""
        self._version = self._saved_games.archive.data_version()
        self._face()

    def _face(self) -> None:
        self.viewer: Seat | None = (self.session.turn or 0) if self.session.has_one_player else None

    def _has_been_closed(self) -> bool:
        entry = self._saved_games.archive.entry(self._number)
        return entry.outcome is None and not self._saved_games.is_open_in_another_window(entry)

    def look_for_news(self) -> bool:
        """Return whether anything has changed: the game, whether it is open, or whether it can be read."""
        before = self._version, self.is_closed, self.fault
        try:
            version, self.is_closed = self._saved_games.archive.data_version(), self._has_been_closed()
            if (version, self.is_closed) != before[:2]:
                self._version, self.session = version, self._saved_games.load(self._number)
                self._face()
            self.fault = ""
        except (StorageError, GameNotFound, UnreadableGame) as error:
            self.fault = storage_sentence(error)
        return (self._version, self.is_closed, self.fault) != before

    @Command("play on here", keys=("enter",), label="Play on", words=("",), exists=lambda room: room.is_closed)
    def play_on(self) -> Response:
        return Leave(ToGame(self._number))

    @Command("stop watching", keys=("q",), also=("escape",), label="Leave", words=("quit", "q"))
    def leave(self) -> Response:
        return Leave()
