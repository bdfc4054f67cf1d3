"""The Learn room line by line, with a game's lessons and the learner's progress."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.lessons.learning_record import QUESTIONS, LearningRecord
from cardtable.lessons.library import lessons_of
from cardtable.plain.lines import EndOfInput
from cardtable.plain.room import Places
from cardtable.rooms.goto import ToExercises, ToLesson

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


def choose_and_learn(places: Places, game: AnyGame, first: str = "") -> None:
    """Keep asking what to learn until the learner quits; `first` is what to begin with, such as a number."""
    prompt = "Type the number of a lesson, exercises, test, list or quit, or press Enter for your next lesson:"
    with suppress(EndOfInput):
        _learn(places, game, first or LIST)
        while True:
            _learn(places, game, places.lines.ask(prompt).lower().removeprefix("lessons "))  # as in the lobby


def _learn(places: Places, game: AnyGame, text: str) -> None:
    lines, learned = places.lines, places.records.learned
    if text in ("quit", "q"):
        raise EndOfInput
    if text == "help":
        lines.say(*HELP)
        return
    if text == LIST:
        lines.say(*progress_lines(learned, game.id))
        return
    if text in PARTS:
        places.open(ToExercises(game.id, is_test=text == "test"))
        return
    try:
        places.open(ToLesson(game.id, text))
        lines.say(next(progress_lines(learned, game.id)))
    except ValueError as error:
        lines.say(str(error))
