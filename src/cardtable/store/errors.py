"""What can go wrong with saved games, as data; `table/storage_words.py` has the sentences."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardtable.formats.strict_json import BadFile


class StorageFault(Enum):
    """A reason why saved games can't be read or written, with what the error's `detail` then is."""

    DAMAGED = auto()
    GAME_DAMAGED = auto()
    NO_DATABASE = auto()
    NOT_A_FILE = auto()
    FOREIGN = auto()
    NEWER = auto()
    """Detail: the version."""
    DAMAGED_TOO = auto()
    """Detail: the error because of which it can't be written either."""
    DISK_FULL = auto()
    DISK_FAILED = auto()
    READ_ONLY = auto()
    FOLDER_READ_ONLY = auto()
    CANNOT_OPEN = auto()
    """Detail: the operating system's reason; None where SQLite gave none."""
    CANNOT_LOCK = auto()
    """Detail: the error."""
    CANNOT_COPY = auto()
    """Detail: the operating system's reason; None where it is not an ordinary file."""
    CANNOT_SET_ASIDE = auto()
    """Detail: the operating system's reason."""
    CANNOT_MAKE_FOLDER = auto()
    """Detail: the operating system's reason."""
    OPEN_ELSEWHERE = auto()
    BUSY = auto()
    MISCOUNTED = auto()
    STRANGE_TABLES = auto()
    FAULTS_FOUND = auto()
    """Detail: how many."""
    UNKNOWN_RULES = auto()
    OTHER = auto()


class StorageError(Exception):
    """The saved games can't be read or written, and nothing was changed."""

    def __init__(self, reason: StorageFault, detail: object = None, number: object = None) -> None:
        super().__init__(reason, detail, number)
        self.reason = reason
        self.detail = detail
        self.number = number
        """The game's number, where it is about one game."""


class DamagedDatabase(StorageError):
    """The file is no longer a sound database."""

    def __init__(self, reason: StorageFault = StorageFault.DAMAGED, number: object = None) -> None:
        super().__init__(reason, number=number)


class GameNotFound(LookupError):
    """There is no game of that number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class UnreadableGame(Exception):
    """A saved game that can't be opened."""

    def __init__(self, number: int, *, sound: int | None = None, cause: BadFile | None = None) -> None:
        super().__init__(number, sound, cause)
        self.number = number
        self.sound = sound
        """The number of sound actions before the first damaged one; None if none can be counted."""
        self.cause = cause
        """The fault of its record; None if the record is damaged."""


class TakenOver(Exception):
    """The game is in other hands now; nothing was written."""
