"""Write each game of a database, damaged or not, to a file of its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from cardtable.store.database_files import open_copy
from cardtable.store.errors import StorageError, StorageFault
from cardtable.store.found_games import ReportProgress, find_games
from cardtable.store.paths import make_private, write_new
from cardtable.store.salvage import SalvageResult

if TYPE_CHECKING:
    from cardtable.formats.record import Record

DatabaseOpener = Callable[[Path], AbstractContextManager[sqlite3.Connection]]
"""`open_copy` or `open_read_only`."""


def export_games(
    path: Path, folder: Path, open_database: DatabaseOpener = open_copy, report: ReportProgress | None = None
) -> SalvageResult:
    """Write the undamaged part of each game to its own file in the folder, without overwriting any file.

    Raise StorageError if the database can't be read at all, or the folder can't be created.
    """
    saved = SalvageResult()
    try:
        make_private(folder)
    except OSError as error:
        raise StorageError(StorageFault.CANNOT_CREATE_FOLDER, error.strerror) from None
    with open_database(path) as db:
        for game in find_games(db, report):
            try:
                if game.replayed is not None and not _write_game(folder, game.number, game.replayed[0]):
                    saved.already_there += 1
                    continue
            except OSError:
                saved.unwritten += 1
                continue
            saved.add(game)
    return saved


def _write_game(folder: Path, game: int, record: Record) -> bool:
    """Write the game's file; return False if a file with the same contents is already there."""
    from cardtable.formats.record import dumps

    text = dumps(record)
    number = 1
    while True:
        suffix = f"-{number}" if number > 1 else ""
        path = folder / f"{record.game.id}-game-{game}{suffix}.json"
        try:
            write_new(path, text)
        except FileExistsError:
            if path.is_file() and path.stat().st_size == len(text.encode()) and path.read_text("utf-8") == text:
                return False
            number += 1
        else:
            return True
