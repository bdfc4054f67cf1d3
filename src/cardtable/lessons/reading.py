"""Reads scripts: from text to a lesson whose position stands.  Whatever is wrong is a BadScript."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame, BadOptions, start
from cardtable.engine.games import SHIPPED
from cardtable.formats.options import parse_options
from cardtable.formats.position import first_fault, load_position
from cardtable.formats.strict_json import BadFile, read_text
from cardtable.formats.text import player_names, safe_text
from cardtable.lessons.bad_script import BadScript, fault
from cardtable.lessons.games import teaching_of
from cardtable.lessons.script import Script, ScriptPosition
from cardtable.lessons.situation import Situation
from cardtable.lessons.tables import read_tables
from cardtable.lessons.written_position import WrittenPosition, said

LARGEST = 100_000
"""Characters of a script."""
_WHAT = "script"

MISLAID = (TypeError, LookupError, AttributeError, AssertionError, ArithmeticError)
"""What the engine may stumble over in a state that is none."""

Beside = Callable[[str], str]
"""The text of a file beside the script, by its name; BadFile where there is none."""


def nothing_beside(name: str) -> str:
    """For a script that is not from a folder."""
    raise BadFile("This script has no folder, so it has no file beside it.")


@dataclass(frozen=True)
class Lesson:
    """A script that has been read, and the game it is about."""

    game: AnyGame = field(repr=False)
    name: str
    """Of the file, without `.toml`."""
    script: Script = field(repr=False)
    beside: Beside = field(repr=False, default=nothing_beside)

    @property
    def file(self) -> str:
        """For a sentence about it."""
        return f"{self.name}.toml"

    def bad(self, step: int | None, sentence: object) -> BadScript:
        """The exception for something that is wrong in this script."""
        text = str(sentence)
        return BadScript(fault(self.file, step, text if text.endswith((".", "…")) else f"{text}."))

    def scene(self, step: int | None = None) -> Situation:
        """The position that the lesson opens with, or the one that a step lays; BadScript where it cannot be laid."""
        position = self.script.position if step is None else self._position_of(step)
        try:
            return _laid(self.game, position, self.beside)
        except ValueError as error:
            raise self.bad(step, error) from None
        except MISLAID:
            raise self.bad(step, "the position cannot be laid like this.") from None

    def _position_of(self, step: int) -> ScriptPosition:
        """The position that a step lays; what it does not say of the table is as at the beginning."""
        position, first = self.script.steps[step].position, self.script.position
        assert position is not None, "only asked of a step that lays one"
        said_here = position.model_fields_set
        shared = set[str]() if {"players", "seats"} & said_here else {"players", "seats"}
        if position.file is None:
            shared |= {"deal", "options"} - said_here
        return position.model_copy(update={name: getattr(first, name) for name in shared})


def read_file(path: Path, game: AnyGame) -> Lesson:
    """The lesson in a file; BadScript with a sentence where it holds none."""
    try:
        text = read_text(path, _WHAT)
    except BadFile as error:
        raise BadScript(fault(path.name, None, str(error))) from None

    def beside(name: str) -> str:
        return read_text(path.parent / plain_name(name), "position")

    return loads(text, path.name, game, beside)


def game_of(path: Path) -> AnyGame:
    """The game whose lessons lie in that folder: `rules/clash/lessons/01-goal.toml`; BadScript where it is none's."""
    for folder in (path.absolute().parent, path.absolute().parent.parent):
        if folder.name.replace("_", "-") in SHIPPED:
            return SHIPPED[folder.name.replace("_", "-")]
    raise BadScript(
        fault(path.name, None, "a script lies in the folder of its game, as in clash/lessons/01-goal.toml.")
    )


def loads(text: str, file: str, game: AnyGame, beside: Beside = nothing_beside) -> Lesson:
    """The lesson that a text holds; BadScript with a sentence where it holds none."""
    name = safe_text(file.removesuffix(".toml"), 60, fallback="a-script")
    if len(text) > LARGEST:
        raise BadScript(fault(file, None, f"a script has at most {LARGEST:,} letters."))
    try:
        script = Script.model_validate(read_tables(text))
    except ValidationError as error:
        raise BadScript(_fault(file, error.errors(include_url=False)[0])) from None
    except ValueError as error:
        raise BadScript(fault(file, None, str(error))) from None
    return Lesson(game, name, script, beside)


