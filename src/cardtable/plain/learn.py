"""The Learn room line by line, with a game's lessons and the learner's progress."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.lessons.bad_script import BadScript
from cardtable.lessons.learning_record import QUESTIONS, LearningRecord
from cardtable.lessons.library import find_lesson, lessons_of
from cardtable.plain.exercise import PlainExercises
from cardtable.plain.lesson import PlainLesson
from cardtable.plain.lines import EndOfInput, Lines

LIST, PARTS = "list", ("exercises", "test")
"""What can be typed instead of a lesson's number."""
HELP = (
    "a number: take that lesson. Enter takes your next lesson.",
    "exercises: practise with endless exercises.",
    f"test: answer {QUESTIONS} exercises; your best score is saved.",
    "list: hear the lessons again.",
    "quit: leave the lessons.",
)


def progress_lines(learned: LearningRecord, game_id: str) -> Iterator[str]:
    """Yield a line for the game, and one for each lesson with the learner's progress."""
    done, total = learned.count(game_id)
    score = learned.score(game_id)
    test = f"; test: best {score.best} of {QUESTIONS}" if score else ""
    yield f"{SHIPPED[game_id].title}: {done} of {total} lessons done{test}."
    statuses = learned.lessons(game_id)
    for entry in lessons_of(game_id):
        status = statuses.get(entry.name)
        mark = ""
        if status is not None and (status.is_begun or status.is_done):
            mark = f" (started, at step {status.step + 1})" if status.is_begun else " (done)"
        yield f"{entry.number.lstrip('0')} {entry.title}{mark}: {entry.about}"


def choose_and_learn(lines: Lines, learned: LearningRecord, game: AnyGame, first: str = "") -> None:
    """Keep asking what to learn until the learner quits; `first` is what to begin with, such as a number."""
    prompt = "Type the number of a lesson, exercises, test, list or quit, or press Enter for your next lesson:"
    with suppress(EndOfInput):
        _learn(lines, learned, game, first or LIST)
        while True:
            _learn(lines, learned, game, lines.ask(prompt).lower().removeprefix("lessons "))  # as in the lobby


def _learn(lines: Lines, learned: LearningRecord, game: AnyGame, text: str) -> None:
    if text in ("quit", "q"):
        raise EndOfInput
    if text == "help":
        lines.say(*HELP)
        return
    if text == LIST:
        lines.say(*progress_lines(learned, game.id))
        return
    if text in PARTS:
        PlainExercises(game, lines, learned, is_test=text == "test").run()
        return
    try:
        entry = find_lesson(game.id, text) if text else learned.next_lesson(game.id)
        PlainLesson(entry.load(), lines, entry=entry, learned=learned).run()
        lines.say(next(progress_lines(learned, game.id)))
    except (BadScript, ValueError) as error:
        lines.say(str(error))
