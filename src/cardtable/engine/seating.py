"""Helpers for the seats of any game: clockwise order, the first player, and scores."""

from __future__ import annotations

from functools import cache

from cardtable.engine.chance import Key, draw_below
from cardtable.engine.game import Seat


@cache
def clockwise(seats: int, after: Seat) -> tuple[Seat, ...]:
    """Return every seat in clockwise order, starting with the seat next to `after` and ending with `after`."""
    return (*range(after + 1, seats), *range(after + 1))


def first_player(choice: int | None, seats: int, key: Key) -> tuple[Seat, Key]:
    """Return the first player and the next random key.

    `choice` is a seat counted from 1, or None to choose a seat at random. A random seat is drawn in both cases, so the
    choice doesn't change the rest of the deal.
    """
    drawn, key = draw_below(key, seats)
    return (drawn if choice is None else choice - 1), key


def leading_seat(scores: tuple[int, ...]) -> Seat | None:
    """Return the seat with the most points, or None if there is a tie for the most points."""
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None


def winning_margin(scores: tuple[int, ...]) -> int:
    """Return the leader's margin over the runner-up, in points."""
    first, second = sorted(scores, reverse=True)[:2]
    return first - second


def add_points(scores: tuple[int, ...], gains: tuple[int, ...]) -> tuple[int, ...]:
    """Return the scores after adding each seat's gain."""
    return tuple([score + gain for score, gain in zip(scores, gains, strict=True)])
