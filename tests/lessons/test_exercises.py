"""Exercises: the same key, the same question; the best answer is the best, and every answer gets a reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import Key
from cardtable.engine.games import GAMES
from cardtable.lessons.exercises import DRILLS, exercise_of

keys = st.integers(0, 2**64 - 1).map(Key)


@pytest.mark.parametrize("game_id", GAMES)
@given(keys)
def test_an_exercise_judges_every_answer(game_id: str, key: Key) -> None:
    exercise = exercise_of(game_id, key)
    assert exercise_of(game_id, key) == exercise
    assert exercise.seen.legal == exercise.scene.legal
    assert exercise.seen.viewer == exercise.seat
    judged = {action: exercise.judge(action) for action in exercise.scene.legal}
    assert {action for action, each in judged.items() if each.right} == set(exercise.best_actions)
    assert len(exercise.best_actions) < len(judged), "there is something to get wrong"
    wanted = max if DRILLS[game_id].right.best else min
    for each in judged.values():
        assert each.best == wanted(other.score for other in judged.values())
        assert each.right == (each.score == each.best)
        assert each.why
    assert exercise.judge(str(exercise.best_actions[0])).right


def test_what_is_no_answer() -> None:
    exercise = exercise_of("exit-stage-right", Key(1))
    with pytest.raises(ValueError, match="no Single called"):
        exercise.judge("jump")
    with pytest.raises(ValueError, match="no exercises"):
        exercise_of("chess", Key(1))


def test_every_game_has_a_drill() -> None:
    assert set(DRILLS) == set(GAMES)
