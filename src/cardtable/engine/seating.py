"""Clockwise order and the first player."""

from __future__ import annotations

from functools import cache

from cardtable.engine.chance import Key, draw_below
from cardtable.engine.game import Seat


@cache
def clockwise(seats: int, after: Seat) -> tuple[Seat, ...]:
    """Return every seat in clockwise order, ending with `after` itself."""
    return (*range(after + 1, seats), *range(after + 1))


def first_player(choice: int | None, seats: int, key: Key) -> tuple[Seat, Key]:
    """Return the first player and the next key; `choice` is a seat counted from 1, or None for a random one.

    A random seat is drawn in both cases, so that a choice doesn't change the rest of the deal.
    """
    drawn, key = draw_below(key, seats)
    return (drawn if choice is None else choice - 1), key
