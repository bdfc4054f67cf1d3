"""The seats and logs of shared games, in which each person plays at their own screen and every process follows the log.

A shared game has no holder. Each person has a seat, and at most one process holds that seat. A process can add an
action only if it knows the whole log and holds the current seat or, on a computer player's turn, any seat. Therefore,
whatever happens to the processes, the log is one legal game, and nobody acts for another person.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from cardtable.formats.text import safe_text
from cardtable.store.archive import UPDATE_GAME, Archive, GameStatus, dump_head
from cardtable.store.database import MOVE_TIMEOUT_SECONDS
from cardtable.store.errors import Behind, DamagedDatabase, GameNotFound, TakenOver, UnreadableGame
from cardtable.store.rows import ACTIONS, MAX_INTEGER, is_count, is_holder, sound_actions

if TYPE_CHECKING:
    from cardtable.formats.record import Record

GUEST = "guest "
"""The beginning of the text that identifies a guest of `cardtable serve`."""
MAX_PERSON_LENGTH = 200
"""The maximum length of the text that identifies a person."""
READ_ATTEMPTS = 3
"""The maximum number of attempts to read a log whose head and actions match, while another process writes."""


class LogPlace(NamedTuple):
    """A place in the log of a game. Two logs with the same place are the same."""

    length: int
    checksum: int


@dataclass(frozen=True, slots=True)
class SharedLog:
    """What all processes at a shared table know: the record up to now, and its place in the log."""

    record: Record
    place: LogPlace
    start: int
    """The checksum before the first action."""


@dataclass(frozen=True, slots=True)
class SharedSeat:
    """A person's seat at a shared table."""

    seat: int
    holder: str
    """The lock name of the process in which the person is at the table. The process may have been killed."""
    person: str
    """The text that identifies the person. It is empty while the seat is free."""
    is_away: bool = False
    """Whether the person hasn't pressed a key for a while."""
    stand_in: str = ""
    """The level of the computer player that plays for the person, or an empty string if there is none."""

    @property
    def is_guests(self) -> bool:
        """Whether a guest has taken the seat. Nobody else may sit there."""
        return self.person.startswith(GUEST)


class Note(NamedTuple):
    """A note that a person at a shared table wrote for everybody there."""

    number: int
    kind: str
    who: int
    """The seat of the person who wrote it."""
    text: str


# Reading


def find_table(archive: Archive, code: str) -> int:
    """Return the number of the game with this table code. Raise LookupError if no game has it."""
    rows = archive.query("SELECT id FROM game WHERE code = ? ORDER BY id DESC", code) if code else []
    if not rows:
        raise LookupError(code)
    return int(rows[0][0])


def read_seats(archive: Archive, number: int) -> list[SharedSeat]:
    """Return the seats of the people at a shared table, in order."""
    sql = "SELECT seat, holder, person, away, stand_in FROM seat WHERE game = ? ORDER BY seat"
    return [_parse_seat(row) for row in archive.query(sql, number)]


def all_seats(archive: Archive) -> dict[int, list[SharedSeat]]:
    """Return the people's seats at all shared tables with unfinished games, by game number."""
    found: dict[int, list[SharedSeat]] = {}
    sql = """
        SELECT game, seat, seat.holder, person, away, stand_in FROM seat JOIN game ON game.id = game
        WHERE outcome IS NULL ORDER BY game, seat
    """
    for number, *row in archive.query(sql):
        found.setdefault(number, []).append(_parse_seat(tuple(row)))
    return found


def _parse_seat(row: tuple[Any, ...]) -> SharedSeat:
    seat, holder, person, away, stand_in = row
    if not is_count(seat) or not is_holder(holder):
        raise DamagedDatabase
    return SharedSeat(seat, holder, str(person)[:MAX_PERSON_LENGTH], bool(away), safe_text(stand_in, fallback=""))


