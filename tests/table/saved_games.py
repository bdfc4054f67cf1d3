"""Saved games for tests, in a folder of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cardtable.store.errors import StorageError, StorageFault
from cardtable.table.lazy_archive import GameSaver, LazyArchive
from cardtable.table.session import Session


def saved_games_in(folder: Path) -> LazyArchive:
    """Return the saved games in a folder, as a new process opens them."""
    return LazyArchive(folder / "archive.sqlite3")


def failing(fault: StorageFault) -> Callable[..., Any]:
    """Return a function that fails with this fault, in place of one that reads or saves something."""

    def fail(*_: object) -> None:
        raise StorageError(fault)

    return fail


def save(session: Session) -> int:
    """Save a game that no window has open, and return its number."""
    lazy_archive = LazyArchive()
    saver = lazy_archive.save(session)
    saver.release()
    lazy_archive.close()
    assert saver.number is not None
    return saver.number


def games_on_disk() -> list[tuple[int, int]]:
    """Return the number and the length of each saved game."""
    lazy_archive = LazyArchive()
    found = [(entry.id, entry.length) for entry in lazy_archive.archive.entries()]
    lazy_archive.close()
    return found


def saver_of(session: Session) -> GameSaver:
    """Return the object that saves a session."""
    assert isinstance(session.journal, GameSaver)
    return session.journal


def number_of(session: Session) -> int:
    """Return a session's number in the database."""
    number = saver_of(session).number
    assert number is not None
    return number


def contents(folder: Path) -> dict[Path, bytes]:
    """Return the content of each file in a folder and in those inside it."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
