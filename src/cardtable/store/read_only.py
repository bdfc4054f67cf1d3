"""Saved games where nothing can be written, because the disk is full or the folder is read-only: they can be read."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

from cardtable.store.archive import Archive
from cardtable.store.database_files import reading_with_journal
from cardtable.store.errors import DamagedDatabase, StorageError, StorageFault
from cardtable.store.schema import bring_up_to_date, version_of

ROOM = 65_536
"""Bytes; SQLite needs half of it beside the archive before it reads the first game."""
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_READ_ONLY = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})


def why_not_writable(folder: Path) -> StorageFault | None:
    """Return why no file can be written in the folder, after trying to; None if one can, or for another reason."""
    try:
        with TemporaryFile(dir=folder, buffering=0) as file:
            while file.tell() < ROOM:  # a disk that is nearly full takes a part of it first
                file.write(bytes(ROOM))
    except OSError as error:
        if error.errno in _FULL:
            return StorageFault.DISK_FULL
        if error.errno in _READ_ONLY:
            return StorageFault.FOLDER_READ_ONLY
    return None


class ReadOnlyArchive(Archive):
    """A copy in memory of an archive that can't be written.

    A copy, because SQLite needs a promise that a file without its index never changes, and this one may be written
    again before the program ends.  Every write tries to open the file itself first, so saving starts again as soon as
    that works.
    """

    def __init__(self, path: Path) -> None:
        self.is_complete = True
        """Whether nothing may be missing that was saved last."""
        self.is_copy = True
        super().__init__(path)

    def _connect(self) -> sqlite3.Connection:
        copy = sqlite3.connect(":memory:", isolation_level=None)
        try:
            with reading_with_journal(self.path) as (db, self.is_complete):
                version_of(db)  # first, so that no other program's database is copied
                db.backup(copy)
            bring_up_to_date(copy, None)
        except BaseException:
            copy.close()
            raise
        return copy

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Write to the file if it can be written by now; StorageError says why it can't."""
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
            self._db, self.is_copy = real._db, False  # noqa: SLF001  an archive too
        with super().transaction() as db:
            yield db
