"""`cardtable learn`: lessons, exercises and tests; and whether a lesson's script holds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, Parameter

from cardtable.commands.common import Ascii, Plain, as_typed
from cardtable.engine.games import SHIPPED
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.table.pages import NUMBER
from cardtable.table.request_error import RequestError, suggestion

if TYPE_CHECKING:
    from cardtable.engine.chance import DealCode
    from cardtable.engine.game import AnyGame
    from cardtable.lessons.learning_record import LearningRecord
    from cardtable.lessons.library import LessonEntry
    from cardtable.lessons.reading import Lesson
    from cardtable.tui.app import CardTable

app = App(name="learn", usage="cardtable learn [GAME] [LESSON] [OPTIONS]")

GameName: Any = Literal[tuple(SHIPPED)]
Game = Annotated[
    GameName | None,
    Parameter(
        help="Which game; left out, what there is to learn is listed.",
        converter=as_typed,
        show_choices=False,
        show_default=False,
    ),
]
LessonName = Annotated[
    str | None,
    Parameter(
        help="A lesson by its number or name, or a ruling such as ES-4 for the step that teaches it.",
        converter=as_typed,
        show_default=False,
    ),
]
Exercises = Annotated[
    bool, Parameter(name="--exercises", negative="", show_default=False, help="Exercises of the game, without end.")
]
Test = Annotated[
    bool, Parameter(name="--test", negative="", show_default=False, help="A test of ten exercises; its score is kept.")
]
Seed = Annotated[
    str | None,
    Parameter(name="--seed", metavar="CODE", show_default=False, converter=as_typed, help="Begin with this exercise."),
]
File = Annotated[
    str | None,
    Parameter(
        name="--file",
        metavar="FILE",
        show_default=False,
        converter=as_typed,
        help="Take the lesson that this script holds; rules/lessons/README.md says how to write one.",
    ),
]
Check = Annotated[
    str | None,
    Parameter(
        name="--check",
        metavar="FILE",
        show_default=False,
        converter=as_typed,
        help="Play a lesson's script and say if it holds.",
    ),
]


@dataclass(frozen=True)
class LearnRequest:
    """What is to be learned."""

    game: AnyGame
    lesson: Lesson | None = None
    entry: LessonEntry | None = None
    step: int | None = None
    """Where a ruling was asked for: the step that teaches it."""
    exercises: bool = False
    test: bool = False
    code: DealCode | None = None


@app.default
def learn(  # noqa: PLR0913  its flags
    game: Game = None,
    lesson: LessonName = None,
    /,
    *,
    exercises: Exercises = False,
    test: Test = False,
    seed: Seed = None,
    file: File = None,
    plain: Plain = False,
    ascii: Ascii = False,  # noqa: A002  a flag's name
    check: Check = None,
) -> int:
    """Learn a game by its lessons and exercises; without a game, the list of them with what is done."""
    if check is not None:
        return _check(Path(check))
    if file is not None:
        if game is not None or exercises or test or seed:
            raise RequestError("--file takes a lesson from a file alone: leave out the game and the other flags.")
        return _take(_asked_file(Path(file)), plain=plain, ascii_only=ascii)
    if game is None:
        if exercises or test or seed:
            raise RequestError("Say which game, as in cardtable learn clash --exercises.")
        return _list()
    asked = _asked(game, lesson, exercises=exercises, test=test, seed=seed)
    return _take(asked, plain=plain, ascii_only=ascii)


def _asked(name: str, lesson: str | None, *, exercises: bool, test: bool, seed: str | None) -> LearnRequest:
    if (game := GAMES.get(name.lower())) is None:
        guess = suggestion(name, SHIPPED, f": there is {', '.join(SHIPPED)}.")
        raise RequestError(f"There is no game '{safe_text(name, 40)}'{guess}")
    if game.id not in SHIPPED:
        raise RequestError(f"{game.title} has no lessons; `cardtable play {game.id}` starts a game.")
    if sum((lesson is not None, exercises, test)) > 1 or (seed and not exercises):
        raise RequestError("Ask for a lesson, for --exercises (they may begin with a --seed), or for a --test.")
    if lesson is None:
        return LearnRequest(game, exercises=exercises, test=test, code=_code(seed))
    entry, step = _entry(game, lesson)
    return LearnRequest(game, _loaded(entry), entry, step)


def _entry(game: AnyGame, name: str) -> tuple[LessonEntry, int | None]:
    from cardtable.lessons.library import find_lesson, lesson_about, lessons_of

    if NUMBER.fullmatch(name.upper()):
        if (found := lesson_about(game.id, name)) is not None:
            return found
        raise RequestError(f"No lesson of {game.title} teaches {safe_text(name, 20).upper()}.")
    try:
        return find_lesson(game.id, name), None
    except ValueError:
        if not (entries := lessons_of(game.id)):
            raise RequestError(f"There are no lessons of {game.title} yet.") from None
        last = entries[-1].number.lstrip("0")
        raise RequestError(
            f"There is no lesson '{safe_text(name, 40)}' of {game.title}; they are numbered from 1 to {last}."
        ) from None


def _loaded(entry: LessonEntry) -> Lesson:
    from cardtable.lessons.bad_script import BadScript

    try:
        return entry.load()
    except BadScript as error:
        raise RequestError(str(error)) from None


def _code(seed: str | None) -> DealCode | None:
    from cardtable.engine.chance import DealCode

    try:
        return DealCode.parse(seed) if seed else None
    except ValueError as error:
        raise RequestError(str(error)) from None


def _asked_file(path: Path) -> LearnRequest:
    from cardtable.lessons.bad_script import BadScript
    from cardtable.lessons.checker import check
    from cardtable.lessons.reading import game_of, read_file

    try:
        lesson = read_file(path, game_of(path))
        faults = check(lesson)
    except BadScript as error:
        raise RequestError(str(error)) from None
    if faults:
        raise RequestError(faults[0] + (" --check lists everything." if len(faults) > 1 else ""))
    return LearnRequest(lesson.game, lesson)


# Where it is learned


def _take(asked: LearnRequest, *, plain: bool, ascii_only: bool) -> int:
    from cardtable.lessons.bad_script import BadScript

    try:
        if plain:
            return _line_by_line(asked)
        return _on_the_screen(asked, ascii_only=ascii_only)
    except BadScript as error:
        raise RequestError(str(error)) from None


def _line_by_line(asked: LearnRequest) -> int:
    from cardtable.plain.exercise import PlainExercises
    from cardtable.plain.learn import choose_and_learn
    from cardtable.plain.lesson import PlainLesson
    from cardtable.plain.lines import Lines

    lines = Lines.of_process()
    with _opened() as learned:
        if asked.lesson is not None:
            PlainLesson(asked.lesson, lines, entry=asked.entry, learned=learned, step=asked.step).run()
        elif asked.exercises or asked.test:
            PlainExercises(asked.game, lines, learned, is_test=asked.test, code=asked.code).run()
        else:
            choose_and_learn(lines, learned, asked.game)
    return 0


def _on_the_screen(asked: LearnRequest, *, ascii_only: bool) -> int:
    from cardtable.commands.table import on_the_screen

    def begin(table: CardTable) -> None:
        if asked.lesson is None or asked.entry is not None:
            table.action_learn(asked.game.id)
        if asked.entry is not None:
            table.action_lesson(asked.game.id, asked.entry.name, asked.step)
        elif asked.lesson is not None:
            table.open_lesson(asked.lesson)
        elif asked.exercises or asked.test:
            table.action_exercises(asked.game.id, asked.test, str(asked.code or ""))

    return on_the_screen(ascii_only=ascii_only, begin=begin)


def _list() -> int:
    from cardtable.plain.learn import progress_lines

    with _opened() as learned:
        for game_id in SHIPPED:
            sys.stdout.writelines(f"{line}\n" for line in progress_lines(learned, game_id))
        if fault := learned.pop_fault():
            sys.stderr.write(f"{fault}\n")
    return 0


@contextmanager
def _opened() -> Iterator[LearningRecord]:
    """What has been learned so far."""
    from cardtable.lessons.learning_record import LearningRecord
    from cardtable.table.lazy_archive import LazyArchive

    shelf = LazyArchive()
    try:
        yield LearningRecord(lambda: shelf.archive)
    finally:
        shelf.close()


def _check(path: Path) -> int:
    from cardtable.lessons.bad_script import BadScript
    from cardtable.lessons.checker import check
    from cardtable.lessons.reading import game_of, read_file

    try:
        faults = check(read_file(path, game_of(path)))
    except BadScript as error:
        raise RequestError(str(error)) from None
    if len(faults) == 1:
        raise RequestError(faults[0])
    if faults:
        sys.stderr.write("".join(f"{each}\n" for each in faults))
        return 2
    sys.stdout.write(f"{safe_text(path.name, 60)} holds.\n")
    return 0
