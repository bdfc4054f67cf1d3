"""A class file: the lessons, exercises, tests, deals and levels that a teacher has chosen for a class."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from cardtable.engine.games.info import PRACTISED
from cardtable.engine.phrases import counted
from cardtable.formats.deal_line import Deal, parse_deal_line
from cardtable.formats.strict_json import BadFile, read_text
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.lessons.bad_script import BadScript, fault
from cardtable.lessons.learning_record import QUESTIONS
from cardtable.lessons.library import find_lesson, has_exercises, lessons_of
from cardtable.lessons.reading import validation_fault
from cardtable.lessons.script import Phrase, ScriptPart
from cardtable.lessons.tables import read_tables
from cardtable.practice.levels import all_levels
from cardtable.table.request_error import suggestion

MAX_ITEMS = 12
"""The maximum number of items. With more, the teacher's screen wouldn't have a column for each."""
MAX_TITLE = 40
EXERCISES = 10
"""The number of right answers after which exercises are finished, unless the file gives another number."""
Kind = Literal["lesson", "exercises", "test", "deal", "level"]
KINDS: tuple[Kind, ...] = ("lesson", "exercises", "test", "deal", "level")
Title = Annotated[Phrase, Field(max_length=MAX_TITLE)]


class WrittenItem(ScriptPart):
    """An item as the file gives it, with exactly one of the fields in `KINDS`."""

    title: Title | None = None
    text: Phrase = " "
    lesson: Phrase | None = None
    """A game and the number or name of one of its lessons, such as `clash 2`."""
    exercises: Phrase | None = None
    """A game."""
    test: Phrase | None = None
    """A game."""
    deal: Phrase | None = None
    """A deal line."""
    level: Annotated[int, Field(ge=1, le=99)] | None = None
    right: Annotated[int, Field(ge=1, le=100)] | None = None
    """The number of right answers after which exercises or a test are finished."""


class WrittenCourse(ScriptPart):
    """The content of the file."""

    title: Title
    text: Phrase = " "
    order: Literal["free", "fixed"] = "free"
    items: Annotated[list[WrittenItem], Field(min_length=1, max_length=MAX_ITEMS)]


@dataclass(frozen=True)
class ClassItem:
    """Something for the pupils of a class to do."""

    kind: Kind
    title: str
    text: str
    key: str
    """The name under which a pupil's progress is saved. No two items of a class have the same key."""
    game_id: str
    name: str = ""
    """The name of the lesson, or an empty string if the item isn't a lesson."""
    right: int = 0
    """The number of right answers that finish exercises or a test. With 0, any score finishes a test."""
    level: int = 0
    """The number of the level, or 0 if the item isn't a level."""
    deal: Deal | None = None
    """The deal, if the item is a deal or a level."""


@dataclass(frozen=True)
class Course:
    """A course: what the pupils of a class are asked to do."""

    title: str
    text: str
    is_fixed: bool
    """Whether an item opens only when the one before it is finished."""
    items: tuple[ClassItem, ...]


def read_course(path: Path) -> Course:
    """Return the course in a class file. Raise BadScript with a sentence if there is a mistake in it."""
    try:
        return parse_course(read_text(path, "class file"), path.name)
    except BadScript:
        raise
    except BadFile as error:
        raise BadScript(fault(path.name, None, str(error))) from None


def is_class_file(path: Path) -> bool:
    """Return whether a TOML file looks like a class file rather than a lesson. Lessons are in folders of their own."""
    try:
        return "items" in read_tables(read_text(path, "class file"))
    except ValueError:
        return path.resolve().parent.name != "lessons"


