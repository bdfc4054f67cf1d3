"""Functions that read scripts and set up their positions. Every mistake in a script raises BadScript."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame, BadOptions, start
from cardtable.formats.options import parse_options
from cardtable.formats.position import first_fault, load_position
from cardtable.formats.strict_json import BadFile, read_text
from cardtable.formats.text import player_names, safe_text
from cardtable.games import GAMES
from cardtable.lessons.bad_script import BadScript, fault
from cardtable.lessons.script import Script, ScriptPosition
from cardtable.lessons.situation import Situation
from cardtable.lessons.tables import read_tables
from cardtable.lessons.teaching import teaching_of
from cardtable.lessons.written_position import WrittenPosition, quote_value

LARGEST = 100_000
"""The maximum length of a script, in characters."""
_WHAT = "script"

BAD_STATE_ERRORS = (TypeError, LookupError, AttributeError, AssertionError, ArithmeticError)
"""The errors that the engine may raise for an impossible state."""

ReadFile = Callable[[str], str]
"""Return the text of the file with this name in the script's folder. Raise BadFile if the file is missing."""


def no_file(name: str) -> str:
    """Raise BadFile, because a script without a folder can't refer to other files."""
    raise BadFile("This script isn't in a folder, so it can't use other files.")


@dataclass(frozen=True)
class Lesson:
    """A parsed script, with its game."""

    game: AnyGame = field(repr=False)
    name: str
    """The name of the file without `.toml`."""
    script: Script = field(repr=False)
    read_beside: ReadFile = field(repr=False, default=no_file)

    def error(self, step: int | None, sentence: object) -> BadScript:
        """Return the exception for a mistake in this script. `step` counts from 0."""
        text = str(sentence)
        return BadScript(fault(f"{self.name}.toml", step, text if text.endswith((".", "…")) else f"{text}."))

    def situation(self, step: int | None = None) -> Situation:
        """Return the starting position, or the position that a step sets up. Raise BadScript for an impossible one."""
        position = self.script.position if step is None else self._position_of(step)
        try:
            return _set_up(self.game, position, self.read_beside)
        except ValueError as error:
            raise self.error(step, error) from None
        except BAD_STATE_ERRORS:
            raise self.error(step, "this position is impossible.") from None

    def _position_of(self, step: int) -> ScriptPosition:
        """Return a step's position. Players, deal and options that it doesn't set come from the first position."""
        position, first = self.script.steps[step].position, self.script.position
        assert position is not None, "this step has a position"
        own = position.model_fields_set
        shared = set[str]() if {"players", "seats"} & own else {"players", "seats"}
        if position.file is None:
            shared |= {"deal", "options"} - own
        return position.model_copy(update={name: getattr(first, name) for name in shared})


def read_file(path: Path, game: AnyGame) -> Lesson:
    """Return the lesson in a file. Raise BadScript if the script is invalid."""
    try:
        text = read_text(path, _WHAT)
    except BadFile as error:
        raise BadScript(fault(path.name, None, str(error))) from None

    def read_beside(name: str) -> str:
        return read_text(path.parent / plain_name(name), "position")

    return loads(text, path.name, game, read_beside)


def game_of(path: Path) -> AnyGame:
    """Return the game of a script's folder, such as `rules/clash/lessons`. Raise BadScript for any other folder."""
    for folder in (path.absolute().parent, path.absolute().parent.parent):
        if (game := GAMES.get(folder.name.replace("_", "-"))) is not None:
            return game
    raise BadScript(fault(path.name, None, "a script must be in its game's folder, as in clash/lessons/01-goal.toml."))


def loads(text: str, file: str, game: AnyGame, read_beside: ReadFile = no_file) -> Lesson:
    """Return the lesson in TOML text. Raise BadScript if the script is invalid."""
    name = safe_text(file.removesuffix(".toml"), 60, fallback="a-script")
    if len(text) > LARGEST:
        raise BadScript(fault(file, None, f"a script can have at most {LARGEST:,} characters."))
    try:
        script = Script.model_validate(read_tables(text))
    except ValidationError as error:
        raise BadScript(validation_fault(file, error.errors(include_url=False)[0])) from None
    except ValueError as error:
        raise BadScript(fault(file, None, str(error))) from None
    return Lesson(game, name, script, read_beside)


def plain_name(name: str) -> str:
    """Return the name if it is the name of a JSON file. Raise BadFile for any path with folders or another suffix."""
    if Path(name).name != name or "\\" in name or not name.endswith(".json") or name.startswith("."):
        raise BadFile("A position's file must be beside the script, with a name such as first-turn.json.")
    return name


# Positions
def _set_up(game: AnyGame, position: ScriptPosition, read_beside: ReadFile) -> Situation:
    if position.file is not None:
        situation = _from_file(game, position, position.file, read_beside)
    else:
        situation = _from_deal(game, position)
    if sentence := first_fault(game, situation.state):
        raise ValueError(sentence)
    for text in position.actions:
        situation = situation.after(situation.parse_legal(text))
    return situation


def _from_file(game: AnyGame, position: ScriptPosition, name: str, read_beside: ReadFile) -> Situation:
    other, state = load_position(read_beside(plain_name(name)))
    if other is not game:
        raise ValueError(f"the position is for {other.title}.")
    return Situation(game, _names(game, position, game.seat_count(state)), state)


def _from_deal(game: AnyGame, position: ScriptPosition) -> Situation:
    seats = len(position.players) or position.seats or game.seats[0]
    names = _names(game, position, seats)
    options = parse_options(game, {name: _option_text(name, value) for name, value in position.options.items()})
    try:
        state = start(game, options, seats, DealCode.parse(position.deal).key()).state
    except BadOptions as error:
        raise ValueError(str(error)) from None
    if position.lay:
        written = WrittenPosition(position.lay, names, position.options)
        state = written.with_other_fields(teaching_of(game.id).set_up(state, written))
    return Situation(game, names, state)


def _option_text(name: str, value: object) -> str:
    """Return the value of an option as a player would type it on the command line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) or (isinstance(value, int) and abs(value) < 10**9):
        return str(value)
    raise ValueError(f"the option {quote_value(name)} can't be {quote_value(value)}")


def _names(game: AnyGame, position: ScriptPosition, seats: int) -> tuple[str, ...]:
    return player_names(position.players or game.seat_names[:seats], seats)


# Pydantic's errors in plain English
def validation_fault(file: str, error: Any) -> str:
    """Return the first error that pydantic found in a file, as a sentence."""
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
    "string_type": "a string",
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
        return f"{place} must be {_EXPECTED[kind]}, not {quote_value(error['input'])}."
    match kind:
        case "missing":
            return f"'{place}' is missing."
        case "extra_forbidden":
            where = "" if outer == "it" else f" in {outer}"
            return f"there is no field {quote_value(str(last))}{where}."
        case "union_tag_not_found" | "union_tag_invalid":
            return "its kind must be tell, show, try, ask or free."
        case "value_error":
            return f"{place} {safe_text(str(context['error']), 120)}."
        case "string_too_short" | "too_short":
            return f"{place} can't be empty."
        case "string_too_long" | "too_long":
            unit = "items" if kind == "too_long" else "characters"
            return f"{place} can have at most {context['max_length']} {unit}."
        case "string_pattern_mismatch":
            return f"{place} must be a single line."
        case "greater_than_equal" | "less_than_equal":
            bound = f"at least {context['ge']}" if "ge" in context else f"at most {context['le']}"
            return f"{place} must be {bound}, not {quote_value(error['input'])}."
        case _:
            return f"{place} can't be {quote_value(error['input'])}."
