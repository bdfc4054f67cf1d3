"""`cardtable learn`: take lessons, exercises and tests, and check lesson files."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App

from cardtable.commands.flags import Ascii, Plain, argument, suggested, switch, text_flag
from cardtable.commands.launch import go, run_app, why_no_app
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.lessons.library import has_exercises, taught_games
from cardtable.rooms.kit.goto import ToExercises, ToLearn, ToLesson, ToScript
from cardtable.rooms.kit.response import Goto
from cardtable.table.pages import NUMBER
from cardtable.table.request_error import RequestError, suggestion

if TYPE_CHECKING:
    from cardtable.engine.game import AnyGame
    from cardtable.lessons.library import LessonEntry

app = App(name="learn", usage="cardtable learn [GAME] [LESSON] [OPTIONS]")

GameName: Any = suggested(taught_games())
Game = Annotated[
    GameName | None,
    argument(
        "GAME", "The game to learn. Without it, the Learn room opens; without a terminal, the lessons are listed."
    ),
]
LessonName = Annotated[
    str | None,
    argument("LESSON", "A lesson's number or name, or a ruling such as ES-4 to open the step that teaches it."),
]
Exercises = Annotated[bool, switch("--exercises", "Practise with endless exercises.")]
Test = Annotated[bool, switch("--test", "Take a test of ten exercises; your best score is saved.")]
Seed = Annotated[str | None, text_flag("--seed", "CODE", "Start with this exercise.")]
LessonFile = Annotated[
    str | None,
    text_flag("--file", "FILE", "Open the lesson in this file; rules/lessons/README.md explains how to write one."),
]
Check = Annotated[str | None, text_flag("--check", "FILE", "Check a lesson file or a class file, and list its errors.")]


@app.default
def learn(  # noqa: PLR0913  its flags
    game: Game = None,
    lesson: LessonName = None,
    /,
    *,
    exercises: Exercises = False,
    test: Test = False,
    seed: Seed = None,
    file: LessonFile = None,
    plain: Plain = False,
    ascii: Ascii = False,  # noqa: A002  a flag's name
    check: Check = None,
) -> int:
    """Learn a game with lessons and exercises.

    Without a game, open the Learn room. In plain mode or without a terminal, list the lessons and your progress.
    """
    from cardtable.lessons.bad_script import BadScript

    try:
        if check is not None:
            return _check(Path(check))
        if file is not None:
            if game is not None or exercises or test or seed:
                raise RequestError("--file can't be combined with a game or other lesson options.")
            places = [_own_lesson(Path(file))]
        elif game is not None:
            places = _places(game, lesson, exercises=exercises, test=test, seed=seed)
        elif exercises or test or seed:
            raise RequestError("Which game? For example: cardtable learn clash --exercises")
        else:
            return _list() if plain or why_no_app() else run_app(ToLearn(), ascii_only=ascii)
        return go(*places, plain=plain, ascii_only=ascii)
    except BadScript as error:
        raise RequestError(str(error)) from None


def _places(name: str, lesson: str | None, *, exercises: bool, test: bool, seed: str | None) -> list[Goto]:
    """Return the places to open. The last one is on top."""
    if (game := GAMES.get(name.lower())) is None:
        taught = taught_games()
        hint = suggestion(name, taught, f". The games are {', '.join(taught)}.")
        raise RequestError(f"There's no game '{safe_text(name, 40)}'{hint}")
    if game.id not in taught_games():
        raise RequestError(f"{game.title} has no lessons; `cardtable play {game.id}` starts a game.")
    if sum((lesson is not None, exercises, test)) > 1 or (seed and not exercises):
        raise RequestError("Choose one: a lesson, --exercises (--seed picks the first) or --test.")
    if (exercises or test) and not has_exercises(game.id):
        raise RequestError(f"{game.title} has no exercises; `cardtable learn {game.id}` lists its lessons.")
    places: list[Goto] = [ToLearn(game.id)]
    if lesson is not None:
        entry, step = _find_lesson(game, lesson)
        places.append(ToLesson(game.id, entry.name, step))
    elif exercises or test:
        places.append(ToExercises(game.id, test, _parse_seed(seed)))
    return places


def _find_lesson(game: AnyGame, name: str) -> tuple[LessonEntry, int | None]:
    from cardtable.lessons.library import find_lesson, lesson_about, lessons_of

    if NUMBER.fullmatch(name.upper()):
        if (found := lesson_about(game.id, name)) is not None:
            return found
        raise RequestError(f"No {game.title} lesson teaches {safe_text(name, 20).upper()}.")
    try:
        return find_lesson(game.id, name), None
    except ValueError:
        if not (entries := lessons_of(game.id)):
            raise RequestError(f"{game.title} has no lessons yet.") from None
        last = entries[-1].number.lstrip("0")
        raise RequestError(
            f"{game.title} has no lesson '{safe_text(name, 40)}'; its lessons are numbered from 1 to {last}."
        ) from None


def _parse_seed(seed: str | None) -> str:
    from cardtable.engine.chance import DealCode

    try:
        return str(DealCode.parse(seed)) if seed else ""
    except ValueError as error:
        raise RequestError(str(error)) from None


def _own_lesson(path: Path) -> Goto:
    from cardtable.lessons.checker import check
    from cardtable.lessons.reading import game_of, read_file

    lesson = read_file(path, game_of(path))
    if faults := check(lesson):
        raise RequestError(faults[0] + (" --check lists every error." if len(faults) > 1 else ""))
    return ToScript(lesson)


def _list() -> int:
    from cardtable.plain.learn import list_lines
    from cardtable.rooms.kit.records import Records
    from cardtable.rooms.learn import LearnRoom

    with closing(Records()) as records:
        for game_id in taught_games():
            sys.stdout.writelines(f"{line}\n" for line in list_lines(LearnRoom(records.learned, game_id)))
        if fault := records.learned.pop_fault():
            sys.stderr.write(f"{fault}\n")
    return 0


def _check(path: Path) -> int:
    from cardtable.classroom.course import is_class_file, read_course
    from cardtable.lessons.checker import check
    from cardtable.lessons.reading import game_of, read_file

    if is_class_file(path):
        read_course(path)
        faults = []
    else:
        faults = check(read_file(path, game_of(path)))
    if len(faults) == 1:
        raise RequestError(faults[0])
    if faults:
        sys.stderr.write("".join(f"{fault}\n" for fault in faults))
        return 2
    sys.stdout.write(f"{safe_text(path.name, 60)} has no errors.\n")
    return 0
