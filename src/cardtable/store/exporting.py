"""Writing the games of a database, damaged or not, as a file each."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from cardtable.store.database_files import reading
from cardtable.store.errors import StorageError, StorageFault
from cardtable.store.found_games import ReportProgress, finds
from cardtable.store.places import make_private, write_new
from cardtable.store.salvage import SalvageResult

if TYPE_CHECKING:
    from cardtable.formats.record import Record

Opening = Callable[[Path], AbstractContextManager[sqlite3.Connection]]
"""How a file is opened to be read: `reading` or `only_reading`."""


def export_from(
    path: Path, folder: Path, opened: Opening | None = None, tell: ReportProgress | None = None
) -> SalvageResult:
    """Write every sound game, or the sound part of it, as a file of its own into the folder; none is written over.

    StorageError where the file cannot be read at all, or the folder cannot be made.
    """
    saved = SalvageResult()
    try:
        make_private(folder)
    except OSError as error:
        raise StorageError(StorageFault.CANNOT_MAKE_FOLDER, error.strerror) from None
    with (opened or reading)(path) as db:
        for find in finds(db, tell):
            try:
                if find.replayed is not None and not _written(folder, find.number, find.replayed[0]):
                    saved.known += 1
                    continue
            except OSError:
                saved.unwritten += 1
                continue
            saved.count(find)
    return saved


def _written(folder: Path, game: int, record: Record) -> bool:
    """Write the file; False where one that says the same is there."""
    from cardtable.formats.record import dumps

    text = dumps(record)
    number = 1
    while True:
        again = f"-{number}" if number > 1 else ""
        path = folder / f"{record.game.id}-game-{game}{again}.json"
        try:
            write_new(path, text)
        except FileExistsError:
            if path.is_file() and path.stat().st_size == len(text.encode()) and path.read_text("utf-8") == text:
                return False
            number += 1
        else:
            return True
