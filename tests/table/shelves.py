"""Archives to try things on: a shelf in a folder, and another that stands for another program on the same folder."""

from __future__ import annotations

from pathlib import Path

from cardtable.table.lazy_archive import GameSaver, LazyArchive
from cardtable.table.session import Session


def shelf_in(folder: Path) -> LazyArchive:
    """As a program that was just started has it."""
    return LazyArchive(folder / "archive.sqlite3")


def keeper_of(session: Session) -> GameSaver:
    """The one who stands by the session."""
    assert isinstance(session.journal, GameSaver)
    return session.journal


def number_of(session: Session) -> int:
    """Of the game in the archive."""
    number = keeper_of(session).number
    assert number is not None
    return number
