"""Positions and games as compact text that people can read and share.

rules/notation.md describes both formats. A position is one line. A game consists of tags and numbered actions, and has
the same content as a record in JSON. Parsing returns a `Record` that `load_record` has checked. Every error is a
BadFile with a one-sentence message.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

from cardtable.engine.game import AnyGame, Outcome
from cardtable.engine.phrases import counted, format_range
from cardtable.formats.codec import dump, load
from cardtable.formats.computers import Computers, computers_text, parse_computers
from cardtable.formats.document import VERSIONS, check_rules, check_version, format_name, game_of_file
from cardtable.formats.opening import Opening, StartPosition
from cardtable.formats.position import load_position, load_state, require_savable, require_valid_state
from cardtable.formats.record import Record, SeatHolder, dump_record, load_deal, load_record, replay_record
from cardtable.formats.short_form import format_fields, parse_fields
from cardtable.formats.strict_json import MAX_SIZE, BadFile, quote, read_text
from cardtable.formats.text import player_names
from cardtable.formats.wrapping import wrap_words

VERSION = 1
"""The version of game notation. A position line contains the version of the position format instead."""
WIDTH = 80
END = "*"
"""The last word in the text of a game. Text without this word is incomplete."""
_POSITION, _GAME = "position", "game"
_COUNTS = {"Undone": "undone", "Hinted": "hinted", "Given": "inherited_actions"}
"""The tags for counts, each with the name of its field in a record. The text of a game has no tag for a count of 0."""

# Positions


def format_position(game: AnyGame, state: Any) -> str:
    """Return the state as one line. Raise ValueError for a view or any other state that couldn't be parsed again."""
    fields = format_fields(game.state, state)
    require_savable(game, state)
    return f"{game.id} rules={game.rules_version} notation={VERSIONS[_POSITION]} {fields}"


def parse_position(text: str) -> tuple[AnyGame, Any]:
    """Return a line's game and state. Raise BadFile if the line has no valid state of an installed game."""
    first, *rest = text.split(maxsplit=1)[:2] or [""]
    if not first:
        raise BadFile(f"This {_POSITION} is empty.")
    game = game_of_file(first.lower(), _POSITION)
    fields = parse_fields(game.state, "".join(rest), _POSITION, "state")
    for name in ("rules", "notation"):
        if name not in fields:
            raise BadFile(f"This {_POSITION} is invalid: {name}= is missing after the game.")
    check_rules(_to_number(fields.pop("rules")), game, _POSITION)
    version = _check_notation(fields.pop("notation"), _POSITION, VERSIONS[_POSITION])
    state = load_state(game, fields, version, _POSITION)
    require_valid_state(game, state)
    return game, state


def read_position_file(path: Path) -> tuple[AnyGame, Any]:
    """Return the game and state in a file with one line or JSON. Raise BadFile if there is no valid position."""
    text = read_text(path, _POSITION)
    return load_position(text) if text.lstrip().startswith("{") else parse_position(text)


# Formatting a game


def format_game(record: Record, day: date | None = None) -> str:
    """Return the game as text, with the result of a finished game. Raise BadFile if the actions can't be played."""
    state, actions = replay_record(record)
    outcome = record.game.named_outcome(state, record.names)
    tags = [f"[{name} {_escape(value)}]" for name, value in _tags(record, outcome, day)]
    numbered = (f"{number}. {action}" for number, action in enumerate(actions, 1))
    return "\n".join([*(_wrap(tag.split(" ")) for tag in tags), "", _wrap([*numbered, END])]) + "\n"


def _tags(record: Record, outcome: Outcome | None, day: date | None) -> Iterator[tuple[str, str]]:
    game, seats = record.game, len(record.seats)
    yield "Game", game.id
    yield "Rules", str(game.rules_version)
    yield "Notation", str(VERSION)
    if day is not None:
        yield "Date", day.isoformat()
    for name in record.names:
        yield "Seat", name
    if record.persons != tuple(range(seats)):
        yield "Persons", " ".join(str(person + 1) for person in record.persons)
    if record.computers:
        yield "Computers", computers_text(record.computers)
    if isinstance(record.opening, StartPosition):
        yield "Position", format_position(game, record.opening.state)
    else:
        if options := format_fields(game.options, record.options, game.resolve_defaults(game.options(), seats)):
            yield "Options", options
        yield "Deal", str(record.opening)
    for tag, name in _COUNTS.items():
        if count := getattr(record, name):
            yield tag, str(count)
    if outcome is not None:
        yield "Result", _format_result(record, outcome)


