"""The Practice room, its exercises and the player's progress, with keys and with the mouse."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.players.calibration import singles_left
from cardtable.players.process import ThinkingProcess
from cardtable.practice import baselines
from cardtable.practice.answers import QUESTION
from cardtable.practice.baselines import Baseline
from cardtable.practice.exercises import Puzzle, is_right, puzzles_of
from cardtable.practice.mistakes import load_mistakes, save_mistakes
from cardtable.practice.review import MoveReview, Verdict
from cardtable.practice.run import MoveQuestion
from cardtable.practice.sources import ThemeQuestion
from cardtable.table.lazy_archive import LazyArchive
from cardtable.tui.app import CardTable
from cardtable.tui.practice import NO_MISTAKES
from cardtable.tui.screens.lesson import LessonScreen
from cardtable.tui.screens.practice import PracticeRoom
from cardtable.tui.screens.progress import ProgressScreen
from cardtable.tui.screens.puzzle import LOOKING, NOT_JUDGED, PuzzleScreen
from cardtable.tui.screens.review import ReviewScreen
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.thinking import Thinker
from cardtable.tui.widgets.menu import Menu
from tests.practice.blamed_games import blamable, finished_game, review_of
from tests.tui.screens import Play, flowing_text, golden, on, press, rest, run, screen_text, table_of, tap_at, wait_for

GAME = finished_game()
FIRST, SECOND = blamable(GAME)[3:5]
REVIEW = review_of(GAME, {FIRST: Verdict.MISTAKE, SECOND: Verdict.INACCURACY})
PUZZLES = puzzles_of(GAME, REVIEW)


def in_room(play: Play, section: str = "", **more: Any) -> CardTable:
    """Run the app in the Practice room, or in one of its sections."""

    async def play_there(pilot: Pilot[int]) -> None:
        await rest(pilot)
        await play(pilot)

    return run(play_there, begin=lambda app: app.show_practice(section), **more)


def fill() -> None:
    """Save a game, and the exercises from its two mistakes."""
    store = LazyArchive()
    save_mistakes(store.archive, store.add_game(GAME), GAME, REVIEW, datetime.now(UTC))
    store.close()


def choose(pilot: Pilot[int], name: str) -> None:
    """Put the cursor of the room on an item."""
    menu = pilot.app.screen.query_one(Menu)
    menu.at = [item.id for item in menu.items].index(name)


def repeated() -> list[bool]:
    """Return for each saved exercise whether it has been answered."""
    store = LazyArchive()
    found = [each.repetition.is_answered for each in load_mistakes(store.archive)]
    store.close()
    return found


# The room


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_the_room_fits(size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        golden(f"practice-{size[0]}x{size[1]}.txt", screen_text(pilot))

    in_room(play, size=size)


def test_home_and_end_go_to_the_first_and_the_last_item() -> None:
    async def play(pilot: Pilot[int]) -> None:
        menu = pilot.app.screen.query_one(Menu)
        await press(pilot, "end")
        assert menu.item is not None
        assert menu.item.id == "progress"
        await press(pilot, "home")
        assert menu.item.id == "play 0"

    in_room(play)


def test_the_room_explains_the_challenge_as_set_up_does() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert "6 games of 10, not 8 as by the book. A refill fills every empty centre cell." in flowing_text(pilot)
        assert "Undos and what-ifs (i) count as help." in flowing_text(pilot)
        choose(pilot, "refill")
        pilot.app.screen.query_one(Menu).action_move(0)
        await rest(pilot)
        assert "Challenge rules: a refill fills every empty centre cell." in flowing_text(pilot)

    in_room(play)


def test_the_hand_size_is_chosen_with_left_and_right_and_remembered() -> None:
    async def choose_nine(pilot: Pilot[int]) -> None:
        await press(pilot, "left", "left", "left")
        assert "< 5 cards >" in screen_text(pilot)
        await press(pilot, *["right"] * 6, "enter")
        options = table_of(pilot).session.options
        assert (options.hand_size, options.refill_count) == (9, "all")
        assert len(table_of(pilot).session.names) == 1

    async def play_by_the_book(pilot: Pilot[int]) -> None:
        assert "< 9 cards >" in screen_text(pilot)
        await press(pilot, "down")
        assert "Lesson 13 teaches a sure way to win" in " ".join(screen_text(pilot).split())
        await press(pilot, "left", "enter")
        options = table_of(pilot).session.options
        assert (options.hand_size, options.refill_count) == (8, "up-to")

    in_room(choose_nine)
    in_room(play_by_the_book)


def test_the_mouse_changes_the_hand_size_or_plays() -> None:
    async def play(pilot: Pilot[int]) -> None:
        rows = screen_text(pilot).splitlines()
        y, row = next((y, row) for y, row in enumerate(rows) if "By the book" in row)
        await tap_at(pilot, row.index(">"), y)
        await rest(pilot)
        assert "< 8 cards >" in screen_text(pilot)
        await tap_at(pilot, row.index("< "), y)
        await rest(pilot)
        assert "< 7 cards >" in screen_text(pilot)
        await tap_at(pilot, row.index("Play"), y)
        await rest(pilot)
        assert isinstance(pilot.app.screen, TableScreen)

    in_room(play)


def test_the_room_leads_to_the_lesson_the_reviews_and_back() -> None:
    fill()

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "l")
        assert on(pilot, LessonScreen)
        await press(pilot, "q")
        choose(pilot, "review 1")
        await press(pilot, "enter")
        assert on(pilot, ReviewScreen)
        await press(pilot, "q")
        assert on(pilot, PracticeRoom)

    in_room(play)


def test_without_mistakes_the_room_says_where_they_come_from() -> None:
    async def play(pilot: Pilot[int]) -> None:
        choose(pilot, "daily")
        await press(pilot, "down", "enter")
        assert NO_MISTAKES in [str(notice.message) for notice in pilot.app._notifications]
        await rest(pilot)
        assert "Find the better move. Each exercise comes back" in flowing_text(pilot)  # the notice doesn't cover it

    in_room(play)


# Exercises


def answer(pilot: Pilot[int], action: str) -> None:
    screen = pilot.app.screen
    assert isinstance(screen, PuzzleScreen)
    screen.answer(screen.game.parse(action))


def test_mistakes_are_tried_again_until_the_last_one() -> None:
    fill()
    first = PUZZLES[0]

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
        assert "enter Next" not in screen_text(pilot)
        await press(pilot, "a")
        assert "No: " not in flowing_text(pilot)
        answer(pilot, first.played)
        await rest(pilot)
        *_, bar = screen_text(pilot).splitlines()
        await tap_at(pilot, bar.index("enter Try again"), pilot.app.size.height - 1)
        await rest(pilot)
        assert "No: " not in flowing_text(pilot)
        answer(pilot, first.decided.best.action)
        await rest(pilot)
        assert "Right: " in flowing_text(pilot)
        assert "enter Next" in screen_text(pilot)
        await press(pilot, "enter")
        assert "2 of 2 due" in screen_text(pilot)
        answer(pilot, PUZZLES[1].played)
        await press(pilot, "s")
        assert "Best: " in flowing_text(pilot)
        assert repeated() == [True, True]
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, PracticeRoom)
        assert "none due of 2" in screen_text(pilot)

    in_room(play, "mistakes")


def judged(verdict: Verdict) -> Callable[[MoveQuestion], MoveReview]:
    """Return a judge that calls every move this."""

    def judge(question: MoveQuestion) -> MoveReview:
        other = next(each for each in question.decision.legal if each != question.decision.played)
        review = review_of(GAME, {FIRST: verdict}).of(FIRST)
        assert review is not None
        played, best = (review.played, review.best)
        return replace(
            review,
            played=played._replace(action=str(question.decision.played)),
            best=best._replace(action=str(other if verdict.is_error else question.decision.played)),
        )

    return judge


class SlowProcess:
    """A judge that answers once it's allowed to."""

    def __init__(self, judge: Callable[[MoveQuestion], MoveReview | None]) -> None:
        self.judge = judge
        self.go = asyncio.Event()

    async def answer(self, question: MoveQuestion) -> Any:
        await self.go.wait()
        return self.judge(question)


