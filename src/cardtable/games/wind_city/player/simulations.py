"""The policy for simulations of Wind City."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain
from random import Random

from cardtable.engine.game import Seat
from cardtable.engine.games.wind_city.board import Board, Space, distance, play_area, row_of
from cardtable.engine.games.wind_city.houses import (
    HIGH_WORTH,
    WORTH,
    area_of,
    building_sites,
    open_spaces,
    stock,
)
from cardtable.engine.games.wind_city.insurance import insure, premium, renew, renewal
from cardtable.engine.games.wind_city.model import Build, Choose, Done, Offer, PlaceHouse, PlaceHurricane, State
from cardtable.engine.games.wind_city.rules import advance, choices
from cardtable.games.wind_city.player.routes import SpaceSet, beach_of, routes_of, set_of
from cardtable.players.knowledge import pick_at_random

_COIN = 0.3
"""The worth of a coin in points. The worth is small because most players have coins left at the end."""
_WIN = 1000.0
"""The rating of a plan that ends the game with a lead. Ending the game while behind has the opposite rating."""
_HOUSE = HIGH_WORTH - WORTH
"""The worth of a bought house, and the extra worth of a beach house, in points."""
_NEAR = 4
"""The maximum distance from the hurricane at which houses are in danger and players insure them."""
_RISK = 0.1
"""The probability that a house at most `_NEAR` spaces from the hurricane will be lost."""
_INSURES = 0.6
"""The probability that a player insures a house at most `_NEAR` spaces from the hurricane."""
_MISTAKES = 0.1
"""The probability that a player chooses a random plan."""
_DONE = Done()
_OFFERS = (Offer(True), Offer(False))


def play_on(state: State, random: Random) -> State:
    """Return the state at the beginning of the next turn, or at the end of the game.

    Players choose the plan with the greatest immediate gain and insure houses near the hurricane. All their other
    choices are random.
    """
    state = _act(state, random)
    while state.phase != "plan" and state.turn is not None:
        state = _act(state, random)
    return state


def turns(state: State) -> int:
    """Return the number of finished turns."""
    return state.run_out * len(state.options.cards) + len(state.discards)


def _act(state: State, random: Random) -> State:
    """Return the state after one choice, or after several choices in a row by the same player."""
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
    """Return a sample in which the current player has a sensible plan instead of a random one."""
    is_hidden = state.active != seat and state.plan and state.trip is None
    return state._replace(plan=best_plan(state, random)) if is_hidden else state


def _choose(state: State, random: Random) -> Choose:
    """Return the plan with the greatest immediate gain. One time in ten, return a random plan."""
    if random.random() < _MISTAKES:
        return pick_at_random(state, choices(state.options.cards[(state.card or 1) - 1]), random)
    return Choose(best_plan(state, random))


def chances(state: State) -> list[float]:
    """Return each player's chance of winning a game that isn't over.

    The chance depends on whose turn it is and on each player's distance from the leader. The distance matters most when
    the hurricane is far north. With the numbers used here, players who look only one plan ahead win most often.
    """
    board, at = state.options.board, state.hurricane or 0
    rows = area_of(state).rows - row_of(at)
    valuable = beach_of(board) | set_of(board.columns, state.two_family)
    exposed = _in_danger(board, len(state.houses), at) & ~set_of(board.columns, state.insured)
    points = list[float]()
    for spaces, coins in zip(state.houses, state.coins, strict=True):
        own = set_of(board.columns, spaces)
        points.append(_worth(own, valuable) - _RISK * _worth(own & exposed, valuable) + _COIN * coins)
    most, spread = max(points), 8 + 2.5 * rows
    weights = [_exponential((each - most) / spread) for each in points]
    weights[state.active] *= 1 + min(4.0, 12 / rows)
    for seat in state.out:
        weights[seat] = 0.0
    return [weight / sum(weights) for weight in weights]


def _worth(houses: SpaceSet, valuable: SpaceSet) -> int:
    return WORTH * houses.bit_count() + _HOUSE * (houses & valuable).bit_count()


def _exponential(number: float) -> float:
    """Approximate exp(number) for numbers up to 0. Unlike with math.exp, the result is the same on every machine."""
    root = max(0.0, 1 + number / 8)
    square = root * root
    return square * square * square * square


# Insurance
def _insure(state: State, seat: Seat, random: Random) -> State:
    """Return the state after a player has insured houses near the hurricane."""
    uninsured = [space for space in state.houses[seat] if space not in state.insured]
    return _cover(state, uninsured, seat, premium, lambda before, space: insure(before, seat, space, None), random)


def _renew(state: State, random: Random) -> State:
    """Return the state after the current player has renewed insurance near the hurricane."""
    return _cover(state, state.lapsing, state.active, renewal, lambda before, space: renew(before, space, None), random)


def _cover(
    state: State,
    spaces: Iterable[Space],
    seat: Seat,
    price: Callable[[State, Space], int],
    buy: Callable[[State, Space], State],
    random: Random,
) -> State:
    """Return the state after a player has insured some of the houses near the hurricane."""
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


@cache
def _in_danger(board: Board, seats: int, at: Space) -> SpaceSet:
    return set_of(board.columns, tuple(_around(board, seats, at)))


# Plans
def best_plan(state: State, random: Random) -> tuple[int, ...]:
    """Return the plan with the greatest immediate gain for the current player."""
    assert state.card, "a card has been drawn"
    assert state.hurricane is not None, "the hurricane is on the board"
    options, seat, card = state.options, state.active, state.options.cards[state.card - 1]
    routes = routes_of(options.board, len(state.houses), card, state.hurricane, options.calm_bonus)
    stakes, coins, noise = _Stakes(state), state.coins[seat], random.random
    houses, can_build, gains = stakes.houses, stock(state, seat) > 0, dict[SpaceSet, float]()
    best, most = routes[0].plan, -2 * _WIN
    for plan, entered, leaves, cost, calm, house, price in routes:
        left, rating, buys = coins - cost, noise(), 0
        if hit := entered & houses:
            if (gain := gains.get(hit)) is None:
                gain = gains[hit] = stakes.gain(hit)
            rating += gain
        else:
            left += calm
        if leaves:
            rating += _WIN if stakes.leads_without(hit) else -_WIN
        elif left < 0:
            continue
        else:
            rating += _COIN * left
            if house and can_build and left >= price:
                rating, buys = rating + _HOUSE - _COIN * price, house
        if rating > most:
            best, most = (*plan, buys) if buys else plan, rating
    return best


class _Stakes:
    """The houses on the board, with their value to the current player."""

    __slots__ = ("exposed", "houses", "of_seats", "seat", "shares", "valuable")

    def __init__(self, state: State) -> None:
        board, seat = state.options.board, state.active
        columns = board.columns
        self.seat, self.of_seats = seat, [set_of(columns, spaces) for spaces in state.houses]
        self.valuable = beach_of(board) | set_of(columns, state.two_family)
        points = self._points_without(0)
        points[seat] = -1
        most = max(points)
        leaders = others = 0
        for other, houses in enumerate(self.of_seats):
            if points[other] == most:
                leaders |= houses
            elif other != seat:
                others |= houses
        self.houses = self.of_seats[seat] | leaders | others
        self.exposed = ~set_of(columns, state.insured)
        share = 1 / (len(points) - len(state.out))
        # Hitting the leader is worth more than hitting another seat.
        self.shares = (-1.0, self.of_seats[seat]), (2 * share, leaders), (share, others)

    def gain(self, hit: SpaceSet) -> float:
        """Return the points that the player gains if these houses are hit."""
        destroyed, gain = hit & self.exposed, 0.0
        for share, houses in self.shares:
            if found := houses & destroyed:
                gain += share * _worth(found, self.valuable)
        return gain

    def leads_without(self, hit: SpaceSet) -> bool:
        """Return whether the player has the most points if these houses are hit."""
        points = self._points_without(hit & self.exposed)
        own = points.pop(self.seat)
        return own > max(points)

    def _points_without(self, destroyed: SpaceSet) -> list[int]:
        """Return each seat's points without the destroyed houses."""
        return [_worth(houses & ~destroyed, self.valuable) for houses in self.of_seats]
