"""Read-only access to a database, even if its folder isn't writable."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from urllib.parse import quote

from cardtable.store.database import DAMAGE_ERRORS, MAX_VALUE_BYTES, TEXT_FACTORY
from cardtable.store.errors import DamagedDatabase, StorageError, StorageFault

COPY_PREFIX = ".rescue-"
"""The prefix of the names of folders that contain a copy."""
SHARED_MEMORY = Path("/dev/shm")  # noqa: S108  the copy gets a private folder there
"""A folder that some systems keep in memory. It has room even if every disk is full."""


@contextmanager
def open_copy(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a copy, so that SQLite doesn't repair the original. Raise StorageError if the original can't be copied."""
    with ExitStack() as stack:
        db = stack.enter_context(closing(sqlite3.connect(_copy(path, stack), isolation_level=None)))
        _prepare(db)
        yield db


def _copy(path: Path, stack: ExitStack) -> Path:
    """Copy the file and its journal to the first folder with enough room. The exit stack removes the copy."""
    if not path.is_file():  # reading a device might never end
        raise StorageError(StorageFault.CANNOT_COPY)
    faults: list[OSError] = []
    for folder in _folders(path):
        try:
            with ExitStack() as attempt:
                name = TemporaryDirectory(prefix=COPY_PREFIX, dir=folder, ignore_cleanup_errors=True)
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
    """Return the possible folders for a copy, best first."""
    folders = [path.parent]
    with suppress(OSError):  # no folder for temporary files is writable
        folders.append(Path(gettempdir()))
    return [*folders, SHARED_MEMORY] if SHARED_MEMORY.is_dir() else folders


@contextmanager
def open_read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database for reading, even while other processes write to it. Raise DamagedDatabase if this fails."""
    with open_with_journal(path) as (db, _):
        yield db


@contextmanager
def open_with_journal(path: Path) -> Iterator[tuple[sqlite3.Connection, bool]]:
    """Open a database as `open_read_only` does, and also yield whether SQLite reads its journal."""
    with ExitStack() as stack:
        yield _open_readable(path, stack)


def _open_readable(path: Path, stack: ExitStack) -> tuple[sqlite3.Connection, bool]:
    journal = _size(Path(f"{path}-wal"))
    if journal is not None:
        with suppress(sqlite3.Error, *DAMAGE_ERRORS):
            return stack.enter_context(closing(_open(path, "ro"))), True
    if journal:  # SQLite needs an index beside this journal, which it can create only beside a copy
        with suppress(StorageError, sqlite3.Error, *DAMAGE_ERRORS):
            copy = stack.enter_context(open_copy(path))
            _probe(copy)
            return copy, True
    # Without a journal, no process is writing, and SQLite can open the file without creating other files beside it.
    with suppress(sqlite3.Error, *DAMAGE_ERRORS):
        return stack.enter_context(closing(_open(path, "ro&immutable=1"))), not journal
    raise DamagedDatabase(StorageFault.NO_DATABASE)


def _size(path: Path) -> int | None:
    """Return the file's size in bytes, or None if the file is missing."""
    with suppress(OSError):
        return path.stat().st_size
    return None


def _open(path: Path, mode: str) -> sqlite3.Connection:
    db = sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode={mode}", uri=True, timeout=2, isolation_level=None)
    try:
        _prepare(db)
        _probe(db)
    except BaseException:
        db.close()
        raise
    return db


def _probe(db: sqlite3.Connection) -> None:
    db.execute("SELECT count(*) FROM sqlite_schema").fetchone()


def _prepare(db: sqlite3.Connection) -> None:
    """Limit the size of values and accept text that isn't valid UTF-8."""
    db.text_factory = TEXT_FACTORY
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
    db.execute("PRAGMA trusted_schema = OFF")
