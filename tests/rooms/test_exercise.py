"""What is decided in exercises and tests: what counts, what is refused, the score, and what follows a test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardtable.engine.chance import DealCode
from cardtable.lessons.exercises import exercise_of
from cardtable.lessons.learning_record import LearningRecord
from cardtable.rooms.exercise import ExerciseRoom, Judged
from cardtable.rooms.kit.goto import ToExercises, ToSetUp
from cardtable.rooms.kit.response import Ask, AskText, Leave, Stay
from cardtable.store.archive import Archive
from cardtable.store.errors import StorageFault
from tests.lessons.scripts import ES
from tests.table.saved_games import failing

CODES = list(map(DealCode, range(99)))
PLAYED = next(code for code in CODES if not exercise_of(ES.id, code.key()).choices)
"""The code of an exercise whose answer is a move."""


@pytest.fixture
def learned() -> Iterator[LearningRecord]:
    with Archive() as archive:
        yield LearningRecord(lambda: archive)


def right_answer(room: ExerciseRoom) -> object:
    return room.exercise.answer if room.exercise.choices else room.exercise.best_actions[0]


def answer_rightly(room: ExerciseRoom, times: int) -> None:
    for _ in range(times):
        room.give(right_answer(room))
        if room.score is None:
            room.do("next")


def test_only_the_first_answer_to_a_question_counts(learned: LearningRecord) -> None:
    room = ExerciseRoom(ES, learned, code=PLAYED)
    best = room.exercise.best_actions
    wrong = next(each for each in room.exercise.situation.legal if each not in best)
    response = room.give(wrong)
    assert isinstance(response, Judged)
    assert response.action == wrong
    assert room.said.startswith("**No.** ")
    assert room.best in room.said
    assert room.can_see_best
    assert "Press" not in room.said, "each front end has its own keys and words"
    assert room.give(best[0]) == Stay(), "the question is answered"
    room.do("again")
    room.give(best[0])
    assert room.said.startswith("**Right.** ")
    assert (room.right, room.answered) == (0, 1)
    room.do("next")
    assert room.code != PLAYED
    room.give(right_answer(room))
    assert (room.right, room.answered) == (1, 2)


def test_a_question_whose_answer_was_shown_does_not_count(learned: LearningRecord) -> None:
    room = ExerciseRoom(ES, learned, code=PLAYED)
    response = room.do("show-me")
    assert isinstance(response, Judged)
    assert response.is_shown
    assert room.said.startswith(f"**{room.best}** ")
    room.do("again")
    room.give(right_answer(room))
    assert (room.right, room.answered) == (0, 0)


def test_what_is_no_answer_is_refused(learned: LearningRecord) -> None:
    room = ExerciseRoom(ES, learned, code=PLAYED)
    with pytest.raises(ValueError, match="jump"):
        room.give("jump")
    with pytest.raises(ValueError, match=r"You haven't answered yet\."):
        room.do("again")
    assert room.judgement is None


def test_an_exercise_is_asked_by_its_code(learned: LearningRecord) -> None:
    room = ExerciseRoom(ES, learned)
    asked = room.do("code")
    assert isinstance(asked, AskText)
    with pytest.raises(ValueError, match="A deal code has"):
        asked.take("moon")
    assert room.do("code", str(PLAYED).lower()) is None
    assert room.code == PLAYED
    assert room.exercise == ExerciseRoom(ES, learned, code=PLAYED).exercise


def test_a_test_shows_nothing_before_an_answer(learned: LearningRecord) -> None:
    room = ExerciseRoom(ES, learned, is_test=True)
    assert (room.can("code"), room.can("again")) == (False, False)
    with pytest.raises(ValueError, match=r"A test has no hints\."):
        room.do("show-me")
    room.give(right_answer(room))
    assert room.can("show-me")


def test_a_test_is_over_and_saved_with_its_tenth_answer(learned: LearningRecord) -> None:
    room = ExerciseRoom(ES, learned, is_test=True)
    answer_rightly(room, 9)
    assert room.number == 10
    assert room.farewell == "You didn't finish the test, so your score isn't saved."
    assert learned.score(ES.id) is None
    answer_rightly(room, 1)
    assert room.farewell == ""
    score = learned.score(ES.id)
    assert score is not None
    assert (score.best, score.last) == (10, 10)
    ask = room.do("next")
    assert isinstance(ask, Ask)
    assert ask.question == "You got 10 of 10 right. Your best: 10."
    assert [choice.take() for choice in ask.choices] == [
        Leave(),
        Leave(ToExercises(ES.id, is_test=True)),
        Leave(ToSetUp(ES.id)),
    ]
    assert ask.back() == Leave()


def test_a_score_that_cannot_be_saved_is_reported() -> None:
    room = ExerciseRoom(ES, LearningRecord(failing(StorageFault.DISK_FULL)), is_test=True)
    answer_rightly(room, 9)
    assert room.take_fault() == ""
    answer_rightly(room, 1)
    assert room.take_fault() == "Your score isn't saved: The disk is full."
    assert room.take_fault() == ""
