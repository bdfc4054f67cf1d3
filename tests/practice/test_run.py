"""The work on a review in other processes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.games.exit_stage_right import GAME
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
    """Check that a stopped review goes on with what it had, and that a process that dies is asked again."""
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
