"""The archive: every game that is under way or over, in one SQLite database.

An action is in it before anybody is told that it was taken: one transaction each, on the disk when it returns (WAL,
synchronous FULL).  A game is written only by its *holder*, the sitting that took it up last; whoever held it before is
refused from then on, so no two ever write into one game.

It holds hidden cards in clear, so nobody else may read the folder.
"""

from __future__ import annotations

import errno
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Self
from zlib import crc32

from cardtable.engine.game import Outcome
from cardtable.store.listing import list_games
from cardtable.store.places import archive_file, make_private
from cardtable.store.privacy import close_database
from cardtable.store.rows import (
    ACTIONS,
    ENTRIES,
    HIGHEST,
    Damaged,
    Entry,
    NoSuchGame,
    Unusable,
    _note,
    _text,
    entry_of,
    is_damaged,
    is_whole,
    sound_actions,
)
from cardtable.store.schema import Foreign, bring_up_to_date, is_as_made, version_of

if TYPE_CHECKING:
    from cardtable.formats.record import Record

PATIENCE = 2.0
"""Seconds to wait for another process that writes."""
A_MOMENT = 0.002
"""Seconds between two looks whether it is done."""
LONGEST_TEXT = 4_000_000
"""Bytes of one value; a board of one's own is up to a million."""
NOT_OF_SQLITE = (UnicodeError, MemoryError, OverflowError)
"""What Python raises over a damaged database: SQLite quotes bytes that are no text, or takes a length at its word."""
AS_TEXT = partial(str, encoding="utf-8", errors="replace")
"""How texts are read: one that is damaged spoils its own row alone."""


class TakenOver(Exception):
    """The game is in other hands now; nothing was written."""


_BEGIN = """
    INSERT INTO game (id, kind, head, names, alone, options, deal, started, touched, given, daily, holder)
    VALUES (:id, :kind, :head, :names, :alone, :options, :deal, :started, :touched, :given, :daily, :holder)
"""
_STAND = """
    UPDATE game
    SET length = :length, undone = :undone, hinted = :hinted, touched = :now, turn = :turn, outcome = :outcome
    WHERE id = :id
"""


@dataclass(frozen=True, slots=True)
class Standing:
    """All of a game that changes as it goes on."""

    actions: tuple[str, ...]
    undone: int
    hinted: int
    turn: int | None
    outcome: Outcome | None

    def row(self, number: int) -> dict[str, Any]:
        """For the row of the game of this number."""
        return {
            "id": number,
            "length": len(self.actions),
            "undone": self.undone,
            "hinted": self.hinted,
            "now": _now(),
            "turn": self.turn,
            "outcome": None if self.outcome is None else json.dumps(asdict(self.outcome), ensure_ascii=False),
        }