def unknown_action(puzzle: Puzzle) -> str:
    """Return an answer that the saved review doesn't know."""
    return next(str(each) for each in puzzle.seen.legal if puzzle.known(each) is None)


@pytest.mark.parametrize("verdict", [Verdict.BEST, Verdict.BLUNDER])
def test_keys_answer_while_a_move_is_judged(verdict: Verdict, monkeypatch: pytest.MonkeyPatch) -> None:
    fill()
    first = PUZZLES[0]

    async def play(pilot: Pilot[int]) -> None:
        process = SlowProcess(judged(verdict))
        monkeypatch.setattr(Thinker, "answer", process.answer)
        answer(pilot, unknown_action(first))
        await rest(pilot)
        assert "Judging " in screen_text(pilot)
        await press(pilot, "a")
        assert "Judging " not in screen_text(pilot)
        answer(pilot, unknown_action(first))
        process.go.set()
        await wait_for(pilot, lambda: "Judging " not in screen_text(pilot))
        assert ("Right: " in flowing_text(pilot)) == (verdict is Verdict.BEST)
        assert ("No: " in flowing_text(pilot)) == (verdict is Verdict.BLUNDER)

    in_room(play, "mistakes")
    assert repeated() == [True, False] or repeated() == [False, True]


def test_a_move_that_cannot_be_judged_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    fill()
    first = PUZZLES[0]

    async def play(pilot: Pilot[int]) -> None:
        process = SlowProcess(lambda question: None)
        process.go.set()
        monkeypatch.setattr(Thinker, "answer", process.answer)
        answer(pilot, unknown_action(first))
        await wait_for(pilot, lambda: NOT_JUDGED in flowing_text(pilot))
        await press(pilot, "a")
        assert QUESTION in flowing_text(pilot)
        assert NOT_JUDGED not in flowing_text(pilot)

    in_room(play, "mistakes")
    assert repeated() == [False, False]


