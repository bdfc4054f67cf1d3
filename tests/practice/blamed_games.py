"""Finished games and reviews for tests, without simulations."""

from __future__ import annotations

from dataclasses import replace

from cardtable.engine.chance import Key
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.practice.decisions import decisions_of
from cardtable.practice.review import Candidate, Interval, MoveReview, Review, Verdict
from cardtable.practice.run import new_review
from cardtable.table.session import Session
from tests.table.sittings import play_on, sit

LOSSES = {Verdict.BEST: 0.0, Verdict.GOOD: 0.03, Verdict.INACCURACY: 0.06, Verdict.MISTAKE: 0.12, Verdict.BLUNDER: 0.2}


def finished_game(code: int = 1, hand_size: int = 5) -> Session:
    """Return a game played at random to the end."""
    session = sit(GAME, 1, code, refill_count="all", hand_size=hand_size)
    play_on(session, Key(code), 999)
    return session


def blamable(session: Session) -> list[int]:
    """Return the numbers of the moves with a choice."""
    return [decision.number for decision in decisions_of(session) if len(decision.legal) > 1]


def review_of(session: Session, blamed: dict[int, Verdict]) -> Review:
    """Return a complete review that blames the moves with these numbers, counted from 1."""
    review = replace(new_review(session), stage=1)
    for decision in decisions_of(session):
        verdict = blamed.get(decision.number, Verdict.BEST)
        other = next((action for action in decision.legal if action != decision.played), decision.played)
        best = other if verdict in blamed.values() else decision.played
        move = move_review(decision.number, verdict, str(decision.played), str(best))
        review = replace(review, moves=review.with_moves([move]))
    return review


def move_review(number: int, verdict: Verdict, played: str, best: str) -> MoveReview:
    """Return the review of a move."""
    loss = LOSSES[verdict]
    chance = Interval(*(round(each - loss, 2) for each in (0.6, 0.58, 0.62)))
    return MoveReview(
        number=number,
        verdict=verdict,
        played=Candidate(played, Interval(0.4, 0.1, 0.7), chance),
        best=Candidate(best, Interval(0.9, 0.6, 1.2), Interval(0.6, 0.58, 0.62)),
        others=(),
        loss=Interval(loss, round(loss - 0.01, 2), round(loss + 0.01, 2)) if loss else Interval(0.0, 0.0, 0.0),
        margin_loss=Interval(0.5, 0.2, 0.8),
        simulations=4_000,
    )
