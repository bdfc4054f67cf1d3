"""The list of all saved games, including damaged games."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from cardtable.formats.text import safe_text
from cardtable.store.errors import DamagedDatabase, GameNotFound
from cardtable.store.rows import ENTRIES, GameEntry, parse_entry


@dataclass(frozen=True, slots=True)
class DamagedGame:
    """A saved game whose row in the database can't be read."""

    id: int
    kind: str
    """The id of the game's rules, or an empty string if the id is unreadable."""


@dataclass(frozen=True, slots=True)
class GameList:
    """All saved games."""

    entries: list[GameEntry] = field(default_factory=list)
    """The readable games. The most recently played game comes first."""
    damaged: list[DamagedGame] = field(default_factory=list)
    """The unreadable games, in the order of their numbers."""


class ListableDatabase(Protocol):
    """The part of a saved-games database that `list_games` needs."""

    def query(self, sql: str, *values: object) -> list[Any]:
        """Return the rows that a query finds."""

    def numbers(self) -> list[int]:
        """Return the numbers of all games."""

    def entry(self, number: int) -> GameEntry:
        """Return a game's entry. Raise DamagedDatabase if its row is invalid, or GameNotFound if it doesn't exist."""


def list_games(archive: ListableDatabase) -> GameList:
    """List every game. Raise StorageError if even the numbers of the games are unreadable."""
    try:
        return _listing(archive.query(ENTRIES + "ORDER BY id"))
    except DamagedDatabase:
        return _one_by_one(archive)


def _listing(rows: list[Any]) -> GameList:
    found = GameList()
    for row in rows:
        try:
            found.entries.append(parse_entry(row))
        except DamagedDatabase:
            found.damaged.append(DamagedGame(row[0], safe_text(row[1], 40)))
    found.entries.sort(key=_last_played, reverse=True)
    return found


def _one_by_one(archive: ListableDatabase) -> GameList:
    """Read the games one at a time. A badly damaged row makes any query for all the games fail."""
    found = GameList()
    for number in archive.numbers():
        try:
            found.entries.append(archive.entry(number))
        except DamagedDatabase:
            found.damaged.append(DamagedGame(number, ""))
        except GameNotFound:  # deleted a moment ago, or a number that no game has
            found.damaged.extend([] if number >= 0 else [DamagedGame(number, "")])
    found.entries.sort(key=_last_played, reverse=True)
    return found


def _last_played(entry: GameEntry) -> tuple[datetime, int]:
    return entry.touched, entry.id
