"""The record of a game: its players, options, deal or starting position, and actions.

A game is saved as its record, and replayed from the record when it is opened. Anyone with the file can reconstruct
every hidden card.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from zlib import crc32

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame, IllegalAction, play
from cardtable.engine.phrases import counted, format_range
from cardtable.formats.codec import dump, load
from cardtable.formats.computers import MAX_SIMULATIONS, Computer, Computers, ProgramAtSeat, check_command
from cardtable.formats.document import VERSIONS, fields_added_after, header_of, parse_document
from cardtable.formats.opening import Opening, StartPosition, begin, deal_code
from cardtable.formats.position import require_valid_state
from cardtable.formats.strict_json import BadFile, format_json
from cardtable.formats.text import player_names, safe_text

MAX_ACTIONS = 20_000
MAX_COUNT = 1_000_000
"""The maximum number of undone actions, and the maximum number of hints."""
MAX_ACTION_LENGTH = 200
"""The maximum length of an action, in characters."""
_WHAT = "record"
_BODY = ("options", "seats", "computers", "deal", "position", "undone", "hinted", "given", "actions", "sum")
NOTE = "Anyone with this file can reconstruct every hidden card."
"""The warning in each file for people who open it. The warning may be changed or left out."""
_ADDED: dict[int, dict[str, Any]] = {
    2: {"hinted": 0, "given": 0, "sum": None},
    3: {"position": None},
    4: {"computers": []},
}
"""The fields that each version added, with their values for older files."""


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """The name of a seat, and the number of the person who plays it, counted from 0."""

    name: str
    person: int


@dataclass(frozen=True, slots=True)
class Record:
    """A game that can be replayed. The options, seats and opening are valid, but the actions are unchecked."""

    game: AnyGame = field(repr=False)
    options: Any
    """The game's options, with all defaults resolved."""
    seats: tuple[SeatHolder, ...]
    opening: Opening
    actions: tuple[str, ...] = field(repr=False)
    """The actions, in the notation that a player could type."""
    undone: int
    """The number of undone actions that count as help."""
    hinted: int = 0
    """The number of hints used."""
    inherited_actions: int = 0
    """The number of actions at the start that were copied from an earlier game, which this record continues."""
    computers: Computers = ()
    """The computer player at each seat, or None for a person. The tuple is empty if only people play."""

    @property
    def deal_code(self) -> DealCode | None:
        """The deal code, or None if the game started from a position."""
        return deal_code(self.opening)

    @property
    def names(self) -> tuple[str, ...]:
        """The name at each seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def persons(self) -> tuple[int, ...]:
        """The number of the person at each seat, counted from 0."""
        return tuple(seat.person for seat in self.seats)


def dump_record(record: Record) -> str:
    """Return the record as JSON, with one action per line and a checksum that detects disk errors."""
    return format_json({"note": NOTE, **_fields(record)}, unfolded=("seats", "computers", "position", "actions"))


def record_line(record: Record) -> str:
    """Return the record as JSON on one line, for files with many records."""
    return json.dumps(_fields(record), ensure_ascii=False)


def _fields(record: Record, version: int = VERSIONS[_WHAT]) -> dict[str, Any]:
    """Return the record's fields for a version of the format, including the checksum."""
    opening = record.opening
    fields = {
        **header_of(record.game, _WHAT),
        "version": version,
        "options": dump(record.options),
        "seats": dump(record.seats),
        "computers": dump(record.computers),
        "deal": None if isinstance(opening, StartPosition) else str(opening),
        "position": dump(opening.state) if isinstance(opening, StartPosition) else None,
        "undone": record.undone,
        "hinted": record.hinted,
        "given": record.inherited_actions,
        "actions": list(record.actions),
    }
    for name in fields_added_after(version, _ADDED):
        fields.pop(name, None)
    return {**fields, "sum": _checksum(fields)}


def _checksum(fields: dict[str, Any]) -> str:
    """Return the CRC-32 of the fields as eight hexadecimal digits."""
    return f"{crc32(json.dumps(fields, ensure_ascii=True, sort_keys=True).encode()):08x}"


def load_record(text: str) -> Record:
    """Return the record in JSON text.

    The checksum may be empty, for files written by hand. Raise BadFile if the text isn't a valid record.
    """
    game, body = parse_document(text, _WHAT, _BODY, _ADDED)
    record = _load_record(game, body)
    if body["sum"] not in (None, "") and body["sum"] != _fields(record, body["version"])["sum"]:
        raise BadFile(f"This {_WHAT} has been damaged or edited: its checksum is wrong.")
    return record


def _load_record(game: AnyGame, body: dict[str, Any]) -> Record:
    seats = _seats(game, load(tuple[SeatHolder, ...], body["seats"], _WHAT, "seats"))
    actions = _actions(load(tuple[str, ...], body["actions"], _WHAT, "actions"))
    options = _options(game, load(game.options, body["options"], _WHAT, "options"), len(seats))
    return Record(
        game=game,
        options=options,
        seats=seats,
        opening=_opening(game, body, options, len(seats)),
        actions=actions,
        undone=_number(body, "undone", MAX_COUNT),
        hinted=_number(body, "hinted", MAX_COUNT),
        inherited_actions=_number(body, "given", len(actions)),
        computers=_computers(body, seats),
    )


