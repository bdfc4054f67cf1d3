"""A check of the data folder and the saved-games database. The check changes nothing.

The results identify damaged games only by number and by the length of their undamaged part. The results never contain a
card or a deal.
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

from cardtable.store.database import DAMAGE_ERRORS
from cardtable.store.database_files import COPY_PREFIX, open_read_only
from cardtable.store.errors import DamagedDatabase, StorageError, StorageFault
from cardtable.store.found_games import FoundGame, ReportProgress, find_games
from cardtable.store.known_programs import programs_file
from cardtable.store.paths import archive_file, data_folder, log_folder
from cardtable.store.privacy import DATABASE_SUFFIXES, FOR_OTHERS, close_to_others, is_own
from cardtable.store.process_lock import FOLDER, abandoned_locks, running_processes
from cardtable.store.quarantine import quarantined_databases
from cardtable.store.schema import SCHEMA_VERSION, has_expected_schema, schema_version
from cardtable.store.settings import settings_file

OWN_PREFIXES = (
    *("archive", "settings.json", ".settings.json.", "programs.json", ".programs.json.", "sittings", "log"),
    COPY_PREFIX,
)
"""The prefixes of our files' names. A folder that contains any other file isn't made private."""

MAX_FAULTS = 20
"""The number of faults after which SQLite stops its check."""
MAX_EXAMPLES = 5
"""The maximum number of damaged games to list individually."""


class LocationFault(Enum):
    """A problem with a file or folder."""

    MISSING = auto()
    """The file or folder is missing and can't be created."""
    NOT_A_FOLDER = auto()
    NOT_A_FILE = auto()
    NOT_WRITABLE = auto()
    NOT_PRIVATE = auto()


class ContentKind(Enum):
    """The kind of content in a file or folder."""

    DATA = auto()
    SETTINGS = auto()
    PROGRAMS = auto()
    """The list of programs that the player has allowed."""
    ARCHIVE = auto()
    PART = auto()
    """A file that SQLite creates beside the database."""
    LOCKS = auto()
    LOGS = auto()
    QUARANTINED = auto()


@dataclass(frozen=True, slots=True)
class StorageLocation:
    """One of our files or folders, which might not exist."""

    kind: ContentKind
    path: Path
    is_folder: bool
    mode: int | None
    """The type and permissions, or None if the file or folder doesn't exist."""
    is_writable: bool

    @property
    def fault(self) -> LocationFault | None:
        """The problem with the file or folder, or None if there is no problem."""
        if self.mode is None:
            return None if self.is_writable else LocationFault.MISSING
        if not (stat.S_ISDIR if self.is_folder else stat.S_ISREG)(self.mode):
            return LocationFault.NOT_A_FOLDER if self.is_folder else LocationFault.NOT_A_FILE
        if not self.is_writable:
            return LocationFault.NOT_WRITABLE
        return None if self.is_private else LocationFault.NOT_PRIVATE

    @property
    def is_private(self) -> bool:
        """Whether the permissions exclude other users. The value is always True on systems without such permissions."""
        return os.name != "posix" or self.mode is None or not self.mode & FOR_OTHERS


@dataclass(frozen=True, slots=True)
class ArchiveCheck:
    """The result of checking a saved-games database."""

    exists: bool
    version: int = 0
    games: int = 0
    fault: StorageError | None = None
    """What is wrong with the file, or None if it is undamaged."""
    damaged: int = 0
    """The number of damaged games. There may be some even if the file itself is undamaged."""
    examples: tuple[FoundGame, ...] = ()
    """The first few damaged games."""
    is_ours: bool = True
    """Whether this version can read the database, or could have read it before it was damaged."""


def locations() -> list[StorageLocation]:
    """Return all our files and folders, including the files that SQLite creates beside the database."""
    data, archive = data_folder(), archive_file()
    found = [
        inspect(ContentKind.DATA, data, is_folder=True),
        inspect(ContentKind.SETTINGS, settings_file()),
        *([inspect(ContentKind.PROGRAMS, programs_file())] if _exists(programs_file()) else []),
        inspect(ContentKind.ARCHIVE, archive),
        *(
            inspect(ContentKind.PART, Path(f"{archive}{part}"))
            for part in DATABASE_SUFFIXES
            if part and _exists(Path(f"{archive}{part}"))
        ),
        inspect(ContentKind.LOCKS, data / FOLDER, is_folder=True),
        inspect(ContentKind.LOGS, log_folder(), is_folder=True),
    ]
    for path in quarantined_databases(archive):
        found += [
            inspect(ContentKind.QUARANTINED, Path(f"{path}{part}"))
            for part in DATABASE_SUFFIXES
            if _exists(Path(f"{path}{part}"))
        ]
    return found


