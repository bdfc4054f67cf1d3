"""The archive: every game that is under way or over.

An action is in it before anybody is told that it was taken, one transaction each.  A game is written only by its
*holder*, the sitting that took it up last; whoever held it before is refused from then on, so no two ever write into
one game.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any
from zlib import crc32

from cardtable.engine.game import Outcome
from cardtable.store.errors import DamagedDatabase, GameNotFound, StorageError, StorageFault, TakenOver, UnreadableGame
from cardtable.store.listing import list_games
from cardtable.store.progress import ProgressDatabase
from cardtable.store.rows import ACTIONS, ENTRIES, HIGHEST, GameEntry, entry_of, is_whole, now, sound_actions

if TYPE_CHECKING:
    from cardtable.formats.record import Record

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
class GameStatus:
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
            "now": now(),
            "turn": self.turn,
            "outcome": None if self.outcome is None else json.dumps(asdict(self.outcome), ensure_ascii=False),
        }


class Archive(ProgressDatabase):
    """An open archive.  Every method raises StorageError, with nothing changed, where the disk or the file fails."""

    # Reading

    def entries(self) -> list[GameEntry]:
        """Every game that can be read, the one that was played last first."""
        return list_games(self).entries

    def numbers(self) -> list[int]:
        """Of every game, those too of which nothing else can be read."""
        return [row[0] for row in self.query("SELECT id FROM game ORDER BY id")]

    def entry(self, number: int) -> GameEntry:
        """A game; GameNotFound where there is none of that number."""
        rows = self.query(ENTRIES + "WHERE id = ?", number) if 0 <= number <= HIGHEST else []
        if not rows:
            raise GameNotFound(number)
        return entry_of(rows[0])

    def record(self, number: int) -> Record:
        """The record of a game; GameNotFound, or UnreadableGame where what was kept of it is damaged."""
        record, is_whole = self.sound_part(number)
        if not is_whole:
            raise UnreadableGame(number, sound=len(record.actions))
        return record

    def sound_part(self, number: int) -> tuple[Record, bool]:
        """Return the sound part of a game's record, and whether that is all; raise UnreadableGame if nothing is."""
        from cardtable.formats.document import UnknownGame
        from cardtable.formats.record import loads
        from cardtable.formats.strict_json import BadFile

        entry = self.entry(number)
        (head,) = self.query("SELECT head FROM game WHERE id = ?", number)[0]
        said = sound_actions(head, self.query(ACTIONS, number)) if isinstance(head, str) else ()
        try:
            record = loads(str(head))
        except BadFile as error:
            # Where the checksums are right, another version has written the beginning, or its game isn't installed.
            is_sound = bool(said) or (entry.length == 0 and isinstance(error, UnknownGame))
            raise UnreadableGame(number, cause=error if is_sound else None) from None
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
        standing: GameStatus,
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
            "started": started or now(),
            "touched": touched or now(),
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

    def append(self, number: int, holder: str, standing: GameStatus) -> None:
        """Add the last action of how the game now stands; TakenOver where it is in other hands."""
        with self.transaction() as db:
            head, length = _held(db, number, holder)
            if length != len(standing.actions) - 1:
                raise StorageError(StorageFault.MISCOUNTED)
            said = standing.actions[-1]
            last = db.execute("SELECT sum FROM action WHERE game = ? AND number = ?", (number, length)).fetchone()
            if last is not None and not is_whole(last[0], 2**32 - 1):
                raise DamagedDatabase
            total = crc32(said.encode(), last[0] if last else crc32(head.encode()))
            db.execute("INSERT INTO action VALUES (?, ?, ?, ?)", (number, length + 1, said, total))
            db.execute(_STAND, standing.row(number))

    def take_back(self, number: int, holder: str, standing: GameStatus) -> None:
        """Forget the last action, so that the game stands like this; TakenOver where it is in other hands."""
        with self.transaction() as db:
            _, length = _held(db, number, holder)
            if length != len(standing.actions) + 1:
                raise StorageError(StorageFault.MISCOUNTED)
            db.execute("DELETE FROM action WHERE game = ? AND number = ?", (number, length))
            db.execute(_STAND, standing.row(number))

    def rewrite(self, number: int, holder: str, standing: GameStatus) -> None:
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


def _held(db: sqlite3.Connection, number: int, holder: str) -> tuple[str, int]:
    """The head and the length of a game; TakenOver where it is in other hands, or gone."""
    row = db.execute("SELECT head, length, holder FROM game WHERE id = ?", (number,)).fetchone()
    if row is None or row[2] != holder:
        raise TakenOver
    if not isinstance(row[0], str) or not is_whole(row[1]):
        raise DamagedDatabase
    return row[0], row[1]


def _write_all(db: sqlite3.Connection, number: int, standing: GameStatus, head: str) -> None:
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
