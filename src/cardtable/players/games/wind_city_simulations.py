"""Simulations of Wind City: how everybody plays in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain
from random import Random

from cardtable.engine.game import Seat
from cardtable.engine.games.wind_city.board import Board, Space, play_area
from cardtable.engine.games.wind_city.houses import HIGH_WORTH, WORTH, building_sites, open_spaces, stock
from cardtable.engine.games.wind_city.insurance import insure, premium, renew, renewal
from cardtable.engine.games.wind_city.model import Build, Choose, Done, Offer, PlaceHouse, PlaceHurricane, State
from cardtable.engine.games.wind_city.rules import advance, choices
from cardtable.players.games.wind_city_plans import distance
from cardtable.players.games.wind_city_ways import SpaceSet, beach_of, set_of, ways_of
from cardtable.players.knowledge import pick_at_random

_COIN = 0.3
"""The points that a coin is worth: few, as most players have coins left at the end."""
_WIN = 1000.0
"""The rating of a plan that ends the game in the lead; a plan that ends it otherwise has the opposite rating."""
_HOUSE = HIGH_WORTH - WORTH
"""The points that a bought house is worth."""
_NEAR = 4
"""The distance from the hurricane at which players insure houses."""
_INSURES = 0.6
"""How likely it is that a player insures a house that is so near."""
_MISTAKES = 0.1
"""How likely it is that a player chooses any plan."""
_DONE = Done()
_OFFERS = (Offer(True), Offer(False))


def play_on(state: State, random: Random) -> State:
    """Return the state after a player's choice, or after all the choices that they make in a row.

    Players choose a plan that is best at once, insure houses near the hurricane, and otherwise choose anything.
    """
    seat = state.turn
    assert seat is not None, "a seat is to move"
    match state.phase:
        case "plan":
            return advance(state, _choose(state, random), None)
        case "insure":
            return advance(_insure(state, seat, random), _DONE, None)
        case "renew":
            return advance(_renew(state, random), _DONE, None)
        case "offer":
            return advance(state, pick_at_random(state, _OFFERS, random), None)
        case "build":
            return advance(state, Build(pick_at_random(state, building_sites(state), random)), None)
        case "houses":
            return advance(state, PlaceHouse(pick_at_random(state, open_spaces(state, seat), random)), None)
    area = play_area(state.options.board, len(state.houses))
    return advance(state, PlaceHurricane(pick_at_random(state, area.start_spaces, random)), None)


def refine(state: State, seat: Seat, random: Random) -> State:
    """Return a sample in which the player whose turn it is has chosen a sensible plan instead of any plan."""
    is_hidden = state.active != seat and state.plan and state.trip is None
    return state._replace(plan=best_plan(state, random)) if is_hidden else state


def _choose(state: State, random: Random) -> Choose:
    """Return a plan that is best at once, or any plan once in ten times."""
    if random.random() < _MISTAKES:
        return pick_at_random(state, choices(state.options.cards[(state.card or 1) - 1]), random)
    return Choose(best_plan(state, random))


# Insurance
def _insure(state: State, seat: Seat, random: Random) -> State:
    """Return the state after a player has insured houses near the hurricane."""
    uninsured = [space for space in state.houses[seat] if space not in state.insured]
    return _cover(state, uninsured, seat, premium, lambda before, space: insure(before, seat, space, None), random)


def _renew(state: State, random: Random) -> State:
    """Return the state after the player whose turn it is has renewed insurance near the hurricane."""
    return _cover(state, state.lapsing, state.active, renewal, lambda before, space: renew(before, space, None), random)


def _cover(
    state: State,
    spaces: Iterable[Space],
    seat: Seat,
    price: Callable[[State, Space], int],
    buy: Callable[[State, Space], State],
    random: Random,
) -> State:
    """Return the state after a player has bought insurance for some of the houses near the hurricane."""
    around = _around(state.options.board, len(state.houses), state.hurricane or 0)
    near = [space for space in spaces if space in around]
    while True:
        for space in near:
            if random.random() < _INSURES and price(state, space) <= state.coins[seat]:
                state = buy(state, space)
                near.remove(space)
                break
        else:
            return state


@cache
def _around(board: Board, seats: int, at: Space) -> frozenset[Space]:
    """Return the land near the hurricane."""
    area = play_area(board, seats)
    return frozenset(space for space in chain(*area.sections) if distance(area, at, space) <= _NEAR)


# Plans
def best_plan(state: State, random: Random) -> tuple[int, ...]:
    """Return the plan with which the player whose turn it is gains most at once."""
    assert state.card, "a card has been drawn"
    assert state.hurricane is not None, "the hurricane is on the board"
    options, seat, card = state.options, state.active, state.options.cards[state.card - 1]
    outlook, gains = _Outlook(state, seat), dict[SpaceSet, float]()
    houses, coins, can_build = outlook.houses, state.coins[seat], stock(state, seat) > 0
    best, most, known, noise = choices(card)[0].plan, -2 * _WIN, gains.get, random.random
    for plan, entered, cost, calm, leaves, builds in ways_of(
        options.board, len(state.houses), card, state.hurricane, options.calm_bonus
    ):
        if builds and not can_build:
            continue
        hit = entered & houses
        if (gain := known(hit)) is None:
            gain = gains[hit] = outlook.gain(hit)
        if leaves:
            rating = gain + noise() + (_WIN if outlook.lead + gain > 0 else -_WIN)
        else:
            left = coins - cost if hit else coins - cost + calm
            if left < 0:
                continue
            rating = gain + noise() + _COIN * left
            if builds:
                rating += _HOUSE
        if rating > most:
            best, most = plan, rating
    return best


class _Outlook:
    """A seat's view of the hurricane: the points at stake."""

    __slots__ = ("houses", "lead", "stakes")

    def __init__(self, state: State, seat: Seat) -> None:
        """Look at a state from a seat."""
        board = state.options.board
        columns = board.columns
        valuable = set_of(columns, state.two_family) | beach_of(board)
        own = [set_of(columns, spaces) for spaces in state.houses]
        points = [WORTH * each.bit_count() + (HIGH_WORTH - WORTH) * (each & valuable).bit_count() for each in own]
        most = max([each for other, each in enumerate(points) if other != seat])
        self.lead = points[seat] - most
        alive = len(points) - len(state.out)
        uninsured = ~set_of(columns, state.insured)
        self.houses = 0
        self.stakes = list[tuple[float, SpaceSet, SpaceSet]]()
        for owner, each in enumerate(own):
            # Hitting the leader is worth more than hitting another seat.
            share = -1.0 if owner == seat else (2.0 if points[owner] == most else 1.0) / alive
            self.houses |= each
            self.stakes.append((share, each & uninsured, each & uninsured & valuable))

    def gain(self, hit: SpaceSet) -> float:
        """Return what the seat gains if these spaces are hit."""
        gain = 0.0
        for share, houses, valuable in self.stakes:
            if found := hit & houses:
                points = WORTH * found.bit_count() + (HIGH_WORTH - WORTH) * (hit & valuable).bit_count()
                gain += share * points
        return gain

