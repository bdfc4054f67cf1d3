"""The worth of a plan in Wind City."""

from __future__ import annotations

from bisect import bisect_left

from cardtable.engine.game import Seat
from cardtable.engine.games.wind_city.board import Space, row_of
from cardtable.engine.games.wind_city.cards import ActionCard, Move
from cardtable.engine.games.wind_city.houses import CLOSED_ROWS, HIGH_WORTH, WORTH, area_of, stock, worth
from cardtable.engine.games.wind_city.insurance import renewal
from cardtable.engine.games.wind_city.model import State
from cardtable.engine.games.wind_city.storm import CALM, STATION, route_of, route_past_insured
from cardtable.players.knowledge import HOPELESS

COIN = 0.7
"""The worth of a coin in points."""
ENDING = 30.0
"""The worth, in points, of ending the game in the lead."""
RESERVE = 8
"""The number of coins that a player keeps for later turns. These coins are enough for about three cheap plans."""
_SHORT = 2.0
"""The extra cost, in points, of each coin that is missing from the reserve."""
_BANKRUPT = -500.0


def points_of(state: State) -> list[int]:
    """Return each seat's points. The function is faster than the rules' own function."""
    inland, two_family = (area_of(state).coast + 1) * 100, state.two_family
    points = []
    for own in state.houses:  # sorted from south to north
        high = bisect_left(own, inland)
        if two_family:
            high += sum([space >= inland and space in own for space in two_family])
        points.append(WORTH * len(own) + (HIGH_WORTH - WORTH) * high)
    return points


class Outlook:
    """The points at stake for a seat on each space with a house."""

    __slots__ = ("area", "can_build", "houses", "lead", "seat", "stakes", "state")

    def __init__(self, state: State, seat: Seat) -> None:
        """Calculate the stakes for a seat in a state or a view."""
        area, points = area_of(state), points_of(state)
        alive = len(points) - len(state.out)
        most = max([each for other, each in enumerate(points) if other != seat], default=0)
        high, inland = state.two_family, (area.coast + 1) * 100
        stakes = dict[Space, float]()
        for owner, own in enumerate(state.houses):
            # Hitting the leader is worth more than hitting another seat.
            share = -1.0 if owner == seat else (2.0 if points[owner] == most else 1.0) / alive
            one, two = share * WORTH, share * HIGH_WORTH
            for space in own:
                stakes[space] = two if space < inland or space in high else one
        self.houses = frozenset(stakes)
        for space in state.insured:
            stakes.pop(space, None)
        self.state, self.seat, self.area, self.stakes = state, seat, area, stakes
        self.lead = points[seat] - most
        """The seat's points minus the highest points of any other seat."""
        self.can_build = stock(state, seat) > 0

    def rate(self, card: ActionCard, plan: tuple[int, ...]) -> float:
        """Return the points that the seat gains from a plan if no player insures another house."""
        trip = self.follow(card, plan)
        stakes = self.stakes
        value = sum([stakes[space] for space in trip.hit if space in stakes])
        if trip.leaves:
            return value + ENDING if self.wins_after(trip.hit) else HOPELESS
        coins, cost = self.state.coins[self.seat], trip.cost
        if lapsing := self.lapsing(trip.hit):
            price = sum([renewal(self.state, space) for space in lapsing])
            if price <= min(coins, coins + trip.earned - cost):
                cost += price
            else:
                value -= sum([worth(self.state, space) for space in lapsing])
        left = coins + trip.earned - cost
        if left < 0:
            return _BANKRUPT
        missing = max(0, RESERVE - left)
        return value + COIN * (trip.earned - cost) - _SHORT * missing + (HIGH_WORTH - WORTH) * trip.bought

    def lapsing(self, hit: set[Space]) -> list[Space]:
        """Return the seat's houses in `hit` whose insurance must be renewed this turn."""
        state, own = self.state, self.state.houses[self.seat]
        if self.seat != state.active or state.phase not in ("plan", "renew"):
            return []
        covered = state.insured if state.phase == "plan" else state.lapsing
        return [space for space in covered if space in hit and space in own]

    def wins_after(self, hit: set[Space], *, renews: bool = True) -> bool:
        """Return whether the seat wins if the hurricane hits these houses and leaves the board.

        A shared win counts. If `renews` is false, the seat also loses its insured houses among these. The result
        assumes that no player insures another house.
        """
        state, seat, coins = self.state, self.seat, self.state.coins[self.seat]
        lost = {space for space in hit if space in self.stakes}
        for space in self.lapsing(hit):
            price = renewal(state, space)
            if renews and price <= coins:
                coins -= price
            else:
                lost.add(space)
        points = [sum([worth(state, space) for space in own if space not in lost]) for own in state.houses]
        ranks = list(zip(points, (*state.coins[:seat], coins, *state.coins[seat + 1 :]), strict=True))
        return all(ranks[seat] >= rank for each, rank in enumerate(ranks) if each not in state.out)

    def follow(self, card: ActionCard, plan: tuple[int, ...]) -> PlannedTrip:
        """Return the hurricane's route in a plan, with the costs and earnings of the plan."""
        area, options, seats = self.area, self.state.options, len(self.state.houses)
        start = at = self.state.hurricane or 0
        trip, direction = PlannedTrip(at), None
        is_calm = True
        for number in plan:
            action = card[number - 1]
            if not isinstance(action, Move):
                if self.can_build and row_of(at) < area.rows - CLOSED_ROWS and not trip.bought:
                    trip.bought, trip.cost = True, trip.cost + action.cost
                continue
            path, trip.leaves = route_of(options.board, seats, at, action.direction, action.steps)
            trip.cost += action.cost
            trip.hit.update(self.houses.intersection(path))
            is_calm = is_calm and not any(map(area.is_sea, path))
            direction = action.direction
            if path:
                trip.at = at = path[-1]
            if trip.leaves:
                return trip
        if direction is not None and at in self.state.insured:  # the hurricane doesn't stop there
            path, trip.leaves = route_past_insured(area, at, direction, self.state.insured)
            trip.hit.update(self.houses.intersection(path))
            if path:
                trip.at = at = path[-1]
            if trip.leaves:
                return trip
        has_moved, is_calm = at != start, is_calm and not trip.hit
        pays = options.calm_bonus == "any" or row_of(at) > row_of(start)
        trip.earned = STATION * (has_moved and at in area.stations) + CALM * (has_moved and is_calm and pays)
        return trip


class PlannedTrip:
    """The hurricane's route in a plan, and the plan's costs and earnings."""

    __slots__ = ("at", "bought", "cost", "earned", "hit", "leaves")

    def __init__(self, at: Space) -> None:
        self.at, self.cost, self.earned = at, 0, 0
        self.hit = set[Space]()
        self.leaves = self.bought = False
