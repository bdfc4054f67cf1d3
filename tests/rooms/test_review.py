"""The work on a review: it is saved and goes on later, and what an older version saved gets what it lacks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from cardtable.engine.games import SHIPPED
from cardtable.players.process import ThinkingProcess
from cardtable.practice.decisions import fingerprint
from cardtable.practice.judge import STAGES
from cardtable.practice.mistakes import load_mistakes
from cardtable.practice.review import Review, share
from cardtable.practice.saved_reviews import load_review, save_review
from cardtable.practice.words import STOPPED
from cardtable.rooms.review import NOT_SAVED, ReviewWork
from cardtable.store.archive import Archive
from cardtable.store.errors import StorageError, StorageFault
from cardtable.table.lazy_archive import LazyArchive, SavedGame
from cardtable.table.session import Session
from tests.plain.judges import Judge, seat
from tests.practice.plausible_reviews import review_of
from tests.table.sittings import played

PATIENCE = 60


def finished_game() -> Session:
    return played(SHIPPED["exit-stage-right"], seats=1)


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


def work_on(session: Session, store: LazyArchive) -> None:
    work = ReviewWork(session, SavedGame(store, 1))
    work.start()
    work.wait(PATIENCE)
    assert not work.is_running
    work.close()


def saved_review(session: Session, store: LazyArchive) -> Review | None:
    return load_review(store.archive, 1, fingerprint(session))


def disk_full(*_: object) -> None:
    raise StorageError(StorageFault.DISK_FULL)


# Saving
def test_a_review_goes_on_where_it_was_closed(store: LazyArchive, judge: Judge) -> None:
    session = finished_game()
    judge.most, judge.is_interrupted = 4, False
    work = ReviewWork(session, SavedGame(store, 1))
    work.start()
    while len(work.review.moves) < judge.most:
        work.wait(0.01)
    assert work.is_running
    work.close()
    assert work.take_faults() == []
    saved = saved_review(session, store)
    assert saved is not None
    assert len(saved.moves) == 4
    judge.most, judge.asked = sys.maxsize, []
    work_on(session, store)
    quick = [number for number, simulations in judge.asked if simulations == STAGES[0]]
    assert quick == list(range(5, len(session.actions) + 1))


def test_nothing_is_saved_before_the_first_verdict(store: LazyArchive) -> None:
    session = finished_game()
    work = ReviewWork(session, SavedGame(store, 1))
    work.save_stage()
    work.close()
    assert saved_review(session, store) is None


def test_a_review_that_cannot_be_saved_is_finished_and_says_so_once(
    store: LazyArchive, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = ReviewWork(finished_game(), SavedGame(store, 1))
    assert work.is_saved
    monkeypatch.setattr(Archive, "save_progress", disk_full)
    work.start()
    work.wait(PATIENCE)
    assert work.take_faults() == []
    work.save_stage()
    assert work.take_faults() == [f"The disk is full. {NOT_SAVED}"]
    work.close()
    assert work.take_faults() == []
    assert work.is_complete
    assert not work.is_saved


def test_a_saved_review_is_read_where_its_exercises_cannot_be_saved(
    store: LazyArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = finished_game()
    save_review(store.archive, 1, review_of(session, stage=len(STAGES)))
    monkeypatch.setattr(Archive, "save_progress", disk_full)
    work = ReviewWork(session, SavedGame(store, 1))
    assert work.is_complete
    assert work.take_faults() == [f"The disk is full. {NOT_SAVED}"]
    work.close()


def test_a_review_that_ends_early_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: ThinkingProcess) -> None:
        raise OSError

    monkeypatch.setattr(ThinkingProcess, "start", fail)
    work = ReviewWork(finished_game(), None)
    work.start()
    work.wait(PATIENCE)
    assert not work.is_running
    assert work.take_faults() == [STOPPED]
    work.close()
    assert work.take_faults() == []


# Reviews of an older version
def test_luck_is_found_for_an_older_review_and_its_verdicts_stay(store: LazyArchive, judge: Judge) -> None:
    session = finished_game()
    before = older(session)
    assert share(before) is None
    save_review(store.archive, 1, before)
    work_on(session, store)
    after = load_review(store.archive, 1, before.fingerprint)
    assert after is not None
    assert share(after) is not None
    assert after.stage == len(STAGES)
    assert {simulations for _, simulations in judge.asked} == {STAGES[1]}
    assert [replace(move, usual=None) for move in after.moves] == _rounded(before)
    judge.asked.clear()
    work_on(session, store)
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


def test_a_complete_review_gets_the_exercises_that_it_lacks(store: LazyArchive, judge: Judge) -> None:
    session = finished_game()
    review = review_of(session, stage=len(STAGES), is_calibrated=False)
    save_review(store.archive, 1, review)
    assert not load_mistakes(store.archive)
    work_on(session, store)
    lessons = [move.number for move in review.moves if move.is_lesson]
    assert lessons
    assert sorted(each.exercise.decided.number for each in load_mistakes(store.archive)) == lessons
    assert not judge.asked
