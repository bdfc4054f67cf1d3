"""The record of a game: who sat there, by which options, its deal or first position, and the actions that stand.

A game is saved as its record and replayed when it is opened.  Anyone with the file can lay out every hidden card.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame, IllegalAction, format_range, play
from cardtable.formats.codec import dump, load
from cardtable.formats.document import VERSIONS, head_of, later_fields, open_document
from cardtable.formats.opening import Opening, StartPosition, begin, deal_code
from cardtable.formats.position import check_state
from cardtable.formats.strict_json import BadFile, read_text, write_json
from cardtable.formats.text import player_names, safe_text

MOST_ACTIONS = 20_000
MOST_UNDONE = 1_000_000
LONGEST_ACTION = 200
"""Characters."""
_WHAT = "record"
_BODY = ("options", "seats", "deal", "position", "undone", "hinted", "given", "actions", "sum")
NOTE = "Who reads this file can lay out every hidden card."
"""What a file of ours says to whoever opens it; it may be changed or left out."""
_SINCE: dict[int, dict[str, Any]] = {2: {"hinted": 0, "given": 0, "sum": None}, 3: {"position": None}}
"""Later fields, and what a file of an older version means by their lack."""


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """Whose a seat is: the name that stands there, and the person, counted from 0, who plays it."""

    name: str
    person: int


@dataclass(frozen=True, slots=True)
class Record:
    """All that a game is replayed from; options, seats and opening are sound, the actions not yet tried."""

    game: AnyGame = field(repr=False)
    options: Any
    """Written out in full."""
    seats: tuple[SeatHolder, ...]
    opening: Opening
    actions: tuple[str, ...] = field(repr=False)
    """As a player would say them."""
    undone: int
    """How many actions were taken back."""
    hinted: int = 0
    """How many hints were taken."""
    given: int = 0
    """How many of the first actions were given: of a game that was played on from another's position."""

    @property
    def deal(self) -> DealCode | None:
        """The code of its deal; None where it began at a position."""
        return deal_code(self.opening)

    @property
    def names(self) -> tuple[str, ...]:
        """The name at each seat."""
        return tuple(chair.name for chair in self.seats)

    @property
    def persons(self) -> tuple[int, ...]:
        """The person at each seat."""
        return tuple(chair.person for chair in self.seats)


def dumps(record: Record) -> str:
    """The record as JSON, an action a line, with a sum by which a fault of the disk is noticed."""
    return write_json({"note": NOTE, **_fields(record)}, unfolded=("seats", "position", "actions"))


def _fields(record: Record, version: int = VERSIONS[_WHAT]) -> dict[str, Any]:
    """The fields of the record as this version of the format has them."""
    opening = record.opening
    fields = {
        **head_of(record.game, _WHAT),
        "version": version,
        "options": dump(record.options),
        "seats": dump(record.seats),
        "deal": None if isinstance(opening, StartPosition) else str(opening),
        "position": dump(opening.state) if isinstance(opening, StartPosition) else None,
        "undone": record.undone,
        "hinted": record.hinted,
        "given": record.given,
        "actions": list(record.actions),
    }
    for name in later_fields(_SINCE, version):
        fields.pop(name, None)
    return {**fields, "sum": _sum(fields)}


def _sum(fields: dict[str, Any]) -> str:
    """CRC-32 of what the fields say, as eight digits to the base of 16."""
    return f"{crc32(json.dumps(fields, ensure_ascii=True, sort_keys=True).encode()):08x}"


def loads(text: str) -> Record:
    """The record that the text holds; BadFile with a sentence where it holds none.

    A file that was written by hand may leave the sum empty.
    """
    game, body = open_document(text, _WHAT, _BODY, _SINCE)
    record = _read(game, body)
    if body["sum"] not in (None, "") and body["sum"] != _fields(record, body["version"])["sum"]:
        raise BadFile(f"This {_WHAT} has been damaged or changed: its sum is not that of what it says.")
    return record


