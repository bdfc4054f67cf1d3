"""The wind: how Singles fly across the grid (TW-5, TW-6), and which Singles are turned up afterwards (TW-7)."""

from __future__ import annotations

from typing import NamedTuple

from cardtable.engine.cards import Single
from cardtable.engine.game import Seat
from cardtable.engine.games.tradewinds.model import COLUMNS, OFF, PILES, SEATS, STEPS, Flight, Grid, Pile, place_of


class BlowResult(NamedTuple):
    """The effect of a wind."""

    grid: list[Pile]
    flights: list[Flight]
    off: tuple[Single, ...]
    """The Singles that left the grid, in the order of the wind."""


def _order_piles(seat: Seat) -> tuple[tuple[int, int], ...]:
    """Return two indexes for each pile, in the order of the wind: the index of the pile, and the index of its line.

    The piles at the downwind edge come first. Piles at the same distance from that edge are in order from the north or
    the west (TW-5), because sorting is stable.
    """
    down, right = STEPS[seat]
    places = sorted(map(place_of, range(len(PILES))), key=lambda at: at.row * down + at.column * right, reverse=True)
    return tuple((at.row * len(COLUMNS) + at.column, at.column if down else at.row) for at in places)


_ORDER = tuple(map(_order_piles, range(SEATS)))
"""The piles, in the order of each seat's wind."""


def blow(grid: Grid, seat: Seat, mask: int) -> BlowResult:
    """Return the effect of a seat's wind on the Singles with characteristics in the mask (TW-5)."""
    after = list(grid)
    flights: list[Flight] = []
    off: tuple[Single, ...] = ()
    targets = [OFF, OFF, OFF]  # for each line, the next pile downwind that isn't a gap (TW-6)
    for pile, line in _ORDER[seat]:
        face_up, face_down = after[pile]
        if face_up and face_up[0].mask & mask:
            flying = 1
            while flying < len(face_up) and face_up[flying].mask & mask:  # it may uncover more that match
                flying += 1
            cards, face_up = face_up[:flying], face_up[flying:]
            after[pile] = Pile(face_up, face_down)
            target = targets[line]
            flights.append(Flight(pile, target, cards))
            if target == OFF:
                off += cards
            else:  # the wind has already passed this pile, so the Singles stay there this turn
                below = after[target]
                after[target] = Pile(cards[::-1] + below.face_up, below.face_down)
        if face_up or face_down:
            targets[line] = pile
    return BlowResult(after, flights, off)


def turn_up(result: BlowResult) -> list[int]:
    """Turn up face-down top cards in the grid of `result`, in place (TW-7). Return the indexes of their piles."""
    piles = []
    for flight in result.flights:
        face_up, face_down = result.grid[flight.source]
        if face_down and not face_up:
            result.grid[flight.source] = Pile(face_down[:1], face_down[1:])
            piles.append(flight.source)
    return piles