def read_log(archive: Archive, number: int) -> SharedLog:
    """Return a shared game's log. Raise GameNotFound if the game is gone, or UnreadableGame if it is damaged."""
    actions: tuple[str, ...] = ()
    for _ in range(READ_ATTEMPTS):
        rows = archive.query(ACTIONS, number)
        heads = archive.query("SELECT head FROM game WHERE id = ?", number)
        if not heads:
            raise GameNotFound(number)
        (head,) = heads[0]
        record, is_complete = archive.unguarded_record(number)
        actions = sound_actions(str(head), rows)
        if is_complete and len(actions) == len(rows) == len(record.actions) and actions == record.actions:
            start = crc32(str(head).encode())
            return SharedLog(record, LogPlace(len(rows), rows[-1][2] if rows else start), start)
    raise UnreadableGame(number, sound_length=len(actions))


# Seats


def add_seats(archive: Archive, number: int, people: Mapping[int, str]) -> None:
    """Add the seats of a new shared game. `people` has the text that identifies each person, or "" for a free seat."""
    with archive.transaction() as db:
        db.executemany(
            "INSERT INTO seat (game, seat, person) VALUES (?, ?, ?)",
            [(number, seat, person) for seat, person in people.items()],
        )


def take_seat(archive: Archive, number: int, before: SharedSeat, person: str, holder: str, name: str = "") -> None:
    """Take a seat. Raise TakenOver if the seat is no longer as it was `before`.

    A person who sits down before the first action may give the seat a `name`. Raise Behind if it is too late for that.
    """
    with archive.transaction() as db:
        found = db.execute(
            "UPDATE seat SET person = ?, holder = ?, away = 0, stand_in = '' "
            "WHERE game = ? AND seat = ? AND person = ? AND holder = ?",
            (person, holder, number, before.seat, before.person, before.holder),
        )
        if found.rowcount != 1:
            raise TakenOver
        if name:
            _rename(archive, db, number, before.seat, name)


def _rename(archive: Archive, db: sqlite3.Connection, number: int, seat: int, name: str) -> None:
    record, _ = archive.unguarded_record(number)
    if record.actions:
        raise Behind
    names = [name if at == seat else each.name for at, each in enumerate(record.seats)]
    seats = tuple(replace(each, name=names[at]) for at, each in enumerate(record.seats))
    head = dump_head(replace(record, seats=seats))
    found = json.dumps(names, ensure_ascii=False)
    db.execute("UPDATE game SET head = ?, names = ? WHERE id = ?", (head, found, number))


def leave_seats(archive: Archive, number: int, holder: str) -> None:
    """Record that the people of this process have left the table. They can come back to their seats."""
    with archive.transaction() as db:
        db.execute("UPDATE seat SET holder = '', away = 0 WHERE game = ? AND holder = ?", (number, holder))


def note_away(archive: Archive, number: int, holder: str, *, is_away: bool) -> None:
    """Record whether the people of this process haven't pressed a key for a while."""
    with archive.transaction(MOVE_TIMEOUT_SECONDS) as db:
        db.execute("UPDATE seat SET away = ? WHERE game = ? AND holder = ?", (int(is_away), number, holder))


def set_stand_in(archive: Archive, number: int, before: SharedSeat, level: str) -> None:
    """Let a computer player of this level play for a person who has left. If the level is empty, end this.

    Raise TakenOver if the seat is no longer as it was `before`.
    """
    with archive.transaction() as db:
        found = db.execute(
            "UPDATE seat SET stand_in = ? WHERE game = ? AND seat = ? AND person = ? AND holder = ?",
            (level, number, before.seat, before.person, before.holder),
        )
        if found.rowcount != 1:
            raise TakenOver


# Playing


def append(archive: Archive, number: int, holder: str, place: LogPlace, status: GameStatus) -> LogPlace:
    """Add the last action of a status to the log, and return the new place.

    Raise Behind if the log is no longer at this place or if the process may not play this turn. Raise TakenOver if the
    process has no seat.
    """
    with archive.transaction(MOVE_TIMEOUT_SECONDS) as db:
        _check(db, number, holder, place)
        action = status.actions[-1]
        after = LogPlace(place.length + 1, crc32(action.encode(), place.checksum))
        db.execute("INSERT INTO action VALUES (?, ?, ?, ?)", (number, after.length, action, after.checksum))
        db.execute(UPDATE_GAME, status.row(number))
    return after