def _format_result(record: Record, outcome: Outcome) -> str:
    if outcome.together:
        return f"{outcome.reason} Margin {outcome.margin}."
    points = ", ".join(f"{name} {points}" for name, points in zip(record.names, outcome.points, strict=True))
    return f"{outcome.reason} {points}."


def _escape(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _wrap(words: Iterable[str]) -> str:
    """Wrap the words into lines. Every word stays whole, including words that contain spaces."""
    return "\n".join(wrap_words(words, WIDTH, breaks_words=False))


# Parsing a game

_TAG = re.compile(r'\s*\[\s*([A-Za-z]{1,20})\s*"((?:[^"\\]|\\.)*+)"\s*\]', re.DOTALL)
_FIRST_TAG = re.compile(r"\s*\[\s*[A-Za-z]")
_COMMENT = re.compile(r"\{[^{}]*\}")
_NUMBERED = re.compile(r"(?<!\S)([0-9]{1,9})\.(?!\S)")
_REPEATED = "Seat"
"""The tag that is repeated for each seat."""
_KNOWN = ("Game", "Rules", "Notation", _REPEATED, "Persons", "Computers", "Options", "Deal", "Position")
_IGNORED = ("Date", "Result", "Event", "Site")
"""The tags that are allowed but ignored."""


def parse_game(text: str) -> Record:
    """Return the record in the text of a game.

    Comments in braces and the date are ignored. The result is ignored, too, because it follows from the actions. Raise
    BadFile if the text isn't a valid record.
    """
    if len(text) > MAX_SIZE:
        raise BadFile(f"This {_GAME} is too long: the limit is {MAX_SIZE:,} characters.")
    tags, rest = _parse_tags(text)
    game = game_of_file(_require_tag(tags, "Game").lower(), _GAME)
    check_rules(_to_number(_require_tag(tags, "Rules")), game, _GAME)
    _check_notation(_require_tag(tags, "Notation"), _GAME, VERSION)
    seats = _seats(game, tags.get(_REPEATED, []), *tags.get("Persons", []))
    options, opening = _opening(game, len(seats), tags)
    record = Record(
        game=game,
        options=options,
        seats=seats,
        opening=opening,
        actions=_actions(rest),
        computers=_computers(*tags.get("Computers", [])),
        **{name: _parse_count(tag, *tags.get(tag, ["0"])) for tag, name in _COUNTS.items()},
    )
    return load_record(dump_record(record))  # runs the remaining checks


def parse_record(text: str) -> Record:
    """Return the record in JSON or game notation. Raise BadFile if the text isn't a valid record."""
    return parse_game(text) if _FIRST_TAG.match(text) else load_record(text)


def read_record_file(path: Path) -> Record:
    """Return the record in a file, in JSON or game notation. Raise BadFile if the file has no valid record."""
    return parse_record(read_text(path, "record"))


def is_record(text: str) -> bool:
    """Return whether the text looks like a record, in JSON or game notation, rather than like a position."""
    return _FIRST_TAG.match(text) is not None or (text.lstrip().startswith("{") and format_name("record") in text)


def _parse_tags(text: str) -> tuple[dict[str, list[str]], str]:
    """Return the values of each tag, and the text after the tags."""
    tags: dict[str, list[str]] = {}
    known = {*_KNOWN, *_IGNORED, *_COUNTS}
    at = 0
    while match := _TAG.match(text, at):
        name, at = match[1].capitalize(), match.end()
        if name not in known:
            raise BadFile(f"This {_GAME} is invalid: it has an unknown tag {quote(name)}. Comments go in braces.")
        if name in tags and name != _REPEATED:
            raise BadFile(f"This {_GAME} is invalid: it has the tag {name} twice.")
        tags.setdefault(name, []).append(" ".join(re.sub(r"\\(.)", r"\1", match[2], flags=re.DOTALL).split()))
    if not tags:
        raise BadFile(f"This isn't a Cardtable {_GAME}: it doesn't start with a tag such as [Game].")
    if text[at:].lstrip().startswith("["):
        raise BadFile(f"This {_GAME} is invalid: tag {sum(map(len, tags.values())) + 1} is malformed or incomplete.")
    return tags, text[at:]


def _require_tag(tags: dict[str, list[str]], name: str) -> str:
    if name not in tags:
        raise BadFile(f"This {_GAME} is invalid: the tag {name} is missing.")
    return tags[name][0]


def _to_number(text: Any) -> Any:
    """Return the text as a number, or the text itself if it isn't a number."""
    return int(text) if isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) < 10 else text


