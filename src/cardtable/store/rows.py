"""Rows of the saved-games database. Each row is validated when it is read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zlib import crc32

from cardtable.engine.game import Outcome
from cardtable.formats.text import safe_text
from cardtable.store.clock import parse_time
from cardtable.store.errors import DamagedDatabase, StorageFault
from cardtable.store.process_lock import is_lock_name

MAX_JSON_LENGTH = 100_000
"""The maximum length of a JSON value in characters. The values are names, an outcome or learning progress."""
MAX_REASON_WIDTH = 300
"""The maximum width, in terminal cells, of the sentence that says how a game ended."""
MAX_SEATS = 12
MAX_ACTIONS = 20_000
MAX_ACTION_BYTES = 800
"""The maximum size of an action in bytes. The size allows four bytes for each character of the longest action."""
MAX_COUNT = 1_000_000
"""The maximum number of undone actions, hints or points."""
MAX_INTEGER = 2**63 - 1
"""The largest integer that SQLite can store."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A row in the list of saved games, which can be shown without opening the game."""

    id: int
    kind: str
    """The id of the game, such as `clash`."""
    names: tuple[str, ...]
    has_one_player: bool
    """Whether one player plays every seat."""
    options: str
    """All options as JSON, including defaults. Equal options always give equal strings."""
    deal: str
    """The deal code, or an empty string if the game started from a position."""
    started: datetime
    touched: datetime
    """The time of the last move. `started` and `touched` may be UNKNOWN_TIME."""
    length: int
    """The number of actions, excluding undone actions."""
    undone: int
    hinted: int
    inherited_actions: int
    daily: str
    """The date of a daily deal, such as 2026-11-20, or an empty string for any other game."""
    turn: int | None
    """The seat whose turn it is, or None if the game is over."""
    outcome: Outcome | None
    """The game's outcome, or None if the game is in progress."""
    holder: str
    """The lock name of the process that last opened the game. It is empty if that process has released the game."""
    levels: tuple[str, ...] = ()
    """The level of each seat's computer player, or "" for other seats. Without computer players, the tuple is empty."""
    code: str = ""
    """The code of the shared table, where each person plays at their own screen. It is empty for any other game."""

    @property
    def is_shared(self) -> bool:
        """Whether the game is unfinished and at a shared table, so nobody may load it whole."""
        return bool(self.code) and self.outcome is None

    @property
    def reference(self) -> str:
        """What players type to choose the game: its number, or the code of its shared table."""
        return self.code if self.is_shared else str(self.id)

    def is_called(self, text: str) -> bool:
        """Return whether somebody who typed this text means the game."""
        return self.reference.replace("-", "") == text.upper().replace("-", "")

    @property
    def is_from_position(self) -> bool:
        """Whether the game started from a position instead of a deal."""
        return not self.deal


ENTRIES = """
    SELECT id, kind, names, alone, options, deal, started, touched, length, undone, hinted, given, daily, turn, outcome,
        holder, levels, code
    FROM game
"""

ACTIONS = f"""
    SELECT number, said, sum FROM action
    WHERE game = ? AND length(CAST(said AS BLOB)) <= {MAX_ACTION_BYTES}
    ORDER BY number LIMIT {MAX_ACTIONS}
"""  # noqa: S608  our own constants


def sound_actions(head: str, rows: Iterable[Any]) -> tuple[str, ...]:
    """Return the actions in the rows found by `ACTIONS`, up to the first incorrect number or checksum."""
    total, sound = crc32(head.encode()), list[str]()
    for at, (number, action, checksum) in enumerate(rows, 1):
        if number != at or not isinstance(action, str) or checksum != (total := crc32(action.encode(), total)):
            break
        sound.append(action)
    return tuple(sound)


def is_count(value: object, most: int = MAX_INTEGER) -> bool:
    """Return whether this is an integer from 0 to `most`. SQLite stores values of any type in any column."""
    return type(value) is int and 0 <= value <= most


def parse_entry(row: tuple[Any, ...]) -> GameEntry:
    """Return the entry in a row, with text that is safe to show. Raise DamagedDatabase if the row is invalid."""
    kind, names, alone, options, deal, started, touched, length, *rest = row[1:]
    undone, hinted, inherited, daily, turn, outcome, holder, levels, code = rest
    try:
        players = _names(parse_value(names))
        return GameEntry(
            id=_number(row[0]),
            kind=safe_text(_text(kind), 40),
            names=players,
            has_one_player=bool(_number(alone, 1)),
            options=_text(options),
            deal=safe_text(_text(deal)),
            started=parse_time(started),
            touched=parse_time(touched),
            length=_number(length, MAX_ACTIONS),
            undone=_number(undone, MAX_COUNT),
            hinted=_number(hinted, MAX_COUNT),
            inherited_actions=_number(inherited, MAX_ACTIONS),
            daily=safe_text(_text(daily)),
            turn=None if turn is None else _number(turn, len(players) - 1),
            outcome=None if outcome is None else _outcome(parse_value(outcome), len(players)),
            holder=_holder(holder),
            levels=_levels(parse_value(levels), len(players)),
            code=safe_text(_text(code)),
        )
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        raise DamagedDatabase(StorageFault.GAME_DAMAGED, number=row[0]) from None


def parse_value(text: object) -> Any:
    """Return the parsed JSON. Raise ValueError or TypeError if the text is invalid or too long to be ours."""
    if len(_text(text)) > MAX_JSON_LENGTH:
        raise ValueError("too long")
    return json.loads(_text(text))


def _names(found: Any) -> tuple[str, ...]:
    if not isinstance(found, list) or not 1 <= len(found) <= MAX_SEATS:
        raise ValueError(found)
    return tuple(safe_text(name, fallback=f"Player {seat}") for seat, name in enumerate(found, 1))


def _levels(found: Any, seats: int) -> tuple[str, ...]:
    """Return the levels. An unknown level is allowed, because a later version may have written it."""
    if not isinstance(found, list) or len(found) not in (0, seats):
        raise ValueError(found)
    levels = tuple(safe_text(_text(level)) for level in found)
    return levels if any(levels) else ()


def _holder(value: object) -> str:
    if not is_holder(value):
        raise ValueError(value)
    return str(value)


def is_holder(name: object) -> bool:
    """Return whether this could be the name of a game's holder. The name is empty if the game has no holder."""
    return name == "" or (isinstance(name, str) and is_lock_name(name))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _number(value: Any, most: int = MAX_INTEGER) -> int:
    if not is_count(value, most):
        raise ValueError(value)
    return int(value)


def _outcome(fields: Any, seats: int) -> Outcome:
    points = tuple(_bounded(each) for each in fields["points"])
    winners = tuple(_number(seat, seats - 1) for seat in fields["winners"])
    if len(points) != seats or type(fields["together"]) is not bool:
        raise ValueError(fields)
    texts = (safe_text(_text(fields[name]), MAX_REASON_WIDTH) for name in ("reason", "ruling"))
    return Outcome(points, winners, fields["together"], _bounded(fields["margin"]), *texts)


def _bounded(points: Any) -> int:
    if type(points) is not int or abs(points) > MAX_COUNT:
        raise ValueError(points)
    return points
