"""Exercises in the app: answering, trying again, and waiting for another process."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.games.exit_stage_right.player.calibration import singles_left
from cardtable.practice.answers import QUESTION
from cardtable.practice.exercises import PracticeExercise
from cardtable.practice.mistakes import load_mistakes
from cardtable.practice.review import MoveReview, Verdict
from cardtable.practice.run import MoveQuestion
from cardtable.practice.sources import ExerciseSource, OneExercise, ThemeQuestion
from cardtable.rooms.kit.goto import ToPracticeExercises
from cardtable.rooms.practice_exercise import LOOKING
from cardtable.table.lazy_archive import LazyArchive
from cardtable.tui.screens.practice import PracticeScreen
from cardtable.tui.screens.practice_exercise import PracticeExerciseScreen
from cardtable.tui.thinking import Thinker
from cardtable.tui.widgets.text_pane import TextPane
from tests.practice.blamed_games import move_review
from tests.tui.key_bars import click_label
from tests.tui.review.practising import EXERCISES, FIRST, GAME, fill, in_room
from tests.tui.screens import flowing_text, go_to_item, open_place, press, rest, screen_text, wait_for


def repeated() -> list[bool]:
    """Return for each saved exercise whether it has been answered."""
    store = LazyArchive()
    found = [each.repetition.is_answered for each in load_mistakes(store.archive)]
    store.close()
    return found


def answer(pilot: Pilot[int], action: str) -> None:
    screen = pilot.app.screen
    assert isinstance(screen, PracticeExerciseScreen)
    screen.attempt(lambda: screen.room.give(screen.room.game.parse(action)))


def test_mistakes_are_tried_again_until_the_last_one() -> None:
    fill()
    first = EXERCISES[0]

    async def play(pilot: Pilot[int]) -> None:
        assert f"{first.title} " in screen_text(pilot)
        assert "1 of 2 due" in screen_text(pilot)
        assert QUESTION in flowing_text(pilot)
        answer(pilot, first.played)
        await rest(pilot)
        assert "No: " in flowing_text(pilot)
        assert "It comes back tomorrow." in flowing_text(pilot)
        await press(pilot, "enter")
        assert "1 of 2 due" in screen_text(pilot)
        answer(pilot, first.played)
        await rest(pilot)
        assert "enter Try again" in screen_text(pilot)
        assert "enter Next" not in screen_text(pilot)
        await press(pilot, "a")
        assert "No: " not in flowing_text(pilot)
        answer(pilot, first.played)
        await rest(pilot)
        await click_label(pilot, "Try again")
        assert "No: " not in flowing_text(pilot)
        answer(pilot, first.decided.best.action)
        await rest(pilot)
        assert "Right: " in flowing_text(pilot)
        assert "enter Next" in screen_text(pilot)
        await press(pilot, "enter")
        assert "2 of 2 due" in screen_text(pilot)
        answer(pilot, EXERCISES[1].played)
        await rest(pilot)
        assert "enter Try again" in screen_text(pilot)
        assert "Back" not in screen_text(pilot), "Enter has only one meaning"
        await press(pilot, "s")
        assert "Best: " in flowing_text(pilot)
        assert pilot.app.screen.query_one(TextPane).content.hint == "Press Enter to go back to the Practice room."
        assert repeated() == [True, True]
        await click_label(pilot, "Back")
        assert isinstance(pilot.app.screen, PracticeScreen)
        assert "none due of 2" in screen_text(pilot)

    in_room(play, "mistakes")


def test_a_theme_gives_one_exercise_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[ThemeQuestion] = []

    async def answer(thinker: Thinker, question: ThemeQuestion) -> PracticeExercise:
        asked.append(pickle.loads(pickle.dumps(question)))
        return EXERCISES[0]

    async def play(pilot: Pilot[int]) -> None:
        monkeypatch.setattr(Thinker, "answer", answer)
        go_to_item(pilot, "last-five")
        await press(pilot, "enter")
        await wait_for(pilot, lambda: "s Show the best" in screen_text(pilot))
        assert str(asked[0].code) not in screen_text(pilot), "nothing can be done with it"
        await press(pilot, "s")
        assert "Best: " in flowing_text(pilot)
        assert "s Show the best" not in screen_text(pilot)
        await press(pilot, "a")
        assert "s Show the best" in screen_text(pilot)
        await press(pilot, "s", "enter")
        await wait_for(pilot, lambda: len(asked) == 2)

    in_room(play)
    first, second = asked
    assert first.theme == second.theme == "last-five"
    assert first.code != second.code
    assert first.answer() == first.answer()
    assert singles_left(first.answer().state) <= 5


# Waiting for another process


def blunder(question: MoveQuestion) -> MoveReview:
    """Call every move a blunder."""
    other = next(each for each in question.decision.legal if each != question.decision.played)
    return move_review(FIRST, Verdict.BLUNDER, str(question.decision.played), str(other))


class SlowProcess:
    """A judge that answers once it's allowed to."""

    def __init__(self, judge: Callable[[MoveQuestion], MoveReview | None]) -> None:
        self.judge = judge
        self.go = asyncio.Event()

    async def answer(self, question: MoveQuestion) -> Any:
        await self.go.wait()
        return self.judge(question)


