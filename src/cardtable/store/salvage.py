"""Recovery and export of the undamaged games in a damaged database. Each game is replayed to check it."""

from __future__ import annotations

import json
import secrets
import sqlite3
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardtable.engine.chance import CODE_BITS, DealCode
from cardtable.formats.text import fold_name
from cardtable.store.archive import Archive, dump_head, upgrade_head
from cardtable.store.database import DAMAGE_ERRORS
from cardtable.store.database_files import open_copy
from cardtable.store.errors import StorageError, StorageFault
from cardtable.store.found_games import FoundGame, ReportProgress, find_games, readable_rows
from cardtable.store.paths import make_private, write_new
from cardtable.store.quarantine import quarantine_database
from cardtable.store.rows import ACTIONS, is_count, sound_actions
from cardtable.store.shared_games import add_seats

if TYPE_CHECKING:
    from cardtable.formats.record import Record

BATCH_SIZE = 200
"""The number of games written in one transaction."""
DatabaseOpener = Callable[[Path], AbstractContextManager[sqlite3.Connection]]
"""A function that opens a database: `open_copy` or `open_read_only`."""


class PartialGame(NamedTuple):
    """A game that was recovered only up to the first damaged action."""

    number: int
    sound_length: int
    """The number of recovered actions."""
    length: int
    """The number of actions in the game, including damaged ones."""


@dataclass(slots=True)
class SalvageResult:
    """The counts of games that were recovered or exported, and of games that were lost."""

    whole: int = 0
    partial: list[PartialGame] = field(default_factory=list)
    lost: int = 0
    already_there: int = 0
    unwritten: int = 0
    """The number of games that couldn't be written."""
    withheld: int = 0
    """The number of games that weren't exported, because they are in progress at a shared table."""

    def add(self, game: FoundGame) -> None:
        """Count a game as recovered or lost."""
        if game.replayed is None:
            self.lost += 1
        elif game.sound_length < game.length:
            self.partial.append(PartialGame(game.number, game.sound_length, game.length))
        else:
            self.whole += 1


@dataclass(frozen=True, slots=True)
class Recovery:
    """The outcome of a recovery."""

    quarantined: Path
    """The new path of the damaged database."""
    result: SalvageResult | None
    """The counts of games, or None if the damaged database was unreadable."""


def recover_database(path: Path, own_lock: str = "", report: ReportProgress | None = None) -> tuple[Archive, Recovery]:
    """Quarantine the damaged database and create a new one with the undamaged games."""
    quarantined = quarantine_database(path, own_lock)
    archive = Archive(path)
    try:
        return archive, Recovery(quarantined, recover_into(archive, quarantined, report))
    except (StorageError, sqlite3.Error, OSError, *DAMAGE_ERRORS):
        return archive, Recovery(quarantined, None)


def recover_into(archive: Archive, path: Path, report: ReportProgress | None = None) -> SalvageResult:
    """Copy the undamaged part of each game, and learning progress, from a database to the archive.

    Data that the archive already has is skipped. Raise StorageError if the database is unreadable or the archive isn't
    writable.
    """
    saved, existing = SalvageResult(), _ExistingGames(archive)
    taken = set(archive.numbers())
    with open_copy(path) as db:
        for batch in _batches(find_games(db, report)):
            with archive.transaction():
                for game in batch:
                    _save(archive, game, existing, taken, saved)
        with archive.transaction():
            _save_progress(archive, db)
    return saved


def _batches(found: Iterator[FoundGame]) -> Iterator[list[FoundGame]]:
    """Yield batches of games that are already replayed, so that other processes don't wait during a transaction."""
    while batch := list(islice(found, BATCH_SIZE)):
        for game in batch:
            _ = game.replayed
        yield batch


def _save(archive: Archive, game: FoundGame, existing: _ExistingGames, taken: set[int], saved: SalvageResult) -> None:
    if game.replayed is not None:
        record, status = game.replayed
        if existing.contains(record):
            saved.already_there += 1
            return
        number = game.number if is_count(game.number) and game.number not in taken else None
        code = _code_of(game)
        number = archive.add_game(record, status, game.holder, game.daily, code, number=number, times=game.times)
        taken.add(number)
        if code:
            people = (seat for seat, _ in enumerate(record.seats) if not (record.computers and record.computers[seat]))
            add_seats(archive, number, {seat: game.people.get(seat, fold_name(record.names[seat])) for seat in people})
    saved.add(game)


def _code_of(game: FoundGame) -> str:
    """Return the code of a game's shared table. If it is unreadable, the table gets a new one, and stays shared."""
    with suppress(ValueError):
        return str(DealCode.parse(game.code))
    return str(DealCode(secrets.randbits(CODE_BITS))) if game.code or game.people else ""


class _ExistingGames:
    """The games that were already in the archive. These games must not be added a second time."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._games: dict[str, list[tuple[int, str]]] = {}
        """The number and the head of each readable game. The keys are heads in the current format."""
        self._actions: dict[str, list[str]] = {}
        """The actions of these games, with the same keys. Each value is a sorted list with one string per game."""
        readable = {entry.id for entry in archive.entries()}
        for number, head in archive.query("SELECT id, head FROM game"):
            if number in readable:
                self._games.setdefault(upgrade_head(str(head)), []).append((number, str(head)))

    def contains(self, record: Record) -> bool:
        """Return whether any of the existing games starts with all the actions of this record."""
        if not self._games:
            return False
        lines, candidates = _lines(record.actions), self._actions_of(dump_head(record))
        first = bisect_left(candidates, lines)  # a string that begins with these lines would be here
        return first < len(candidates) and candidates[first].startswith(lines)

    def _actions_of(self, head: str) -> list[str]:
        if head not in self._actions:
            found = ((old, self._archive.query(ACTIONS, number)) for number, old in self._games.get(head, ()))
            self._actions[head] = sorted(_lines(sound_actions(old, rows)) for old, rows in found)
        return self._actions[head]


def _lines(actions: Iterable[str]) -> str:
    return "".join(f"{action}\n" for action in actions)


def _save_progress(archive: Archive, db: sqlite3.Connection) -> None:
    """Copy learning progress that the archive doesn't have yet."""
    for name, value in readable_rows(db, "SELECT about, value FROM progress"):
        if isinstance(name, str) and isinstance(value, str) and archive.progress(name) is None:
            with suppress(ValueError, RecursionError):
                archive.save_progress(name, json.loads(value))


def export_games(
    path: Path, folder: Path, open_database: DatabaseOpener = open_copy, report: ReportProgress | None = None
) -> SalvageResult:
    """Write the undamaged part of each game to a separate file, except for games in progress at a shared table.

    Existing files are never overwritten. Raise StorageError if the database is unreadable or the folder can't be
    created.
    """
    saved = SalvageResult()
    try:
        make_private(folder)
    except OSError as error:
        raise StorageError(StorageFault.CANNOT_CREATE_FOLDER, error.strerror) from None
    with open_database(path) as db:
        for game in find_games(db, report):
            if game.is_at_shared_table:
                saved.withheld += 1
                continue
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
    """Write the game's file. Return False if a file with the same contents already exists."""
    from cardtable.formats.record import dump_record

    text = dump_record(record)
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
