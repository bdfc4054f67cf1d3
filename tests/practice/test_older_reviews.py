"""Reviews that an older version saved get what they lack when they are opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from cardtable.plain.lines import Lines
from cardtable.plain.review import review_game
from cardtable.practice.judge import STAGES
from cardtable.practice.mistakes import load_mistakes
from cardtable.practice.review import Review, share
from cardtable.practice.saved_reviews import load_review, save_review
from cardtable.table.lazy_archive import LazyArchive, SavedGame
from cardtable.table.session import Session
from cardtable.tui.background_review import BackgroundReview
from tests.plain.judges import Judge, seat
from tests.practice.plausible_reviews import review_of
from tests.tui.reviewing import finished_game

PATIENCE = 60


@pytest.fixture
def store() -> Iterator[LazyArchive]:
    """Return the saved games with a finished game."""
    archive = LazyArchive()
    archive.add_game(finished_game())
    yield archive
    archive.close()


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    return seat(Judge(), monkeypatch)


def older(session: Session) -> Review:
    """Return a complete review without what tells luck apart."""
    review = review_of(session, stage=len(STAGES))
    moves = tuple(replace(move, usual=None, simulations=STAGES[-1]) for move in review.moves)
    return replace(review, moves=moves)


def opened_in_app(session: Session, store: LazyArchive) -> None:
    work = BackgroundReview(session, 1, store, lambda: None)
    work.start()
    assert work._run.wait(PATIENCE)
    assert not work.is_running
    work.close()


def opened_in_plain_mode(session: Session, store: LazyArchive) -> None:
    review_game(session, SavedGame(store, 1), Lines.of_process(), report=lambda _: None, wanted=[1])


OPENINGS = pytest.mark.parametrize("opens", [opened_in_app, opened_in_plain_mode])


@OPENINGS
def test_luck_is_found_for_an_older_review_and_its_verdicts_stay(
    store: LazyArchive, judge: Judge, opens: Callable[[Session, LazyArchive], None]
) -> None:
    session = finished_game()
    before = older(session)
    assert share(before) is None
    save_review(store.archive, 1, before)
    opens(session, store)
    after = load_review(store.archive, 1, before.fingerprint)
    assert after is not None
    assert share(after) is not None
    assert after.stage == len(STAGES)
    assert {simulations for _, simulations in judge.asked} == {STAGES[1]}
    assert [replace(move, usual=None) for move in after.moves] == _rounded(before)
    judge.asked.clear()
    opens(session, store)
    assert not judge.asked


def _rounded(review: Review) -> list[object]:
    """Return the moves as they are saved."""
    archive = LazyArchive()
    number = archive.add_game(finished_game())
    save_review(archive.archive, number, review)
    saved = load_review(archive.archive, number, review.fingerprint)
    archive.close()
    assert saved is not None
    return list(saved.moves)


@OPENINGS
def test_a_complete_review_gets_the_exercises_that_it_lacks(
    store: LazyArchive, judge: Judge, opens: Callable[[Session, LazyArchive], None]
) -> None:
    session = finished_game()
    review = review_of(session, stage=len(STAGES), is_calibrated=False)
    save_review(store.archive, 1, review)
    assert not load_mistakes(store.archive)
    opens(session, store)
    lessons = [move.number for move in review.moves if move.is_lesson]
    assert lessons
    assert sorted(each.puzzle.decided.number for each in load_mistakes(store.archive)) == lessons
    assert not judge.asked
