"""The review in the app: with keys and mouse, at every size, while it grows, and when it is left and opened again."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import Key
from cardtable.players.process import ThinkingProcess
from cardtable.practice import run as run_module
from cardtable.practice.decisions import decisions_of, fingerprint
from cardtable.practice.review import MoveReview, Review
from cardtable.practice.run import MoveQuestion, ReviewRun
from cardtable.practice.saved_reviews import load_review, save_review
from cardtable.store.archive import Archive
from cardtable.store.errors import StorageError, StorageFault
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from cardtable.tui.app import CardTable
from cardtable.tui.screens.games import GamesScreen
from cardtable.tui.screens.lesson import LessonScreen
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.replay import ReplayScreen
from cardtable.tui.screens.result import ResultDialog
from cardtable.tui.screens.review import FAILED, ReviewScreen
from tests.practice.plausible_reviews import move_review, review_of
from tests.table.sittings import play_on
from tests.tui.screens import Play, click, golden, press, rest, run, screen_text, sit, wait_for
from tests.tui.test_app import on, play_out

SIZES = ((80, 24), (120, 40), (40, 12))
OPTIONS: dict[str, Any] = {"hand_size": 5, "refill_count": "all"}


class FakeWork:
    """Verdicts without simulations and without other processes; each one needs a permit."""

    def __init__(self) -> None:
        self.permits = threading.Semaphore(0)
        self.stopped = threading.Event()
        self.asked: list[int] = []

    def exchange(self, process: object, question: MoveQuestion) -> MoveReview:
        self.permits.acquire()
        if self.stopped.is_set():
            raise EOFError
        self.asked.append(question.simulations)
        found = move_review(question.decision, Random(question.decision.number), 0.5)
        return replace(found, simulations=question.simulations)

    def stop(self) -> None:
        self.stopped.set()
        self.permits.release(99)

    def allow(self, count: int) -> None:
        """Allow so many verdicts."""
        self.stopped.clear()
        self.permits.release(count)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeWork]:
    """Replace the other processes."""
    fake = FakeWork()
    monkeypatch.setattr(run_module, "exchange", fake.exchange)
    monkeypatch.setattr(ThinkingProcess, "start", lambda self: self)
    monkeypatch.setattr(ThinkingProcess, "stop", lambda self: fake.stop())
    yield fake
    fake.stop()


def finished_game() -> Session:
    session = sit(**OPTIONS)
    play_on(session, Key(1), 999)
    return session


def read(play: Play, review: Review | None = None, session: Session | None = None, **more: Any) -> CardTable:
    """Run the app with the review of a saved game that is complete, or as far as this review is."""
    session = finished_game() if session is None else session
    number = save(session, review_of(session, stage=3) if review is None else review)

    async def play_in_review(pilot: Pilot[int]) -> None:
        await rest(pilot)
        await play(pilot)

    return run(play_in_review, begin=lambda app: app.games.review(number), **more)


def save(session: Session, review: Review | None = None) -> int:
    """Save a game, with its review if there is one, and return its number."""
    lazy_archive = LazyArchive()
    number = lazy_archive.add_game(session)
    if review is not None:
        save_review(lazy_archive.archive, number, review)
    lazy_archive.close()
    return number


def saved_review(session: Session, number: int = 1) -> Review | None:
    lazy_archive = LazyArchive()
    try:
        return load_review(lazy_archive.archive, number, fingerprint(session))
    finally:
        lazy_archive.close()


def screen_of(pilot: Pilot[int]) -> ReviewScreen:
    (found,) = [screen for screen in pilot.app.screen_stack if isinstance(screen, ReviewScreen)]
    return found


def on_board(pilot: Pilot[int]) -> str:
    """Return the notation of the action that the board shows."""
    choice = screen_of(pilot).board.choice
    return str(choice.action) if choice else ""


def notices(pilot: Pilot[int]) -> list[str]:
    return [str(notice.message) for notice in pilot.app._notifications]


# Keys and mouse
def test_keys_go_through_moves_and_mistakes() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = screen_of(pilot)
        errors, last = screen.text.errors, len(screen.decisions) - 1
        assert len(errors) > 3
        for keys, at in (
            ([], None),
            (["right"], 0),
            (["left"], None),
            (["left"], None),
            (["m"], errors[0]),
            (["m", "down"], errors[2]),
            (["M"], errors[1]),
            (["up"], errors[0]),
            (["end"], last),
            (["right"], last),
            (["home"], None),
        ):
            await press(pilot, *keys)
            assert screen.at == at, keys

    read(play)


def test_the_board_shows_the_better_move_or_the_one_played() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = screen_of(pilot)
        await press(pilot, "m")
        move = screen.move
        assert move is not None
        assert on_board(pilot) == move.best.action != move.played.action
        assert f"Better: {move.best.action}." in screen_text(pilot)
        assert "b Played" in screen_text(pilot)
        await press(pilot, "b")
        assert on_board(pilot) == move.played.action
        assert f"You played {move.played.action}." in screen_text(pilot)
        await press(pilot, "b")
        assert on_board(pilot) == move.best.action

    read(play)


def test_each_move_is_shown_as_its_player_saw_it() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = screen_of(pilot)
        for decision in screen.decisions:
            await press(pilot, "right")
            seen = screen.board.seen
            assert seen is not None
            assert (seen.state, seen.legal) == (decision.view, decision.legal)

    read(play)


def test_the_mouse_goes_to_a_move_or_a_mistake() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = screen_of(pilot)
        await click(pilot, screen.pane, 1)
        assert screen.at == screen.text.listed()[1]
        await click(pilot, screen.graph, 7)
        assert screen.at == 7
        shown = on_board(pilot)
        await click(pilot, screen.board, next(target for box, target in screen.board.canvas._targets if box.width > 2))
        assert on_board(pilot) == shown

    read(play)


def test_a_mistake_is_picked_from_the_list() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = screen_of(pilot)
        await press(pilot, "down", "enter")
        assert screen.at == screen.text.listed()[1]

    read(play)


def test_a_mistake_has_a_lesson() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "m")
        title = re.search(r"Lesson \d+, '(.*?)'", " ".join(screen_of(pilot).pane.content.text.split()))
        assert title is not None
        await press(pilot, "l")
        assert on(pilot, LessonScreen)
        assert title[1] in screen_text(pilot)
        await press(pilot, "q")
        assert on(pilot, ReviewScreen)

    read(play)


def test_the_replay_and_the_review_lead_to_each_other() -> None:
    async def play(pilot: Pilot[int]) -> None:
        depth = len(pilot.app.screen_stack)
        await press(pilot, "right", "right", "g")
        assert "move 1 of " in screen_text(pilot)
        await press(pilot, "g")
        assert screen_of(pilot).number is not None
        assert len(pilot.app.screen_stack) == depth
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, Lobby)

    read(play)


def test_a_what_if_line_leads_back() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "right", "right", "w")
        assert "What if, from move 2" in screen_text(pilot)
        await press(pilot, "q")
        assert on(pilot, ReviewScreen)
        assert screen_of(pilot).at == 1

    read(play)


# Opening it
def test_it_opens_from_the_result_and_leads_back(work: FakeWork) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        assert "v Review" in screen_text(pilot)
        await press(pilot, "v")
        assert screen_of(pilot).number is not None
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, ResultDialog)

    run(play, sit(hand_size=5, draw="none"))


def test_a_game_of_several_people_has_no_review() -> None:
    session = sit(2, hand_size=5, draw="none")
    play_on(session, Key(1), 999)
    number = save(session)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "g")
        assert on(pilot, GamesScreen)
        await press(pilot, "v")
        assert "Several people played this game" in " ".join(screen_text(pilot).split())
        assert on(pilot, GamesScreen)
        await press(pilot, "w")
        assert isinstance(pilot.app.screen, ReplayScreen)
        assert "g Review" not in screen_text(pilot)
        assert number == 1

    run(play)


def test_a_game_in_progress_has_no_review() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app.screen, Lobby)
        assert "This game isn't finished." in " ".join(screen_text(pilot).split())

    read(play, review_of(finished_game()), sit(1, ("Square",)))


# While it grows
def test_verdicts_appear_as_they_come(work: FakeWork) -> None:
    session = finished_game()
    number = save(session)

    async def play(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, CardTable)
        pilot.app.games.review(number)
        await rest(pilot)
        screen = screen_of(pilot)
        assert f"0 of {len(screen.decisions)} moves" in screen_text(pilot)
        await press(pilot, "end")
        assert "isn't reviewed yet" in screen.pane.content.text
        work.allow(3)
        await wait_for(pilot, lambda: len(screen.work.review.moves) == 3)
        await press(pilot, "home")
        assert f"3 of {len(screen.decisions)} moves" in screen_text(pilot)

    run(play)
    saved = saved_review(session)
    assert saved is not None
    assert len(saved.moves) == 3


def test_it_goes_on_where_it_was_left(work: FakeWork) -> None:
    session = finished_game()
    number = save(session)

    async def play(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, CardTable)
        app.games.review(number)
        work.allow(4)
        await wait_for(pilot, lambda: len(screen_of(pilot).work.review.moves) == 4)
        await press(pilot, "q")
        assert work.stopped.is_set()
        app.games.review(number)
        await rest(pilot)
        assert len(screen_of(pilot).work.review.moves) >= 4
        work.allow(999)
        await wait_for(pilot, lambda: screen_of(pilot).work.is_complete)
        assert "reviewing" not in screen_text(pilot)

    run(play)
    assert len(work.asked) == 3 * len(decisions_of(session))
    saved = saved_review(session)
    assert saved is not None
    assert saved.stage == 3


def test_each_stage_is_saved_at_once(work: FakeWork) -> None:
    session = finished_game()
    number = save(session)

    async def play(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, CardTable)
        pilot.app.games.review(number)
        work.allow(len(decisions_of(session)))
        await wait_for(pilot, lambda: screen_of(pilot).work.review.stage == 1)
        await rest(pilot)
        saved = saved_review(session)
        assert saved is not None
        assert saved.stage == 1

    run(play)


def test_it_goes_on_if_it_can_not_be_saved(work: FakeWork, monkeypatch: pytest.MonkeyPatch) -> None:
    session = finished_game()
    number = save(session)

    def fail(*_: object) -> None:
        raise StorageError(StorageFault.DISK_FULL)

    async def play(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, CardTable)
        pilot.app.games.review(number)
        await rest(pilot)
        monkeypatch.setattr(Archive, "save_progress", fail)
        work.allow(2)
        await wait_for(pilot, lambda: len(screen_of(pilot).work.review.moves) == 2)
        screen_of(pilot)._tick()
        await rest(pilot)
        assert any(notice.startswith("The review isn't saved: ") for notice in notices(pilot))
        work.allow(2)
        await wait_for(pilot, lambda: len(screen_of(pilot).work.review.moves) == 4)

    run(play)


def test_it_says_so_if_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: ThinkingProcess) -> None:
        raise OSError

    monkeypatch.setattr(ThinkingProcess, "start", fail)

    async def play(pilot: Pilot[int]) -> None:
        await wait_for(pilot, lambda: not screen_of(pilot).work.is_running)
        screen_of(pilot)._tick()
        await rest(pilot)
        assert notices(pilot) == [FAILED]

    session = finished_game()
    read(play, review_of(session, moves=2))


# Looks
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_snapshots(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReviewRun, "start", lambda self: None)
    is_small, name = size == (40, 12), "review-{}x{}".format(*size)

    async def play(pilot: Pilot[int]) -> None:
        if size == (80, 24):
            golden(f"{name}-summary.txt", screen_text(pilot))
        await press(pilot, "m")
        golden(f"{name}.txt", screen_text(pilot))
        if is_small:
            await press(pilot, "t")
            golden(f"{name}-table.txt", screen_text(pilot))

    read(play, size=size, ascii_only=is_small)


def test_a_change_of_cards_changes_the_graph() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, CardTable)
        assert "▄" in screen_of(pilot).graph.text()
        pilot.app.change(cards="ascii")
        await rest(pilot)
        assert screen_of(pilot).graph.text().isascii()

    read(play)
