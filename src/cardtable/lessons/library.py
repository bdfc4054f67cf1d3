"""The lessons of all known games, in order. To list them, only the start of each file is parsed.

A game's lessons are in `<game>/lessons/`, beside its rules page.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from cardtable.engine.games import SHIPPED
from cardtable.formats.strict_json import BadFile
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.lessons.tables import read_tables
from cardtable.table.pages import rules_folder

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from cardtable.lessons.reading import Lesson

MAX_POSITION = 1_000_000
_HEAD = re.compile(r'^(title|about)\s*=\s*("(?:[^"\\\n]|\\.)*")\s*$', re.MULTILINE)
_NAME = re.compile(r"[0-9]+-.+\.toml")
_REPLACES = re.compile(r"^replaces\s*=\s*(\[[^\]]*\])", re.MULTILINE)


@dataclass(frozen=True)
class LessonEntry:
    """A lesson whose file hasn't been loaded yet."""

    game_id: str
    name: str
    """The name of the lesson's file without `.toml`, such as `02-first-turn`."""
    folder: Traversable = field(repr=False)

    @property
    def number(self) -> str:
        """The number at the start of the file name, such as `02`."""
        return self.name.partition("-")[0]

    @property
    def title(self) -> str:
        """The lesson's title, or the file name if the file can't be read."""
        return self._head.get("title", self.name)

    @property
    def about(self) -> str:
        """A one-sentence description of the lesson."""
        return self._head.get("about", "")

    @cached_property
    def replaces(self) -> tuple[str, ...]:
        """The names of earlier lessons that this one replaces."""
        found = _REPLACES.search(self._before_steps)
        try:
            return tuple(map(str, tomllib.loads(f"x = {found[1]}")["x"])) if found else ()
        except ValueError:
            return ()

    @cached_property
    def _head(self) -> dict[str, str]:
        fields = _HEAD.findall(self._before_steps)
        try:
            return {name: safe_text(tomllib.loads(f"x = {value}")["x"], 200) for name, value in fields}
        except ValueError:
            return {}

    @cached_property
    def _before_steps(self) -> str:
        try:
            return self._text(f"{self.name}.toml").partition("[[steps]]")[0]
        except ValueError:
            return ""

    @property
    def tree(self) -> dict[str, Any]:
        """The unchecked tables of the script, or an empty table if the file can't be read."""
        try:
            return read_tables(self._text(f"{self.name}.toml"))
        except ValueError:
            return {}

    def load(self) -> Lesson:
        """Read the lesson. Raise BadScript if the script is invalid.

        The tests check our own lessons, so only lessons of other packages are checked step by step.
        """
        from cardtable.lessons.bad_script import BadScript, fault
        from cardtable.lessons.checker import check
        from cardtable.lessons.reading import loads, plain_name

        file = f"{self.name}.toml"
        try:
            text = self._text(file)
        except BadFile as error:
            raise BadScript(fault(file, None, str(error))) from None
        lesson = loads(text, file, GAMES[self.game_id], lambda name: self._text(plain_name(name)))
        if self.game_id not in SHIPPED and (faults := check(lesson)):
            raise BadScript(faults[0])
        return lesson

    def _text(self, name: str) -> str:
        try:
            content = (self.folder / name).read_bytes()
        except OSError:
            raise BadFile(f"There is no file '{safe_text(name, 40)}'.") from None
        if len(content) > MAX_POSITION:
            raise BadFile(f"'{safe_text(name, 40)}' is too large.")
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BadFile(f"'{safe_text(name, 40)}' isn't UTF-8 text.") from None


@cache
def lessons_of(game_id: str) -> tuple[LessonEntry, ...]:
    """Return the lessons of a game, in order."""
    if game_id not in GAMES:
        return ()
    folder = rules_folder(game_id) / game_id.replace("-", "_") / "lessons"
    names = sorted(each.name for each in folder.iterdir() if _NAME.fullmatch(each.name)) if folder.is_dir() else ()
    return tuple(LessonEntry(game_id, name.removesuffix(".toml"), folder) for name in names)


def taught_games() -> tuple[str, ...]:
    """Return the ids of the games that have lessons or exercises."""
    return tuple(game_id for game_id in GAMES if lessons_of(game_id) or has_exercises(game_id))


def has_exercises(game_id: str) -> bool:
    """Return whether a game has exercises, and therefore a test."""
    from cardtable.lessons.exercises import drills_of

    return bool(drills_of(game_id))


@cache
def _teaching_steps(game_id: str) -> dict[str, tuple[LessonEntry, int]]:
    """Return the best lesson and step for each ruling. Steps are counted from 0.

    A lesson that lists the ruling first is best, then one that lists it elsewhere, then one with a step that cites it.
    """
    found: dict[str, tuple[int, LessonEntry, int]] = {}
    for entry in lessons_of(game_id):
        tree = entry.tree
        taught = [str(number) for number in tree.get("rulings", ())]
        cited: dict[str, int] = {}
        for at, step in enumerate(tree.get("steps", ())):
            cited.setdefault(str(step.get("ruling", taught[0] if taught else "")), at)
        for number in {*taught, *cited}:
            rank = 2 if number not in taught else int(number != taught[0])
            if number not in found or rank < found[number][0]:
                found[number] = rank, entry, cited.get(number, 0)
    return {number: (entry, at) for number, (_, entry, at) in found.items()}


def lesson_about(game_id: str, ruling: str) -> tuple[LessonEntry, int] | None:
    """Return the lesson and the step that teach a ruling, or None if no lesson does. Steps are counted from 0."""
    return _teaching_steps(game_id).get(ruling.strip().upper())


def find_lesson(game_id: str, name: str) -> LessonEntry:
    """Return the lesson with a name such as `02-first-turn`, `first-turn` or `2`. Raise ValueError for other names."""
    wanted = name.strip().lower().removesuffix(".toml")
    for entry in lessons_of(game_id):
        number, _, rest = entry.name.partition("-")
        if wanted and wanted in (entry.name, rest, number, number.lstrip("0")):
            return entry
    raise ValueError("There is no lesson with that name or number.")
