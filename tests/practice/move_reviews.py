"""Reviews of moves for tests, made by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cardtable.practice.decisions import Decision, decisions_of
from cardtable.practice.judge import STAGES
from cardtable.practice.review import STEPS, Candidate, Interval, MoveReview, Review, Verdict
from cardtable.practice.run import new_review
from cardtable.table.session import Session

NOTHING = Interval(0, 0, 0)


def around(mean: float, half: float) -> Interval:
    """Return an interval of this half width."""
    return Interval(mean, mean - half, mean + half)


def candidate(action: object, chance: float | None = None, margin: float = 1.0, half: float = 0.04) -> Candidate:
    """Return an action with a win chance, or without one, and a margin; with a half width of 0, they are exact."""
    return Candidate(str(action), around(margin, 10 * half), None if chance is None else around(chance, half))


def as_good_as_any(decision: Decision, chance: float | None = 0.5, margin: float = 1.0) -> MoveReview:
    """Return the review of a move that gave nothing away."""
    verdict = Verdict.FORCED if len(decision.legal) == 1 else Verdict.BEST
    only = candidate(decision.played, chance, margin)
    return MoveReview(decision.number, verdict, only, only, (), None if chance is None else NOTHING, NOTHING, 4_000)


def worse(
    decision: Decision,
    better: object,
    chances: tuple[float, float] | None = (0.62, 0.48),
    margins: tuple[float, float] = (1.4, 0.2),
    half: float = 0.01,
) -> MoveReview:
    """Return the review of a move after which the chances and margins are the second ones."""
    best, played = chances or (None, None)
    loss = None if best is None or played is None else around(best - played, half)
    steps = 0 if loss is None else sum(loss.low >= step for step in STEPS)
    return MoveReview(
        decision.number,
        (Verdict.GOOD, Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER)[steps],
        candidate(decision.played, played, margins[1]),
        candidate(better, best, margins[0]),
        (),
        loss,
        around(margins[0] - margins[1], half),
        4_000,
    )


def reviewed(
    session: Session, moves: Iterable[MoveReview] = (), *, calibrated: bool = True, person: int | None = None
) -> Review:
    """Return the whole review of a session in which only these moves gave something away."""
    review = new_review(session, person)
    others = [as_good_as_any(each, 0.5 if calibrated else None) for each in decisions_of(session, person)]
    found = {move.number: move for move in (*others, *moves)}
    return replace(review, moves=tuple(found.values()), stage=len(STAGES))
