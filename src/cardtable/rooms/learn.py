"""The Learn room: the games and, for each game, its lessons, exercises and test. It shows the learner's progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import counted
from cardtable.games import GAMES
from cardtable.lessons.learning_record import QUESTIONS, LessonStatus
from cardtable.lessons.library import find_lesson, has_exercises, lessons_of, taught_games
from cardtable.rooms.kit.command import Command, Room
from cardtable.rooms.kit.goto import ToExercises, ToLearn, ToLesson, ToRules, ToSetUp
from cardtable.rooms.kit.learning_room import PROGRESS_NOT_SAVED
from cardtable.rooms.kit.response import Answer, Ask, Goto, Leave, Response
from cardtable.table.request_error import similar_name

if TYPE_CHECKING:
    from cardtable.lessons.learning_record import LearningRecord

IN_THE_LIST = "The list has it, and the cursor starts on the next lesson."
"""The reason why commands for single lessons have no keys."""


class LearnRow(NamedTuple):
    """A row of the list: a game, a lesson, the exercises or the test."""

    id: str
    """The game's id, the lesson's name, `exercises` or `test`."""
    number: str
    """The text that selects the row in plain mode."""
    title: str
    about: str
    opens: Goto
    progress: str = ""
    """The learner's progress, such as `done` or `continue at step 4`."""
    is_done: bool = False


class LearnRoom(Room):
    """A list of all games, or of one game's lessons, exercises and test."""

    def __init__(self, learned: LearningRecord, game_id: str = "") -> None:
        self._learned = learned
        self.game: AnyGame | None = GAMES[game_id] if game_id in taught_games() else None

    def take_fault(self) -> str:
        """Return a sentence if progress can't be read or saved and the learner doesn't know yet, otherwise ""."""
        fault = self._learned.pop_fault()
        return f"{PROGRESS_NOT_SAVED} {fault}" if fault else ""

    # The list

    @property
    def title(self) -> str:
        """The heading of the list."""
        return f"Learn {self.game.title}" if self.game else "Learn a game"

    @property
    def summary(self) -> str:
        """A line about the learner's progress in the game, or about the list of games."""
        if self.game is None:
            return "Lessons, exercises and tests. Progress in each game:"
        done, total = self._learned.count(self.game.id)
        score = self._learned.score(self.game.id)
        test = f"; test: best {score.best} of {QUESTIONS}" if score else ""
        return f"{self.game.title}: {done} of {counted(total, 'lesson')} done{test}."

    @property
    def rows(self) -> list[LearnRow]:
        """The rows of the list."""
        return list(self._game_rows() if self.game is None else self._parts(self.game.id))

    @property
    def _games(self) -> list[AnyGame]:
        return [GAMES[each] for each in taught_games()]

    def _game_rows(self) -> Iterator[LearnRow]:
        for number, game in enumerate(self._games, 1):
            done, total = self._learned.count(game.id)
            score = self._learned.score(game.id)
            test = f" Best test: {score.best} of {QUESTIONS}." if score else ""
            progress = f"{done} of {counted(total, 'lesson')}" if total else "exercises"
            yield LearnRow(game.id, str(number), game.title, f"{game.summary}{test}", ToLearn(game.id), progress)

    def _parts(self, game_id: str) -> Iterator[LearnRow]:
        statuses = self._learned.lessons(game_id)
        for entry in lessons_of(game_id):
            status = statuses.get(entry.name, LessonStatus())
            progress = f"continue at step {status.step + 1}" if status.is_begun else "done" if status.is_done else ""
            opens = ToLesson(game_id, entry.name)
            number = entry.number.lstrip("0")
            yield LearnRow(entry.name, number, entry.title, entry.about, opens, progress, status.is_done)
        if not self._has_exercises():
            return
        about = "Endless practice: one position, one question, marked at once."
        yield LearnRow("exercises", "exercises", "Exercises", about, ToExercises(game_id))
        about, best = f"{QUESTIONS} questions. Your score is saved.", ""
        if score := self._learned.score(game_id):
            about += f" Last time: {score.last} of {QUESTIONS}{f' on {score.day}' if score.day else ''}."
            best = f"best {score.best} of {QUESTIONS}"
        yield LearnRow("test", "test", "Test", about, ToExercises(game_id, is_test=True), best)

    @property
    def lessons_done(self) -> int:
        """The number of the game's lessons that the learner has completed."""
        return self._learned.count(self.game.id)[0] if self.game else 0

    @property
    def next_id(self) -> str:
        """The id of the row with the learner's next lesson. It is empty if there is no next lesson."""
        return self._learned.next_lesson(self.game.id).name if self._has_lessons() and self.game else ""

    def opens(self, text: str) -> Goto:
        """Return the place that a row opens, given the row's id or typed text. Raise ValueError if no row matches."""
        if (row := next((row for row in self.rows if text.lower() in (row.id, row.number)), None)) is not None:
            return row.opens
        if self.game is None:
            return ToLearn(self._find_game(text).id)
        return ToLesson(self.game.id, find_lesson(self.game.id, text).name)

    def _find_game(self, text: str) -> AnyGame:
        games = {name: game for game in self._games for name in (game.title, game.id)}
        if found := games.get(similar_name(text, games)):
            return found
        raise ValueError(f"Type a number from 1 to {len(self._games)}, or the name of a game.")

    # Commands

    def _has_lessons(self) -> bool:
        return self.game is not None and bool(lessons_of(self.game.id))

    def _has_exercises(self) -> bool:
        return self.game is not None and has_exercises(self.game.id)

    @Command(
        "your next lesson", words=("next", ""), typing="Enter does the same", no_key=IN_THE_LIST, exists=_has_lessons
    )
    def next(self) -> Response:
        return self.opens(self.next_id)

    @Command("endless exercises, marked at once", words=("exercises",), no_key=IN_THE_LIST, exists=_has_exercises)
    def exercises(self) -> Response:
        return self.opens("exercises")

    @Command(
        f"a test of {QUESTIONS} exercises; your best score is saved",
        words=("test",),
        no_key=IN_THE_LIST,
        exists=_has_exercises,
    )
    def test(self) -> Response:
        return self.opens("test")

    @Command("the list again", words=("list",), no_key="The screen shows it.")
    def list(self) -> None:
        """Show the room again."""

    @Command("play a game", keys=("p",), label="Play", words=("play",), takes="GAME", need=2)
    def play(self, name: str) -> Response:
        return self._about_game(name, ToSetUp)

    @Command("the rules of a game", words=("rules",), label="Rules", takes="GAME", need=1)
    def rules(self, name: str) -> Response:
        return self._about_game(name, ToRules)

    def _about_game(self, name: str, place: Callable[[str], Goto]) -> Response:
        game = self._find_game(name) if name else self.game
        if game is not None:
            return place(game.id)
        return Ask("Which game?", [Answer(each.title, partial(place, each.id)) for each in self._games])

    @Command("leave the lessons", keys=("q",), also=("escape",), label="Back", words=("quit", "q", "back"))
    def leave(self) -> Response:
        return Leave()
