"""What somebody has learned: how far each lesson was taken and how the tests went, kept in the archive.

Where the archive cannot be used, it is remembered as long as the program runs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from cardtable.lessons.library import lessons_of
from cardtable.lessons.progress import LessonProgress
from cardtable.store.errors import StorageError
from cardtable.store.paths import archive_file, may_exist
from cardtable.table.storage_words import explain

if TYPE_CHECKING:
    from cardtable.store.archive import Archive

QUESTIONS = 10
"""Of a test."""


@dataclass(frozen=True, slots=True)
class LessonStatus:
    """How far a lesson was taken."""

    step: int = 0
    """The step to go on at, counted from 0."""
    is_done: bool = False
    """Whether it was taken to its end some time."""
    data: Any = None
    """The progress, as it was kept."""

    @property
    def is_begun(self) -> bool:
        """Whether somebody has left it half way."""
        return self.step > 0


@dataclass(frozen=True, slots=True)
class ExerciseScore:
    """How the tests of a game went."""

    best: int
    last: int
    day: str
    """Of the last one, as in 2026-11-20."""


class LearningRecord:
    """All that is kept about learning."""

    def __init__(self, archive: Callable[[], Archive]) -> None:
        self._archive = archive
        self._here: dict[str, Any] = {}
        """What could not be kept elsewhere."""
        self._fault = ""
        self._told = False

    def pop_fault(self) -> str:
        """Why nothing can be kept, once; else empty."""
        if self._told or not self._fault:
            return ""
        self._told = True
        return self._fault

    # Lessons

    def lesson(self, game_id: str, name: str) -> LessonStatus:
        """Return how far this lesson was taken."""
        return self.lessons(game_id).get(name, LessonStatus())

    def lessons(self, game_id: str) -> dict[str, LessonStatus]:
        """How far each lesson of the game was taken, by name."""
        beginning = f"lesson {game_id} "
        found: dict[str, Any] = {}
        try:
            if may_exist(archive_file()):
                found = self._archive().all_progress(beginning)
        except StorageError as error:
            self._fault = explain(error)
        found |= {name: value for name, value in self._here.items() if name.startswith(beginning)}
        taken = {name.removeprefix(beginning): _taken(value) for name, value in found.items()}
        done = {name for name, each in taken.items() if each.is_done}
        for entry in lessons_of(game_id):
            if entry.replaces and done.issuperset(entry.replaces) and entry.name not in done:
                taken[entry.name] = replace(taken.get(entry.name, LessonStatus()), is_done=True)
        return taken

    def keep_lesson(self, game_id: str, name: str, progress: LessonProgress, *, is_over: bool) -> None:
        """Keep where somebody is; a lesson that was done once stays so."""
        done = is_over or self.lesson(game_id, name).is_done
        data = {"step": 0, "answers": {}} if is_over else progress.as_data()
        self._keep(f"lesson {game_id} {name}", {**data, "done": done})

    def count(self, game_id: str) -> tuple[int, int]:
        """How many lessons of a game are done, and how many there are."""
        taken, entries = self.lessons(game_id), lessons_of(game_id)
        return sum(entry.name in taken and taken[entry.name].is_done for entry in entries), len(entries)

    # Tests

    def score(self, game_id: str) -> ExerciseScore | None:
        """How the tests of the game went; None before the first."""
        data = self._read(f"test {game_id}")
        match data:
            case {"best": int(best), "last": int(last), "day": str(day)}:
                return ExerciseScore(_within(best), _within(last), day if _is_day(day) else "")
            case _:
                return None

    def keep_score(self, game_id: str, right: int) -> ExerciseScore:
        """Keep how a test went."""
        before = self.score(game_id)
        score = ExerciseScore(max(right, before.best if before else 0), right, _today())
        self._keep(f"test {game_id}", {"best": score.best, "last": score.last, "day": score.day})
        return score

    # Reading and writing

    def _read(self, name: str) -> Any:
        if name in self._here:
            return self._here[name]
        try:
            return self._archive().progress(name) if may_exist(archive_file()) else None
        except StorageError as error:
            self._fault = explain(error)
            return None

    def _keep(self, name: str, value: Any) -> None:
        try:
            self._archive().save_progress(name, value)
            self._here.pop(name, None)
        except StorageError as error:
            self._fault = explain(error)
            self._here[name] = value


def _taken(data: Any) -> LessonStatus:
    """What was kept, as far as it can be understood."""
    if not isinstance(data, dict):
        return LessonStatus()
    step = data.get("step")
    return LessonStatus(step if type(step) is int and 0 <= step < 1000 else 0, data.get("done") is True, data)


def _within(number: int) -> int:
    return max(0, min(number, QUESTIONS))


def _today() -> str:
    """By the learner's clock."""
    return datetime.now(UTC).astimezone().date().isoformat()


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
