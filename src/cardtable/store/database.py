"""The connection to the saved-games database: opening, checking, transactions and errors.

When a transaction ends, its changes are on the disk (WAL, synchronous FULL). The file contains hidden cards in plain
text, so no other user may read the folder.
"""

from __future__ import annotations

import errno
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self

from cardtable.store.errors import DamagedDatabase, StorageError, StorageFault
from cardtable.store.paths import archive_file, make_private
from cardtable.store.privacy import close_database
from cardtable.store.schema import has_expected_schema, schema_version, upgrade

BUSY_TIMEOUT_SECONDS = 2.0
"""The maximum time, in seconds, to wait for another process to finish writing."""
MOVE_TIMEOUT_SECONDS = 0.5
"""The same for a move at a shared table: the screen stands still meanwhile, and the player can simply try again."""
BUSY_POLL_SECONDS = 0.002
MAX_VALUE_BYTES = 4_000_000
"""The maximum size of one value in the database. A custom board takes up to a million bytes."""
DAMAGE_ERRORS = (UnicodeError, MemoryError, OverflowError)
"""The errors that Python raises for a damaged database, for example because of invalid bytes or huge lengths."""
TEXT_FACTORY = partial(str, encoding="utf-8", errors="replace")
"""A decoder that never fails, so that damaged text affects only its own row."""


class Database:
    """An open database. If the disk or the file fails, methods raise StorageError and change nothing."""

    is_copy = False
    """Whether this is an in-memory copy. A copy is used if the file isn't writable."""

    def __init__(self, path: Path | None = None) -> None:
        """Open or create the database. Raise StorageError and don't change the file if it is damaged or isn't ours."""
        self.path = archive_file() if path is None else path
        with _storage_errors():
            self._db = self._connect()
        self._db.text_factory = TEXT_FACTORY
        self._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
        try:
            with _storage_errors():
                self._prepare()
        except BaseException:
            self._db.close()
            raise

    def _connect(self) -> sqlite3.Connection:
        make_private(self.path.parent)
        self._create_file()
        return sqlite3.connect(self.path, timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None)

    def _create_file(self) -> None:
        if not self.path.exists():
            self.path.touch(0o600)
        elif not self.path.is_file():
            raise StorageError(StorageFault.NOT_A_FILE)
        close_database(self.path)

    def _prepare(self) -> None:
        schema_version(self._db)  # first, as the next lines would change another program's database
        for setting in ("foreign_keys = ON", "trusted_schema = OFF", "journal_mode = WAL", "synchronous = FULL"):
            self._execute_when_free(f"PRAGMA {setting}")
        upgrade(self._db, self.path)
        # This check comes before any query, because reading a view in place of a table might never finish.
        if not has_expected_schema(self._db):
            raise DamagedDatabase
        (found,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise _error_from_check(str(found))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with suppress(sqlite3.Error):
            self._db.close()

    @contextmanager
    def transaction(self, wait: float | None = None) -> Iterator[sqlite3.Connection]:
        """Write all the changes made in the block, or none of them. A nested transaction is part of the outer one.

        `wait` is the maximum time, in seconds, to wait for another process to finish writing.
        """
        if self._db.in_transaction:
            yield self._db
            return
        with _storage_errors():
            self._execute_when_free("BEGIN IMMEDIATE", wait)
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # on a full disk SQLite has already rolled back
                    self._db.execute("ROLLBACK")
                raise

    def _execute_when_free(self, statement: str, wait: float | None = None) -> None:
        """Execute a statement as soon as no other process is writing.

        SQLite's own busy handler polls at growing intervals, so a process may starve if other processes keep writing.
        When SQLite changes the journal mode, it doesn't wait at all.
        """
        end = monotonic() + (BUSY_TIMEOUT_SECONDS if wait is None else wait)
        self._db.execute("PRAGMA busy_timeout = 0")
        try:
            while True:
                try:
                    self._db.execute(statement)
                    return
                except sqlite3.OperationalError as error:
                    if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > end:
                        raise
                sleep(BUSY_POLL_SECONDS)
        finally:
            self._db.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_SECONDS * 1_000:.0f}")

    def query(self, sql: str, *values: Any) -> list[Any]:
        """Return the rows that a query finds."""
        with _storage_errors():
            return self._db.execute(sql, values).fetchall()

    def data_version(self) -> int:
        """Return a number that changes each time another process writes to the file."""
        return int(self.query("PRAGMA data_version")[0][0])

    def faults(self) -> list[str]:
        """Return the faults that SQLite finds when it reads the whole file."""
        found = [row[0] for row in self.query("PRAGMA integrity_check(20)")]
        return [] if found == ["ok"] else found


@contextmanager
def _storage_errors() -> Iterator[None]:
    """Convert disk and database errors to StorageError."""
    try:
        yield
    except sqlite3.Error as error:
        raise _error_from(error) from None
    except DAMAGE_ERRORS:
        raise DamagedDatabase from None
    except OSError as error:
        is_full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise (
            StorageError(StorageFault.DISK_FULL) if is_full else StorageError(StorageFault.CANNOT_OPEN, error.strerror)
        ) from None


_FAULTS = {
    sqlite3.SQLITE_FULL: StorageFault.DISK_FULL,
    sqlite3.SQLITE_READONLY: StorageFault.READ_ONLY,
    sqlite3.SQLITE_PERM: StorageFault.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: StorageFault.CANNOT_OPEN,
    sqlite3.SQLITE_IOERR: StorageFault.DISK_FAILED,
    sqlite3.SQLITE_BUSY: StorageFault.BUSY,
    sqlite3.SQLITE_LOCKED: StorageFault.BUSY,
}
_DAMAGE = (
    *(sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH),
    *(sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_FORMAT),
)


def _error_from(error: sqlite3.Error) -> StorageError:
    return _error_of_code(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT))


def _error_from_check(finding: str) -> StorageError:
    """Return the error for a line of SQLite's quick_check, which reports both unreadable disks and damage."""
    if "failed to get page" in finding:
        return _error_of_code(sqlite3.SQLITE_IOERR)
    code = re.search(r"error code=(\d+)", finding)
    return _error_of_code(int(code[1]) if code else sqlite3.SQLITE_CORRUPT)


def _error_of_code(code: int) -> StorageError:
    if code & 0xFF in _FAULTS:
        return StorageError(_FAULTS[code & 0xFF])
    if code & 0xFF in _DAMAGE:
        return DamagedDatabase()
    return StorageError(StorageFault.OTHER)
