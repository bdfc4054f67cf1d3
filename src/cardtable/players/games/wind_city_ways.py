"""The ways that the hurricane of Wind City can go, which are worked out once for each card and space.

A set of spaces is a number here, with one bit for each space, because simulations compare thousands of sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from cardtable.engine.games.wind_city.board import Board, Space, play_area, row_of
from cardtable.engine.games.wind_city.cards import MAX_CHOSEN, Card, House, Move
from cardtable.engine.games.wind_city.houses import CLOSED_ROWS
from cardtable.engine.games.wind_city.storm import CALM, STATION, route_of

SpaceSet = int
"""A set of spaces: the bit of each space in the set is 1."""


@lru_cache(maxsize=8192)
def set_of(columns: int, spaces: tuple[Space, ...]) -> SpaceSet:
    """Return the set of these spaces on a board with so many columns."""
    found = 0
    for space in spaces:
        row, column = divmod(space, 100)
        found |= 1 << row * columns + column
    return found


@cache
def beach_of(board: Board) -> SpaceSet:
    """Return the first row of land."""
    return (1 << board.columns) - 1 << board.sea_rows * board.columns


@cache
def _sea(board: Board) -> SpaceSet:
    return (1 << board.sea_rows * board.columns) - 1


class Way(NamedTuple):
    """The hurricane's way in a plan, with what is sure about the plan's costs and earnings."""

    plan: tuple[int, ...]
    entered: SpaceSet
    leaves: bool
    builds: bool
    """Whether a house is bought; that is only done last."""
    cost: int
    """The cost of the actions minus what reaching a weather station earns."""
    calm: int
    """The coins that the plan earns if the hurricane enters no space with a house."""


@lru_cache(maxsize=4096)
def ways_of(board: Board, seats: int, card: Card, start: Space, calm_bonus: str, can_build: bool) -> tuple[Way, ...]:
    """Return the ways that the hurricane can go, each with the cheapest plan for it."""
    cheapest = dict[tuple[SpaceSet, bool, bool], Way]()
    for way in _ways(board, seats, card, start, calm_bonus, can_build=can_build):
        cheapest[way[1:4]] = min(cheapest.get(way[1:4], way), way, key=_cost)
    return tuple(cheapest.values())


def _cost(way: Way) -> int:
    return way.cost - way.calm


def _ways(board: Board, seats: int, card: Card, start: Space, calm_bonus: str, *, can_build: bool) -> Iterator[Way]:
    """Yield the way in each plan that doesn't buy a house before its last move."""
    area = play_area(board, seats)
    houses = [(number, action.cost) for number, action in enumerate(card, 1) if isinstance(action, House) and can_build]
    for plan, at, entered, price, leaves in _journeys(board, seats, card, start):
        stops = at != start and not leaves
        pays = calm_bonus == "any" or row_of(at) > row_of(start)
        cost = price - STATION * (stops and at in area.stations)
        calm = CALM * (stops and pays and not entered & _sea(board))
        yield Way(plan, entered, leaves, False, cost, calm)
        if not leaves and len(plan) < MAX_CHOSEN and row_of(at) < area.rows - CLOSED_ROWS:
            for number, extra in houses:
                yield Way((*plan, number), entered, False, True, cost + extra, calm)


class _Journey(NamedTuple):
    """The hurricane's way in the first moves of a plan."""

    plan: tuple[int, ...]
    at: Space
    entered: SpaceSet
    cost: int
    leaves: bool


def _journeys(board: Board, seats: int, card: Card, start: Space) -> Iterator[_Journey]:
    """Yield the hurricane's way in every plan of moves, short plans first."""
    moves = [(number, action) for number, action in enumerate(card, 1) if isinstance(action, Move)]
    journeys = [_Journey((), start, 0, 0, leaves=False)]
    for _ in range(MAX_CHOSEN):
        journeys = [
            _go_on(board, seats, journey, number, move)
            for journey in journeys
            if not journey.leaves
            for number, move in moves
            if number not in journey.plan
        ]
        yield from journeys


def _go_on(board: Board, seats: int, journey: _Journey, number: int, move: Move) -> _Journey:
    """Return the hurricane's way after another move."""
    plan, at, entered, cost, _ = journey
    path, leaves = route_of(board, seats, at, move.direction, move.steps)
    return _Journey(
        (*plan, number), path[-1] if path else at, entered | set_of(board.columns, path), cost + move.cost, leaves
    )
