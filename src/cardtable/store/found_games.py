"""The games in a database that may be damaged. Each game is replayed to check it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from time import thread_time
from typing import TYPE_CHECKING, Any

from cardtable.engine.game import play
from cardtable.formats.opening import begin
from cardtable.formats.strict_json import BadFile
from cardtable.formats.text import safe_text
from cardtable.store.archive import GameStatus
from cardtable.store.clock import format_timestamp, parse_time
from cardtable.store.database import DAMAGE_ERRORS
from cardtable.store.errors import DamagedDatabase
from cardtable.store.rows import (
    ACTIONS,
    ENTRIES,
    MAX_ACTIONS,
    MAX_COUNT,
    is_count,
    is_holder,
    parse_entry,
    sound_actions,
)

if TYPE_CHECKING:
    from cardtable.formats.record import Record

MAX_GAMES = 20_000
"""The maximum number of games to read from one file."""
QUERY_TIMEOUT_SECONDS = 0.5
"""The time limit for one query, excluding waiting times. Only queries of files that aren't ours take longer."""
STEPS = 10_000
"""The number of SQLite instructions between two checks of the clock."""

ReportProgress = Callable[[int, int], None]
"""A function called before the check of each game, with the number of games checked so far and the total number."""

_sound_lengths: dict[int, int] = {}
"""The number of legal actions in each game, keyed by a hash of the game. This cache avoids replaying a game twice."""


@dataclass(frozen=True)
class FoundGame:
    """A game in a possibly damaged file. It is replayed only if needed, because a file may hold thousands of games."""

    number: int
    head: str | None
    """The game's record as JSON, without the actions, or None if the saved value isn't text."""
    actions: tuple[str, ...]
    """The actions before the first incorrect checksum."""
    length: int
    """The number of actions in the game, including damaged ones."""
    counts: tuple[int, int, int]
    """The numbers of undone actions, hints and inherited actions."""
    daily: str = ""
    holder: str = ""
    code: str = ""
    """The code of the shared table, or an empty string."""
    people: dict[int, str] = field(default_factory=dict)
    """The person at each seat of a shared table, as far as the seats are readable."""
    times: tuple[str, str] = ("", "")
    """The times when the game was started and last played. UNKNOWN_TIME replaces an unreadable time."""
    is_listed: bool = False
    """Whether the game's row in the database is readable."""

    @cached_property
    def replayed(self) -> tuple[Record, GameStatus] | None:
        """The undamaged part of the game, with its final status, or None if no part is undamaged."""
        if (record := self._record) is None:
            return None
        state, actions = _replay(record, self.actions)
        _sound_lengths[self._key] = len(actions)
        undone, hinted, inherited = self.counts
        record = replace(
            record, actions=actions, undone=undone, hinted=hinted, inherited_actions=min(inherited, len(actions))
        )
        return record, GameStatus(
            actions, undone, hinted, record.game.turn(state), record.game.named_outcome(state, record.names)
        )

    @property
    def is_at_shared_table(self) -> bool:
        """Whether the game is in progress at a shared table, so nobody may see all of it. A damaged code counts."""
        is_shared = bool(self.code or self.people)
        return is_shared and self.replayed is not None and self.replayed[1].outcome is None

    @property
    def sound_length(self) -> int:
        """The number of actions before the first damaged or illegal one."""
        return _sound_lengths[self._key] if self._key in _sound_lengths or self.replayed is not None else 0

    @property
    def is_whole(self) -> bool:
        """Whether the whole game is undamaged."""
        return self.is_listed and self.is_unchanged and (self.sound_length == self.length or self.is_of_unknown_game)

    @property
    def is_unchanged(self) -> bool:
        """Whether the game's record is readable and every checksum is correct. The game isn't replayed."""
        has_all = len(self.actions) == self.length
        return has_all and (self._key in _sound_lengths or self._record is not None or self.is_of_unknown_game)

    @cached_property
    def is_of_unknown_game(self) -> bool:
        """Whether the rules of this game aren't installed here. Only the checksums of such a game can be checked."""
        from cardtable.formats.document import UnknownGame
        from cardtable.formats.record import load_record

        try:
            load_record(self.head or "")
        except UnknownGame:
            return True
        except BadFile:
            return False
        return False

    @cached_property
    def _key(self) -> int:
        return hash((self.head, self.actions))

    @cached_property
    def _record(self) -> Record | None:
        from cardtable.formats.record import load_record

        try:
            return None if self.head is None else load_record(self.head)
        except BadFile:
            return None


def find_games(db: sqlite3.Connection, report: ReportProgress | None = None) -> Iterator[FoundGame]:
    """Yield every game in a possibly damaged database, in the order of the games' numbers."""
    if _tables(db) >= {"game", "action"}:
        numbers, entries = _numbers(db), _entries_query(db)
        has_seats = readable_rows(db, "SELECT count(*) FROM seat") != [(0,)]  # True also if the rows are unreadable
        for at, number in enumerate(numbers):
            if report is not None:
                report(at, len(numbers))
            yield _find_game(db, number, entries, has_seats=has_seats)


def _tables(db: sqlite3.Connection) -> set[str]:
    """Return the names of the real tables. A query of a view with a table's name might never finish."""
    return {
        str(name)
        for (name,) in readable_rows(
            db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'"
        )
    }