def plain_name(name: str) -> str:
    """The name of a file in the same folder; BadFile for any other."""
    if Path(name).name != name or "\\" in name or not name.endswith(".json") or name.startswith("."):
        raise BadFile("A position's file lies beside the script and is called like first-turn.json.")
    return name


# Positions
def _laid(game: AnyGame, position: ScriptPosition, beside: Beside) -> Situation:
    scene = _from_file(game, position, beside) if position.file is not None else _dealt(game, position)
    if sentence := first_fault(game, scene.state):
        raise ValueError(sentence)
    for text in position.actions:
        scene = scene.after(scene.open_action(text))
    return scene


def _from_file(game: AnyGame, position: ScriptPosition, beside: Beside) -> Situation:
    assert position.file is not None, "the caller has looked"
    found, state = load_position(beside(plain_name(position.file)))
    if found is not game:
        raise ValueError(f"the position is one of {found.title}.")
    return Situation(game, _names(game, position, game.seat_count(state)), state)


def _dealt(game: AnyGame, position: ScriptPosition) -> Situation:
    seats = len(position.players) or position.seats or game.seats[0]
    names = _names(game, position, seats)
    options = parse_options(game, {name: _typed(name, value) for name, value in position.options.items()})
    try:
        state = start(game, options, seats, DealCode.parse(position.deal).key()).state
    except BadOptions as error:
        raise ValueError(str(error)) from None
    if position.lay:
        laying = WrittenPosition(position.lay, names, position.options)
        state = laying.others(teaching_of(game.id).lay(state, laying))
    return Situation(game, names, state)


def _typed(name: str, value: object) -> str:
    """An option as it is typed on the command line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) or (isinstance(value, int) and abs(value) < 10**9):
        return str(value)
    raise ValueError(f"the option {said(name)} does not take {said(value)}")


def _names(game: AnyGame, position: ScriptPosition, seats: int) -> tuple[str, ...]:
    given = position.players or list(game.seat_names)
    return player_names(given[:seats] if not position.players else given, seats)


# What pydantic objects to, in a sentence of ours
def _fault(file: str, error: Any) -> str:
    *path, last = error["loc"] or ("",)
    step = path[1] if len(path) > 1 and path[0] == "steps" and isinstance(path[1], int) else None
    if step is None and path == ["steps"] and isinstance(last, int):
        step, path, last = last, [], ""
    kinds = ("tell", "show", "try", "ask", "free")
    inner = [each for each in (path[2:] if step is not None and path else path) if each not in kinds]
    place = _place([*inner, *([last] if last not in kinds else [])])
    return fault(file, step, _sentence(place, _place(inner), last, error))


def _place(path: list[Any]) -> str:
    named = "".join(f"[{each + 1}]" if isinstance(each, int) else f".{safe_text(each)}" for each in path)
    return named.lstrip(".") or "it"


_EXPECTED = {
    "string_type": "a text",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}


def _sentence(place: str, outer: str, last: object, error: Any) -> str:
    context, kind = error.get("ctx", {}), error["type"]
    if kind in _EXPECTED:
        return f"{place} is {_EXPECTED[kind]}, not {said(error['input'])}."
    match kind:
        case "missing":
            return f"'{place}' is missing."
        case "extra_forbidden":
            where = "" if outer == "it" else f" in {outer}"
            return f"there is no field {said(str(last))}{where}."
        case "union_tag_not_found" | "union_tag_invalid":
            return "its kind is tell, show, try, ask or free."
        case "value_error":
            return f"{place} {safe_text(str(context['error']), 120)}."
        case "string_too_long" | "too_long" | "string_too_short" | "too_short":
            return f"{place} is {'longer than ' + str(context['max_length']) if 'long' in kind else 'empty'}."
        case "string_pattern_mismatch":
            return f"{place} is a single line."
        case "greater_than_equal" | "less_than_equal":
            bound = f"at least {context['ge']}" if "ge" in context else f"at most {context['le']}"
            return f"{place} is {bound}, not {said(error['input'])}."
        case _:
            return f"{place} does not take {said(error['input'])}."
