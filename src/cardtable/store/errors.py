"""Errors in reading and writing saved games, as data; `table/storage_words.py` puts them into words."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardtable.formats.strict_json import BadFile


class StorageFault(Enum):
    """A reason why saved games can't be read or written, with a note on any use of `StorageError.detail`."""

    DAMAGED = auto()
    GAME_DAMAGED = auto()
    NO_DATABASE = auto()
    NOT_A_FILE = auto()
    FOREIGN = auto()
    NEWER = auto()
    """The detail is the file's schema version."""
    DAMAGED_TOO = auto()
    """The detail is the other error, which prevents writing."""
    DISK_FULL = auto()
    DISK_FAILED = auto()
    READ_ONLY = auto()
    FOLDER_READ_ONLY = auto()
    CANNOT_OPEN = auto()
    """The detail is the operating system's reason, or None if SQLite gave none."""
    CANNOT_LOCK = auto()
    """The detail is the error."""
    CANNOT_COPY = auto()
    """The detail is the operating system's reason, or None if the database isn't an ordinary file."""
    CANNOT_QUARANTINE = auto()
    """The detail is the operating system's reason."""
    CANNOT_CREATE_FOLDER = auto()
    """The detail is the operating system's reason."""
    IN_USE = auto()
    BUSY = auto()
    LENGTH_MISMATCH = auto()
    WRONG_TABLES = auto()
    FAULTS_FOUND = auto()
    """The detail is the number of faults."""
    UNKNOWN_RULES = auto()
    OTHER = auto()


class StorageError(Exception):
    """A failure to read or write saved games; nothing was changed."""

    def __init__(self, reason: StorageFault, detail: object = None, number: object = None) -> None:
        super().__init__(reason, detail, number)
        self.reason = reason
        self.detail = detail
        self.number = number
        """The game's number, if the error is about one game."""


class DamagedDatabase(StorageError):
    """A saved-games database whose file or rows are damaged."""

    def __init__(self, reason: StorageFault = StorageFault.DAMAGED, number: object = None) -> None:
        super().__init__(reason, number=number)


class GameNotFound(LookupError):
    """A number that no saved game has."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class UnreadableGame(Exception):
    """A saved game that can't be opened."""

    def __init__(self, number: int, *, sound_length: int | None = None, cause: BadFile | None = None) -> None:
        super().__init__(number, sound_length, cause)
        self.number = number
        self.sound_length = sound_length
        """The number of sound actions before the first damaged one, or None if none can be counted."""
        self.cause = cause
        """The reason why the game's record can't be used, or None if the record is damaged."""


class TakenOver(Exception):
    """A game that another process holds now; nothing was written."""
