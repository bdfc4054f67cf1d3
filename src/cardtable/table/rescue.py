"""What to do with an archive that is damaged: it is never written over, and all that is sound in it is saved.

The file is given another name and from then on only read, game by game, as far as SQLite finds its rows.  What is found
is played again before it is believed.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from cardtable.table.archive import (
    ACTIONS,
    ENTRIES,
    MOST_ACTIONS,
    MOST_COUNTED,
    NOT_OF_SQLITE,
    Archive,
    Damaged,
    Unusable,
    entry_of,
    is_whole,
    may_hold,
    moment,
    sound_actions,
)
from cardtable.table.database_files import reading
from cardtable.table.places import make_private, write_new
from cardtable.table.sitting import alive
from cardtable.table.strict_json import BadFile
from cardtable.table.text import safe_text

if TYPE_CHECKING:
    from cardtable.table.record import Record
    from cardtable.table.session import Session

PARTS = ("-wal", "-shm", "")
"""A database in WAL mode is up to three files; the last is moved last, so that none is ever left without its own."""
MOST_GAMES = 20_000
"""That are looked for in one file."""
PATIENCE = 0.5
"""Seconds for one question; only what is not our archive takes longer."""
STEPS = 10_000
"""Of SQLite's, between two looks at the clock."""


Opening = Callable[[Path], AbstractContextManager[sqlite3.Connection]]
"""How a file is opened to be read: `reading` or `only_reading`."""


@dataclass(frozen=True, slots=True)
class Find:
    """A game in a file that may be damaged."""

    number: int
    session: Session | None
    """As far as it is sound; None where nothing of it is."""
    said: int
    """How many actions it had."""
    daily: str = ""
    holder: str = ""
    times: tuple[str, str] = ("", "")
    """When it was begun and last played; empty where that cannot be read."""
    is_listed: bool = False
    """Whether the archive itself can say what is kept of it."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing of it is damaged."""
        return self.session is not None and self.sound == self.said and self.is_listed

    @property
    def sound(self) -> int:
        """How many actions are sound, one after the other from the first."""
        return len(self.session.actions) if self.session is not None else 0


@dataclass(slots=True)
class Saved:
    """What came of an attempt to save games."""

    whole: int = 0
    parts: list[Find] = field(default_factory=list)
    lost: int = 0
    known: int = 0
    """Games that were there already."""
    unwritten: int = 0
    """Sound games that could not be written down."""

    def count(self, find: Find) -> None:
        """Add a game that was saved, or found to be lost."""
        if find.session is None:
            self.lost += 1
        elif find.sound < find.said:
            self.parts.append(find)
        else:
            self.whole += 1

    def words(self) -> str:
        """What the player should know, for the end of a sentence."""
        told = [f"{_games(self.whole)} saved whole"] if self.whole else []
        if len(self.parts) == 1:
            told.append(f"game {self.parts[0].number} in part ({_of(self.parts[0])})")
        elif self.parts:
            told.append(f"{_games(len(self.parts))} in part")
        told += [f"{_games(self.known)} there already"] if self.known else []
        told += [f"{_games(self.lost)} lost"] if self.lost else []
        told += [f"{_games(self.unwritten)} sound but not to be written"] if self.unwritten else []
        return ", ".join(told) or "no game was found in it"


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"


def _of(find: Find) -> str:
    return f"{find.sound} of {find.said} actions"


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


def begin_anew(path: Path, mine: str = "") -> tuple[Archive, str]:
    """Set the damaged archive aside and save what is sound in it; a new archive, and two sentences for the player."""
    kept = set_aside(path, mine)
    archive = Archive(path)
    told = f"The archive was damaged. It was set aside as {kept.name}"
    try:
        return archive, f"{told}: {save_into(archive, kept).words()}."
    except (Unusable, sqlite3.Error, OSError, *NOT_OF_SQLITE):
        return archive, f"{told}, but its games could not be read; cardtable doctor --mend tries again."


# Saving


def save_into(archive: Archive, path: Path) -> Saved:
    """Put every sound game, or the sound part of it, into the archive, and what was learned; nothing twice.

    Unusable where the file cannot be read at all, or the archive cannot be written.
    """
    saved, there = Saved(), _heads(archive)
    taken = set(archive.numbers())
    with reading(path) as db:
        for find in finds(db):
            if find.session is not None and _is_there(archive, there, find.session):
                saved.known += 1
                continue
            if find.session is not None:
                number = find.number if find.number not in taken else None
                taken.add(archive.take_in(find.session, find.holder, find.daily, number=number, times=find.times))
            saved.count(find)
        _save_progress(archive, db)
    return saved


def export_from(path: Path, folder: Path, opened: Opening | None = None) -> Saved:
    """Write every sound game, or the sound part of it, as a file of its own into the folder; none is written over.

    Unusable where the file cannot be read at all, or the folder cannot be made.
    """
    from cardtable.table.record import dumps, record_of

    saved = Saved()
    try:
        make_private(folder)
    except OSError as error:
        raise Unusable(f"The folder cannot be made: {error.strerror}.") from None
    with (opened or reading)(path) as db:
        for find in finds(db):
            try:
                if find.session is not None and not _written(folder, find, dumps(record_of(find.session))):
                    saved.known += 1
                    continue
            except OSError:
                saved.unwritten += 1
                continue
            saved.count(find)
    return saved


