"""What to do with an archive that is damaged: it is never written over, and all that is sound in it is saved.

The file is given another name and from then on only read, game by game, as far as SQLite finds its rows.  What is found
is played again before it is believed.
"""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from cardtable.engine.phrases import counted
from cardtable.store.archive import NOT_OF_SQLITE, Archive
from cardtable.store.database_files import reading
from cardtable.store.finds import Find, Tell, finds, rows_of
from cardtable.store.places import make_private, write_new
from cardtable.store.rows import ACTIONS, Unusable, is_whole, sound_actions
from cardtable.store.sitting import alive

if TYPE_CHECKING:
    from cardtable.formats.record import Record

PARTS = ("-wal", "-shm", "")
"""A database in WAL mode is up to three files; the last is moved last, so that none is ever left without its own."""
AT_ONCE = 200
"""Games that are saved in one transaction."""


Opening = Callable[[Path], AbstractContextManager[sqlite3.Connection]]
"""How a file is opened to be read: `reading` or `only_reading`."""


@dataclass(slots=True)
class Saved:
    """What came of an attempt to save games."""

    whole: int = 0
    parts: list[str] = field(default_factory=list)
    """Of each game that was saved in part, its number and how much of it."""
    lost: int = 0
    known: int = 0
    """Games that were there already."""
    unwritten: int = 0
    """Sound games that could not be written down."""

    def count(self, find: Find) -> None:
        """Add a game that was saved, or found to be lost."""
        if find.replayed is None:
            self.lost += 1
        elif find.sound < find.said:
            self.parts.append(f"game {find.number} in part ({find.sound} of {find.said} actions)")
        else:
            self.whole += 1

    def words(self) -> str:
        """What the player should know, for the end of a sentence."""
        told = [f"{_games(self.whole)} saved whole"] if self.whole else []
        if len(self.parts) == 1:
            told += self.parts
        elif self.parts:
            told.append(f"{_games(len(self.parts))} in part")
        told += [f"{_games(self.known)} there already"] if self.known else []
        told += [f"{_games(self.lost)} lost"] if self.lost else []
        told += [f"{_games(self.unwritten)} sound but not to be written"] if self.unwritten else []
        return ", ".join(told) or "no game was found in it"


def _games(number: int) -> str:
    return counted(number, "game")


# Setting aside


def set_aside(path: Path, mine: str = "") -> Path:
    """Give the damaged archive another name, so that a new one can begin; the name.

    Unusable, and nothing changed, where a sitting other than `mine` is on it: SQLite would go on writing under the old
    name, into what is ours by then.
    """
    if [name for name in alive(path.parent) if name != mine]:
        raise Unusable(
            "The archive is damaged, and another cardtable is open on it: end that one, then this can be mended."
        )
    try:
        kept = _reserved(path)
        try:
            _move(path, kept)
        except OSError:
            kept.unlink()  # what held the name for us: the archive itself is moved last
            raise
    except OSError as error:
        raise Unusable(f"The archive is damaged and cannot be set aside: {error.strerror}.") from None
    return kept


def _move(path: Path, kept: Path) -> None:
    """All parts, or none."""
    moved: list[tuple[Path, Path]] = []
    try:
        for part in PARTS:
            here, there = Path(f"{path}{part}"), Path(f"{kept}{part}")
            with suppress(FileNotFoundError):
                here.replace(there)
                moved.append((here, there))
    except OSError:
        for here, there in reversed(moved):
            there.replace(here)
        raise


def _reserved(path: Path) -> Path:
    """A name that nothing has; an empty file holds it for us."""
    day = datetime.now().astimezone().strftime("%Y-%m-%d")
    number = 1
    while True:
        name = path.with_name(f"{path.stem}-damaged-{day}-{number}{path.suffix}")
        with suppress(FileExistsError):
            if not any(Path(f"{name}{part}").exists() for part in PARTS):
                write_new(name, "")
                return name
        number += 1


def set_aside_already(path: Path) -> list[Path]:
    """The archives that were set aside beside this one, the oldest first; none where the folder cannot be read."""
    try:
        return sorted(path.parent.glob(f"{path.stem}-damaged-*{path.suffix}"))
    except OSError:
        return []


