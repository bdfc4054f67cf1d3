"""The hurricane of Wind City: how it moves, where it stops, which houses it destroys, and when it earns coins."""

from __future__ import annotations

from collections import Counter
from collections.abc import KeysView, Mapping
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from cardtable.engine.game import Events, Seat
from cardtable.engine.games.wind_city.board import Board, Direction, PlayArea, Space, play_area, row_of
from cardtable.engine.games.wind_city.cards import MAX_CHOSEN, ActionCard, House, Move
from cardtable.engine.games.wind_city.houses import area_of
from cardtable.engine.games.wind_city.model import Earned, Moved, State, Trip
from cardtable.engine.zones import put

STATION, CALM = 5, 3  # WC-9, WC-10: from the bank


class Route(NamedTuple):
    """The hurricane's route in one move, or from an insured house to the space where it can stop."""

    path: tuple[Space, ...]
    """The spaces that the hurricane enters."""
    leaves: bool
    """Whether the hurricane crosses the northern edge and leaves the board at the end of the route."""


@cache
def route_of(board: Board, seats: int, start: Space, direction: Direction, steps: int) -> Route:
    """Return the hurricane's route when it moves this number of steps (WC-7)."""
    area, path, at = play_area(board, seats), list[Space](), start
    for _ in range(steps):
        entered = area.neighbour(at, direction)
        if entered is None:  # WC-7: steps beyond the southern edge are lost
            break
        if area.is_beyond_north(entered):
            return Route(tuple(path), leaves=True)
        path.append(entered)
        at = entered
    return Route(tuple(path), leaves=False)


def route_past_insured(area: PlayArea, start: Space, direction: Direction, insured: tuple[Space, ...]) -> Route:
    """Return the route from an insured house to the next uninsured space, or an empty route if none is left (WC-9)."""
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
    """Return the index of the last move among the chosen actions, or -1 if no action is a move."""
    return max((at for at, action in enumerate(chosen) if isinstance(action, Move)), default=-1)


def begin_trip(state: State) -> State:
    """Return the state before the first chosen action is carried out."""
    assert state.hurricane is not None, "actions are carried out only while the hurricane is on the board"
    return state._replace(turn=state.active, trip=Trip(state.hurricane, moved=False, calm=True, owed=0))


def carry_out_move(state: State, move: Move, events: Events, *, is_last: bool) -> State:
    """Return the state after a move. The hurricane stops after the last move (WC-9)."""
    state = _move(state, move, events)
    return _stop(state, move.direction, events) if is_last and state.hurricane is not None else state


def _move(state: State, move: Move, events: Events) -> State:
    assert state.hurricane is not None, "actions are carried out only while the hurricane is on the board"
    route = route_of(state.options.board, len(state.houses), state.hurricane, move.direction, move.steps)
    lost = 0 if route.leaves else move.steps - len(route.path)
    return _follow(state, route, move.direction, events, cost=move.cost, lost=lost)


def _stop(state: State, direction: Direction, events: Events) -> State:
    area = area_of(state)
    assert state.hurricane is not None, "the hurricane hasn't left"
    if state.hurricane in state.insured:
        route = route_past_insured(area, state.hurricane, direction, state.insured)
        if route.path or route.leaves:
            state = _follow(state, route, direction, events, went_on=True)
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
    route: Route,
    direction: Direction,
    events: Events,
    *,
    cost: int = 0,
    lost: int = 0,
    went_on: bool = False,
) -> State:
    """Return the state after the hurricane has moved and destroyed uninsured houses (WC-8)."""
    trip, path = state.trip, route.path
    assert trip is not None, "actions are being carried out"
    hit = set(path).intersection(chain.from_iterable(state.houses))
    destroyed = hit.difference(state.insured)
    if events is not None:
        lost_houses, passed = (
            _owners(state, [space for space in dict.fromkeys(path) if space in houses])
            for houses in (destroyed, state.insured)
        )
        events.append(Moved(state.active, direction, path, lost_houses, passed, lost, route.leaves, went_on))
    if destroyed:  # WC-8: both houses of a two-family house
        houses = tuple([tuple([space for space in own if space not in destroyed]) for own in state.houses])
        two_family = tuple([space for space in state.two_family if space not in destroyed])
        state = state._replace(houses=houses, two_family=two_family)
    calm = trip.calm and not hit and not any(map(area_of(state).is_sea, path))
    at = None if route.leaves else path[-1] if path else state.hurricane
    return state._replace(hurricane=at, trip=Trip(trip.start, trip.moved or bool(path), calm, trip.owed + cost))


