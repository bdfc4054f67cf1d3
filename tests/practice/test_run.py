"""The work on a review in other processes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.players.process import ThinkingProcess
from cardtable.practice import run
from cardtable.practice.review import Review
from cardtable.practice.run import ReviewRun
from cardtable.table.session import Session
from tests.table.sittings import play_on, sit

PATIENCE = 120


def short_game() -> Session:
    """Return a finished game with five Singles."""
    session = sit(GAME, 1, 3, refill_count="all", hand_size=5, draw="none")
    play_on(session, Key(1), 99)
    return session


def test_a_review_judges_every_move_and_finds_par(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a stopped review keeps its results, and that a question is asked again if its process dies."""
    monkeypatch.setattr(run, "STAGES", (200, 400))
    session, seen = short_game(), list[Review]()
    first = ReviewRun(session, None, seen.append, stages=2, processes=1)
    first.start()
    first._processes[0].stop()  # as if somebody had killed it
    while not first.review.moves and not first.is_complete:
        first.wait(0.05)
    first.stop()
    half = first.review
    assert half.moves
    second = ReviewRun(session, half, seen.append, stages=2, processes=2)
    second.start()
    assert second.wait(PATIENCE)
    second.stop()
    review = second.review
    assert [move.number for move in review.moves] == list(range(1, review.length + 1))
    assert {move.simulations for move in review.moves} <= {0, 400, *[move.simulations for move in half.moves]}
    assert review.par is not None
    assert review.par >= review.margin
    assert seen[-1] == review
    assert replace(review, moves=(), par=None, stage=0) == run.new_review(session)


def test_a_review_without_a_single_answer_stops_and_can_be_made_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that no empty review counts as complete if all processes die, for example without memory."""

    def fail(process: object, question: object) -> None:
        raise EOFError

    with monkeypatch.context() as broken:
        broken.setattr(run, "exchange", fail)
        broken.setattr(ThinkingProcess, "start", lambda self: None)
        failing = ReviewRun(session := short_game(), None, lambda _: None, processes=2)
        failing.start()
        assert not failing.wait(PATIENCE)
    assert failing.is_stopped
    assert failing.review == run.new_review(session)
    monkeypatch.setattr(run, "STAGES", (200,))
    later = ReviewRun(session, failing.review, lambda _: None, stages=1, processes=1)
    later.start()
    assert later.wait(PATIENCE)
    later.stop()
    assert len(later.review.moves) == later.review.length
