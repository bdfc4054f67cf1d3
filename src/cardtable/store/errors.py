"""Errors in reading and writing saved games, as data. `table/storage_words.py` turns them into sentences."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardtable.formats.strict_json import BadFile


class StorageFault(Enum):
    """A reason why saved games can't be read or written. A member's docstring says what `StorageError.detail` is."""

    DAMAGED = auto()
    GAME_DAMAGED = auto()
    NO_DATABASE = auto()
    NOT_A_FILE = auto()
    FOREIGN = auto()
    NEWER = auto()
    """The database is from a newer version. The detail is the file's schema version."""
    DAMAGED_TOO = auto()
    """The database is damaged and also can't be written to. The detail is the error that prevents writing."""
    DISK_FULL = auto()
    DISK_FAILED = auto()
    READ_ONLY = auto()
    FOLDER_READ_ONLY = auto()
    CANNOT_OPEN = auto()
    """The file can't be opened. The detail is the system's reason, or None if SQLite gave no reason."""
    CANNOT_LOCK = auto()
    """The file can't be locked. The detail is the error."""
    CANNOT_COPY = auto()
    """Copying failed. The detail is the system's reason, or None if the database isn't an ordinary file."""
    CANNOT_QUARANTINE = auto()
    """The database can't be quarantined. The detail is the system's reason."""
    CANNOT_CREATE_FOLDER = auto()
    """The folder can't be created. The detail is the system's reason."""
    IN_USE = auto()
    BUSY = auto()
    LENGTH_MISMATCH = auto()
    WRONG_TABLES = auto()
    FAULTS_FOUND = auto()
    """SQLite found faults in the file. The detail is the number of faults."""
    UNKNOWN_RULES = auto()
    OTHER = auto()


class StorageError(Exception):
    """A failure to read or write saved games. No data was changed."""

    def __init__(self, reason: StorageFault, detail: object = None, number: object = None) -> None:
        super().__init__(reason, detail, number)
        self.reason = reason
        self.detail = detail
        self.number = number
        """The game's number, or None if the error isn't about one game."""


class DamagedDatabase(StorageError):
    """An error for a saved-games database with a damaged file or damaged rows."""

    def __init__(self, reason: StorageFault = StorageFault.DAMAGED, number: object = None) -> None:
        super().__init__(reason, number=number)


class GameNotFound(LookupError):
    """An error for a number that no saved game has."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class UnreadableGame(Exception):
    """An error for a saved game that can't be opened."""

    def __init__(self, number: int, *, sound_length: int | None = None, cause: BadFile | None = None) -> None:
        super().__init__(number, sound_length, cause)
        self.number = number
        self.sound_length = sound_length
        """The number of undamaged actions before the first damaged one, or None if the number is unknown."""
        self.cause = cause
        """The reason why the game's record is unusable, or None if the record is damaged."""


class SharedGame(UnreadableGame):
    """An error for an unfinished game at a shared table. Nobody may load it whole, as each seat has its own view."""

    def __init__(self, number: int, code: str) -> None:
        super().__init__(number)
        self.code = code
        """The code of the table."""


class Behind(Exception):
    """An error for a write to a shared game whose log has changed since it was read. Nothing was written."""


class TakenOver(Exception):
    """An error for a game that another process has taken over. Nothing was written."""
