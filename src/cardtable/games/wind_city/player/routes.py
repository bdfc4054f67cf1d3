"""The hurricane's possible routes in Wind City, calculated once for each card and space.

A set of spaces is stored as a number with one bit for each space, because simulations compare thousands of sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from cardtable.engine.games.wind_city.board import Board, Space, play_area, row_of
from cardtable.engine.games.wind_city.cards import MAX_CHOSEN, ActionCard, House, Move
from cardtable.engine.games.wind_city.houses import CLOSED_ROWS
from cardtable.engine.games.wind_city.storm import CALM, STATION, route_of

SpaceSet = int
"""A set of spaces, stored as a number. The bit of each space in the set is 1."""


@lru_cache(maxsize=8192)
def set_of(columns: int, spaces: tuple[Space, ...]) -> SpaceSet:
    """Return the set of these spaces on a board with this many columns."""
    found = 0
    for space in spaces:
        row, column = divmod(space, 100)
        found |= 1 << row * columns + column
    return found


@cache
def beach_of(board: Board) -> SpaceSet:
    """Return the spaces in the first row of land."""
    return (1 << board.columns) - 1 << board.sea_rows * board.columns


@cache
def _sea(board: Board) -> SpaceSet:
    return (1 << board.sea_rows * board.columns) - 1


class PlanRoute(NamedTuple):
    """The hurricane's route for a plan's moves, with the certain costs and earnings."""

    plan: tuple[int, ...]
    entered: SpaceSet
    leaves: bool
    cost: int
    """The cost of the moves minus the earnings from a weather station."""
    calm: int
    """The coins that the player earns if the hurricane enters no space with a house."""
    house: int
    """The number of the action that buys a house after the moves, or 0 if the player can't buy one."""
    price: int
    """The cost of buying the house."""


@lru_cache(maxsize=4096)
def routes_of(board: Board, seats: int, card: ActionCard, start: Space, calm_bonus: str) -> tuple[PlanRoute, ...]:
    """Return the possible routes from a space. Each route comes with the cheapest moves that lead along it."""
    area, cheapest = play_area(board, seats), dict[tuple[SpaceSet, bool], PlanRoute]()
    house, price = next(((at, each.cost) for at, each in enumerate(card, 1) if isinstance(each, House)), (0, 0))
    for plan, at, entered, cost, leaves in _journeys(board, seats, card, start):
        stops = at != start and not leaves
        pays = calm_bonus == "any" or row_of(at) > row_of(start)
        has_room = len(plan) < MAX_CHOSEN and row_of(at) < area.rows - CLOSED_ROWS
        route = PlanRoute(
            plan,
            entered,
            leaves,
            cost - STATION * (stops and at in area.stations),
            CALM * (stops and pays and not entered & _sea(board)),
            house if has_room and not leaves else 0,
            price,
        )
        other = cheapest.get((entered, leaves))
        if other is None or route.cost - route.calm < other.cost - other.calm:
            cheapest[entered, leaves] = route
    return tuple(cheapest.values())


class _Journey(NamedTuple):
    """The part of the hurricane's route that comes from the first moves of a plan."""

    plan: tuple[int, ...]
    at: Space
    entered: SpaceSet
    cost: int
    leaves: bool


def _journeys(board: Board, seats: int, card: ActionCard, start: Space) -> Iterator[_Journey]:
    """Yield the hurricane's route for every plan of moves. Short plans come first."""
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
    """Return the hurricane's route after one more move."""
    plan, at, entered, cost, _ = journey
    path, leaves = route_of(board, seats, at, move.direction, move.steps)
    return _Journey(
        (*plan, number), path[-1] if path else at, entered | set_of(board.columns, path), cost + move.cost, leaves
    )
