"""The games in a database that may be damaged; each is replayed before anybody relies on it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, Any

from cardtable.engine.game import play
from cardtable.formats.opening import begin
from cardtable.formats.strict_json import BadFile
from cardtable.formats.text import safe_text
from cardtable.store.archive import GameStatus
from cardtable.store.database import NOT_OF_SQLITE
from cardtable.store.errors import DamagedDatabase
from cardtable.store.rows import (
    ACTIONS,
    ENTRIES,
    MOST_ACTIONS,
    MOST_COUNTED,
    entry_of,
    is_whole,
    may_hold,
    moment,
    sound_actions,
)

if TYPE_CHECKING:
    from cardtable.formats.record import Record

MOST_GAMES = 20_000
"""That are looked for in one file."""
PATIENCE = 0.5
"""Seconds for one question; only what is not our archive takes longer."""
STEPS = 10_000
"""Of SQLite's, between two looks at the clock."""

ReportProgress = Callable[[int, int], None]
"""A function that gets the number of games done and the number of all games, before each game."""

_sound: dict[int, int] = {}
"""The number of legal actions of each game, by a hash of the game, so that none is replayed twice in one run."""


@dataclass(frozen=True)
class FoundGame:
    """A game in a file that may be damaged; parsed and replayed only on demand, as there may be thousands."""

    number: int
    head: str | None
    """Its record as it began; None where that is no text."""
    actions: tuple[str, ...]
    """The first actions, up to the one before the first wrong checksum."""
    said: int
    """How many actions it had."""
    counts: tuple[int, int, int]
    """Actions taken back, hints, actions that were inherited."""
    daily: str = ""
    holder: str = ""
    times: tuple[str, str] = ("", "")
    """When it was begun and last played; empty where that cannot be read."""
    is_listed: bool = False
    """Whether the database row can be read."""

    @cached_property
    def replayed(self) -> tuple[Record, GameStatus] | None:
        """The game as far as it is sound, and how it then stands; None if nothing of it is."""
        if (record := self._record) is None:
            return None
        state, actions = _played(record, self.actions)
        _sound[self._key] = len(actions)
        undone, hinted, given = self.counts
        record = replace(record, actions=actions, undone=undone, hinted=hinted, given=min(given, len(actions)))
        return record, GameStatus(actions, undone, hinted, record.game.turn(state), record.game.outcome(state))

    @property
    def sound(self) -> int:
        """How many actions are sound, one after the other from the first."""
        return _sound[self._key] if self._key in _sound or self.replayed is not None else 0

    @property
    def is_whole(self) -> bool:
        """Whether nothing of it is damaged."""
        return self.is_listed and self.is_unchanged and (self.sound == self.said or self.is_of_unknown_game)

    @property
    def is_unchanged(self) -> bool:
        """Whether its beginning can be read and every action has the right checksum; replays nothing."""
        has_all = len(self.actions) == self.said
        return has_all and (self._key in _sound or self._record is not None or self.is_of_unknown_game)

    @cached_property
    def is_of_unknown_game(self) -> bool:
        """Whether its game isn't installed here, so that it can't be replayed and only its checksums can be checked."""
        from cardtable.formats.document import UnknownGame
        from cardtable.formats.record import loads

        try:
            loads(self.head or "")
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
        from cardtable.formats.record import loads

        try:
            return None if self.head is None else loads(self.head)
        except BadFile:
            return None


def finds(db: sqlite3.Connection, tell: ReportProgress | None = None) -> Iterator[FoundGame]:
    """Every game in a database that may be damaged, by its number."""
    if _tables(db) >= {"game", "action"}:
        numbers = _numbers(db)
        for at, number in enumerate(numbers):
            if tell is not None:
                tell(at, len(numbers))
            yield _find(db, number)


