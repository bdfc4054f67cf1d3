"""Exercises and tests in the Learn room."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.games import SHIPPED
from cardtable.lessons.exercises import exercise_of
from cardtable.rooms.kit.goto import ToExercises, ToLearn
from cardtable.tui.board.widget import board_for
from cardtable.tui.screens.exercise import ExerciseScreen
from cardtable.tui.screens.learn import LearnScreen
from tests.builders import explain
from tests.lessons.scripts import ES
from tests.tui.boards.boards import SIZES
from tests.tui.screens import app_of, flowing_text, on, open_place, press, rest, run, screen_text

CODE = next(str(code) for code in map(DealCode, range(99)) if not exercise_of(ES.id, code.key()).choices)
"""The code of an exercise whose answer is an action."""


def right_answer(screen: ExerciseScreen) -> object:
    return screen.room.exercise.answer if screen.room.exercise.choices else screen.room.exercise.best_actions[-1]


def give(screen: ExerciseScreen, answer: object) -> None:
    screen.attempt(lambda: screen.room.give(answer))


async def open_exercises(pilot: Pilot[int], *, is_test: bool = False, code: str = CODE) -> ExerciseScreen:
    app_of(pilot).open(ToLearn(ES.id))
    await open_place(pilot, ToExercises(ES.id, is_test, "" if is_test else code))
    screen = pilot.app.screen
    assert isinstance(screen, ExerciseScreen)
    return screen


def test_exercises_can_be_done_with_keys() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_exercises(pilot)
        assert CODE in screen_text(pilot)
        assert screen.room.exercise.question in screen_text(pilot)
        first = screen.room.exercise
        give(screen, next(each for each in first.situation.legal if each not in first.best_actions))
        await rest(pilot)
        assert "No." in screen_text(pilot)
        assert "0 of 1 right" in screen_text(pilot)
        assert f"Best: {first.best_actions[0]}" in flowing_text(pilot)
        await press(pilot, "s")
        assert str(first.best_actions[0]) in screen_text(pilot)
        await press(pilot, "a")
        give(screen, first.best_actions[0])
        await rest(pilot)
        assert "Right." in screen_text(pilot)
        assert "0 of 1 right" in screen_text(pilot), "a second answer doesn't count"
        await press(pilot, "enter")
        assert screen.room.exercise != first
        give(screen, right_answer(screen))
        await rest(pilot)
        assert "1 of 2 right" in screen_text(pilot)
        await press(pilot, "d")
        pilot.app.screen.query_one(Input).value = "moon"
        await press(pilot, "enter")
        assert "A deal code has" in screen_text(pilot)
        pilot.app.screen.query_one(Input).value = CODE.lower().replace("-", " ")
        await press(pilot, "enter")
        assert screen.room.exercise == first
        await press(pilot, "q")
        assert on(pilot, LearnScreen)

    run(play)


@pytest.mark.parametrize("game_id", SHIPPED)
def test_the_board_does_not_give_the_answer_away(game_id: str) -> None:
    """Wherever the cursor is, neither the board nor the status line shows what an action would do."""
    seen = exercise_of(game_id, Key(3)).seen
    board = board_for(game_id)()
    board.is_answering, board.shows_effects = True, False
    board.show(seen)
    told = {action: explain(seen.game, seen.state, action) for action in seen.legal}
    for group, each in enumerate(board.groups):
        for way in range(len(each.actions)):
            board.move_cursor(group, way)
            for size in SIZES:
                shown = board.drawn(*size).text()
                assert "nothing moves" not in shown
            if board.choice is not None and board.is_legal:
                assert told[board.choice.action] not in board.status(seen)


def test_a_test_has_ten_questions_and_saves_the_score() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_exercises(pilot, is_test=True)
        for number in range(10):
            assert f"question {number + 1} of 10" in screen_text(pilot)
            assert "Show the best" not in screen_text(pilot)
            give(screen, right_answer(screen))
            await rest(pilot)
            assert f"question {number + 1} of 10" in screen_text(pilot)
            await press(pilot, "enter")
        assert "You got 10 of 10 right. Your best: 10." in screen_text(pilot)
        await press(pilot, "q")
        assert on(pilot, LearnScreen)
        assert "Test  (best 10 of 10)" in screen_text(pilot)

    run(play)


def test_a_test_that_is_left_says_that_no_score_is_saved() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_exercises(pilot, is_test=True)
        await press(pilot, "q")
        assert on(pilot, LearnScreen)
        assert "You didn't finish the test, so your score isn't saved." in flowing_text(pilot)

    run(play)


@pytest.mark.parametrize("game_id", SHIPPED)
def test_every_game_has_exercises_on_the_screen(game_id: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        for code in ("QB9R-XBDB", "K7QF-2M9X", "0000-0001"):
            await open_place(pilot, ToExercises(game_id, code=code))
            screen = pilot.app.screen
            assert isinstance(screen, ExerciseScreen)
            give(screen, right_answer(screen))
            await rest(pilot)
            assert "Right." in screen_text(pilot)
            await press(pilot, "s", "q")

    run(play)
