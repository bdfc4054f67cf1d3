"""Opening a database only to read it, whatever can be written beside it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from urllib.parse import quote

from cardtable.store.database import AS_TEXT, LONGEST_TEXT, NOT_OF_SQLITE
from cardtable.store.errors import DamagedDatabase, StorageError, StorageFault

COPIES = ".rescue-"
"""How the names of folders begin in which copies are read."""
MEMORY = Path("/dev/shm")  # noqa: S108  the copy gets a private folder of its own there
"""A folder in memory, where the system has one: it has room when every disk is full."""


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a copy, because SQLite would repair the file itself; raise StorageError if it can't be copied."""
    with ExitStack() as stack:
        db = stack.enter_context(closing(sqlite3.connect(_copy(path, stack), isolation_level=None)))
        _prepare(db)
        yield db


def _copy(path: Path, stack: ExitStack) -> Path:
    """Copy the file with its journal to the first folder that has room; the stack removes the copy."""
    if not path.is_file():  # a device might never come to an end
        raise StorageError(StorageFault.CANNOT_COPY)
    faults: list[OSError] = []
    for folder in _folders(path):
        try:
            with ExitStack() as attempt:
                name = TemporaryDirectory(prefix=COPIES, dir=folder, ignore_cleanup_errors=True)
                copy = Path(attempt.enter_context(name), "copy.sqlite3")
                for part in ("", "-wal"):
                    if not part or Path(f"{path}{part}").is_file():
                        shutil.copyfile(f"{path}{part}", f"{copy}{part}")
                stack.enter_context(attempt.pop_all())
                return copy
        except OSError as error:
            faults.append(error)
    raise StorageError(StorageFault.CANNOT_COPY, faults[0].strerror)


def _folders(path: Path) -> list[Path]:
    """Return where a copy may go, the best place first."""
    folders = [path.parent]
    with suppress(OSError):  # no folder for temporary files can be written
        folders.append(Path(gettempdir()))
    return [*folders, MEMORY] if MEMORY.is_dir() else folders


@contextmanager
def only_reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the archive itself, which another program may be writing to; Damaged if it can't be opened."""
    with reading_with_journal(path) as (db, _):
        yield db


@contextmanager
def reading_with_journal(path: Path) -> Iterator[tuple[sqlite3.Connection, bool]]:
    """Open the archive as `only_reading` does, and say whether what stands in its journal is read too."""
    with ExitStack() as stack:
        yield _open_somehow(path, stack)


def _open_somehow(path: Path, stack: ExitStack) -> tuple[sqlite3.Connection, bool]:
    journal = _size(Path(f"{path}-wal"))
    if journal is not None:
        with suppress(sqlite3.Error, *NOT_OF_SQLITE):
            return stack.enter_context(closing(_open(path, "ro"))), True
    if journal:  # SQLite can't make the index that it needs beside this journal, but it can beside a copy
        with suppress(StorageError, sqlite3.Error, *NOT_OF_SQLITE):
            copy = stack.enter_context(reading(path))
            _try(copy)
            return copy, True
    # Without a journal nobody is writing, and nothing need be put beside the file, which may not be allowed anyway.
    with suppress(sqlite3.Error, *NOT_OF_SQLITE):
        return stack.enter_context(closing(_open(path, "ro&immutable=1"))), not journal
    raise DamagedDatabase(StorageFault.NO_DATABASE)


def _size(path: Path) -> int | None:
    """Return the size of a file in bytes; None if it isn't there."""
    with suppress(OSError):
        return path.stat().st_size
    return None


def _open(path: Path, mode: str) -> sqlite3.Connection:
    db = sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode={mode}", uri=True, timeout=2, isolation_level=None)
    try:
        _prepare(db)
        _try(db)
    except BaseException:
        db.close()
        raise
    return db


def _try(db: sqlite3.Connection) -> None:
    db.execute("SELECT count(*) FROM sqlite_schema").fetchone()


def _prepare(db: sqlite3.Connection) -> None:
    """Let no answer be too large, and no text be refused because a byte of it is wrong."""
    db.text_factory = AS_TEXT
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_TEXT)
    db.execute("PRAGMA trusted_schema = OFF")