def _tables(db: sqlite3.Connection) -> set[str]:
    """The names of what are tables: a view may stand in the place of one, and never come to an end."""
    return {
        str(name)
        for (name,) in rows_of(db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'")
    }


def _numbers(db: sqlite3.Connection) -> list[int]:
    """Of all games that are told of anywhere: one page may be damaged, and its neighbours may know."""
    told = ("SELECT id FROM game", "SELECT id FROM game ORDER BY id DESC", "SELECT id FROM game ORDER BY touched")
    found: set[int] = set()
    for sql in (*told, "SELECT DISTINCT game FROM action", "SELECT DISTINCT game FROM action ORDER BY game DESC"):
        found |= {number for (number,) in rows_of(db, f"{sql} LIMIT {MOST_GAMES}") if type(number) is int}
    last = max((number for number in found if number < MOST_GAMES), default=0)
    unknown = (number for number in range(1, last) if number not in found)
    found |= {number for number in unknown if rows_of(db, "SELECT 1 FROM game WHERE id = ?", number)}
    return sorted(found)[:MOST_GAMES]


def _find(db: sqlite3.Connection, number: int) -> FoundGame:
    kept, is_listed = _kept(db, number)
    head = kept.get("head")
    rows = rows_of(db, ACTIONS, number)
    return FoundGame(
        number=number,
        head=head if isinstance(head, str) else None,
        actions=sound_actions(head, rows) if isinstance(head, str) else (),
        said=kept["length"] if is_whole(kept.get("length"), MOST_ACTIONS) else len(rows),
        counts=(_count(kept, "undone"), _count(kept, "hinted"), _count(kept, "given")),
        daily=safe_text(kept.get("daily"), 10),
        holder=str(kept["holder"]) if may_hold(kept.get("holder")) else "",
        times=_times(kept),
        is_listed=is_listed,
    )


_COLUMNS = ("head", "length", "undone", "hinted", "given", "daily", "holder", "started", "touched")
_WHOLE_ROW = ENTRIES.replace("FROM", f", {', '.join(_COLUMNS)} FROM") + "WHERE id = ?"
_ALONE = {name: f"SELECT {name} FROM game WHERE id = ?" for name in _COLUMNS}  # noqa: S608  names of ours


def _kept(db: sqlite3.Connection, number: int) -> tuple[dict[str, Any], bool]:
    """Return the readable columns of a game's row, and whether the row counts as readable."""
    if rows := rows_of(db, _WHOLE_ROW, number):
        (row,) = rows
        return dict(zip(_COLUMNS, row[-len(_COLUMNS) :], strict=True)), _is_listed(row[: -len(_COLUMNS)])
    # Each by itself, as a row may go on in a page that is damaged.
    kept = {name: value for name, ask in _ALONE.items() for (value,) in rows_of(db, ask, number)}
    listed = rows_of(db, ENTRIES + "WHERE id = ?", number)
    return kept, all(map(_is_listed, listed))


def _is_listed(row: tuple[Any, ...]) -> bool:
    try:
        entry_of(row)
    except DamagedDatabase:
        return False
    return True


def _played(record: Record, actions: tuple[str, ...]) -> tuple[Any, tuple[str, ...]]:
    """Replay a game as long as each action is legal; return the state it leads to, and those actions."""
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


def _count(kept: dict[str, Any], name: str) -> int:
    value: Any = kept.get(name)
    return min(value, MOST_COUNTED) if is_whole(value) else 0


def _times(kept: dict[str, Any]) -> tuple[str, str]:
    try:
        moment(kept["started"])
        moment(kept["touched"])
    except (KeyError, ValueError, TypeError):
        return "", ""
    return kept["started"], kept["touched"]


def rows_of(db: sqlite3.Connection, sql: str, *values: int) -> list[Any]:
    """The rows that answer, up to the first that cannot be read."""
    end = monotonic() + PATIENCE
    db.set_progress_handler(lambda: monotonic() > end, STEPS)
    rows: list[Any] = []
    with suppress(sqlite3.Error, *NOT_OF_SQLITE):
        for row in db.execute(sql, values):
            rows.append(row)  # noqa: PERF402  one by one, to keep those before the fault
    db.set_progress_handler(None, STEPS)
    return rows