class Archive:
    """An open archive.  Every method raises Unusable, with nothing changed, where the disk or the file fails."""

    is_copy = False
    """Whether it is a copy in memory, as the file can't be written."""

    def __init__(self, path: Path | None = None) -> None:
        """Open it, or make it; Damaged where something else stands in the file, which is then left as it is."""
        self.path = archive_file() if path is None else path
        with _told():
            self._db = self._connect()
        self._db.text_factory = AS_TEXT
        self._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_TEXT)
        try:
            with _told():
                self._prepare()
        except BaseException:
            self._db.close()
            raise

    def _connect(self) -> sqlite3.Connection:
        make_private(self.path.parent)
        self._make_file()
        return sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)

    def _make_file(self) -> None:
        if not self.path.exists():
            self.path.touch(0o600)
        elif not self.path.is_file():
            raise Unusable("What stands in the place of the archive is not an ordinary file.")
        close_database(self.path)

    def _prepare(self) -> None:
        version_of(self._db)  # first: the next lines would change a database that is not ours
        for setting in ("foreign_keys = ON", "trusted_schema = OFF", "journal_mode = WAL", "synchronous = FULL"):
            self._patiently(f"PRAGMA {setting}")
        bring_up_to_date(self._db, self.path)
        # Before anything is asked of the tables: a view in the place of one could keep us busy for ever.
        if not is_as_made(self._db):
            raise Damaged("The archive is damaged.")
        (found,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise _finding(str(found))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        with suppress(sqlite3.Error):
            self._db.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All that is written inside is written, or nothing; inside of another it is a part of that."""
        if self._db.in_transaction:
            yield self._db
            return
        with _told():
            self._patiently("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # where the disk is full, SQLite has rolled back already
                    self._db.execute("ROLLBACK")
                raise

    def _patiently(self, statement: str) -> None:
        """Do what nobody else may be writing for, as soon as nobody does.

        SQLite's own waiting asks ever more seldom, so that among several who write without a pause one may never have
        luck; and for a change of the journal it does not wait at all.
        """
        end = monotonic() + PATIENCE
        self._db.execute("PRAGMA busy_timeout = 0")
        try:
            while True:
                try:
                    self._db.execute(statement)
                    return
                except sqlite3.OperationalError as error:
                    if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > end:
                        raise
                sleep(A_MOMENT)
        finally:
            self._db.execute(f"PRAGMA busy_timeout = {PATIENCE * 1_000:.0f}")

    def query(self, sql: str, *values: Any) -> list[Any]:
        """The rows that answer."""
        with _told():
            return self._db.execute(sql, values).fetchall()

    def counter(self) -> int:
        """A number that changes when another process has written."""
        return int(self.query("PRAGMA data_version")[0][0])

    def faults(self) -> list[str]:
        """What SQLite finds wrong with the file, after reading all of it; empty where it is sound."""
        found = [row[0] for row in self.query("PRAGMA integrity_check(20)")]
        return [] if found == ["ok"] else found

    # Reading

    def entries(self) -> list[Entry]:
        """Every game that can be read, the one that was played last first."""
        return list_games(self).entries

    def numbers(self) -> list[int]:
        """Of every game, those too of which nothing else can be read."""
        return [row[0] for row in self.query("SELECT id FROM game ORDER BY id")]

    def entry(self, number: int) -> Entry:
        """A game; NoSuchGame where there is none of that number."""
        rows = self.query(ENTRIES + "WHERE id = ?", number) if 0 <= number <= HIGHEST else []
        if not rows:
            raise NoSuchGame(f"There is no game {number}; cardtable games lists those that there are.")
        return entry_of(rows[0])

    def record(self, number: int) -> Record:
        """The record of a game; NoSuchGame, or BadFile where what was kept of it is damaged."""
        from cardtable.formats.strict_json import BadFile

        record, is_whole = self.sound_part(number)
        if not is_whole:
            raise BadFile(is_damaged(number, f" after action {len(record.actions)}"))
        return record

    def sound_part(self, number: int) -> tuple[Record, bool]:
        """The record of a game as far as it is sound, and whether that is all of it; BadFile where nothing is."""
        from cardtable.formats.record import loads
        from cardtable.formats.strict_json import BadFile

        entry = self.entry(number)
        (head,) = self.query("SELECT head FROM game WHERE id = ?", number)[0]
        said = sound_actions(head, self.query(ACTIONS, number)) if isinstance(head, str) else ()
        try:
            record = loads(_text(head))
        except (BadFile, TypeError) as error:
            # Where the checksums are right, the beginning is what another version has written.
            raise BadFile(f"Game {number} can't be opened. {error}" if said else is_damaged(number)) from None
        given = min(entry.given, len(said))
        record = replace(record, actions=said, undone=entry.undone, hinted=entry.hinted, given=given)
        return record, len(said) == entry.length

    def holds(self, number: int, holder: str, record: Record) -> bool:
        """Whether this game is here under the number, in these hands: it was saved from a damaged archive."""
        return self.query("SELECT head, holder FROM game WHERE id = ?", number) == [(head_of(record), holder)]

    # Writing

    def take_in(
        self,
        record: Record,
        standing: Standing,
        holder: str,
        daily: str = "",
        *,
        number: int | None = None,
        times: tuple[str, str] = ("",) * 2,
    ) -> int:
        """Save a game that is not here yet and return its number.

        One from another archive keeps its number, if it is given, and when it was begun and last played there.
        """
        from cardtable.formats.codec import dump

        head = head_of(record)
        started, touched = times
        row = {
            "id": number,
            "kind": record.game.id,
            "head": head,
            "names": json.dumps(record.names, ensure_ascii=False),
            "alone": len(set(record.persons)) == 1,
            "options": json.dumps(dump(record.options), ensure_ascii=False, sort_keys=True),
            "deal": str(record.deal or ""),
            "started": started or _now(),
            "touched": touched or _now(),
            "given": record.given,
            "daily": daily,
            "holder": holder,
        }
        with self.transaction() as db:
            number = db.execute(_BEGIN, row).lastrowid
            assert number is not None, "a row that was inserted has a number"
            _write_all(db, number, standing, head)
            db.execute("UPDATE game SET touched = :touched WHERE id = :id", {**row, "id": number})
        return number

    def append(self, number: int, holder: str, standing: Standing) -> None:
        """Add the last action of how the game now stands; TakenOver where it is in other hands."""
        with self.transaction() as db:
            head, length = _held(db, number, holder)
            if length != len(standing.actions) - 1:
                raise Unusable("The archive has lost count of this game.")
            said = standing.actions[-1]
            last = db.execute("SELECT sum FROM action WHERE game = ? AND number = ?", (number, length)).fetchone()
            if last is not None and not is_whole(last[0], 2**32 - 1):
                raise Damaged("The archive is damaged.")
            total = crc32(said.encode(), last[0] if last else crc32(head.encode()))
            db.execute("INSERT INTO action VALUES (?, ?, ?, ?)", (number, length + 1, said, total))
            db.execute(_STAND, standing.row(number))

    def take_back(self, number: int, holder: str, standing: Standing) -> None:
        """Forget the last action, so that the game stands like this; TakenOver where it is in other hands."""
        with self.transaction() as db:
            _, length = _held(db, number, holder)
            if length != len(standing.actions) + 1:
                raise Unusable("The archive has lost count of this game.")
            db.execute("DELETE FROM action WHERE game = ? AND number = ?", (number, length))
            db.execute(_STAND, standing.row(number))

    def rewrite(self, number: int, holder: str, standing: Standing) -> None:
        """Let the game stand like this, whatever stood there; TakenOver where it is in other hands."""
        with self.transaction() as db:
            head, _ = _held(db, number, holder)
            db.execute("DELETE FROM action WHERE game = ?", (number,))
            _write_all(db, number, standing, head)

    def take(self, number: int, holder: str, instead_of: str) -> None:
        """Take the game up; TakenOver where it is no longer in the hands that it was said to be in."""
        with self.transaction() as db:
            sql = "UPDATE game SET holder = ? WHERE id = ? AND holder = ?"
            if db.execute(sql, (holder, number, instead_of)).rowcount != 1:
                raise TakenOver

    def release(self, number: int, holder: str) -> None:
        """Lay the game down, where it is still held."""
        with self.transaction() as db:
            db.execute("UPDATE game SET holder = '' WHERE id = ? AND holder = ?", (number, holder))

    def throw_away(self, number: int, holder: str) -> None:
        """Forget a game for good; TakenOver where it is no longer in the hands that it was said to be in."""
        with self.transaction() as db:
            if db.execute("DELETE FROM game WHERE id = ? AND holder = ?", (number, holder)).rowcount != 1:
                raise TakenOver

    # What was learned

    def progress(self, about: str) -> Any:
        """What was kept under this name; None where nothing was, or what is there cannot be read."""
        rows = self.query("SELECT value FROM progress WHERE about = ?", about)
        try:
            return _note(rows[0][0]) if rows else None
        except (ValueError, TypeError, RecursionError):
            return None

    def all_progress(self, beginning: str) -> dict[str, Any]:
        """Everything that was kept under names that begin so."""
        names = [row[0] for row in self.query("SELECT about FROM progress ORDER BY about")]
        return {name: self.progress(name) for name in names if isinstance(name, str) and name.startswith(beginning)}

    def keep_progress(self, about: str, value: Any) -> None:
        """Keep what `json.dumps` can write under this name, in place of what was there."""
        with self.transaction() as db:
            row = (about, json.dumps(value, ensure_ascii=False), _now())
            db.execute("INSERT OR REPLACE INTO progress VALUES (?, ?, ?)", row)


def _held(db: sqlite3.Connection, number: int, holder: str) -> tuple[str, int]:
    """The head and the length of a game; TakenOver where it is in other hands, or gone."""
    row = db.execute("SELECT head, length, holder FROM game WHERE id = ?", (number,)).fetchone()
    if row is None or row[2] != holder:
        raise TakenOver
    if not isinstance(row[0], str) or not is_whole(row[1]):
        raise Damaged("The archive is damaged.")
    return row[0], row[1]


def _write_all(db: sqlite3.Connection, number: int, standing: Standing, head: str) -> None:
    """Everything of the game that changes as it goes on, where none of it is there yet."""
    total = crc32(head.encode())
    for at, said in enumerate(standing.actions, 1):
        total = crc32(said.encode(), total)
        db.execute("INSERT INTO action VALUES (?, ?, ?, ?)", (number, at, said, total))
    db.execute(_STAND, standing.row(number))


def head_of(record: Record) -> str:
    """The record as it began."""
    from cardtable.formats.record import dumps

    return dumps(replace(record, actions=(), undone=0, hinted=0, given=0))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@contextmanager
def _told() -> Iterator[None]:
    """Say in a sentence what goes wrong with the disk or the database."""
    try:
        yield
    except Foreign as error:
        raise Unusable(str(error)) from None
    except sqlite3.Error as error:
        raise _fault(error) from None
    except NOT_OF_SQLITE:
        raise Damaged("The archive is damaged.") from None
    except OSError as error:
        is_full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise Unusable(DISK_IS_FULL if is_full else f"The archive cannot be opened: {error.strerror}.") from None


DISK_IS_FULL = "The disk is full."
_FAULTS = {
    sqlite3.SQLITE_FULL: DISK_IS_FULL,
    sqlite3.SQLITE_READONLY: "The archive is read-only.",
    sqlite3.SQLITE_PERM: "The archive is read-only.",
    sqlite3.SQLITE_CANTOPEN: "The archive cannot be opened there.",
    sqlite3.SQLITE_IOERR: "The disk has failed to read or write the archive.",
    sqlite3.SQLITE_BUSY: "Another program holds the archive and does not let go of it.",
    sqlite3.SQLITE_LOCKED: "Another program holds the archive and does not let go of it.",
}
_DAMAGE = (
    *(sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH),
    *(sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_FORMAT),
)


def _fault(error: sqlite3.Error) -> Unusable:
    return _fault_of(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT))


def _finding(found: str) -> Unusable:
    """What a check has found: damage, or that the disk could not be read, which it tells in the same way."""
    if "failed to get page" in found:
        return _fault_of(sqlite3.SQLITE_IOERR)
    code = re.search(r"error code=(\d+)", found)
    return _fault_of(int(code[1]) if code else sqlite3.SQLITE_CORRUPT)


def _fault_of(code: int) -> Unusable:
    if code & 0xFF in _FAULTS:
        return Unusable(_FAULTS[code & 0xFF])
    if code & 0xFF in _DAMAGE:
        return Damaged("The archive is damaged.")
    return Unusable("The archive cannot be used.")
