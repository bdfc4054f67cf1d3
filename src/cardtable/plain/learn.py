"""The Learn room line by line: what there is to learn, and what has been learned."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.lessons.bad_script import BadScript
from cardtable.lessons.learning_record import QUESTIONS, LearningRecord
from cardtable.lessons.library import find_lesson, lessons_of
from cardtable.plain.exercise import PlainExercises
from cardtable.plain.lesson import PlainLesson
from cardtable.plain.lines import EndOfInput, Lines


def what_there_is(learned: LearningRecord, game_id: str) -> Iterator[str]:
    """A line for the game, and one for each of its lessons with how far it was taken."""
    done, total = learned.count(game_id)
    score = learned.score(game_id)
    test = f"; test: best {score.best} of {QUESTIONS}" if score else ""
    yield f"{SHIPPED[game_id].title}: {done} of {total} lessons done{test}."
    taken = learned.lessons(game_id)
    for entry in lessons_of(game_id):
        mark = taken.get(entry.name)
        told = ""
        if mark is not None and (mark.is_begun or mark.is_done):
            told = f" (begun, step {mark.step + 1})" if mark.is_begun else " (done)"
        yield f"{entry.number.lstrip('0')} {entry.title}{told}: {entry.about}"


def choose_and_learn(lines: Lines, learned: LearningRecord, game: AnyGame) -> None:
    """Ask what to learn, one thing after the other, until nothing more is typed."""
    try:
        while True:
            lines.say(*what_there_is(learned, game.id))
            _learn(lines, learned, game, lines.ask("Which lesson? Its number, or exercises, test, quit:").lower())
    except EndOfInput:
        return


def _learn(lines: Lines, learned: LearningRecord, game: AnyGame, text: str) -> None:
    if text == "quit":
        raise EndOfInput
    if text in ("exercises", "test"):
        PlainExercises(game, lines, learned, is_test=text == "test").run()
        return
    try:
        entry = find_lesson(game.id, text or _next(learned, game.id))
        PlainLesson(entry.load(), lines, entry=entry, learned=learned).run()
    except (BadScript, ValueError) as error:
        lines.say(str(error))


def _next(learned: LearningRecord, game_id: str) -> str:
    """The first lesson that is not done."""
    taken = learned.lessons(game_id)
    names = [entry.name for entry in lessons_of(game_id)]
    return next((name for name in names if name not in taken or not taken[name].is_done), names[0] if names else "")
