"""The saved games, both finished and unfinished, and learning progress.

Each action is saved in a separate transaction before the program shows it. Only a game's *holder* may write to the
game. The holder is the process that opened the game last. After another process opens the game, writes by the previous
holder fail, so two processes never write to the same game.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any
from zlib import crc32

from cardtable.engine.game import Outcome
from cardtable.store.clock import current_time, format_timestamp
from cardtable.store.database import Database
from cardtable.store.errors import (
    DamagedDatabase,
    GameNotFound,
    SharedGame,
    StorageError,
    StorageFault,
    TakenOver,
    UnreadableGame,
)
from cardtable.store.listing import list_games
from cardtable.store.rows import (
    ACTIONS,
    ENTRIES,
    MAX_INTEGER,
    GameEntry,
    is_count,
    parse_entry,
    parse_value,
    sound_actions,
)

if TYPE_CHECKING:
    from cardtable.formats.record import Record

_INSERT_GAME = """
    INSERT INTO game (id, kind, head, names, levels, alone, options, deal, started, touched, given, daily, holder,
        code)
    VALUES (:id, :kind, :head, :names, :levels, :alone, :options, :deal, :started, :touched, :given, :daily, :holder,
        :code)
"""
UPDATE_GAME = """
    UPDATE game
    SET length = :length, undone = :undone, hinted = :hinted, turn = :turn, outcome = :outcome,
        touched = CASE WHEN touched > :now AND touched < '3000' THEN touched ELSE :now END
    WHERE id = :id
"""
"""The statement that updates a game. The time of the last move never goes back, even if the clock does."""


@dataclass(frozen=True, slots=True)
class GameStatus:
    """The part of a saved game that changes with every move."""

    actions: tuple[str, ...]
    undone: int
    hinted: int
    turn: int | None
    outcome: Outcome | None

    def row(self, number: int) -> dict[str, Any]:
        """Return the parameters for the statement that updates this game's row."""
        return {
            "id": number,
            "length": len(self.actions),
            "undone": self.undone,
            "hinted": self.hinted,
            "now": format_timestamp(current_time()),
            "turn": self.turn,
            "outcome": None if self.outcome is None else json.dumps(asdict(self.outcome), ensure_ascii=False),
        }