def parse_course(text: str, file: str) -> Course:
    """Return the course in TOML text. Raise BadScript with a sentence if there is a mistake in it."""
    try:
        written = WrittenCourse.model_validate(read_tables(text))
    except ValidationError as error:
        raise BadScript(validation_fault(file, error.errors(include_url=False)[0])) from None
    except ValueError as error:
        raise BadScript(fault(file, None, str(error))) from None
    items: dict[str, ClassItem] = {}
    for number, each in enumerate(written.items, 1):
        try:
            item = _item(each)
        except ValueError as error:
            raise BadScript(fault(file, None, f"item {number}: {error}")) from None
        if item.key in items:
            raise BadScript(fault(file, None, f"item {number}: this is the same as {items[item.key].title}."))
        items[item.key] = item
    return Course(written.title, written.text.strip(), written.order == "fixed", tuple(items.values()))


def _item(written: WrittenItem) -> ClassItem:
    found = [kind for kind in KINDS if getattr(written, kind) is not None]
    if len(found) != 1:
        raise ValueError("an item has exactly one of lesson, exercises, test, deal and level.")
    kind, value = found[0], getattr(written, found[0])
    if written.right is not None and kind not in ("exercises", "test"):
        raise ValueError(f"a {kind} has no number of right answers.")
    title, fields = _MAKERS[kind](value, written.right)
    return ClassItem(kind, written.title or title[:MAX_TITLE], written.text.strip(), **fields)


def _lesson(value: str, right: None) -> tuple[str, dict[str, Any]]:
    name, _, number = value.rpartition(" ")
    if not name:
        raise ValueError("a lesson is a game and a number, such as 'clash 1'.")
    game_id = _game(name, lessons_of, "lessons")
    try:
        entry = find_lesson(game_id, number)
    except ValueError:
        last = len(lessons_of(game_id))
        raise ValueError(
            f"{GAMES.title(game_id)} has no lesson '{safe_text(number, 40)}'. Write {game_id} and a number "
            f"from 1 to {last}."
        ) from None
    key = f"lesson {game_id} {entry.name}"
    return entry.title, {"key": key, "game_id": game_id, "name": entry.name}


def _exercises(value: str, right: int | None) -> tuple[str, dict[str, Any]]:
    game_id = _game(value, has_exercises, "exercises")
    right = right or EXERCISES
    title = f"{GAMES.title(game_id)}: {counted(right, 'exercise')}"
    return title, {"key": f"exercises {game_id}", "game_id": game_id, "right": right}


def _test(value: str, right: int | None) -> tuple[str, dict[str, Any]]:
    game_id = _game(value, has_exercises, "exercises")
    if right is not None and right > QUESTIONS:
        raise ValueError(f"a test has {QUESTIONS} questions.")
    return f"{GAMES.title(game_id)}: test", {"key": f"test {game_id}", "game_id": game_id, "right": right or 0}


def _deal(value: str, right: None) -> tuple[str, dict[str, Any]]:
    deal = parse_deal_line(value)
    if deal.seats > 1 and sum(level is None for level in deal.computers) != 1:
        example = "+".join(["me", *["medium"] * (deal.seats - 1)])
        raise ValueError(f"a pupil plays a deal alone or against computer players, as in 'players {example}'.")
    return f"{deal.game.title}: a deal", {"key": f"deal {deal.line()}", "game_id": deal.game.id, "deal": deal}


def _level(value: int, right: None) -> tuple[str, dict[str, Any]]:
    levels = all_levels()
    if value > len(levels):
        raise ValueError(f"there is no level {value}; the last one is level {len(levels)}.")
    level = levels[value - 1]
    fields = {"key": level.name, "game_id": PRACTISED.id, "level": value, "deal": level.deal}
    return f"Level {value}: {level.theme}", fields


_MAKERS: dict[Kind, Any] = {"lesson": _lesson, "exercises": _exercises, "test": _test, "deal": _deal, "level": _level}


def _game(name: str, having: Callable[[str], object], what: str) -> str:
    """Return the id of a game that has lessons or exercises. Raise ValueError with a sentence for any other name."""
    game_id, found = name.strip().lower().replace(" ", "-"), list(filter(having, GAMES))
    if game_id not in found:
        hint = suggestion(game_id, found, f". The games are {', '.join(found)}.")
        raise ValueError(f"there's no game '{safe_text(name, 40)}' with {what}{hint}")
    return game_id