def play_all(record: Record, act: Callable[[Any], object]) -> None:
    """Call `act` with each action in order. Raise BadFile at the first action that is illegal or can't be parsed."""
    parse = cache(record.game.parse)  # a long game repeats the same few actions
    for number, text in enumerate(record.actions, 1):
        try:
            action = parse(text)
        except ValueError as error:
            raise BadFile(f"{_quote_action(number, text)} isn't an action: {error}") from None
        try:
            act(action)
        except IllegalAction as error:
            raise BadFile(f"{_quote_action(number, text)} is illegal: {error}") from None


def replay_record(record: Record) -> tuple[Any, tuple[Any, ...]]:
    """Return the final state and the actions. Raise BadFile at the first action that can't be played."""
    game, actions = record.game, list[Any]()
    state = begin(game, record.options, len(record.seats), record.opening).state

    def act(action: Any) -> None:
        nonlocal state
        state = play(game, state, action).state
        actions.append(action)

    play_all(record, act)
    return state, tuple(actions)


def _quote_action(number: int, text: str) -> str:
    return f"Action {number} '{safe_text(text, 40)}'"


def _seats(game: AnyGame, seats: tuple[SeatHolder, ...]) -> tuple[SeatHolder, ...]:
    if len(seats) not in game.seats:
        raise BadFile(f"{game.title} is for {format_range(game.seats)} players, but this {_WHAT} has {len(seats)}.")
    persons = [_check_range(seat.person, len(seats) - 1, f"seats[{at}].person") for at, seat in enumerate(seats)]
    try:
        names = player_names([seat.name for seat in seats], len(seats))
    except ValueError as error:
        raise BadFile(f"This {_WHAT} is invalid: {error}") from None
    return tuple(map(SeatHolder, names, persons))


def _computers(body: dict[str, Any], seats: tuple[SeatHolder, ...]) -> Computers:
    found = body["computers"]
    has_programs = isinstance(found, list) and any("program" in each for each in found if isinstance(each, dict))
    # Error messages about a union of types are less clear, so use the union only if there are programs.
    hint: Any = Computers if has_programs else tuple[Computer | None, ...]
    computers: Computers = load(hint, found, _WHAT, "computers")
    if computers and len(computers) != len(seats):
        raise BadFile(
            f"This {_WHAT} is invalid: computers has {counted(len(computers), 'player')} for {len(seats)} seats."
        )
    people = {seat.person for seat, computer in zip(seats, computers, strict=False) if computer is None}
    for at, computer in enumerate(computers):
        if computer is not None and seats[at].person in people:
            raise BadFile(
                f"This {_WHAT} is invalid: a person and a computer player are both number {seats[at].person}."
            )
        if computer is not None:
            _check_range(computer.simulations, MAX_SIMULATIONS, f"computers[{at}].simulations", least=1)
        if isinstance(computer, ProgramAtSeat):
            _check_program(computer, at)
    return computers if any(computers) else ()


def _check_program(computer: ProgramAtSeat, at: int) -> None:
    try:
        check_command(computer.program)
    except ValueError as error:
        raise BadFile(f"This {_WHAT} is invalid: computers[{at}].program isn't a command. {error}") from None


def _options(game: AnyGame, options: Any, seats: int) -> Any:
    if faults := game.validate_options(game.resolve_defaults(options, seats), seats):
        raise BadFile(faults[0])
    if game.resolve_defaults(options, seats) != options:
        raise BadFile(f"This {_WHAT} is invalid: its options still have unresolved defaults.")
    return options


def _opening(game: AnyGame, body: dict[str, Any], options: Any, seats: int) -> Opening:
    if body["position"] is None:
        return load_deal(load(str, body["deal"], _WHAT, "deal"))
    if body["deal"] is not None:
        raise BadFile(f"This {_WHAT} is invalid: it has both a deal and a position.")
    # This position has no version of its own: if a game's states change, so do the versions of positions and records.
    state = load(game.state, body["position"], _WHAT, "position")
    require_valid_state(game, state)
    if (state.options, game.seat_count(state)) != (options, seats):
        raise BadFile(f"This {_WHAT} is invalid: its options or players don't match its position.")
    return StartPosition(state)


def load_deal(text: str) -> DealCode:
    """Return the deal code in the text. Raise BadFile if the text isn't a deal code."""
    try:
        return DealCode.parse(text)
    except ValueError as error:
        raise BadFile(str(error)) from None


def _actions(texts: tuple[str, ...]) -> tuple[str, ...]:
    if len(texts) > MAX_ACTIONS:
        raise BadFile(f"This {_WHAT} has {len(texts):,} actions; the limit is {MAX_ACTIONS:,}.")
    for number, text in enumerate(texts, 1):
        if len(text) > MAX_ACTION_LENGTH:
            raise BadFile(f"Action {number} has {len(text):,} characters; the limit is {MAX_ACTION_LENGTH}.")
    return texts


def _number(body: dict[str, Any], name: str, most: int) -> int:
    return _check_range(load(int, body[name], _WHAT, name), most, name)


def _check_range(number: int, most: int, place: str, least: int = 0) -> int:
    if not least <= number <= most:
        raise BadFile(f"This {_WHAT} is invalid: {place} must be from {least} to {most}, not {number}.")
    return number
