"""Positions and games as compact text, for people to read, mail and keep; rules/notation.md describes both.

A position is one line.  A game is tags and numbered actions, and says as much as a record in JSON: reading gives a
`Record`, which `record.loads` has checked.  Whatever is wrong with a text is one sentence, a BadFile.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame, Outcome, format_range
from cardtable.formats.codec import dump, load
from cardtable.formats.document import VERSIONS, check_rules, known_game
from cardtable.formats.older_positions import load_state
from cardtable.formats.opening import Opening, StartPosition
from cardtable.formats.position import check_state, load_position
from cardtable.formats.record import Record, SeatHolder, dumps, loads, replay
from cardtable.formats.short_form import read_fields, write_fields
from cardtable.formats.strict_json import LARGEST, BadFile, read_text, shown
from cardtable.formats.text import player_names
from cardtable.formats.wrapping import wrap

VERSION = 1
"""Of the text of a game; the line of a position has the version of positions."""
WIDTH = 80
END = "*"
"""The last word of a game's text, so that one that was cut off is noticed."""
_POSITION, _GAME = "position", "game"

# Positions


def write_position(game: AnyGame, state: Any) -> str:
    """The state in one line; ValueError for a view, which does not hold everything."""
    return f"{game.id} rules={game.rules_version} notation={VERSIONS[_POSITION]} {write_fields(game.state, state)}"


def read_position(text: str) -> tuple[AnyGame, Any]:
    """The game and the state that the text holds; BadFile with a sentence where it is no state of that game."""
    first, *rest = text.split(maxsplit=1)[:2] or [""]
    if not first:
        raise BadFile(f"This {_POSITION} is empty.")
    game = known_game(first.lower(), _POSITION)
    said = read_fields(game.state, "".join(rest), _POSITION, "state")
    for name in ("rules", "notation"):
        if name not in said:
            raise BadFile(f"This {_POSITION} does not say {name}= after its game.")
    check_rules(_number(said.pop("rules")), game, _POSITION)
    version = _version(said.pop("notation"), _POSITION, VERSIONS[_POSITION])
    state = load_state(game, said, version, _POSITION)
    check_state(game, state)
    return game, state


def position_in(path: Path) -> tuple[AnyGame, Any]:
    """The game and the state that a file holds, as one line or as JSON; BadFile with a sentence where it holds none."""
    text = read_text(path, _POSITION)
    return load_position(text) if text.lstrip().startswith("{") else read_position(text)


# Writing a game


def write_game(record: Record, day: date | None = None) -> str:
    """The game as text, with its result where it has ended; BadFile where its actions cannot be played."""
    state, actions = replay(record)
    outcome = record.game.named_outcome(state, record.names)
    tags = [f"[{name} {_quoted(value)}]" for name, value in _tags(record, outcome, day)]
    told = (f"{number}. {action}" for number, action in enumerate(actions, 1))
    return "\n".join([*(_wrapped(tag.split(" ")) for tag in tags), "", _wrapped([*told, END])]) + "\n"


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
    if isinstance(record.opening, StartPosition):
        yield "Position", write_position(game, record.opening.state)
    else:
        if options := write_fields(game.options, record.options, game.resolve_defaults(game.options(), seats)):
            yield "Options", options
        yield "Deal", str(record.opening)
    for name in _counts():
        if count := getattr(record, name):
            yield name.capitalize(), str(count)
    if outcome is not None:
        yield "Result", _told_result(record, outcome)


@cache
def _counts() -> tuple[str, ...]:
    """The fields of a record that are numbers: how many actions were taken back, and the like.  Told where not 0."""
    return tuple(name for name, hint in get_type_hints(Record).items() if hint is int)


def _told_result(record: Record, outcome: Outcome) -> str:
    if outcome.together:
        return f"{outcome.reason} Margin {outcome.margin}."
    points = ", ".join(f"{name} {points}" for name, points in zip(record.names, outcome.points, strict=True))
    return f"{outcome.reason} {points}."


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _wrapped(words: Iterable[str]) -> str:
    """The words in lines; none of them is broken, though there be spaces in it."""
    return "\n".join(wrap(words, WIDTH, breaks_words=False))


# Reading a game

_TAG = re.compile(r'\s*\[\s*([A-Za-z]{1,20})\s*"((?:[^"\\]|\\.)*+)"\s*\]', re.DOTALL)
_OPENING = re.compile(r"\s*\[\s*[A-Za-z]")
_COMMENT = re.compile(r"\{[^{}]*\}")
_NUMBERED = re.compile(r"(?<!\S)([0-9]{1,9})\.(?!\S)")
_REPEATED = "Seat"
"""The tag that stands once for each seat."""
_READ = ("Game", "Rules", "Notation", _REPEATED, "Persons", "Options", "Deal", "Position")
_UNREAD = ("Date", "Result", "Event", "Site")
"""Tags that nothing depends on."""


def read_game(text: str) -> Record:
    """The record that the text of a game holds; BadFile with a sentence where it holds none.

    Comments in braces, the date and the result are passed over: the result is what the actions lead to.
    """
    if len(text) > LARGEST:
        raise BadFile(f"This {_GAME} is longer than {LARGEST:,} letters, which none of ours is.")
    tags, rest = _read_tags(text)
    game = known_game(_needed(tags, "Game").lower(), _GAME)
    check_rules(_number(_needed(tags, "Rules")), game, _GAME)
    _version(_needed(tags, "Notation"), _GAME, VERSION)
    seats = _seats(game, tags.get(_REPEATED, []), *tags.get("Persons", []))
    options, opening = _opening(game, len(seats), tags)
    record = Record(
        game=game,
        options=options,
        seats=seats,
        opening=opening,
        actions=_actions(rest),
        **{name: _count(name.capitalize(), *tags.get(name.capitalize(), ["0"])) for name in _counts()},
    )
    return loads(dumps(record))  # which checks everything that no other text can have wrong