def inspect(kind: ContentKind, path: Path, *, is_folder: bool = False) -> StorageLocation:
    """Return what can be found out about the file or folder at this path."""
    mode: int | None = None
    for get_status in (path.lstat, path.stat):  # a dangling link exists too
        with suppress(OSError):
            mode = get_status().st_mode
    return StorageLocation(kind, path, is_folder, mode, _is_writable(path))


def _is_writable(path: Path) -> bool:
    """Return whether the path is writable or can be created in its nearest existing parent folder."""
    try:
        for each in (path, *path.parents):
            if each.exists():
                enter = os.X_OK if each.is_dir() else 0
                return os.access(each, os.W_OK | enter) and (each == path or bool(enter))
    except OSError:  # a folder that can't be looked into can't be written to either
        pass
    return False


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # the folder can't be entered
        return False


def check_archive(path: Path, report: ReportProgress | None = None) -> ArchiveCheck:
    """Check a database and every game in it without changing anything. An older database isn't upgraded either."""
    location = inspect(ContentKind.ARCHIVE, path)
    if location.mode is None:
        return ArchiveCheck(exists=False)
    if not stat.S_ISREG(location.mode):
        return ArchiveCheck(exists=True, fault=StorageError(StorageFault.NOT_A_FILE), is_ours=False)
    try:
        with open_read_only(path) as db:
            return _check(db, report)
    except StorageError as error:
        is_ours = error.reason not in (StorageFault.FOREIGN, StorageFault.NEWER) and os.access(path, os.R_OK)
        return ArchiveCheck(exists=True, fault=error, is_ours=is_ours)
    except (sqlite3.Error, *DAMAGE_ERRORS):
        return ArchiveCheck(exists=True, fault=DamagedDatabase())


def _check(db: sqlite3.Connection, report: ReportProgress | None) -> ArchiveCheck:
    version, fault = schema_version(db), None
    if 0 < version < SCHEMA_VERSION:
        return ArchiveCheck(exists=True, version=version, games=sum(1 for _ in find_games(db, report)))
    if version == 0:  # an empty file, which will become a database
        return ArchiveCheck(exists=True)
    if not has_expected_schema(db):
        fault = StorageError(StorageFault.WRONG_TABLES)
    elif found := [row[0] for row in db.execute(f"PRAGMA integrity_check({MAX_FAULTS})") if row[0] != "ok"]:
        fault = StorageError(StorageFault.FAULTS_FOUND, len(found))
    games = damaged = 0
    examples: list[FoundGame] = []
    for game in find_games(db, report):
        games += 1
        if not game.is_whole:
            damaged += 1
            examples += [game] if damaged <= MAX_EXAMPLES else []
    return ArchiveCheck(True, version, games, fault, damaged, tuple(examples))


def count_open_windows() -> int:
    """Return the number of Cardtable processes that have the database open."""
    try:
        return len(running_processes(data_folder()))
    except OSError:
        return 0


def stale_locks() -> list[Path]:
    """Return the lock files of processes that were killed."""
    try:
        return abandoned_locks(data_folder())
    except OSError:
        return []


def remove_stale_copies() -> int:
    """Remove the copies of damaged databases that killed processes have left. Return the number of copies removed."""
    if count_open_windows():
        return 0
    try:
        found = data_folder().glob(f"{COPY_PREFIX}*")
        copies = [path for path in found if path.is_dir() and not path.is_symlink() and is_own(path)]
    except OSError:
        return 0
    for path in copies:
        rmtree(path, ignore_errors=True)
    return len(copies)


def remove_stale_locks() -> int:
    """Remove the lock files of killed processes. Return the number of files removed."""
    removed = 0
    for path in stale_locks():
        with suppress(OSError):
            path.unlink()
            removed += 1
    return removed


def make_all_private() -> Iterator[tuple[StorageLocation, OSError | None]]:
    """Make our files and folders private. Yield each one that wasn't private, with any error (None on success)."""
    for location in locations():
        if (
            location.mode is None
            or location.is_private
            or (location.is_folder and not _has_only_our_files(location.path))
        ):
            continue
        try:
            close_to_others(location.path)
            yield location, None
        except OSError as error:
            yield location, error


def _has_only_our_files(folder: Path) -> bool:
    """Return whether the folder contains only our files, so that no other user needs access."""
    try:
        return folder.is_dir() and (
            folder.name in (FOLDER, "log") or all(path.name.startswith(OWN_PREFIXES) for path in folder.iterdir())
        )
    except OSError:
        return False