def _written(folder: Path, find: Find, text: str) -> bool:
    """Write the file; False where one that says the same is there."""
    assert find.session is not None
    number = 1
    while True:
        again = f"-{number}" if number > 1 else ""
        path = folder / f"{find.session.game.id}-game-{find.number}{again}.json"
        try:
            write_new(path, text)
        except FileExistsError:
            if path.is_file() and path.stat().st_size == len(text.encode()) and path.read_text("utf-8") == text:
                return False
            number += 1
        else:
            return True


def _heads(archive: Archive) -> dict[str, list[int]]:
    """The games of the archive by how they began."""
    found: dict[str, list[int]] = {}
    for number, head in archive.query("SELECT id, head FROM game"):
        found.setdefault(str(head), []).append(number)
    return found


def _is_there(archive: Archive, there: dict[str, list[int]], session: Session) -> bool:
    """Whether a game that was in the archive before has begun like this one and gone at least as far."""
    from cardtable.table.archive import head_of
    from cardtable.table.record import record_of

    record = record_of(session)
    for number in there.get(head_of(record), ()):
        with suppress(BadFile, Damaged):
            if archive.sound_part(number)[0].actions[: len(record.actions)] == record.actions:
                return True
    return False


def _save_progress(archive: Archive, db: sqlite3.Connection) -> None:
    """What was learned, where the archive knows nothing of it."""
    for about, value in _rows(db, "SELECT about, value FROM progress"):
        if isinstance(about, str) and isinstance(value, str) and archive.progress(about) is None:
            with suppress(ValueError, RecursionError):
                archive.keep_progress(about, json.loads(value))


# Finding


def finds(db: sqlite3.Connection) -> Iterator[Find]:
    """Every game in a database that may be damaged, by its number."""
    if _tables(db) >= {"game", "action"}:
        for number in _numbers(db):
            yield _find(db, number)


def _tables(db: sqlite3.Connection) -> set[str]:
    """The names of what are tables: a view may stand in the place of one, and never come to an end."""
    return {
        str(name)
        for (name,) in _rows(db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'")
    }


def _numbers(db: sqlite3.Connection) -> list[int]:
    """Of all games that are told of anywhere: one page may be damaged, and its neighbours may know."""
    told = ("SELECT id FROM game", "SELECT id FROM game ORDER BY id DESC", "SELECT id FROM game ORDER BY touched")
    found: set[int] = set()
    for sql in (*told, "SELECT DISTINCT game FROM action", "SELECT DISTINCT game FROM action ORDER BY game DESC"):
        found |= {number for (number,) in _rows(db, f"{sql} LIMIT {MOST_GAMES}") if is_whole(number)}
    last = max((number for number in found if number < MOST_GAMES), default=0)
    unknown = (number for number in range(1, last) if number not in found)
    found |= {number for number in unknown if _rows(db, "SELECT 1 FROM game WHERE id = ?", number)}
    return sorted(found)[:MOST_GAMES]


def _find(db: sqlite3.Connection, number: int) -> Find:
    from cardtable.table.record import loads

    # Each by itself, as a row may go on in a page that is damaged.
    kept = {name: value for name, ask in _KEPT.items() for (value,) in _rows(db, ask, number)}
    head = kept.get("head")
    rows = _rows(db, ACTIONS, number)
    said = kept["length"] if is_whole(kept.get("length"), MOST_ACTIONS) else len(rows)
    if not isinstance(head, str):
        return Find(number, None, said)
    try:
        record = loads(head)
    except BadFile:
        return Find(number, None, said)
    session = _played(record, sound_actions(head, rows))
    session.undone, session.hinted = (_count(kept.get(name), MOST_COUNTED) for name in ("undone", "hinted"))
    session.given = _count(kept.get("given"), len(session.actions))
    daily, holder = kept.get("daily"), kept.get("holder")
    return Find(
        number=number,
        session=session,
        said=said,
        daily=safe_text(daily, 10),
        holder=str(holder) if may_hold(holder) else "",
        times=_times(kept),
        is_listed=_is_listed(db, number),
    )


def _is_listed(db: sqlite3.Connection, number: int) -> bool:
    try:
        return all(entry_of(row) for row in _rows(db, ENTRIES + "WHERE id = ?", number))
    except Damaged:
        return False


_COLUMNS = ("head", "length", "undone", "hinted", "given", "daily", "holder", "started", "touched")
_KEPT = {name: f"SELECT {name} FROM game WHERE id = ?" for name in _COLUMNS}  # noqa: S608  names of ours


def _played(record: Record, said: tuple[str, ...]) -> Session:
    """The game, played again as long as each action is legal."""
    from cardtable.table.record import LONGEST_ACTION
    from cardtable.table.session import Session

    session = Session(record.game, record.options, record.names, record.deal, record.persons)
    for text in said:
        try:
            session.act(session.game.parse(text[: LONGEST_ACTION + 1]))
        except ValueError:
            break
        session.ask()
    return session


def _count(value: Any, most: int) -> int:
    return min(value, most) if is_whole(value) else 0


def _times(kept: dict[str, Any]) -> tuple[str, str]:
    try:
        moment(kept["started"])
        moment(kept["touched"])
    except (KeyError, ValueError, TypeError):
        return "", ""
    return kept["started"], kept["touched"]


def _rows(db: sqlite3.Connection, sql: str, *values: int) -> list[Any]:
    """The rows that answer, up to the first that cannot be read."""
    end = monotonic() + PATIENCE
    db.set_progress_handler(lambda: monotonic() > end, STEPS)
    rows: list[Any] = []
    with suppress(sqlite3.Error, *NOT_OF_SQLITE):
        for row in db.execute(sql, values):
            rows.append(row)  # noqa: PERF402  one by one, to keep those before the fault
    db.set_progress_handler(None, STEPS)
    return rows