def _owners(state: State, spaces: list[Space]) -> tuple[tuple[Seat, Space], ...]:
    return tuple((seat, space) for space in spaces for seat, own in enumerate(state.houses) if space in own)


def _earn(state: State, points: int, events: Events, *, station: bool) -> State:
    """Return the state after the bank has paid the player. The bank pays immediately (WC-17)."""
    if events is not None:
        events.append(Earned(state.active, points, station))
    return state._replace(coins=put(state.coins, state.active, state.coins[state.active] + points))


# Warnings
class Reach(NamedTuple):
    """The possible routes of the hurricane in one turn."""

    cards: Mapping[Space, int]
    """The number of cards that can move the hurricane to each space that it can enter."""
    held: int
    """The number of different cards, one of which is held by the current player."""
    can_leave: bool
    """Whether the hurricane can leave the board, which would end the game."""

    @property
    def spaces(self) -> KeysView[Space]:
        """The spaces that the hurricane can enter."""
        return self.cards.keys()


def reach(state: State) -> Reach:
    """Return the possible routes of the hurricane, considering every card that hasn't been discarded."""
    assert state.hurricane is not None, "the hurricane is on the board"
    cards = tuple(card for number, card in enumerate(state.options.cards, 1) if number not in state.discards)
    return _reach(state.options.board, len(state.houses), cards, state.hurricane, state.insured)


@lru_cache(maxsize=64)
def _reach(board: Board, seats: int, cards: tuple[ActionCard, ...], start: Space, insured: tuple[Space, ...]) -> Reach:
    found = [_reach_with(board, seats, card, start, insured) for card in cards]
    counts = Counter(chain.from_iterable(spaces for spaces, _ in found))
    return Reach(counts, len(cards), any(leaves for _, leaves in found))


@lru_cache(maxsize=512)
def _reach_with(
    board: Board, seats: int, card: ActionCard, start: Space, insured: tuple[Space, ...]
) -> tuple[frozenset[Space], bool]:
    """Return the spaces that the hurricane can enter with this card, and whether it can leave the board."""
    entered, can_leave = set[Space](), False
    waiting = [(start, tuple(action for action in card if isinstance(action, Move)), 0)]
    while waiting:
        at, moves, made = waiting.pop()
        for number, move in enumerate(moves):
            path, leaves = route_of(board, seats, at, move.direction, move.steps)
            end = path[-1] if path else at
            past = _past(board, seats, end, move.direction, insured)
            entered.update(path, past.path)
            can_leave = can_leave or leaves or past.leaves
            if not leaves and made + 1 < MAX_CHOSEN:
                waiting.append((end, moves[:number] + moves[number + 1 :], made + 1))
    return frozenset(entered), can_leave


def _past(board: Board, seats: int, at: Space, direction: Direction, insured: tuple[Space, ...]) -> Route:
    """Return the route that leads on from an insured house (WC-9), or an empty route if the hurricane can stop here."""
    if at not in insured:
        return Route((), leaves=False)
    return route_past_insured(play_area(board, seats), at, direction, insured)


def steps_to_end(state: State) -> int:
    """Return the number of steps north that take the hurricane off the board, or 0 if it can't move."""
    if state.hurricane is None or state.phase in ("houses", "over"):
        return 0
    return area_of(state).rows - row_of(state.hurricane)
