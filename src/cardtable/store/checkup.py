"""What is wrong with the places where things are kept, and with the archive; to look changes nothing.

Of a game only its number is told, and how much of it is sound: never a card or a deal.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from shutil import rmtree

from cardtable.store.database import NOT_OF_SQLITE
from cardtable.store.database_files import COPIES, only_reading
from cardtable.store.errors import DamagedDatabase, StorageError, StorageFault
from cardtable.store.found_games import FoundGame, ReportProgress, finds
from cardtable.store.places import archive_file, data_folder, log_folder
from cardtable.store.privacy import FOR_OTHERS, close_to_others, is_own
from cardtable.store.process_lock import FOLDER, alive, left_behind
from cardtable.store.quarantine import PARTS, set_aside_already
from cardtable.store.schema import SCHEMA_VERSION, is_as_made, version_of
from cardtable.store.settings import settings_file

OURS = ("archive", "settings.json", "sittings", "log", ".settings.json.", COPIES)
"""How the names of what is ours begin; a folder that holds something else is not closed to others unasked."""

MOST_FAULTS = 20
"""Faults that SQLite is asked for."""
MOST_EXAMPLES = 5
"""Damaged games that are told of one by one."""


class LocationFault(Enum):
    """What may be wrong with a place."""

    MISSING = auto()
    """And it can't be made."""
    NO_FOLDER = auto()
    NO_FILE = auto()
    NOT_WRITABLE = auto()
    NOT_PRIVATE = auto()


class ContentKind(Enum):
    """What is kept somewhere."""

    DATA = auto()
    SETTINGS = auto()
    ARCHIVE = auto()
    PART = auto()
    """A file that SQLite keeps beside the archive."""
    LOCKS = auto()
    LOGS = auto()
    SET_ASIDE = auto()


@dataclass(frozen=True, slots=True)
class StorageLocation:
    """Somewhere that things are kept, or would be."""

    what: ContentKind
    path: Path
    is_folder: bool
    mode: int | None
    """Kind and permissions; None where nothing is there."""
    is_writable: bool

    @property
    def fault(self) -> LocationFault | None:
        """What is wrong with it; None where nothing is."""
        if self.mode is None:
            return None if self.is_writable else LocationFault.MISSING
        if not (stat.S_ISDIR if self.is_folder else stat.S_ISREG)(self.mode):
            return LocationFault.NO_FOLDER if self.is_folder else LocationFault.NO_FILE
        if not self.is_writable:
            return LocationFault.NOT_WRITABLE
        return None if self.is_private else LocationFault.NOT_PRIVATE

    @property
    def is_private(self) -> bool:
        """Whether nobody else may read it, as far as the system tells that by permissions."""
        return os.name != "posix" or self.mode is None or not self.mode & FOR_OTHERS


@dataclass(frozen=True, slots=True)
class ArchiveCheck:
    """What was found of an archive."""

    is_there: bool
    version: int = 0
    games: int = 0
    fault: StorageError | None = None
    """What is wrong with the file; None where it is sound."""
    damaged: int = 0
    """Games that are not whole, though the file may be."""
    examples: tuple[FoundGame, ...] = ()
    """The first few of those."""
    is_ours: bool = True
    """Whether it is an archive that this version can read, or was one."""


def places() -> list[StorageLocation]:
    """All of them, the archive with what SQLite keeps beside it."""
    data, archive = data_folder(), archive_file()
    found = [
        look(ContentKind.DATA, data, is_folder=True),
        look(ContentKind.SETTINGS, settings_file()),
        look(ContentKind.ARCHIVE, archive),
        *(
            look(ContentKind.PART, Path(f"{archive}{part}"))
            for part in PARTS
            if part and _exists(Path(f"{archive}{part}"))
        ),
        look(ContentKind.LOCKS, data / FOLDER, is_folder=True),
        look(ContentKind.LOGS, log_folder(), is_folder=True),
    ]
    for path in set_aside_already(archive):
        found += [
            look(ContentKind.SET_ASIDE, Path(f"{path}{part}")) for part in PARTS if _exists(Path(f"{path}{part}"))
        ]
    return found


