"""Saved games to read on disks that can't be written, and the messages that players see there."""

from __future__ import annotations

import shutil
from pathlib import Path

from cardtable.engine.chance import Key
from cardtable.store.errors import StorageError, StorageFault
from cardtable.table.session import Session
from cardtable.table.storage_words import storage_sentence
from tests.table.saved_games import saved_games_in
from tests.table.sittings import STAGE, play_on, played, sit

DISK_IS_FULL = storage_sentence(StorageError(StorageFault.DISK_FULL))
CAN_BE_READ = "You can open your saved games, but nothing can be saved right now."
NOT_SAVED = "You can play on, but this game isn't being saved."


def save_two_games(folder: Path) -> tuple[Session, Session]:
    """Save an unfinished game as number 1 and a finished one as number 2."""
    saved_games = saved_games_in(folder)
    under_way, over = sit(STAGE, 1, 7), played(STAGE, 1)
    saver = saved_games.save(under_way)
    play_on(under_way, Key(1), 4)
    saver.release()
    saved_games.add_game(over)
    saved_games.close()
    return under_way, over


def leave_in_journal(folder: Path) -> Session:
    """Save a game whose last actions are only in the journal, without SQLite's index beside it."""
    living = folder.with_name("living")
    saved_games = saved_games_in(living)
    session = sit(STAGE, 1, 7)
    saved_games.save(session)
    play_on(session, Key(1), 2)
    saved_games.archive.query("PRAGMA wal_checkpoint")
    play_on(session, Key(2), 3)
    folder.mkdir()
    for name in ("archive.sqlite3", "archive.sqlite3-wal"):
        shutil.copyfile(living / name, folder / name)
    saved_games.close()
    return session