class Generator:
    """A source whose exercises another process looks for."""

    game = GAME.game

    def next(self) -> Any:
        return MoveQuestion(GAME.game, PUZZLES[0].decision(GAME.game.parse(PUZZLES[0].played)), 1)

    def counter(self) -> str:
        return ""

    def note(self, puzzle: Puzzle, is_right: bool) -> str:
        return ""

    def farewell(self) -> str:
        return ""


def test_an_exercise_can_be_looked_for_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found: list[Puzzle | None] = [PUZZLES[0], None, PUZZLES[1]]
        process = SlowProcess(lambda question: found.pop(0))  # type: ignore[arg-type,return-value]  # it generates
        monkeypatch.setattr(Thinker, "answer", process.answer)
        assert isinstance(pilot.app, CardTable)
        pilot.app.practice.open_puzzles(Generator())
        await rest(pilot)
        assert LOOKING in flowing_text(pilot)
        process.go.set()
        await wait_for(pilot, lambda: PUZZLES[0].title in screen_text(pilot))
        answer(pilot, PUZZLES[0].played)
        await press(pilot, "n")
        await wait_for(pilot, lambda: "No position was found." in flowing_text(pilot))
        await press(pilot, "enter")
        await wait_for(pilot, lambda: PUZZLES[1].title in screen_text(pilot))

    in_room(play)


def test_a_theme_gives_one_exercise_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[ThemeQuestion] = []

    async def answer(thinker: Thinker, question: ThemeQuestion) -> Puzzle:
        asked.append(pickle.loads(pickle.dumps(question)))
        return PUZZLES[0]

    async def play(pilot: Pilot[int]) -> None:
        monkeypatch.setattr(Thinker, "answer", answer)
        choose(pilot, "last-five")
        await press(pilot, "enter")
        await wait_for(pilot, lambda: str(asked[0].code) in screen_text(pilot))
        assert "s Show the best" in screen_text(pilot)
        await press(pilot, "s")
        assert "Best: " in flowing_text(pilot)
        assert "s Show the best" not in screen_text(pilot)
        await press(pilot, "a")
        assert "s Show the best" in screen_text(pilot)
        await press(pilot, "s", "enter")
        await wait_for(pilot, lambda: str(asked[-1].code) in screen_text(pilot))

    in_room(play)
    first, second = asked
    assert first.theme == second.theme == "last-five"
    assert first.code != second.code
    assert first.answer() == first.answer()
    assert singles_left(first.answer().state) <= 5


def test_a_mistake_in_a_review_can_be_tried_again_without_being_noted() -> None:
    fill()

    async def play(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, CardTable)
        pilot.app.practice.open_puzzle(PUZZLES[0])
        await rest(pilot)
        answer(pilot, PUZZLES[0].decided.best.action)
        await rest(pilot)
        assert "Right: " in flowing_text(pilot)
        assert "s Show the best" not in screen_text(pilot), "it's on the board"
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, PracticeRoom)

    assert is_right(replace(PUZZLES[0].decided, verdict=Verdict.BEST))
    in_room(play)
    assert repeated() == [False, False]


# Progress


def test_progress_grows_while_computer_players_play(monkeypatch: pytest.MonkeyPatch) -> None:
    fill()
    monkeypatch.setattr(ThinkingProcess, "start", lambda self: self)
    monkeypatch.setattr(ThinkingProcess, "stop", lambda self: None)
    monkeypatch.setattr(baselines, "exchange", lambda process, replay: Baseline(3, True))
    monkeypatch.setattr("cardtable.tui.screens.progress.UPDATE_SECONDS", 0.01)

    async def play(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app.screen, ProgressScreen)
        await wait_for(pilot, lambda: "hard on the same deals: +3.0 a game" in flowing_text(pilot))
        assert "Exercises: 2 due of 2." in flowing_text(pilot)
        lines = [line.strip() for line in screen_text(pilot).splitlines()]
        assert lines[lines.index("Mistakes a game, inaccuracies and blunders included") - 1] == ""

    in_room(play, "progress")