def look(what: ContentKind, path: Path, *, is_folder: bool = False) -> StorageLocation:
    """What stands there."""
    mode: int | None = None
    for ask in (path.lstat, path.stat):  # a link that leads nowhere is there all the same
        with suppress(OSError):
            mode = ask().st_mode
    return StorageLocation(what, path, is_folder, mode, _writable(path))


def _writable(path: Path) -> bool:
    """Whether it can be written, or be made in the nearest folder above that is there."""
    try:
        for each in (path, *path.parents):
            if each.exists():
                enter = os.X_OK if each.is_dir() else 0
                return os.access(each, os.W_OK | enter) and (each == path or bool(enter))
    except OSError:  # nobody can say what is there, and then nothing can be written there either
        pass
    return False


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # the folder cannot be entered
        return False


def check(path: Path, tell: ReportProgress | None = None) -> ArchiveCheck:
    """Look through an archive, every game of it too; nothing is changed, not even brought up to date."""
    place = look(ContentKind.ARCHIVE, path)
    if place.mode is None:
        return ArchiveCheck(is_there=False)
    if not stat.S_ISREG(place.mode):
        return ArchiveCheck(is_there=True, fault=StorageError(StorageFault.NOT_A_FILE), is_ours=False)
    try:
        with only_reading(path) as db:
            return _checked(db, tell)
    except StorageError as error:
        is_ours = error.reason not in (StorageFault.FOREIGN, StorageFault.NEWER) and os.access(path, os.R_OK)
        return ArchiveCheck(is_there=True, fault=error, is_ours=is_ours)
    except (sqlite3.Error, *NOT_OF_SQLITE):
        return ArchiveCheck(is_there=True, fault=DamagedDatabase())


def _checked(db: sqlite3.Connection, tell: ReportProgress | None) -> ArchiveCheck:
    version, fault = version_of(db), None
    if 0 < version < SCHEMA_VERSION:
        return ArchiveCheck(is_there=True, version=version, games=sum(1 for _ in finds(db, tell)))
    if version == 0:  # an empty file: it will be made into an archive
        return ArchiveCheck(is_there=True)
    if not is_as_made(db):
        fault = StorageError(StorageFault.STRANGE_TABLES)
    elif found := [row[0] for row in db.execute(f"PRAGMA integrity_check({MOST_FAULTS})") if row[0] != "ok"]:
        fault = StorageError(StorageFault.FAULTS_FOUND, len(found))
    games = damaged = 0
    examples: list[FoundGame] = []
    for find in finds(db, tell):
        games += 1
        if not find.is_whole:
            damaged += 1
            examples += [find] if damaged <= MOST_EXAMPLES else []
    return ArchiveCheck(True, version, games, fault, damaged, tuple(examples))


def open_tables() -> int:
    """How many cardtables are open on the archive."""
    try:
        return len(alive(data_folder()))
    except OSError:
        return 0


def stale_locks() -> list[Path]:
    """What programs that were ended by force have left behind."""
    try:
        return left_behind(data_folder())
    except OSError:
        return []


def remove_stale_copies() -> int:
    """Remove what was copied out of a damaged archive by a program that was ended before it was done; how many."""
    if open_tables():
        return 0
    try:
        found = data_folder().glob(f"{COPIES}*")
        copies = [path for path in found if path.is_dir() and not path.is_symlink() and is_own(path)]
    except OSError:
        return 0
    for path in copies:
        rmtree(path, ignore_errors=True)
    return len(copies)


def remove_stale_locks() -> int:
    """Remove them; how many there were."""
    removed = 0
    for path in stale_locks():
        with suppress(OSError):
            path.unlink()
            removed += 1
    return removed


def make_private_again() -> Iterator[tuple[StorageLocation, OSError | None]]:
    """Close what is ours to others; yield each place where that was done, or why it failed."""
    for place in places():
        if place.mode is None or place.is_private or (place.is_folder and not _is_ours(place.path)):
            continue
        try:
            close_to_others(place.path)
            yield place, None
        except OSError as error:
            yield place, error


def _is_ours(folder: Path) -> bool:
    """Whether nothing of anybody else's is in the folder, so that nobody else needs to enter it."""
    try:
        return folder.is_dir() and (
            folder.name in (FOLDER, "log") or all(path.name.startswith(OURS) for path in folder.iterdir())
        )
    except OSError:
        return False
