"""The hurricane of Wind City: how it moves and stops, what it destroys and what the bank pays for it."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from cardtable.engine.game import Event, Seat
from cardtable.engine.games.wind_city.board import Direction, PlayArea, Space, row_of
from cardtable.engine.games.wind_city.cards import House, Move
from cardtable.engine.games.wind_city.houses import area_of
from cardtable.engine.games.wind_city.model import Earned, Moved, State, Trip
from cardtable.engine.zones import put

STATION, CALM = 5, 3  # WC-9, WC-10: from the bank


class Route(NamedTuple):
    """Where the hurricane goes by one move, or on from an insured house."""

    path: tuple[Space, ...]
    """The spaces that it enters."""
    leaves: bool
    """Whether it then leaves over the northern edge."""


def route_of(area: PlayArea, start: Space, move: Move) -> Route:
    """Return the hurricane's way by a move, space by space (WC-7)."""
    path: list[Space] = []
    at = start
    for _ in range(move.steps):
        entered = area.neighbour(at, move.direction)
        if entered is None:  # WC-7: steps beyond the southern edge are lost
            break
        if area.is_beyond_north(entered):
            return Route(tuple(path), leaves=True)
        path.append(entered)
        at = entered
    return Route(tuple(path), leaves=False)


def route_past_insured(area: PlayArea, start: Space, direction: Direction, insured: tuple[Space, ...]) -> Route:
    """Return the way on from an insured house to the first space without one; empty if there is none (WC-9)."""
    path: list[Space] = []
    at = area.neighbour(start, direction)
    while at is not None and at != start:
        if area.is_beyond_north(at):
            return Route(tuple(path), leaves=True)
        path.append(at)
        if at not in insured:
            return Route(tuple(path), leaves=False)
        at = area.neighbour(at, direction)
    return Route((), leaves=False)


def last_move(chosen: tuple[Move | House, ...]) -> int:
    """Return which of the chosen actions is the last move, from 0; -1 if no move has been chosen yet."""
    return max((at for at, action in enumerate(chosen) if isinstance(action, Move)), default=-1)


def begin_trip(state: State) -> State:
    """Return the state as the chosen actions begin to be carried out."""
    assert state.hurricane is not None, "actions are carried out while the hurricane is on the board"
    return state._replace(trip=Trip(state.hurricane, moved=False, calm=True, owed=0))


def carry_out_move(state: State, move: Move, events: list[Event] | None, *, is_last: bool) -> State:
    """Return the state after a move; after the last one of a turn the hurricane stops (WC-9)."""
    state = _move(state, move, events)
    return _stop(state, move.direction, events) if is_last and state.hurricane is not None else state


def _move(state: State, move: Move, events: list[Event] | None) -> State:
    assert state.hurricane is not None, "actions are carried out while the hurricane is on the board"
    way = route_of(area_of(state), state.hurricane, move)
    lost = 0 if way.leaves else move.steps - len(way.path)
    return _follow(state, way, move.direction, events, cost=move.cost, lost=lost)


def _stop(state: State, direction: Direction, events: list[Event] | None) -> State:
    area = area_of(state)
    assert state.hurricane is not None, "the hurricane hasn't left"
    if state.hurricane in state.insured:
        way = route_past_insured(area, state.hurricane, direction, state.insured)
        if way.path or way.leaves:
            state = _follow(state, way, direction, events, went_on=True)
    at, trip = state.hurricane, state.trip
    if at is None or trip is None or not trip.moved:
        return state
    if at in area.stations:
        state = _earn(state, STATION, events, station=True)
    if trip.calm and (state.options.calm_bonus == "any" or row_of(at) > row_of(trip.start)):  # WC-10
        state = _earn(state, CALM, events, station=False)
    return state


def _follow(
    state: State,
    way: Route,
    direction: Direction,
    events: list[Event] | None,
    *,
    cost: int = 0,
    lost: int = 0,
    went_on: bool = False,
) -> State:
    """Return the state after the hurricane has gone this way and destroyed what isn't insured (WC-8)."""
    trip, path = state.trip, way.path
    assert trip is not None, "actions are being carried out"
    met = set(path).intersection(chain.from_iterable(state.houses))
    fallen = met.difference(state.insured)
    if events is not None:
        destroyed = _owners(state, [space for space in dict.fromkeys(path) if space in fallen])
        passed = tuple([space for space in path if space in state.insured])
        events.append(Moved(state.active, direction, path, destroyed, passed, lost, way.leaves, went_on))
    if fallen:  # WC-8: both of a two-family house
        houses = tuple([tuple([space for space in own if space not in fallen]) for own in state.houses])
        two_family = tuple([space for space in state.two_family if space not in fallen])
        state = state._replace(houses=houses, two_family=two_family)
    calm = trip.calm and not met and not any(map(area_of(state).is_sea, path))
    at = None if way.leaves else path[-1] if path else state.hurricane
    return state._replace(hurricane=at, trip=Trip(trip.start, trip.moved or bool(path), calm, trip.owed + cost))


def _owners(state: State, spaces: list[Space]) -> tuple[tuple[Seat, Space], ...]:
    return tuple((seat, space) for space in spaces for seat, own in enumerate(state.houses) if space in own)


def _earn(state: State, points: int, events: list[Event] | None, *, station: bool) -> State:
    """Return the state after the bank has paid, at once (WC-17)."""
    if events is not None:
        events.append(Earned(state.active, points, station))
    return state._replace(coins=put(state.coins, state.active, state.coins[state.active] + points))
