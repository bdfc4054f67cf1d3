"""Reviews for tests, without simulations: plausible numbers for any finished game, which depend on a seed only."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from cardtable.practice.decisions import Decision, decisions_of
from cardtable.practice.judge import STAGES
from cardtable.practice.review import Candidate, Interval, MoveReview, Review, Usual, Verdict
from cardtable.practice.run import new_review
from cardtable.table.session import Session

LOSSES = {Verdict.INACCURACY: 0.08, Verdict.MISTAKE: 0.13, Verdict.BLUNDER: 0.25}
HALF = 0.04
"""Half the width of the intervals of win chances."""
COMPLETES = 8.0
"""The margin between a sure loss and a sure win."""


def review_of(
    session: Session, seed: int = 1, *, moves: int | None = None, is_calibrated: bool = True, stage: int = 0
) -> Review:
    """Return the review of a finished game at this stage, with its first `moves` moves or all of them."""
    random, chance, found = Random(seed), 0.6, list[MoveReview]()
    for decision in decisions_of(session):
        move = move_review(decision, random, chance)
        assert move.played.chance is not None
        chance = min(0.97, max(0.03, move.played.chance.mean + random.gauss(0.0, 0.06)))
        found.append(move if is_calibrated else without_chances(move))
    return replace(new_review(session), moves=tuple(found[:moves]), par=5, stage=stage)


def move_review(decision: Decision, random: Random, chance: float) -> MoveReview:
    """Return the review of a move made at this win chance, which may be an error if there was a choice."""
    played = best = str(decision.played)
    verdict, loss = (Verdict.FORCED if len(decision.legal) == 1 else Verdict.BEST), 0.0
    others = [str(action) for action in decision.legal if str(action) != played]
    if others and random.random() < 0.25:
        verdict = random.choice(list(LOSSES))
        best, loss = random.choice(others), min(LOSSES[verdict], chance)
    return MoveReview(
        number=decision.number,
        verdict=verdict,
        played=_candidate(played, chance - loss),
        best=_candidate(best, chance),
        others=(),
        loss=_around(loss, HALF / 2 if loss else 0.0),
        margin_loss=_around(COMPLETES * loss, HALF if loss else 0.0),
        simulations=STAGES[0],
        usual=Usual(round(COMPLETES * (chance - 0.5), 1), round(-COMPLETES * loss, 1)),
    )


def without_chances(move: MoveReview) -> MoveReview:
    """Return the same review without a calibration, which then can't class an error."""
    played, best = (each._replace(chance=None) for each in (move.played, move.best))
    verdict = Verdict.GOOD if move.verdict.is_error else move.verdict
    return replace(move, verdict=verdict, played=played, best=best, loss=None)


def _candidate(action: str, chance: float) -> Candidate:
    return Candidate(action, _around(COMPLETES * (chance - 0.5), 0.3), _around(chance, HALF))


def _around(mean: float, half: float) -> Interval:
    return Interval(mean, mean - half, mean + half)