def _check_notation(text: Any, what: str, newest: int) -> int:
    return check_version(_to_number(text), what, newest, "notation version")


def _parse_count(name: str, text: str) -> int:
    if type(number := _to_number(text)) is not int:
        raise BadFile(f"This {_GAME} is invalid: {name} must be a whole number, not {quote(text)}.")
    return number


def _opening(game: AnyGame, seats: int, tags: dict[str, list[str]]) -> tuple[Any, Opening]:
    """Return the game's options and its opening, which is a deal or a position."""
    if "Position" not in tags:
        return _options(game, seats, *tags.get("Options", [""])), load_deal(_require_tag(tags, "Deal"))
    if other := next((name for name in ("Options", "Deal") if name in tags), ""):
        raise BadFile(f"This {_GAME} is invalid: it can't have both Position and {other}.")
    position_game, state = parse_position(tags["Position"][0])
    if position_game is not game:
        raise BadFile(f"This {_GAME} is invalid: its position is for {position_game.title}.")
    return state.options, StartPosition(state)


def _options(game: AnyGame, seats: int, text: str) -> Any:
    """Return the options with all defaults resolved."""
    fields = parse_fields(game.options, text, _GAME, "options")
    defaults = dump(game.options())
    return game.resolve_defaults(load(game.options, {**defaults, **fields}, _GAME, "options"), seats)


def _seats(game: AnyGame, seat_names: list[str], persons: str | None = None) -> tuple[SeatHolder, ...]:
    count = len(seat_names)
    if count not in game.seats:
        raise BadFile(f"{game.title} is for {format_range(game.seats)} players, but this {_GAME} has {count}.")
    try:
        names = player_names(seat_names, count)
    except ValueError as error:
        raise BadFile(f"This {_GAME} is invalid: {error}") from None
    numbers = range(1, count + 1) if persons is None else [_to_number(word) for word in persons.split()]
    if len(numbers) != count:
        raise BadFile(
            f"This {_GAME} is invalid: the Persons tag has {counted(len(numbers), 'number')} for {count} seats."
        )
    for number in numbers:
        if type(number) is not int or not 1 <= number <= count:
            raise BadFile(f"This {_GAME} is invalid: Persons must be numbers from 1 to {count}, not {quote(number)}.")
    return tuple(SeatHolder(name, number - 1) for name, number in zip(names, numbers, strict=True))


def _computers(text: str = "") -> Computers:
    try:
        return parse_computers(text)
    except ValueError as error:
        raise BadFile(f"This {_GAME} is invalid: {error}") from None


def _actions(text: str) -> tuple[str, ...]:
    """Return the actions. Raise BadFile if the actions aren't numbered 1, 2, 3 …"""
    bare = _COMMENT.sub(" ", text)
    if "{" in bare or "}" in bare:
        raise BadFile(f"This {_GAME} is invalid: it has an unmatched brace.")
    *words, end = bare.split() or [""]
    if end != END:
        raise BadFile(f"This {_GAME} is incomplete: it doesn't end with {END}.")
    before, *parts = _NUMBERED.split(" ".join(words))
    if before:
        raise BadFile(f"This {_GAME} is invalid: {quote(before)} comes before the first action's number.")
    for place, number in enumerate(parts[::2], 1):
        if int(number) != place:
            raise BadFile(f"This {_GAME} is invalid: action number {number} should be {place}.")
    return tuple(action.strip() for action in parts[1::2])
