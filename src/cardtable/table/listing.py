"""Every game of the archive, the damaged ones too: a game is never left out without a word."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cardtable.table.archive import ENTRIES, Archive, Damaged, Entry, NoSuchGame, entry_of, is_damaged
from cardtable.table.text import safe_text

MOST_NAMED = 5
"""Damaged games that one sentence names."""


@dataclass(frozen=True, slots=True)
class DamagedGame:
    """A game of which the archive can't say how it stands."""

    id: int
    kind: str
    """The id of its rules, where that can be read; else empty."""


@dataclass(frozen=True, slots=True)
class Listing:
    """All games of an archive."""

    entries: list[Entry] = field(default_factory=list)
    """Those that can be read, the one that was played last first."""
    damaged: list[DamagedGame] = field(default_factory=list)
    """The others, by their numbers."""


def list_games(archive: Archive) -> Listing:
    """List every game; Unusable where not even their numbers can be read."""
    try:
        return _listing(archive.query(ENTRIES + "ORDER BY touched DESC, id DESC"))
    except Damaged:
        return _one_by_one(archive)


def _listing(rows: list[Any]) -> Listing:
    found = Listing()
    for row in rows:
        try:
            found.entries.append(entry_of(row))
        except Damaged:
            found.damaged.append(DamagedGame(row[0], safe_text(row[1], 40)))
    found.damaged.sort(key=lambda game: game.id)
    return found


def _one_by_one(archive: Archive) -> Listing:
    """Likewise, where one row is so damaged that all of them can't be read at once."""
    found = Listing()
    for number in archive.numbers():
        try:
            found.entries.append(archive.entry(number))
        except Damaged:
            found.damaged.append(DamagedGame(number, ""))
        except NoSuchGame:  # it was thrown away just now, or its number is none
            found.damaged.extend([] if number >= 0 else [DamagedGame(number, "")])
    found.entries.sort(key=lambda entry: (entry.touched, entry.id), reverse=True)
    return found


def damage_sentence(damaged: list[DamagedGame]) -> str:
    """Name the damaged games, the first few of many, and say what helps; empty where there are none."""
    if len(damaged) <= 1:
        return "".join(is_damaged(game.id) for game in damaged)
    *most, last = (str(game.id) for game in damaged[:MOST_NAMED])
    if len(damaged) > MOST_NAMED:
        last = f"{len(damaged) - MOST_NAMED + 1:,} more"
    return f"Games {', '.join(most)} and {last} are damaged. `cardtable doctor --mend` recovers what it can."
