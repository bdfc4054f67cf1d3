"""Seats round a table: clockwise order, and who goes first."""

from __future__ import annotations

from functools import cache

from cardtable.engine.chance import Key, draw_below
from cardtable.engine.game import Seat


@cache
def clockwise(seats: int, after: Seat) -> tuple[Seat, ...]:
    """Return every seat in clockwise order, from the next one round to `after` itself."""
    return (*range(after + 1, seats), *range(after + 1))


def first_player(choice: int | None, seats: int, key: Key) -> tuple[Seat, Key]:
    """Return the seat that goes first and the next key: `choice`, counted from 1, or a seat drawn by the deal.

    A seat is drawn in either case, so a choice leaves the rest of the deal as it is.
    """
    drawn, key = draw_below(key, seats)
    return (drawn if choice is None else choice - 1), key
