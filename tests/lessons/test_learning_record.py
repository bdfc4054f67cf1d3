"""Tests of saved progress and scores: invalid data is tolerated, and without an archive they stay in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.lessons.learning_record import QUESTIONS, ExerciseScore, LearningRecord, _read_status
from cardtable.lessons.lesson_progress import LessonProgress
from cardtable.lessons.library import lesson_about, lessons_of
from cardtable.store.archive import Archive
from cardtable.store.errors import StorageFault
from tests.lessons.scripts import ES
from tests.table.saved_games import failing


@pytest.fixture
def archive() -> Iterator[Archive]:
    with Archive() as opened:
        yield opened


def test_a_lesson_is_started_left_and_finished(archive: Archive) -> None:
    learned = LearningRecord(lambda: archive)
    assert not learned.lesson(ES.id, "01-goal").is_begun
    learned.save_lesson(ES.id, "01-goal", LessonProgress(3, {2: "Red"}), is_over=False)
    found = LearningRecord(lambda: archive).lesson(ES.id, "01-goal")
    assert (found.step, found.is_begun, found.is_done) == (3, True, False)
    assert LessonProgress.from_data(found.data) == LessonProgress(3, {2: "Red"})
    learned.save_lesson(ES.id, "01-goal", LessonProgress(7), is_over=True)
    found = learned.lesson(ES.id, "01-goal")
    assert (found.step, found.is_begun, found.is_done) == (0, False, True)


def test_a_lesson_that_is_done_stays_done(archive: Archive) -> None:
    learned = LearningRecord(lambda: archive)
    learned.save_lesson(ES.id, "01-goal", LessonProgress(7), is_over=True)
    learned.save_lesson(ES.id, "01-goal", LessonProgress(2), is_over=False)
    found = learned.lessons(ES.id)["01-goal"]
    assert (found.step, found.is_done) == (2, True)
    assert learned.count(ES.id) == (1, len(lessons_of(ES.id)))
    assert learned.lessons("clash") == {}


@pytest.mark.parametrize(
    ("done", "begun", "following"),
    [((), (), 0), ((0,), (), 1), ((), (2, 3), 2), ((0, 1), (1,), 2), ((0, 3), (5,), 5), (range(99), (1,), 0)],
    ids=[
        "the first",
        "the first unfinished",
        "the first in progress",
        "one done is not in progress",
        "both",
        "all done",
    ],
)
def test_the_next_lesson_is_the_one_in_progress_or_the_first_unfinished_one(
    archive: Archive, done: Sequence[int], begun: Sequence[int], following: int
) -> None:
    learned, entries = LearningRecord(lambda: archive), lessons_of(ES.id)
    for at, entry in enumerate(entries):
        for is_over in (True,) * (at in done) + (False,) * (at in begun):
            learned.save_lesson(ES.id, entry.name, LessonProgress(1), is_over=is_over)
    assert learned.next_lesson(ES.id) == entries[following]
    assert learned.suggestion() == (entries[following] if 0 < len(done) + len(begun) < len(entries) else None)


def test_the_best_score_and_the_last_are_saved(archive: Archive) -> None:
    learned = LearningRecord(lambda: archive)
    assert learned.score(ES.id) is None
    learned.save_score(ES.id, 7)
    saved = learned.save_score(ES.id, 4)
    assert (saved.best, saved.last) == (7, 4)
    assert LearningRecord(lambda: archive).score(ES.id) == saved
    assert learned.score("clash") is None


NAMES = st.sampled_from(["step", "answers", "done", "best", "last", "day", "x"])
TREES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda each: st.lists(each) | st.dictionaries(NAMES, each),
    max_leaves=8,
)


class OddArchive:
    """An archive with the same data under every name."""

    def __init__(self, data: Any) -> None:
        self._data = data

    def progress(self, name: str) -> Any:
        return self._data


@given(TREES)
def test_invalid_data_counts_as_no_progress(data: Any) -> None:
    status = _read_status(data)
    assert 0 <= status.step < 1000
    LessonProgress.from_data(status.data)

    with Archive():
        pass
    score = LearningRecord(lambda: cast(Archive, OddArchive(data))).score(ES.id)
    assert score is None or (0 <= score.best <= QUESTIONS and 0 <= score.last <= QUESTIONS)


def test_without_an_archive_progress_stays_in_memory_and_the_fault_is_reported_once() -> None:
    with Archive():
        pass

    learned = LearningRecord(failing(StorageFault.OTHER))
    learned.save_lesson(ES.id, "01-goal", LessonProgress(2), is_over=False)
    assert learned.lesson(ES.id, "01-goal").step == 2
    assert learned.lessons(ES.id)["01-goal"].step == 2
    assert learned.save_score(ES.id, 5) == learned.score(ES.id)
    assert isinstance(learned.score(ES.id), ExerciseScore)
    assert learned.pop_fault() == "The saved-games database can't be used."
    assert learned.pop_fault() == ""


def test_a_ruling_leads_to_the_step_that_teaches_it() -> None:
    found = lesson_about(ES.id, "es-5")
    assert found is not None
    entry, step = found
    lesson = entry.load()
    assert "ES-5" in (lesson.script.steps[step].ruling, *lesson.script.rulings)
    assert lesson_about(ES.id, "ES-999") is None
    assert lesson_about("chess", "ES-5") is None