def begin_anew(path: Path, mine: str = "", tell: Tell | None = None) -> tuple[Archive, str]:
    """Set the damaged archive aside and save what is sound in it; a new archive, and two sentences for the player."""
    kept = set_aside(path, mine)
    archive = Archive(path)
    told = f"The archive was damaged. It was set aside as {kept.name}"
    try:
        return archive, f"{told}: {save_into(archive, kept, tell).words()}."
    except (Unusable, sqlite3.Error, OSError, *NOT_OF_SQLITE):
        return archive, f"{told}, but its games could not be read; cardtable doctor --mend tries again."


# Saving


def save_into(archive: Archive, path: Path, tell: Tell | None = None) -> Saved:
    """Put every sound game, or the sound part of it, into the archive, and what was learned; nothing twice.

    Unusable where the file cannot be read at all, or the archive cannot be written.
    """
    saved, there = Saved(), _There(archive)
    taken = set(archive.numbers())
    with reading(path) as db:
        for some in _batches(finds(db, tell)):
            with archive.transaction():
                for find in some:
                    _save(archive, find, there, taken, saved)
        with archive.transaction():
            _save_progress(archive, db)
    return saved


def _batches(found: Iterator[Find]) -> Iterator[list[Find]]:
    """Yield AT_ONCE games at a time, replayed already: an open transaction keeps other programs waiting."""
    while some := list(islice(found, AT_ONCE)):
        for find in some:
            _ = find.replayed
        yield some


def _save(archive: Archive, find: Find, there: _There, taken: set[int], saved: Saved) -> None:
    if find.replayed is not None:
        record, standing = find.replayed
        if there.holds(record):
            saved.known += 1
            return
        number = find.number if is_whole(find.number) and find.number not in taken else None
        taken.add(archive.take_in(record, standing, find.holder, find.daily, number=number, times=find.times))
    saved.count(find)


def export_from(path: Path, folder: Path, opened: Opening | None = None, tell: Tell | None = None) -> Saved:
    """Write every sound game, or the sound part of it, as a file of its own into the folder; none is written over.

    Unusable where the file cannot be read at all, or the folder cannot be made.
    """
    saved = Saved()
    try:
        make_private(folder)
    except OSError as error:
        raise Unusable(f"The folder cannot be made: {error.strerror}.") from None
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


class _There:
    """The games that a database had before, to tell which ones are saved already."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._numbers: dict[str, list[int]] = {}
        """The numbers of the readable games, by how they began."""
        self._actions: dict[str, list[str]] = {}
        """The actions of those games, a line each, sorted."""
        readable = {entry.id for entry in archive.entries()}
        for number, head in archive.query("SELECT id, head FROM game"):
            if number in readable:
                self._numbers.setdefault(str(head), []).append(number)

    def holds(self, record: Record) -> bool:
        """Return whether one of them began like this game and went at least as far."""
        if not self._numbers:
            return False
        from cardtable.store.archive import head_of

        lines, candidates = _lines(record.actions), self._of(head_of(record))
        first = bisect_left(candidates, lines)  # any that start with these lines come first from here
        return first < len(candidates) and candidates[first].startswith(lines)

    def _of(self, head: str) -> list[str]:
        if head not in self._actions:
            rows = (self._archive.query(ACTIONS, number) for number in self._numbers.get(head, ()))
            self._actions[head] = sorted(_lines(sound_actions(head, each)) for each in rows)
        return self._actions[head]


def _lines(actions: Iterable[str]) -> str:
    return "".join(f"{said}\n" for said in actions)


def _save_progress(archive: Archive, db: sqlite3.Connection) -> None:
    """What was learned, where the archive knows nothing of it."""
    for about, value in rows_of(db, "SELECT about, value FROM progress"):
        if isinstance(about, str) and isinstance(value, str) and archive.progress(about) is None:
            with suppress(ValueError, RecursionError):
                archive.keep_progress(about, json.loads(value))