def _read(game: AnyGame, body: dict[str, Any]) -> Record:
    seats = _seats(game, load(tuple[SeatHolder, ...], body["seats"], _WHAT, "seats"))
    actions = _actions(load(tuple[str, ...], body["actions"], _WHAT, "actions"))
    options = _options(game, load(game.options, body["options"], _WHAT, "options"), len(seats))
    return Record(
        game=game,
        options=options,
        seats=seats,
        opening=_opening(game, body, options, len(seats)),
        actions=actions,
        undone=_number(body, "undone", MOST_UNDONE),
        hinted=_number(body, "hinted", MOST_UNDONE),
        given=_number(body, "given", len(actions)),
    )


def read_file(path: Path) -> Record:
    """The record that a file holds; BadFile with a sentence where it holds none."""
    return loads(read_text(path, _WHAT))


def play_all(record: Record, act: Callable[[Any], object]) -> None:
    """Call `act` with each action in turn; BadFile at the first that can't be read or that it refuses as illegal."""
    read = cache(record.game.parse)  # a long game says the same few actions again and again
    for number, text in enumerate(record.actions, 1):
        try:
            action = read(text)
        except ValueError as error:
            raise BadFile(f"{_said(number, text)} cannot be read: {error}") from None
        try:
            act(action)
        except IllegalAction as error:
            raise BadFile(f"{_said(number, text)} is not legal there: {error}") from None


def replay(record: Record) -> tuple[Any, tuple[Any, ...]]:
    """Return the state that the actions lead to, and the actions; BadFile at the first that can't be played."""
    game, actions = record.game, list[Any]()
    state = begin(game, record.options, len(record.seats), record.opening).state

    def act(action: Any) -> None:
        nonlocal state
        state = play(game, state, action).state
        actions.append(action)

    play_all(record, act)
    return state, tuple(actions)


def _said(number: int, text: str) -> str:
    return f"Action {number} '{safe_text(text, 40)}'"


def _seats(game: AnyGame, seats: tuple[SeatHolder, ...]) -> tuple[SeatHolder, ...]:
    if len(seats) not in game.seats:
        raise BadFile(f"{game.title} is for {format_range(game.seats)} players, and this {_WHAT} seats {len(seats)}.")
    persons = [_within(chair.person, len(seats) - 1, f"seats[{at}].person") for at, chair in enumerate(seats)]
    try:
        names = player_names([chair.name for chair in seats], len(seats))
    except ValueError as error:
        raise BadFile(f"In this {_WHAT}, {error}") from None
    return tuple(map(SeatHolder, names, persons))


def _options(game: AnyGame, options: Any, seats: int) -> Any:
    if faults := game.validate_options(game.resolve_defaults(options, seats), seats):
        raise BadFile(faults[0])
    if game.resolve_defaults(options, seats) != options:
        raise BadFile(f"In this {_WHAT}, the options are not written out in full.")
    return options


def _opening(game: AnyGame, body: dict[str, Any], options: Any, seats: int) -> Opening:
    """The deal or the position, whichever the record has."""
    if body["position"] is None:
        return _deal(load(str, body["deal"], _WHAT, "deal"))
    if body["deal"] is not None:
        raise BadFile(f"This {_WHAT} has both a deal and a position, and a game begins with one of them.")
    # As in a position of version 2: states that change raise both versions.
    state = load(game.state, body["position"], _WHAT, "position")
    check_state(game, state)
    if (state.options, game.seat_count(state)) != (options, seats):
        raise BadFile(f"In this {_WHAT}, the position is one with other options or for other players.")
    return StartPosition(state)


def _deal(text: str) -> DealCode:
    try:
        return DealCode.parse(text)
    except ValueError as error:
        raise BadFile(str(error)) from None


def _actions(texts: tuple[str, ...]) -> tuple[str, ...]:
    if len(texts) > MOST_ACTIONS:
        raise BadFile(f"This {_WHAT} has {len(texts):,} actions, and {MOST_ACTIONS:,} is the most that is read.")
    for number, text in enumerate(texts, 1):
        if len(text) > LONGEST_ACTION:
            raise BadFile(f"Action {number} has {len(text):,} letters, and no action has more than {LONGEST_ACTION}.")
    return texts


def _number(body: dict[str, Any], name: str, most: int) -> int:
    return _within(load(int, body[name], _WHAT, name), most, name)


def _within(number: int, most: int, at: str) -> int:
    if not 0 <= number <= most:
        raise BadFile(f"In this {_WHAT}, {at} is {number}, not a number from 0 to {most}.")
    return number
