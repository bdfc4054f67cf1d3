"""The scores of a match, which is played in rounds until a player reaches the target."""

from __future__ import annotations

from cardtable.engine.game import Seat


def leading_seat(scores: tuple[int, ...]) -> Seat | None:
    """Return the seat with the most points, or None for a tie."""
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None


def winning_margin(scores: tuple[int, ...]) -> int:
    """Return the leader's margin over the runner-up, in points."""
    first, second = sorted(scores, reverse=True)[:2]
    return first - second


def add_points(scores: tuple[int, ...], gains: tuple[int, ...]) -> tuple[int, ...]:
    """Return the scores after adding each seat's gain."""
    return tuple([score + gain for score, gain in zip(scores, gains, strict=True)])
