"""A review while it grows, and when it is left and opened again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from textual.pilot import Pilot

from cardtable.players.process import ThinkingProcess
from cardtable.practice import run as run_module
from cardtable.practice.decisions import decisions_of
from cardtable.practice.mistakes import load_mistakes
from cardtable.practice.review import MoveReview
from cardtable.practice.run import HindsightQuestion, MoveQuestion
from cardtable.practice.words import MAY_CHANGE, STOPPED, may_change
from cardtable.rooms.kit.goto import ToSavedReview
from cardtable.tui.screens.result import ResultScreen
from cardtable.tui.screens.review import ReviewScreen
from tests.practice.plausible_reviews import move_review, review_of
from tests.tui.review.reviewing import finished_game, notices, read, save, saved_review, screen_of, shown_review
from tests.tui.screens import app_of, open_place, play_out, press, run, screen_text, sit, wait_for


class FakeWork:
    """Verdicts without simulations and without other processes; each one needs a permit."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.permits = 0
        self.is_stopped = False
        self.asked: list[int] = []

    def exchange(self, process: object, question: MoveQuestion | HindsightQuestion) -> MoveReview | int:
        if isinstance(question, HindsightQuestion):
            return question.played
        with self.changed:
            self.changed.wait_for(lambda: self.permits or self.is_stopped)
            if self.is_stopped:
                raise EOFError
            self.permits -= 1
            self.asked.append(question.simulations)
        found = move_review(question.decision, Random(question.decision.number), 0.5)
        return replace(found, simulations=question.simulations)

    def start(self) -> None:
        """Work, even after a stop."""
        with self.changed:
            self.is_stopped = False

    def stop(self) -> None:
        """Refuse whatever waits for a permit, as a stopped process does."""
        with self.changed:
            self.is_stopped = True
            self.changed.notify_all()

    def allow(self, count: int) -> None:
        """Allow so many verdicts."""
        with self.changed:
            self.permits += count
            self.changed.notify_all()


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeWork]:
    """Replace the other processes."""
    fake = FakeWork()
    monkeypatch.setattr(run_module, "exchange", fake.exchange)
    monkeypatch.setattr(ThinkingProcess, "start", lambda self: fake.start())
    monkeypatch.setattr(ThinkingProcess, "stop", lambda self: fake.stop())
    yield fake
    fake.stop()


def test_it_opens_from_the_result_and_leads_back(work: FakeWork) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        assert "g Review" in screen_text(pilot)
        await press(pilot, "g")
        assert screen_of(pilot).room.number is not None
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, ResultScreen)

    run(play, sit(hand_size=5, draw="none"))


def test_verdicts_appear_as_they_come(work: FakeWork) -> None:
    session = finished_game()
    number = save(session)

    async def play(pilot: Pilot[int]) -> None:
        await open_place(pilot, ToSavedReview(number))
        screen = screen_of(pilot)
        assert f"0 of {len(screen.room.decisions)} moves" in screen_text(pilot)
        await press(pilot, "end")
        assert "isn't reviewed yet" in screen.pane.content.text
        work.allow(3)
        await wait_for(pilot, lambda: len(shown_review(pilot).moves) == 3)
        await press(pilot, "home")
        assert f"3 of {len(screen.room.decisions)} moves" in screen_text(pilot)

    run(play)
    saved = saved_review(session)
    assert saved is not None
    assert len(saved.moves) == 3


def pane_text(screen: ReviewScreen) -> str:
    """Return the visible words beside the board, with single spaces."""
    return " ".join(screen.pane.text().split())


def test_it_says_until_the_end_that_numbers_may_change(work: FakeWork) -> None:
    session = finished_game()
    number, length = save(session), len(decisions_of(session))

    async def play(pilot: Pilot[int]) -> None:
        await open_place(pilot, ToSavedReview(number))
        screen = screen_of(pilot)

        def is_at(stage: int) -> bool:
            return screen.room.work.review.stage == stage

        for stage in range(2):
            await wait_for(pilot, partial(is_at, stage))
            work.allow(length - 1)
            await wait_for(pilot, lambda: not work.permits)
            await press(pilot, "home")
            assert MAY_CHANGE in pane_text(screen)
            await press(pilot, "end")
            assert ("may change" in screen_text(pilot)) == (
                screen.room.move is not None and may_change(screen.room.move)
            )
            work.allow(1)
        await wait_for(pilot, lambda: screen.room.work.is_complete)
        for key in ("end", "home"):
            await press(pilot, key)
            assert "change" not in pane_text(screen)

    run(play)


def test_it_stays_where_it_was_scrolled_to(work: FakeWork) -> None:
    session = finished_game()
    number, length = save(session), len(decisions_of(session))

    async def play(pilot: Pilot[int]) -> None:
        app_of(pilot).open(ToSavedReview(number))
        work.allow(length)
        await wait_for(pilot, lambda: shown_review(pilot).stage == 1)
        screen = screen_of(pilot)
        await press(pilot, "down")
        assert "won minus lost" in pane_text(screen)
        await press(pilot, "pagedown")

        def says(counted: str) -> bool:
            return counted in screen.pane.content.counter

        for count in (1, 2):
            work.allow(1)
            await wait_for(pilot, partial(says, f"check 2 of 2, {count} of"))
            assert "won minus lost" not in pane_text(screen)
            assert ">2) Move" in pane_text(screen)
        await press(pilot, "right", "home")
        assert "won minus lost" in pane_text(screen)

    run(play, size=(60, 27))


def test_each_stage_is_saved_at_once(work: FakeWork) -> None:
    session = finished_game()
    number = save(session)

    async def play(pilot: Pilot[int]) -> None:
        app_of(pilot).open(ToSavedReview(number))
        work.allow(len(decisions_of(session)))
        await wait_for(pilot, lambda: shown_review(pilot).stage == 1)
        saved = saved_review(session)
        assert saved is not None
        assert saved.stage == 1
        numbers = {each.exercise.decided.number for each in load_mistakes(app_of(pilot).records.saved_games.archive)}
        assert numbers == {each.number for each in saved.moves if each.verdict.is_error}

    run(play)


def test_it_says_so_if_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: ThinkingProcess) -> None:
        raise OSError

    monkeypatch.setattr(ThinkingProcess, "start", fail)
    monkeypatch.setattr("cardtable.tui.screens.review.SAVE_SECONDS", 0.01)

    async def play(pilot: Pilot[int]) -> None:
        await wait_for(pilot, lambda: notices(pilot) == [STOPPED])

    session = finished_game()
    read(play, review_of(session, moves=2))