class Archive(Database):
    """The open saved-games database. If the disk or the file fails, methods raise StorageError and change nothing."""

    # Reading

    def entries(self) -> list[GameEntry]:
        """Return all readable games. The most recently played game comes first."""
        return list_games(self).entries

    def numbers(self) -> list[int]:
        """Return the numbers of all games, including unreadable ones."""
        return [row[0] for row in self.query("SELECT id FROM game ORDER BY id")]

    def entry(self, number: int) -> GameEntry:
        """Return the entry of a game. Raise GameNotFound if no game has this number."""
        rows = self.query(ENTRIES + "WHERE id = ?", number) if 0 <= number <= MAX_INTEGER else []
        if not rows:
            raise GameNotFound(number)
        return parse_entry(rows[0])

    def record(self, number: int) -> Record:
        """Return a game's record. Raise GameNotFound if the game doesn't exist, or UnreadableGame if it is damaged."""
        record, is_complete = self.sound_record(number)
        if not is_complete:
            raise UnreadableGame(number, sound_length=len(record.actions))
        return record

    def sound_record(self, number: int) -> tuple[Record, bool]:
        """Return a record's sound part and whether it is the whole record. Raise UnreadableGame if no part is sound.

        If the game is still in progress at a shared table, raise SharedGame.
        """
        if (entry := self.entry(number)).is_shared:
            raise SharedGame(number, entry.code)
        return self.unguarded_record(number)

    def unguarded_record(self, number: int) -> tuple[Record, bool]:
        """Return the same as `sound_record`, even for a game in progress at a shared table.

        Only a table that shows each seat its own view may call this.
        """
        from cardtable.formats.document import UnknownGame
        from cardtable.formats.record import load_record
        from cardtable.formats.strict_json import BadFile

        entry = self.entry(number)
        (head,) = self.query("SELECT head FROM game WHERE id = ?", number)[0]
        actions = sound_actions(head, self.query(ACTIONS, number)) if isinstance(head, str) else ()
        try:
            record = load_record(str(head))
        except BadFile as error:
            # Right checksums mean no damage: another version wrote the record, or its game isn't installed.
            is_sound = bool(actions) or (entry.length == 0 and isinstance(error, UnknownGame))
            raise UnreadableGame(number, cause=error if is_sound else None) from None
        inherited = min(entry.inherited_actions, len(actions))
        record = replace(record, actions=actions, undone=entry.undone, hinted=entry.hinted, inherited_actions=inherited)
        return record, len(actions) == entry.length

    def has_game(self, number: int, holder: str, record: Record) -> bool:
        """Return whether the game still has this number and this holder. A recovery may renumber games."""
        rows = self.query("SELECT head, holder FROM game WHERE id = ?", number)
        return [(upgrade_head(str(head)), held_by) for head, held_by in rows] == [(dump_head(record), holder)]

    # Writing

    def add_game(
        self,
        record: Record,
        status: GameStatus,
        holder: str,
        daily: str = "",
        code: str = "",
        *,
        number: int | None = None,
        times: tuple[str, str] = ("",) * 2,
    ) -> int:
        """Save a new game and return its number.

        A game at a shared table has a `code`. For a game recovered from another database, `number` and `times`
        (started, last played) are the original values.
        """
        from cardtable.formats.codec import options_text
        from cardtable.formats.computers import computer_kinds

        head = dump_head(record)
        now = format_timestamp(current_time())
        started, touched = times
        row = {
            "id": number,
            "kind": record.game.id,
            "head": head,
            "names": json.dumps(record.names, ensure_ascii=False),
            "levels": json.dumps([kind or "" for kind in computer_kinds(record.computers)]),
            "alone": len(set(record.persons)) == 1,
            "options": options_text(record.options),
            "deal": str(record.deal_code or ""),
            "started": started or now,
            "touched": touched or now,
            "given": record.inherited_actions,
            "daily": daily,
            "holder": holder,
            "code": code,
        }
        with self.transaction() as db:
            number = db.execute(_INSERT_GAME, row).lastrowid
            assert number is not None, "an inserted row has a number"
            _write_actions(db, number, status, head)
            db.execute("UPDATE game SET touched = :touched WHERE id = :id", {**row, "id": number})
        return number

    def append(self, number: int, holder: str, status: GameStatus) -> None:
        """Save the last action and the new status. Raise TakenOver if another process holds the game."""
        with self.transaction() as db:
            head, length = _check_holder(db, number, holder)
            if length != len(status.actions) - 1:
                raise StorageError(StorageFault.LENGTH_MISMATCH)
            action = status.actions[-1]
            last = db.execute("SELECT sum FROM action WHERE game = ? AND number = ?", (number, length)).fetchone()
            if last is not None and not is_count(last[0], 2**32 - 1):
                raise DamagedDatabase
            total = crc32(action.encode(), last[0] if last else crc32(head.encode()))
            db.execute("INSERT INTO action VALUES (?, ?, ?, ?)", (number, length + 1, action, total))
            db.execute(UPDATE_GAME, status.row(number))

    def remove_last_action(self, number: int, holder: str, status: GameStatus) -> None:
        """Delete the last action and save the new status. Raise TakenOver if another process holds the game."""
        with self.transaction() as db:
            _, length = _check_holder(db, number, holder)
            if length != len(status.actions) + 1:
                raise StorageError(StorageFault.LENGTH_MISMATCH)
            db.execute("DELETE FROM action WHERE game = ? AND number = ?", (number, length))
            db.execute(UPDATE_GAME, status.row(number))

    def update_counts(self, number: int, holder: str, status: GameStatus) -> None:
        """Save a status in which only the counts have changed. Raise TakenOver if another process holds the game."""
        with self.transaction() as db:
            _, length = _check_holder(db, number, holder)
            if length != len(status.actions):
                raise StorageError(StorageFault.LENGTH_MISMATCH)
            db.execute(UPDATE_GAME, status.row(number))

    def rewrite(self, number: int, holder: str, status: GameStatus) -> None:
        """Replace all saved data of the game with this status. Raise TakenOver if another process holds the game."""
        with self.transaction() as db:
            head, _ = _check_holder(db, number, holder)
            db.execute("DELETE FROM action WHERE game = ?", (number,))
            _write_actions(db, number, status, head)

    def claim(self, number: int, holder: str, previous_holder: str) -> None:
        """Make `holder` the game's holder. Raise TakenOver if the game no longer belongs to `previous_holder`."""
        with self.transaction() as db:
            sql = "UPDATE game SET holder = ? WHERE id = ? AND holder = ?"
            if db.execute(sql, (holder, number, previous_holder)).rowcount != 1:
                raise TakenOver

    def release(self, number: int, holder: str) -> None:
        """Let other processes open the game if `holder` still holds it."""
        with self.transaction() as db:
            db.execute("UPDATE game SET holder = '' WHERE id = ? AND holder = ?", (number, holder))

    def delete(self, number: int, holder: str) -> None:
        """Delete a game permanently. Raise TakenOver if another process holds the game."""
        with self.transaction() as db:
            if db.execute("DELETE FROM game WHERE id = ? AND holder = ?", (number, holder)).rowcount != 1:
                raise TakenOver

    # Learning progress: a JSON value for each name

    def progress(self, name: str) -> Any:
        """Return the value with this name, or None if the value is missing or unreadable."""
        rows = self.query("SELECT value FROM progress WHERE about = ?", name)
        try:
            return parse_value(rows[0][0]) if rows else None
        except (ValueError, TypeError, RecursionError):
            return None

    def all_progress(self, prefix: str) -> dict[str, Any]:
        """Return all values with names that start with the prefix. The keys are the names."""
        return {name: self.progress(name) for name in self.progress_names(prefix)}

    def progress_names(self, prefix: str) -> list[str]:
        """Return all names that start with the prefix and have a value, in order."""
        names = [row[0] for row in self.query("SELECT about FROM progress ORDER BY about")]
        return [name for name in names if isinstance(name, str) and name.startswith(prefix)]

    def save_progress(self, name: str, value: Any) -> None:
        """Save a value that `json.dumps` accepts. The new value replaces any older value with this name."""
        with self.transaction() as db:
            row = (name, json.dumps(value, ensure_ascii=False), format_timestamp(current_time()))
            db.execute("INSERT OR REPLACE INTO progress VALUES (?, ?, ?)", row)

    def delete_progress(self, name: str) -> None:
        """Delete the value with this name, if there is one."""
        with self.transaction() as db:
            db.execute("DELETE FROM progress WHERE about = ?", (name,))


