"""Reviews that two processes work on and save at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cardtable.engine.games.exit_stage_right import GAME
from cardtable.practice.decisions import decisions_of, fingerprint
from cardtable.practice.judge import STAGES
from cardtable.practice.review import Review
from cardtable.practice.run import ReviewRun, new_review
from cardtable.practice.saved_reviews import load_review, save_review
from cardtable.table.lazy_archive import LazyArchive
from tests.practice.move_reviews import as_good_as_any
from tests.table.sittings import played

SESSION = played(GAME, seats=1)


@pytest.fixture
def stores() -> Iterator[tuple[LazyArchive, LazyArchive]]:
    """Return the same saved games as two processes open them, with a finished game."""
    one, other = LazyArchive(), LazyArchive()
    one.add_game(SESSION)
    yield one, other
    one.close()
    other.close()


def partly(*simulations: int, **changes: Any) -> Review:
    """Return a review whose first moves were judged with so many simulations each, or exactly if that is -1."""
    known = zip(decisions_of(SESSION), simulations, strict=False)
    moves = [replace(as_good_as_any(each), simulations=max(0, count)) for each, count in known if count]
    return replace(new_review(SESSION), moves=tuple(moves), **changes)


def simulations_of(review: Review | None) -> list[int]:
    assert review is not None
    return [move.simulations for move in review.moves]


def test_the_more_certain_verdicts_of_two_reviews_are_saved(stores: tuple[LazyArchive, LazyArchive]) -> None:
    one, other = stores
    save_review(one.archive, 1, partly(4_000, 16_000, 0, 4_000, par=3, stage=1))
    merged = save_review(other.archive, 1, partly(16_000, 4_000, 4_000, -1, par=2))
    for review in (merged, load_review(one.archive, 1, fingerprint(SESSION))):
        assert simulations_of(review) == [16_000, 16_000, 4_000, 0]
        assert review is not None
        assert (review.par, review.stage) == (3, 1)
    assert save_review(one.archive, 1, partly(4_000)).moves == merged.moves


def test_a_review_of_another_game_is_replaced(stores: tuple[LazyArchive, LazyArchive]) -> None:
    archive = stores[0].archive
    save_review(archive, 1, replace(partly(4_000, 4_000), fingerprint="00000000"))
    save_review(archive, 1, partly(4_000))
    assert simulations_of(load_review(archive, 1, fingerprint(SESSION))) == [4_000]


def test_a_run_asks_nothing_that_another_one_has_found_out() -> None:
    seen = list[Review]()
    run = ReviewRun(SESSION, None, seen.append, processes=1)
    run._fill()
    waiting = len(run._tasks)
    run.take_over(partly(4_000, 0, -1))
    assert len(run._tasks) == waiting - 2
    assert simulations_of(run.review) == simulations_of(seen[-1]) == [4_000, 0]
    everything = partly(*[STAGES[-1]] * run.review.length, par=9, stage=len(STAGES))
    run.take_over(everything)
    assert run.is_complete
    assert not run._tasks
    assert run.review.par == 9
    run.take_over(everything)
    assert len(seen) == 2