def _numbers(db: sqlite3.Connection) -> list[int]:
    """Return the numbers of all games. Use several queries, because a damaged page affects only some queries."""
    by_id = ("SELECT id FROM game", "SELECT id FROM game ORDER BY id DESC", "SELECT id FROM game ORDER BY touched")
    found: set[int] = set()
    for sql in (*by_id, "SELECT DISTINCT game FROM action", "SELECT DISTINCT game FROM action ORDER BY game DESC"):
        found |= {number for (number,) in readable_rows(db, f"{sql} LIMIT {MAX_GAMES}") if type(number) is int}
    last = max((number for number in found if number < MAX_GAMES), default=0)
    unknown = (number for number in range(1, last) if number not in found)
    found |= {number for number in unknown if readable_rows(db, "SELECT 1 FROM game WHERE id = ?", number)}
    return sorted(found)[:MAX_GAMES]


def _entries_query(db: sqlite3.Connection) -> str:
    """Return the query for entries, without the columns that the database is too old to have."""
    query = ENTRIES
    for column, default in (("levels", "'[]'"), ("code", "''")):
        if not readable_rows(db, f"SELECT 1 FROM pragma_table_info('game') WHERE name = '{column}'"):  # noqa: S608  ours
            query = query.replace(f", {column}", f", {default}")
    return query


def _find_game(db: sqlite3.Connection, number: int, entries: str, *, has_seats: bool) -> FoundGame:
    columns, is_listed = _readable_columns(db, number, entries)
    head = columns.get("head")
    rows = readable_rows(db, ACTIONS, number)
    return FoundGame(
        number=number,
        head=head if isinstance(head, str) else None,
        actions=sound_actions(head, rows) if isinstance(head, str) else (),
        length=columns["length"] if is_count(columns.get("length"), MAX_ACTIONS) else len(rows),
        counts=(_count(columns, "undone"), _count(columns, "hinted"), _count(columns, "given")),
        daily=safe_text(columns.get("daily"), 10),
        holder=str(columns["holder"]) if is_holder(columns.get("holder")) else "",
        code=safe_text(columns.get("code")),
        people=dict(_people(db, number)) if has_seats else {},
        times=(_time(columns, "started"), _time(columns, "touched")),
        is_listed=is_listed,
    )


_COLUMNS = ("head", "length", "undone", "hinted", "given", "daily", "holder", "started", "touched")
_ONE_COLUMN = {name: f"SELECT {name} FROM game WHERE id = ?" for name in (*_COLUMNS, "code")}  # noqa: S608  our own names


def _readable_columns(db: sqlite3.Connection, number: int, entries: str) -> tuple[dict[str, Any], bool]:
    """Return the readable columns of a game's row, and whether the whole row counts as readable."""
    entry = f"{entries}WHERE id = ?"
    if rows := readable_rows(db, entry.replace("FROM", f", {', '.join(_COLUMNS)} FROM"), number):
        (row,) = rows
        entry_row = row[: -len(_COLUMNS)]
        found = dict(zip(_COLUMNS, row[-len(_COLUMNS) :], strict=True)) | {"code": entry_row[-1]}
        return found, _is_listed(entry_row)
    # Read the row column by column, because only part of it may be on a damaged page.
    columns = {name: value for name, sql in _ONE_COLUMN.items() for (value,) in readable_rows(db, sql, number)}
    listed = readable_rows(db, entry, number)
    return columns, all(map(_is_listed, listed))


def _people(db: sqlite3.Connection, number: int) -> Iterator[tuple[int, str]]:
    for seat, person in readable_rows(db, "SELECT seat, person FROM seat WHERE game = ?", number):
        if is_count(seat) and isinstance(person, str):
            yield seat, person


def _is_listed(row: tuple[Any, ...]) -> bool:
    try:
        parse_entry(row)
    except DamagedDatabase:
        return False
    return True


def _replay(record: Record, actions: tuple[str, ...]) -> tuple[Any, tuple[str, ...]]:
    """Replay a game up to the first illegal action. Return the state and the actions up to that point."""
    from cardtable.formats.record import MAX_ACTION_LENGTH

    game = record.game
    state = begin(game, record.options, len(record.seats), record.opening).state
    sound = list[str]()
    for text in actions:
        try:
            action = game.parse(text[: MAX_ACTION_LENGTH + 1])
            state = play(game, state, action).state
        except ValueError:
            break
        sound.append(str(action))
    return state, tuple(sound)


def _count(columns: dict[str, Any], name: str) -> int:
    value: Any = columns.get(name)
    return min(value, MAX_COUNT) if is_count(value) else 0


def _time(columns: dict[str, Any], name: str) -> str:
    return format_timestamp(parse_time(columns.get(name)))


def readable_rows(db: sqlite3.Connection, sql: str, *values: int) -> list[Any]:
    """Return the rows that a query finds, up to the first unreadable row."""
    # The limit is on processor time, because even a query of a sound file may have to wait for the machine or the disk.
    end = thread_time() + QUERY_TIMEOUT_SECONDS
    db.set_progress_handler(lambda: thread_time() > end, STEPS)
    rows: list[Any] = []
    with suppress(sqlite3.Error, *DAMAGE_ERRORS):
        for row in db.execute(sql, values):
            rows.append(row)  # noqa: PERF402  one by one, to keep the rows before the fault
    db.set_progress_handler(None, STEPS)
    return rows
