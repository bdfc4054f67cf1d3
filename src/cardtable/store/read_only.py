"""Reading saved games when no file can be written, because the disk is full or the folder is read-only."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

from cardtable.store.archive import Archive
from cardtable.store.database_files import open_with_journal
from cardtable.store.errors import DamagedDatabase, StorageError, StorageFault
from cardtable.store.schema import schema_version, upgrade

FREE_BYTES_NEEDED = 65_536
"""Twice the free space that SQLite needs, beside the database, before it can read a game."""
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_READ_ONLY = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})


def why_not_writable(folder: Path) -> StorageFault | None:
    """Try to write a file. Return the fault if the disk is full or the folder is read-only, and None otherwise."""
    try:
        with TemporaryFile(dir=folder, buffering=0) as file:
            while file.tell() < FREE_BYTES_NEEDED:  # a disk that is nearly full accepts only some of it
                file.write(bytes(FREE_BYTES_NEEDED))
    except OSError as error:
        if error.errno in _FULL:
            return StorageFault.DISK_FULL
        if error.errno in _READ_ONLY:
            return StorageFault.FOLDER_READ_ONLY
    return None


class ReadOnlyArchive(Archive):
    """An in-memory copy of a database that isn't writable.

    A copy is needed because SQLite can read a file without its `-shm` file only if the file never changes. This file
    may become writable again before the program ends. Every write first tries to open the file itself, so saving
    resumes as soon as the file is writable.
    """

    def __init__(self, path: Path) -> None:
        self.is_complete = True
        """Whether the copy is complete. If it isn't, the last moves may be missing."""
        self.is_copy = True
        super().__init__(path)

    def _connect(self) -> sqlite3.Connection:
        copy = sqlite3.connect(":memory:", isolation_level=None)
        try:
            with open_with_journal(self.path) as (db, self.is_complete):
                schema_version(db)  # first, so that another program's database isn't copied
                db.backup(copy)
            upgrade(copy, None)
        except BaseException:
            copy.close()
            raise
        return copy

    @contextmanager
    def transaction(self, wait: float | None = None) -> Iterator[sqlite3.Connection]:
        """Write to the file itself if it has become writable. Otherwise, raise StorageError with the reason."""
        if self.is_copy:
            try:
                real = Archive(self.path)
            except DamagedDatabase:
                raise
            except StorageError:
                if reason := why_not_writable(self.path.parent):
                    raise StorageError(reason) from None
                raise
            self._db.close()
            self._db, self.is_copy = real._db, False  # noqa: SLF001  the same class
        with super().transaction() as db:
            yield db