def unknown_action(exercise: PracticeExercise) -> str:
    """Return an answer that the saved review doesn't know."""
    return next(str(each) for each in exercise.seen.legal if exercise.known(each) is None)


def test_keys_answer_while_a_move_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    fill()
    first = EXERCISES[0]

    async def play(pilot: Pilot[int]) -> None:
        process = SlowProcess(blunder)
        monkeypatch.setattr(Thinker, "answer", process.answer)
        answer(pilot, unknown_action(first))
        await rest(pilot)
        assert "Judging " in screen_text(pilot)
        await press(pilot, "a")
        assert "Judging " not in screen_text(pilot)
        answer(pilot, unknown_action(first))
        process.go.set()
        await wait_for(pilot, lambda: "No: " in flowing_text(pilot))
        assert "Judging " not in screen_text(pilot)

    in_room(play, "mistakes")


class Generator(ExerciseSource):
    """A source whose exercises another process looks for."""

    game = GAME.game
    title, about = "Fillers", "Which cards fill most?"

    def next(self) -> Any:
        return MoveQuestion(GAME.game, EXERCISES[0].decision(GAME.game.parse(EXERCISES[0].played)), 1)


def test_an_exercise_can_be_looked_for_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found: list[PracticeExercise | None] = [EXERCISES[0], None, EXERCISES[1]]
        process = SlowProcess(lambda question: found.pop(0))  # type: ignore[arg-type,return-value]  # it generates
        monkeypatch.setattr(Thinker, "answer", process.answer)
        await open_place(pilot, ToPracticeExercises(Generator()))
        for text in ("Fillers", "Which cards fill most?", LOOKING):
            assert text in flowing_text(pilot)
        assert "LOST" not in screen_text(pilot), "there's nothing to show yet"
        process.go.set()
        await wait_for(pilot, lambda: EXERCISES[0].title in screen_text(pilot))
        assert "LOST" in screen_text(pilot)
        answer(pilot, EXERCISES[0].played)
        process.go.clear()
        await press(pilot, "n")
        board = screen_text(pilot).partition("Fillers")[0]
        assert "LOST" in board, "the table stays until the next position is there"
        assert LOOKING in flowing_text(pilot)
        process.go.set()
        await wait_for(pilot, lambda: "No position was found." in flowing_text(pilot))
        await press(pilot, "enter")
        await wait_for(pilot, lambda: EXERCISES[1].title in screen_text(pilot))

    in_room(play)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
def test_the_best_move_and_the_other_one_are_seen_in_turn_on_a_whole_board(
    size: tuple[int, int], by_mouse: bool
) -> None:
    async def compare(pilot: Pilot[int], action: str) -> None:
        await (click_label(pilot, "Compare") if by_mouse else press(pilot, "b"))
        screen = pilot.app.screen
        assert isinstance(screen, PracticeExerciseScreen)
        assert screen.board.choice is not None
        assert str(screen.board.choice.action) == action
        state, text = EXERCISES[0].state, screen.board.text()
        assert all(card.code in text for row in state.stage for card in row if card)
        assert "Best: " in flowing_text(pilot), "the text stays"
        assert "enter Next" in screen_text(pilot) or "enter Back" in screen_text(pilot)

    async def play(pilot: Pilot[int]) -> None:
        await open_place(pilot, ToPracticeExercises(OneExercise(EXERCISES[0], is_known=False)))
        assert "Compare" not in screen_text(pilot)
        answer(pilot, EXERCISES[0].played)
        await press(pilot, "s")
        await compare(pilot, EXERCISES[0].decided.best.action)
        await compare(pilot, EXERCISES[0].played)
        await compare(pilot, EXERCISES[0].decided.best.action)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, PracticeScreen)

    in_room(play, size=size)