def remove_last_action(archive: Archive, number: int, holder: str, place: LogPlace, status: GameStatus) -> LogPlace:
    """Remove the last action from the log, and return the new place. Raise the same errors as `append`."""
    with archive.transaction(MOVE_TIMEOUT_SECONDS) as db:
        _check(db, number, holder, place)
        db.execute("DELETE FROM action WHERE game = ? AND number = ?", (number, place.length))
        db.execute(UPDATE_GAME, status.row(number))
        return _place(db, number)


def undo_by_consent(archive: Archive, number: int, holder: str, place: LogPlace, status: GameStatus) -> None:
    """Shorten the log to a status's actions, even if it's somebody else's turn. Raise the same errors as `append`."""
    with archive.transaction() as db:
        _check(db, number, holder, place, needs_turn=False)
        db.execute("DELETE FROM action WHERE game = ? AND number > ?", (number, len(status.actions)))
        db.execute(UPDATE_GAME, status.row(number))


def update_counts(archive: Archive, number: int, holder: str, place: LogPlace, status: GameStatus) -> None:
    """Save a status in which only the counts have changed. Raise the same errors as `append`."""
    with archive.transaction(MOVE_TIMEOUT_SECONDS) as db:
        _check(db, number, holder, place)
        db.execute(UPDATE_GAME, status.row(number))


def _place(db: sqlite3.Connection, number: int) -> LogPlace:
    head, length = db.execute("SELECT head, length FROM game WHERE id = ?", (number,)).fetchone()
    last = db.execute("SELECT sum FROM action WHERE game = ? AND number = ?", (number, length)).fetchone()
    return LogPlace(length, last[0] if last else crc32(str(head).encode()))


def _check(db: sqlite3.Connection, number: int, holder: str, place: LogPlace, *, needs_turn: bool = True) -> None:
    """Raise Behind if the log is no longer at this place or, with `needs_turn`, if this process may not play the turn.

    Raise TakenOver if the process has no seat any more.
    """
    row = db.execute("SELECT turn, code FROM game WHERE id = ?", (number,)).fetchone()
    if row is None or not row[1]:
        raise TakenOver
    if _place(db, number) != place:
        raise Behind
    seats: Sequence[Any] = db.execute("SELECT seat, holder, stand_in FROM seat WHERE game = ?", (number,)).fetchall()
    own = {seat for seat, held_by, _ in seats if held_by == holder}
    by_computer = {seat for seat, _, stand_in in seats if stand_in}
    people = {seat for seat, *_ in seats}
    turn = row[0]
    if own and not needs_turn:
        return
    if turn not in own and not (own and (turn in by_computer or turn not in people)):
        raise Behind if own else TakenOver  # the person for whom a computer player went on may be back


# Notes


def add_note(archive: Archive, number: int, kind: str, who: int, text: str) -> None:
    """Write a note for everybody at the table."""
    with archive.transaction() as db:
        (last,) = db.execute("SELECT coalesce(max(number), 0) FROM note WHERE game = ?", (number,)).fetchone()
        db.execute("INSERT INTO note VALUES (?, ?, ?, ?, ?)", (number, min(last, MAX_INTEGER - 1) + 1, kind, who, text))


def notes_since(archive: Archive, number: int, last: int) -> list[Note]:
    """Return the notes after the one with this number."""
    sql = "SELECT number, kind, who, text FROM note WHERE game = ? AND number > ? ORDER BY number LIMIT 100"
    return [
        Note(at, safe_text(kind), who, safe_text(text, 200))
        for at, kind, who, text in archive.query(sql, number, last)
        if is_count(at) and is_count(who)
    ]
