"""What the Learn room lists, and what it opens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardtable.engine.games import SHIPPED
from cardtable.lessons.learning_record import LearningRecord
from cardtable.lessons.lesson_progress import LessonProgress
from cardtable.lessons.library import lessons_of
from cardtable.rooms.kit.goto import ToExercises, ToLearn, ToLesson, ToRules, ToSetUp
from cardtable.rooms.kit.response import Ask
from cardtable.rooms.learn import LearnRoom
from cardtable.rooms.lesson import LessonRoom
from cardtable.store.archive import Archive
from cardtable.store.errors import StorageFault
from cardtable.store.paths import archive_file
from tests.lessons.scripts import ES
from tests.rooms.examples import records
from tests.table.saved_games import failing


@pytest.fixture
def learned() -> Iterator[LearningRecord]:
    with Archive() as archive:
        yield LearningRecord(lambda: archive)


def begin(learned: LearningRecord, at: int, step: int, *, is_over: bool = False) -> None:
    """Save the progress in one of the lessons."""
    learned.save_lesson(ES.id, lessons_of(ES.id)[at].name, LessonProgress(step), is_over=is_over)


def test_the_games_are_listed_with_the_progress_in_each(learned: LearningRecord) -> None:
    begin(learned, 0, 0, is_over=True)
    learned.save_score(ES.id, 8)
    rows = {row.id: row for row in LearnRoom(learned).rows}
    assert list(rows) == list(SHIPPED)
    row = rows[ES.id]
    assert row.progress == f"1 of {len(lessons_of(ES.id))} lessons"
    assert row.about.endswith(" Best test: 8 of 10.")
    assert row.opens == ToLearn(ES.id)


def test_the_lessons_are_listed_with_the_progress_in_each(learned: LearningRecord) -> None:
    begin(learned, 0, 0, is_over=True)
    begin(learned, 1, 3)
    begin(learned, 2, 0, is_over=True)
    begin(learned, 2, 2)
    room = LearnRoom(learned, ES.id)
    *lessons, exercises, test = room.rows
    assert [(row.progress, row.is_done) for row in lessons[:4]] == [
        ("done", True),
        ("continue at step 4", False),
        ("continue at step 3", True),
        ("", False),
    ]
    assert [row.title for row in lessons] == [entry.title for entry in lessons_of(ES.id)]
    assert (exercises.opens, test.opens) == (ToExercises(ES.id), ToExercises(ES.id, is_test=True))
    assert room.summary == f"Exit Stage Right: 2 of {len(lessons)} lessons done."
    assert room.lessons_done == 2


def test_the_last_score_is_told_beside_the_test(learned: LearningRecord) -> None:
    learned.save_score(ES.id, 8)
    learned.save_score(ES.id, 6)
    room = LearnRoom(learned, ES.id)
    *_, test = room.rows
    assert test.progress == "best 8 of 10"
    assert "Last time: 6 of 10 on " in test.about
    assert room.summary.endswith("; test: best 8 of 10.")


def test_the_next_lesson_is_the_one_in_progress(learned: LearningRecord) -> None:
    begin(learned, 0, 0, is_over=True)
    begin(learned, 2, 1)
    room = LearnRoom(learned, ES.id)
    assert room.do("next") == ToLesson(ES.id, lessons_of(ES.id)[2].name)
    assert room.next_id == lessons_of(ES.id)[2].name


@pytest.mark.parametrize("text", ["2", "02", "face-up", "02-face-up"])
def test_a_lesson_is_found_by_its_number_or_name(learned: LearningRecord, text: str) -> None:
    assert LearnRoom(learned, ES.id).opens(text) == ToLesson(ES.id, "02-face-up")


@pytest.mark.parametrize("text", ["2", "clash", "Clash", "clsh"])
def test_a_game_is_found_by_its_number_or_name(learned: LearningRecord, text: str) -> None:
    game_id = list(SHIPPED)[1] if text == "2" else "clash"
    assert LearnRoom(learned).opens(text) == ToLearn(game_id)


def test_what_is_not_in_the_list_is_refused(learned: LearningRecord) -> None:
    with pytest.raises(ValueError, match=r"There is no lesson with that name or number\."):
        LearnRoom(learned, ES.id).opens("99")
    with pytest.raises(ValueError, match=r"Type a number from 1 to 5, or the name of a game\."):
        LearnRoom(learned).opens("99")


def test_looking_at_lessons_saves_nothing() -> None:
    learned = records().learned
    for game_id in ("", ES.id):
        room = LearnRoom(learned, game_id)
        for row in room.rows:
            room.opens(row.id)
    LessonRoom(lessons_of(ES.id)[0].load(), entry=lessons_of(ES.id)[0], learned=learned)
    assert not archive_file().exists()


def test_a_game_to_play_or_read_about_is_that_of_the_lessons_or_asked_for(learned: LearningRecord) -> None:
    for command, place in (("play", ToSetUp), ("rules", ToRules)):
        assert LearnRoom(learned, ES.id).do(command) == place(ES.id)
        assert LearnRoom(learned).do(command, "clash") == place("clash")
        ask = LearnRoom(learned).do(command)
        assert isinstance(ask, Ask)
        assert [choice.take() for choice in ask.choices] == [place(game_id) for game_id in SHIPPED]


def test_progress_that_cannot_be_read_is_reported_once() -> None:
    learned = LearningRecord(failing(StorageFault.DISK_FULL))
    learned.save_score(ES.id, 3)
    room = LearnRoom(learned, ES.id)
    assert room.take_fault() == "Your progress isn't being saved: The disk is full."
    assert room.take_fault() == ""
