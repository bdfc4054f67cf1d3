"""Archives to try things on: a shelf in a folder, and another that stands for another program on the same folder."""

from __future__ import annotations

from pathlib import Path

from cardtable.table.session import Session
from cardtable.table.shelf import Keeper, Shelf


def shelf_in(folder: Path) -> Shelf:
    """As a program that was just started has it."""
    return Shelf(folder / "archive.sqlite3")


def keeper_of(session: Session) -> Keeper:
    """The one who stands by the session."""
    assert isinstance(session.journal, Keeper)
    return session.journal


def number_of(session: Session) -> int:
    """Of the game in the archive."""
    number = keeper_of(session).number
    assert number is not None
    return number
