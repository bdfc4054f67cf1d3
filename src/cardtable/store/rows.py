"""Rows of the saved-games database: what each may hold, checked before it is believed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zlib import crc32

from cardtable.engine.game import Outcome
from cardtable.formats.text import safe_text
from cardtable.store.errors import DamagedDatabase, StorageFault
from cardtable.store.process_lock import is_name

LONGEST_NOTE = 100_000
"""Characters of a value in JSON that is ours alone: names, an outcome, what was learned."""
LONGEST_REASON = 300
"""Cells, of how a game ended."""
MOST_SEATS = 12
MOST_ACTIONS = 20_000
LONGEST_ACTION = 800
"""Bytes; a record's longest action has a fourth as many characters."""
MOST_COUNTED = 1_000_000
"""Actions taken back, hints, points."""
HIGHEST = 2**63 - 1
"""Of any number that SQLite holds."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """What the archive says of a game without opening it."""

    id: int
    kind: str
    """The id of its rules, as `clash`."""
    names: tuple[str, ...]
    alone: bool
    """Whether one person plays every seat."""
    options: str
    """As JSON, written out in full: two games by the same options have the same text."""
    deal: str
    """The deal code; empty where the game began at a position."""
    started: datetime
    touched: datetime
    """When the last action was taken."""
    length: int
    """Actions that stand."""
    undone: int
    hinted: int
    given: int
    daily: str
    """The date of the daily deal that it is, as 2026-11-20; else empty."""
    turn: int | None
    """The seat that is asked; None once the game is over."""
    outcome: Outcome | None
    """None as long as it is under way."""
    holder: str
    """The sitting in whose hands it is, or was when that broke off; empty where it was laid down."""

    @property
    def is_from_position(self) -> bool:
        """Whether it began at a position instead of a deal."""
        return not self.deal


ENTRIES = """
    SELECT id, kind, names, alone, options, deal, started, touched, length, undone, hinted, given, daily, turn, outcome,
        holder
    FROM game
"""

ACTIONS = f"""
    SELECT number, said, sum FROM action
    WHERE game = ? AND length(CAST(said AS BLOB)) <= {LONGEST_ACTION}
    ORDER BY number LIMIT {MOST_ACTIONS}
"""  # noqa: S608  ours


def sound_actions(head: str, rows: Iterable[Any]) -> tuple[str, ...]:
    """Of the rows that `ACTIONS` has found, the texts as long as each has its number and its sum."""
    total, sound = crc32(head.encode()), list[str]()
    for at, (number, said, kept) in enumerate(rows, 1):
        if number != at or not isinstance(said, str) or kept != (total := crc32(said.encode(), total)):
            break
        sound.append(said)
    return tuple(sound)


def is_whole(value: object, most: int = HIGHEST) -> bool:
    """Whether it is a number from 0 to `most`: SQLite keeps any kind of value in any column."""
    return type(value) is int and 0 <= value <= most


def entry_of(row: tuple[Any, ...]) -> GameEntry:
    """What a row says, its texts fit to be shown; Damaged where it cannot be read."""
    kind, names, alone, *rest = row[1:]
    options, deal, started, touched, length, undone, hinted, given, daily, turn, outcome, holder = rest
    try:
        seated = _names(note_of(names))
        return GameEntry(
            id=_number(row[0]),
            kind=safe_text(_text(kind), 40),
            names=seated,
            alone=bool(_number(alone, 1)),
            options=_text(options),
            deal=safe_text(_text(deal)),
            started=moment(started),
            touched=moment(touched),
            length=_number(length, MOST_ACTIONS),
            undone=_number(undone, MOST_COUNTED),
            hinted=_number(hinted, MOST_COUNTED),
            given=_number(given, MOST_ACTIONS),
            daily=safe_text(_text(daily)),
            turn=None if turn is None else _number(turn, len(seated) - 1),
            outcome=None if outcome is None else _outcome(note_of(outcome), len(seated)),
            holder=_holder(holder),
        )
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        raise DamagedDatabase(StorageFault.GAME_DAMAGED, number=row[0]) from None


def note_of(text: object) -> Any:
    """What a value says in JSON; ValueError or TypeError where it is longer than any of ours, or says nothing."""
    if len(_text(text)) > LONGEST_NOTE:
        raise ValueError("too long")
    return json.loads(_text(text))


def _names(found: Any) -> tuple[str, ...]:
    if not isinstance(found, list) or not 1 <= len(found) <= MOST_SEATS:
        raise ValueError(found)
    return tuple(safe_text(name, fallback=f"Player {seat}") for seat, name in enumerate(found, 1))


def _holder(value: object) -> str:
    if not may_hold(value):
        raise ValueError(value)
    return str(value)


def may_hold(name: object) -> bool:
    """Whether it could be the name of a sitting, or of none."""
    return name == "" or (isinstance(name, str) and is_name(name))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _number(value: Any, most: int = HIGHEST) -> int:
    if not is_whole(value, most):
        raise ValueError(value)
    return int(value)


def moment(text: str) -> datetime:
    """A point in time that the archive has kept; ValueError or TypeError where it is none of these centuries."""
    then = datetime.fromisoformat(text)
    if then.utcoffset() is None or not 2000 <= then.year <= 2999:
        raise ValueError(text)
    return then


def now() -> str:
    """This moment as the archive keeps it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _outcome(fields: Any, seats: int) -> Outcome:
    points = tuple(_within(each) for each in fields["points"])
    winners = tuple(_number(seat, seats - 1) for seat in fields["winners"])
    if len(points) != seats or type(fields["together"]) is not bool:
        raise ValueError(fields)
    told = (safe_text(_text(fields[name]), LONGEST_REASON) for name in ("reason", "ruling"))
    return Outcome(points, winners, fields["together"], _within(fields["margin"]), *told)


def _within(points: Any) -> int:
    if type(points) is not int or abs(points) > MOST_COUNTED:
        raise ValueError(points)
    return points
