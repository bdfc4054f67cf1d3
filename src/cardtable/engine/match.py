"""Rounds that are played until somebody has a target number of points."""

from __future__ import annotations

from cardtable.engine.game import Seat


def leading_seat(scores: tuple[int, ...]) -> Seat | None:
    """Return the seat with more points than any other; None where the best share them."""
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None


def winning_margin(scores: tuple[int, ...]) -> int:
    """Return how far the best seat is ahead of the next."""
    first, second = sorted(scores, reverse=True)[:2]
    return first - second


def add_points(scores: tuple[int, ...], gains: tuple[int, ...]) -> tuple[int, ...]:
    """Return the scores with each seat's gain added."""
    return tuple([score + gain for score, gain in zip(scores, gains, strict=True)])
