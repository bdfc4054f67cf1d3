"""The connection to the saved-games database: opened, checked, written in transactions, its errors told apart.

A transaction is on the disk when it returns (WAL, synchronous FULL).  The file holds hidden cards in clear, so nobody
else may read the folder.
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
from cardtable.store.places import archive_file, make_private
from cardtable.store.privacy import close_database
from cardtable.store.schema import bring_up_to_date, is_as_made, version_of

PATIENCE = 2.0
"""Seconds to wait for another process that writes."""
A_MOMENT = 0.002
"""Seconds between two looks whether it is done."""
LONGEST_TEXT = 4_000_000
"""Bytes of one value; a board of one's own is up to a million."""
NOT_OF_SQLITE = (UnicodeError, MemoryError, OverflowError)
"""What Python raises over a damaged database: SQLite quotes bytes that are no text, or takes a length at its word."""
AS_TEXT = partial(str, encoding="utf-8", errors="replace")
"""How texts are read: one that is damaged spoils its own row alone."""


class Database:
    """An open database.  Every method raises StorageError, with nothing changed, where the disk or the file fails."""

    is_copy = False
    """Whether it is a copy in memory, as the file can't be written."""

    def __init__(self, path: Path | None = None) -> None:
        """Open it, or make it; Damaged where something else stands in the file, which is then left as it is."""
        self.path = archive_file() if path is None else path
        with _as_unusable():
            self._db = self._connect()
        self._db.text_factory = AS_TEXT
        self._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_TEXT)
        try:
            with _as_unusable():
                self._prepare()
        except BaseException:
            self._db.close()
            raise

    def _connect(self) -> sqlite3.Connection:
        make_private(self.path.parent)
        self._make_file()
        return sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)

    def _make_file(self) -> None:
        if not self.path.exists():
            self.path.touch(0o600)
        elif not self.path.is_file():
            raise StorageError(StorageFault.NOT_A_FILE)
        close_database(self.path)

    def _prepare(self) -> None:
        version_of(self._db)  # first: the next lines would change a database that is not ours
        for setting in ("foreign_keys = ON", "trusted_schema = OFF", "journal_mode = WAL", "synchronous = FULL"):
            self._patiently(f"PRAGMA {setting}")
        bring_up_to_date(self._db, self.path)
        # Before anything is asked of the tables: a view in the place of one could keep us busy for ever.
        if not is_as_made(self._db):
            raise DamagedDatabase
        (found,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise _finding(str(found))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        with suppress(sqlite3.Error):
            self._db.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All that is written inside is written, or nothing; inside of another it is a part of that."""
        if self._db.in_transaction:
            yield self._db
            return
        with _as_unusable():
            self._patiently("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # where the disk is full, SQLite has rolled back already
                    self._db.execute("ROLLBACK")
                raise

    def _patiently(self, statement: str) -> None:
        """Do what nobody else may be writing for, as soon as nobody does.

        SQLite's own waiting asks ever more seldom, so that among several who write without a pause one may never have
        luck; and for a change of the journal it does not wait at all.
        """
        end = monotonic() + PATIENCE
        self._db.execute("PRAGMA busy_timeout = 0")
        try:
            while True:
                try:
                    self._db.execute(statement)
                    return
                except sqlite3.OperationalError as error:
                    if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > end:
                        raise
                sleep(A_MOMENT)
        finally:
            self._db.execute(f"PRAGMA busy_timeout = {PATIENCE * 1_000:.0f}")

    def query(self, sql: str, *values: Any) -> list[Any]:
        """The rows that answer."""
        with _as_unusable():
            return self._db.execute(sql, values).fetchall()

    def counter(self) -> int:
        """A number that changes when another process has written."""
        return int(self.query("PRAGMA data_version")[0][0])

    def faults(self) -> list[str]:
        """What SQLite finds wrong with the file, after reading all of it; empty where it is sound."""
        found = [row[0] for row in self.query("PRAGMA integrity_check(20)")]
        return [] if found == ["ok"] else found


@contextmanager
def _as_unusable() -> Iterator[None]:
    """Raise what goes wrong with the disk or the database as StorageError."""
    try:
        yield
    except sqlite3.Error as error:
        raise _fault(error) from None
    except NOT_OF_SQLITE:
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


def _fault(error: sqlite3.Error) -> StorageError:
    return _fault_of(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT))


def _finding(found: str) -> StorageError:
    """What a check has found: damage, or that the disk could not be read, which it tells in the same way."""
    if "failed to get page" in found:
        return _fault_of(sqlite3.SQLITE_IOERR)
    code = re.search(r"error code=(\d+)", found)
    return _fault_of(int(code[1]) if code else sqlite3.SQLITE_CORRUPT)


def _fault_of(code: int) -> StorageError:
    if code & 0xFF in _FAULTS:
        return StorageError(_FAULTS[code & 0xFF])
    if code & 0xFF in _DAMAGE:
        return DamagedDatabase()
    return StorageError(StorageFault.OTHER)
