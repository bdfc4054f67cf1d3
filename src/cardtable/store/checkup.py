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
from pathlib import Path
from shutil import rmtree

from cardtable.store.archive import NOT_OF_SQLITE
from cardtable.store.database_files import COPIES, only_reading
from cardtable.store.finds import Find, Tell, finds
from cardtable.store.places import archive_file, data_folder, log_folder
from cardtable.store.privacy import FOR_OTHERS, close_to_others, is_own
from cardtable.store.rescue import PARTS, set_aside_already
from cardtable.store.rows import Unusable
from cardtable.store.schema import SCHEMA_VERSION, Foreign, is_as_made, version_of
from cardtable.store.settings import settings_file
from cardtable.store.sitting import FOLDER, alive, left_behind

OURS = ("archive", "settings.json", "sittings", "log", ".settings.json.", COPIES)
"""How the names of what is ours begin; a folder that holds something else is not closed to others unasked."""

MOST_EXAMPLES = 5
"""Damaged games that are told of one by one."""


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere that things are kept, or would be."""

    title: str
    path: Path
    is_folder: bool
    mode: int | None
    """Kind and permissions; None where nothing is there."""
    is_writable: bool

    @property
    def fault(self) -> str:
        """What is wrong with it; empty where nothing is."""
        if self.mode is None:
            return "" if self.is_writable else "it is not there, and cannot be made"
        if not (stat.S_ISDIR if self.is_folder else stat.S_ISREG)(self.mode):
            return f"it is no {'folder' if self.is_folder else 'ordinary file'}"
        if not self.is_writable:
            return "it cannot be written"
        return "" if self.is_private else "others may read it"

    @property
    def is_private(self) -> bool:
        """Whether nobody else may read it, as far as the system tells that by permissions."""
        return os.name != "posix" or self.mode is None or not self.mode & FOR_OTHERS


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found of an archive."""

    is_there: bool
    version: int = 0
    games: int = 0
    faults: tuple[str, ...] = ()
    """Sentences; empty where the file is sound."""
    damaged: int = 0
    """Games that are not whole, though the file may be."""
    examples: tuple[Find, ...] = ()
    """The first few of those."""
    is_ours: bool = True
    """Whether it is an archive that this version can read, or was one."""


def places() -> list[Place]:
    """All of them, the archive with what SQLite keeps beside it."""
    data, archive = data_folder(), archive_file()
    found = [
        look("Data folder", data, is_folder=True),
        look("Settings", settings_file()),
        look("Archive", archive),
        *(
            look("Part of the archive", Path(f"{archive}{part}"))
            for part in PARTS
            if part and _exists(Path(f"{archive}{part}"))
        ),
        look("Folder of locks", data / FOLDER, is_folder=True),
        look("Folder of logs", log_folder(), is_folder=True),
    ]
    for path in set_aside_already(archive):
        found += [look("Set aside", Path(f"{path}{part}")) for part in PARTS if _exists(Path(f"{path}{part}"))]
    return found


def look(title: str, path: Path, *, is_folder: bool = False) -> Place:
    """What stands there."""
    mode: int | None = None
    for ask in (path.lstat, path.stat):  # a link that leads nowhere is there all the same
        with suppress(OSError):
            mode = ask().st_mode
    return Place(title, path, is_folder, mode, _writable(path))


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


def check(path: Path, tell: Tell | None = None) -> Checked:
    """Look through an archive, every game of it too; nothing is changed, not even brought up to date."""
    place = look("Archive", path)
    if place.mode is None:
        return Checked(is_there=False)
    if not stat.S_ISREG(place.mode):
        return Checked(is_there=True, faults=("It is no ordinary file.",), is_ours=False)
    try:
        with only_reading(path) as db:
            return _checked(db, tell)
    except Foreign as error:
        return Checked(is_there=True, faults=(str(error),), is_ours=False)
    except Unusable as error:
        return Checked(is_there=True, faults=(str(error),), is_ours=_may_be_read(path))
    except (sqlite3.Error, *NOT_OF_SQLITE):
        return Checked(is_there=True, faults=("It is damaged.",))


def _checked(db: sqlite3.Connection, tell: Tell | None) -> Checked:
    version, faults = version_of(db), list[str]()
    if 0 < version < SCHEMA_VERSION:
        return Checked(is_there=True, version=version, games=sum(1 for _ in finds(db, tell)))
    if version == 0:  # an empty file: it will be made into an archive
        return Checked(is_there=True)
    if not is_as_made(db):
        faults = ["Its tables are not those that were made."]
    elif found := [row[0] for row in db.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]:
        faults = [f"SQLite finds {len(found)}{' or more' if len(found) == 20 else ''} faults in it."]
    games = damaged = 0
    examples: list[Find] = []
    for find in finds(db, tell):
        games += 1
        if not find.is_whole:
            damaged += 1
            examples += [find] if damaged <= MOST_EXAMPLES else []
    return Checked(True, version, games, tuple(faults), damaged, tuple(examples))


def _may_be_read(path: Path) -> bool:
    return os.access(path, os.R_OK)


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


def make_private_again() -> Iterator[str]:
    """Close what is ours to others; a sentence for each place where that was done, or failed."""
    for place in places():
        if place.mode is None or place.is_private or (place.is_folder and not _is_ours(place.path)):
            continue
        try:
            close_to_others(place.path)
            yield f"{place.title}: closed to others."
        except OSError as error:
            yield f"{place.title}: it cannot be closed to others ({error.strerror})."


def _is_ours(folder: Path) -> bool:
    """Whether nothing of anybody else's is in the folder, so that nobody else needs to enter it."""
    try:
        return folder.is_dir() and (
            folder.name in (FOLDER, "log") or all(path.name.startswith(OURS) for path in folder.iterdir())
        )
    except OSError:
        return False