def record_from(text: str) -> Record:
    """The record that a text holds, as JSON or as the text of a game; BadFile with a sentence where it holds none."""
    return read_game(text) if _OPENING.match(text) else loads(text)


def record_in(path: Path) -> Record:
    """The record that a file holds in either form; BadFile with a sentence where it holds none."""
    return record_from(read_text(path, "record"))


def _read_tags(text: str) -> tuple[dict[str, list[str]], str]:
    """The values of each tag, and what comes after the tags."""
    tags: dict[str, list[str]] = {}
    known = {*_READ, *_UNREAD, *(name.capitalize() for name in _counts())}
    at = 0
    while found := _TAG.match(text, at):
        name, at = found[1].capitalize(), found.end()
        if name not in known:
            raise BadFile(f"This {_GAME} has a tag {shown(name)}, which does not belong there; remarks go in braces.")
        if name in tags and name != _REPEATED:
            raise BadFile(f"This {_GAME} has the tag {name} twice.")
        tags.setdefault(name, []).append(" ".join(re.sub(r"\\(.)", r"\1", found[2], flags=re.DOTALL).split()))
    if not tags:
        raise BadFile(f"This is no {_GAME} of cardtable: it does not begin with a tag such as [Game].")
    if text[at:].lstrip().startswith("["):
        raise BadFile(f"Tag {sum(map(len, tags.values())) + 1} of this {_GAME} cannot be read or is cut off.")
    return tags, text[at:]


def _needed(tags: dict[str, list[str]], name: str) -> str:
    if name not in tags:
        raise BadFile(f"This {_GAME} lacks the tag {name}.")
    return tags[name][0]


def _number(text: Any) -> Any:
    """The number that the text is; else the text, for others to refuse."""
    return int(text) if isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) < 10 else text


def _version(text: Any, what: str, newest: int) -> int:
    version = _number(text)
    if type(version) is not int or version < 1:
        raise BadFile(f"This {what} does not say the version of its notation as a number: {shown(version)}.")
    if version > newest:
        raise BadFile(f"This {what} was made by a newer cardtable: notation {version}, this one reads {newest}.")
    return version


def _count(name: str, text: str) -> int:
    if type(number := _number(text)) is not int:
        raise BadFile(f"In this {_GAME}, {name} is {shown(text)}, not a whole number.")
    return number


def _opening(game: AnyGame, seats: int, tags: dict[str, list[str]]) -> tuple[Any, Opening]:
    """The options, and the deal or the position that the tags name."""
    if "Position" not in tags:
        return _options(game, seats, *tags.get("Options", [""])), _deal(_needed(tags, "Deal"))
    if other := next((name for name in ("Options", "Deal") if name in tags), ""):
        raise BadFile(f"This {_GAME} has the tags Position and {other}, and a position needs no other.")
    found, state = read_position(tags["Position"][0])
    if found is not game:
        raise BadFile(f"This {_GAME} begins at a position of {found.title}.")
    return state.options, StartPosition(state)


def _deal(text: str) -> DealCode:
    try:
        return DealCode.parse(text)
    except ValueError as error:
        raise BadFile(str(error)) from None


def _options(game: AnyGame, seats: int, text: str) -> Any:
    """The options in full: what is not named is as usual with so many seats."""
    said = read_fields(game.options, text, _GAME, "options")
    usual = dump(game.options())
    return game.resolve_defaults(load(game.options, {**usual, **said}, _GAME, "options"), seats)


def _seats(game: AnyGame, given: list[str], persons: str | None = None) -> tuple[SeatHolder, ...]:
    if len(given) not in game.seats:
        raise BadFile(f"{game.title} is for {format_range(game.seats)} players, and this {_GAME} seats {len(given)}.")
    try:
        names = player_names(given, len(given))
    except ValueError as error:
        raise BadFile(f"In this {_GAME}, {error}") from None
    numbers = range(1, len(names) + 1) if persons is None else [_number(word) for word in persons.split()]
    if len(numbers) != len(names):
        raise BadFile(f"This {_GAME} names {len(numbers)} persons for {len(names)} seats.")
    for number in numbers:
        if type(number) is not int or not 1 <= number <= len(names):
            raise BadFile(f"In this {_GAME}, a person is {shown(number)}, not a number from 1 to {len(names)}.")
    return tuple(SeatHolder(name, number - 1) for name, number in zip(names, numbers, strict=True))


def _actions(text: str) -> tuple[str, ...]:
    """The actions, whose numbers must go up one by one."""
    bare = _COMMENT.sub(" ", text)
    if "{" in bare or "}" in bare:
        raise BadFile(f"This {_GAME} has a brace that is not closed or closes nothing.")
    *words, end = bare.split() or [""]
    if end != END:
        raise BadFile(f"This {_GAME} is cut off: its text does not end with {END}.")
    before, *parts = _NUMBERED.split(" ".join(words))
    if before:
        raise BadFile(f"In this {_GAME}, {shown(before)} stands before the first number, as in 1.")
    for place, number in enumerate(parts[::2], 1):
        if int(number) != place:
            raise BadFile(f"In this {_GAME}, number {number} stands where {place} should.")
    return tuple(action.strip() for action in parts[1::2])
