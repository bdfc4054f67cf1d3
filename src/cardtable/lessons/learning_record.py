"""Progress in lessons and scores in tests. Both are saved, or kept in memory if the archive can't be used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from cardtable.games import GAMES
from cardtable.lessons.answer_counts import ANSWERS, AnswerCounts
from cardtable.lessons.lesson_progress import LessonProgress
from cardtable.lessons.library import LessonEntry, lessons_of
from cardtable.store.clock import current_time
from cardtable.store.errors import StorageError
from cardtable.store.paths import archive_file, may_exist
from cardtable.table.storage_words import storage_sentence

if TYPE_CHECKING:
    from cardtable.store.archive import Archive

QUESTIONS = 10
"""The number of questions in a test."""


@dataclass(frozen=True, slots=True)
class LessonStatus:
    """A learner's progress in one lesson."""

    step: int = 0
    """The step at which the learner will continue, counted from 0."""
    is_done: bool = False
    """Whether the learner has finished the lesson at least once."""
    data: Any = None
    """The progress as saved data, for `LessonProgress.from_data`."""

    @property
    def is_begun(self) -> bool:
        """Whether the learner left the lesson before the end."""
        return self.step > 0


@dataclass(frozen=True, slots=True)
class ExerciseScore:
    """A learner's scores in the tests of one game."""

    best: int
    last: int
    day: str
    """The date of the last test, such as 2026-11-20."""


class LearningRecord:
    """The learner's progress and scores."""

    def __init__(self, archive: Callable[[], Archive], *, counts_answers: bool = False) -> None:
        """Use this archive. The answers are counted only for pupils in a class."""
        self._archive, self.counts_answers = archive, counts_answers
        self._unsaved: dict[str, Any] = {}
        self._fault = ""
        self._fault_reported = False

    def pop_fault(self) -> str:
        """Return the reason why nothing can be saved, the first time only. Otherwise, return an empty string."""
        if self._fault_reported or not self._fault:
            return ""
        self._fault_reported = True
        return self._fault

    # Lessons

    def lesson(self, game_id: str, name: str) -> LessonStatus:
        """Return the learner's progress in a lesson."""
        return self.lessons(game_id).get(name, LessonStatus())

    def lessons(self, game_id: str) -> dict[str, LessonStatus]:
        """Return the learner's progress in each lesson that they have started in a game, keyed by lesson name."""
        prefix = f"lesson {game_id} "
        found: dict[str, Any] = {}
        try:
            if may_exist(archive_file()):
                found = self._archive().all_progress(prefix)
        except StorageError as error:
            self._fault = storage_sentence(error)
        found |= {name: value for name, value in self._unsaved.items() if name.startswith(prefix)}
        statuses = {name.removeprefix(prefix): _read_status(value) for name, value in found.items()}
        done = {name for name, status in statuses.items() if status.is_done}
        for entry in lessons_of(game_id):
            if entry.replaces and done.issuperset(entry.replaces) and entry.name not in done:
                statuses[entry.name] = replace(statuses.get(entry.name, LessonStatus()), is_done=True)
        return statuses

    def save_lesson(self, game_id: str, name: str, progress: LessonProgress, *, is_over: bool) -> None:
        """Save the progress in a lesson. A lesson that was finished before stays finished."""
        done = is_over or self.lesson(game_id, name).is_done
        data = {"step": 0, "answers": {}} if is_over else progress.to_data()
        self._save(f"lesson {game_id} {name}", {**data, "done": done})

    def count(self, game_id: str) -> tuple[int, int]:
        """Return how many of a game's lessons the learner has completed, and how many lessons there are."""
        statuses, entries = self.lessons(game_id), lessons_of(game_id)
        return sum(entry.name in statuses and statuses[entry.name].is_done for entry in entries), len(entries)

    def next_lesson(self, game_id: str) -> LessonEntry:
        """Return the lesson to take next.

        The first lesson in progress takes precedence. If no lesson is in progress, return the first unfinished lesson.
        If all lessons are finished, return the first lesson. Raise LookupError if the game has no lessons.
        """
        learned, entries = self.lessons(game_id), lessons_of(game_id)
        unfinished = [entry for entry in entries if not learned.get(entry.name, LessonStatus()).is_done]
        begun = (entry for entry in unfinished if entry.name in learned and learned[entry.name].is_begun)
        return next(begun, (unfinished or entries)[0])

    def suggestion(self) -> LessonEntry | None:
        """Return the next lesson of the first game that was started but isn't finished, or None if no game fits."""
        for game_id in GAMES:
            done, total = self.count(game_id)
            if done < total and self.lessons(game_id):
                return self.next_lesson(game_id)
        return None

    # Tests

    def score(self, game_id: str) -> ExerciseScore | None:
        """Return the learner's scores in a game's tests, or None before the first test."""
        data = self._read(f"test {game_id}")
        match data:
            case {"best": int(best), "last": int(last), "day": str(day)}:
                return ExerciseScore(_clamp(best), _clamp(last), day if _is_day(day) else "")
            case _:
                return None

    def save_score(self, game_id: str, right: int) -> ExerciseScore:
        """Save the score of a test. Return the best and the latest score."""
        before = self.score(game_id)
        score = ExerciseScore(max(right, before.best if before else 0), right, _today())
        self._save(f"test {game_id}", {"best": score.best, "last": score.last, "day": score.day})
        return score

    # Answers, for the teacher of a class

    def note_question(self, about: str, question: str) -> None:
        """Note a pupil's current question in a lesson, exercises or a test. `about` is, for example, `test clash`."""
        self._count(about, lambda counts: counts.at(question, current_time()))

    def note_answer(self, about: str, *, is_right: bool) -> None:
        """Count a pupil's answer."""
        self._count(about, lambda counts: counts.after(is_right=is_right, now=current_time()))

    def _count(self, about: str, change: Callable[[AnswerCounts], AnswerCounts]) -> None:
        if self.counts_answers:
            name = f"{ANSWERS}{about}"
            self._save(name, change(AnswerCounts.from_data(self._read(name))).to_data())

    # Reading and writing

    def _read(self, name: str) -> Any:
        if name in self._unsaved:
            return self._unsaved[name]
        try:
            return self._archive().progress(name) if may_exist(archive_file()) else None
        except StorageError as error:
            self._fault = storage_sentence(error)
            return None

    def _save(self, name: str, value: Any) -> None:
        try:
            self._archive().save_progress(name, value)
            self._unsaved.pop(name, None)
        except StorageError as error:
            self._fault = storage_sentence(error)
            self._unsaved[name] = value


def _read_status(data: Any) -> LessonStatus:
    """Return the progress from saved data. Invalid data counts as no progress."""
    if not isinstance(data, dict):
        return LessonStatus()
    step = data.get("step")
    return LessonStatus(step if type(step) is int and 0 <= step < 1000 else 0, data.get("done") is True, data)


def _clamp(number: int) -> int:
    return max(0, min(number, QUESTIONS))


def _today() -> str:
    """Return today's date in the learner's time zone."""
    return datetime.now(UTC).astimezone().date().isoformat()


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