def _check_holder(db: sqlite3.Connection, number: int, holder: str) -> tuple[str, int]:
    """Return a game's head and length. Raise TakenOver if the game is gone or if another process holds it."""
    row = db.execute("SELECT head, length, holder FROM game WHERE id = ?", (number,)).fetchone()
    if row is None or row[2] != holder:
        raise TakenOver
    if not isinstance(row[0], str) or not is_count(row[1]):
        raise DamagedDatabase
    return row[0], row[1]


def _write_actions(db: sqlite3.Connection, number: int, status: GameStatus, head: str) -> None:
    """Write the status and all actions of a game that has no saved actions yet."""
    total = crc32(head.encode())
    for at, action in enumerate(status.actions, 1):
        total = crc32(action.encode(), total)
        db.execute("INSERT INTO action VALUES (?, ?, ?, ?)", (number, at, action, total))
    db.execute(UPDATE_GAME, status.row(number))


def dump_head(record: Record) -> str:
    """Return the record as JSON, without its actions and counts."""
    from cardtable.formats.record import dump_record

    return dump_record(replace(record, actions=(), undone=0, hinted=0, inherited_actions=0))


def upgrade_head(head: str) -> str:
    """Return a record's head in the current format. Return an invalid head unchanged."""
    from cardtable.formats.document import VERSIONS
    from cardtable.formats.record import load_record
    from cardtable.formats.strict_json import BadFile

    if f'"version": {VERSIONS["record"]},' in head:
        return head
    try:
        return dump_head(load_record(head))
    except BadFile:
        return head
