"""Tests of exercises in general: the same key gives the same question, and every answer is judged with a reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import Key
from cardtable.engine.games import SHIPPED
from cardtable.lessons.exercises import drills_of, exercise_of

keys = st.integers(0, 2**64 - 1).map(Key)


@pytest.mark.parametrize("game_id", SHIPPED)
@given(keys)
def test_an_exercise_judges_every_answer(game_id: str, key: Key) -> None:
    exercise = exercise_of(game_id, key)
    assert exercise_of(game_id, key) == exercise
    assert exercise.seen.legal == exercise.situation.legal
    assert exercise.seen.viewer == exercise.seat
    answers = exercise.choices or exercise.situation.legal
    judged = {answer: exercise.judge(answer) for answer in answers}
    right = {answer for answer, each in judged.items() if each.right}
    assert right == set(exercise.best_actions or (exercise.answer,))
    assert len(right) < len(answers) == len(judged), "not every answer is right"
    lowest = exercise.right is not None and exercise.right.lowest is not None
    candidates = answers if exercise.right is None else exercise.situation.candidates(exercise.right)
    for answer, each in judged.items():
        assert each.best == (min if lowest else max)(judged[other].score for other in candidates)
        assert each.right == (each.score == each.best and answer in candidates)
        assert each.why
    assert exercise.judge(exercise.answer).right


def test_an_impossible_answer_is_refused() -> None:
    exercise = next(each for each in map(exercise_of, ["exit-stage-right"] * 30, map(Key, range(30))) if each.right)
    with pytest.raises(ValueError, match="no Single called"):
        exercise.judge("jump")
    with pytest.raises(ValueError, match="no exercises"):
        exercise_of("chess", Key(1))
    exercise = next(each for each in map(exercise_of, ["clash"] * 30, map(Key, range(30))) if each.choices)
    with pytest.raises(ValueError, match="isn't one of the answers: "):
        exercise.judge("With play 9")


def test_every_game_has_drills_and_every_drill_is_used() -> None:
    for game_id in SHIPPED:
        drills = drills_of(game_id)
        assert drills, game_id
        exercises = [exercise_of(game_id, Key(number)) for number in range(8 * len(drills))]
        assert {str(each.right) for each in exercises} == {
            str(drill.right) for drill in drills if drill.wants != "cards"
        }
