"""Saving what is sound in a damaged database, game by game; each is played again before it is believed."""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardtable.store.archive import Archive, head_of
from cardtable.store.database import NOT_OF_SQLITE
from cardtable.store.database_files import reading
from cardtable.store.errors import StorageError
from cardtable.store.found_games import FoundGame, ReportProgress, finds, rows_of
from cardtable.store.quarantine import set_aside
from cardtable.store.rows import ACTIONS, is_whole, sound_actions

if TYPE_CHECKING:
    from cardtable.formats.record import Record

AT_ONCE = 200
"""Games that are saved in one transaction."""


class PartialGame(NamedTuple):
    """A game that was saved only up to a damaged action."""

    number: int
    sound: int
    """How many actions were saved."""
    said: int
    """How many it had."""


@dataclass(slots=True)
class SalvageResult:
    """The numbers of games that were saved, and of those that weren't."""

    whole: int = 0
    parts: list[PartialGame] = field(default_factory=list)
    """The games that were saved in part."""
    lost: int = 0
    known: int = 0
    """Games that were there already."""
    unwritten: int = 0
    """Sound games that could not be written down."""

    def count(self, find: FoundGame) -> None:
        """Add a game that was saved, or found to be lost."""
        if find.replayed is None:
            self.lost += 1
        elif find.sound < find.said:
            self.parts.append(PartialGame(find.number, find.sound, find.said))
        else:
            self.whole += 1


@dataclass(frozen=True, slots=True)
class Recovery:
    """The fate of a damaged database."""

    kept: Path
    """Where it is now."""
    saved: SalvageResult | None
    """The games that were saved; None if it couldn't be read."""


def begin_anew(path: Path, mine: str = "", tell: ReportProgress | None = None) -> tuple[Archive, Recovery]:
    """Set the damaged database aside, begin a new one and save in it what is sound."""
    kept = set_aside(path, mine)
    archive = Archive(path)
    try:
        return archive, Recovery(kept, save_into(archive, kept, tell))
    except (StorageError, sqlite3.Error, OSError, *NOT_OF_SQLITE):
        return archive, Recovery(kept, None)


def save_into(archive: Archive, path: Path, tell: ReportProgress | None = None) -> SalvageResult:
    """Put every sound game, or the sound part of it, into the archive, and what was learned; nothing twice.

    StorageError where the file cannot be read at all, or the archive cannot be written.
    """
    saved, there = SalvageResult(), _ExistingGames(archive)
    taken = set(archive.numbers())
    with reading(path) as db:
        for some in _batches(finds(db, tell)):
            with archive.transaction():
                for find in some:
                    _save(archive, find, there, taken, saved)
        with archive.transaction():
            _save_progress(archive, db)
    return saved


def _batches(found: Iterator[FoundGame]) -> Iterator[list[FoundGame]]:
    """Yield AT_ONCE games at a time, replayed already: an open transaction keeps other programs waiting."""
    while some := list(islice(found, AT_ONCE)):
        for find in some:
            _ = find.replayed
        yield some


def _save(archive: Archive, find: FoundGame, there: _ExistingGames, taken: set[int], saved: SalvageResult) -> None:
    if find.replayed is not None:
        record, standing = find.replayed
        if there.holds(record):
            saved.known += 1
            return
        number = find.number if is_whole(find.number) and find.number not in taken else None
        taken.add(archive.take_in(record, standing, find.holder, find.daily, number=number, times=find.times))
    saved.count(find)


class _ExistingGames:
    """The games that a database had before, to tell which ones are saved already."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._games: dict[str, list[tuple[int, str]]] = {}
        """The number and the head of each readable game, by the head as it would be written today."""
        self._actions: dict[str, list[str]] = {}
        """The actions of those games, a line each, sorted."""
        readable = {entry.id for entry in archive.entries()}
        for number, head in archive.query("SELECT id, head FROM game"):
            if number in readable:
                self._games.setdefault(_head_today(str(head)), []).append((number, str(head)))

    def holds(self, record: Record) -> bool:
        """Return whether one of them began like this game and went at least as far."""
        if not self._games:
            return False
        lines, candidates = _lines(record.actions), self._of(head_of(record))
        first = bisect_left(candidates, lines)  # any that start with these lines come first from here
        return first < len(candidates) and candidates[first].startswith(lines)

    def _of(self, head: str) -> list[str]:
        if head not in self._actions:
            found = ((then, self._archive.query(ACTIONS, number)) for number, then in self._games.get(head, ()))
            self._actions[head] = sorted(_lines(sound_actions(then, rows)) for then, rows in found)
        return self._actions[head]


def _head_today(head: str) -> str:
    """Return the head as this version writes it."""
    from cardtable.formats.document import VERSIONS
    from cardtable.formats.record import loads
    from cardtable.formats.strict_json import BadFile

    if f'"version": {VERSIONS["record"]},' in head:
        return head
    try:
        return head_of(loads(head))
    except BadFile:
        return head


def _lines(actions: Iterable[str]) -> str:
    return "".join(f"{said}\n" for said in actions)


def _save_progress(archive: Archive, db: sqlite3.Connection) -> None:
    """What was learned, where the archive knows nothing of it."""
    for about, value in rows_of(db, "SELECT about, value FROM progress"):
        if isinstance(about, str) and isinstance(value, str) and archive.progress(about) is None:
            with suppress(ValueError, RecursionError):
                archive.keep_progress(about, json.loads(value))
