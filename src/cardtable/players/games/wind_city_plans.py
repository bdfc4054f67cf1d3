"""What a plan in Wind City is worth, and how likely it is that the hurricane hits a house."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from random import Random

from cardtable.engine.game import Seat
from cardtable.engine.games.wind_city.board import Board, Direction, PlayArea, Space, play_area, row_of
from cardtable.engine.games.wind_city.cards import Card, Move
from cardtable.engine.games.wind_city.houses import CLOSED_ROWS, HIGH_WORTH, WORTH, area_of, points_of, stock
from cardtable.engine.games.wind_city.model import Choose, State
from cardtable.engine.games.wind_city.rules import choices
from cardtable.engine.games.wind_city.storm import CALM, STATION, Route, route_of

COIN = 0.7
"""The points that a coin is worth."""
_ENDING = 30.0
"""The points that it is worth to end the game in the lead."""
_BANKRUPT = -500.0
_SAMPLED_CARDS = 6
"""The number of cards to look at in order to estimate a risk."""


@cache
def _route(board: Board, seats: int, start: Space, direction: Direction, steps: int) -> Route:
    """Return the hurricane's route in a move."""
    return route_of(play_area(board, seats), start, Move("move", direction, steps, 0))


@dataclass(slots=True)
class Outlook:
    """What a seat wants from the hurricane: the points at stake on each space with a house."""

    state: State
    seat: Seat
    area: PlayArea
    stakes: dict[Space, float]
    """What the seat gains if the house on this space is destroyed; insured houses aren't listed."""
    houses: frozenset[Space]
    lead: float
    """The seat's points minus the most of any other seat."""
    can_build: bool

    @classmethod
    def of(cls, state: State, seat: Seat) -> Outlook:
        """Return the outlook of a seat, given a state or a view."""
        area, points = area_of(state), points_of(state)
        others = [points[other] for other in range(len(points)) if other != seat and other not in state.out]
        most = max(others, default=0)
        stakes = dict[Space, float]()
        for owner, own in enumerate(state.houses):
            # To hit the leader is worth more than to hit somebody else.
            share = -1.0 if owner == seat else (1.0 + (points[owner] == most)) / (len(others) + 1)
            for space in own:
                high = area.is_beach(space) or space in state.two_family
                stakes[space] = share * (HIGH_WORTH if high else WORTH)
        houses = frozenset(stakes)
        for space in state.insured:
            stakes.pop(space, None)
        return cls(state, seat, area, stakes, houses, points[seat] - most, stock(state, seat) > 0)

    def rate(self, card: Card, plan: tuple[int, ...]) -> float:
        """Return what a plan gains the seat in points, if nobody insures another house."""
        trip = self.follow(card, plan)
        stakes = self.stakes
        value = sum([stakes[space] for space in trip.hit if space in stakes])
        if trip.leaves:
            return value + (_ENDING if self.lead + value > 0 else -_ENDING)
        if trip.cost > self.state.coins[self.seat] + trip.earned:
            return _BANKRUPT
        return value + COIN * (trip.earned - trip.cost) + (HIGH_WORTH - WORTH) * trip.bought

    def follow(self, card: Card, plan: tuple[int, ...]) -> Trip:
        """Return where the hurricane goes and what a plan costs and earns."""
        area, options, seats = self.area, self.state.options, len(self.state.houses)
        start = at = self.state.hurricane or 0
        trip = Trip(at)
        is_calm = True
        for number in plan:
            action = card[number - 1]
            if not isinstance(action, Move):
                if self.can_build and row_of(at) < area.rows - CLOSED_ROWS and not trip.bought:
                    trip.bought, trip.cost = True, trip.cost + action.cost
                continue
            path, trip.leaves = _route(options.board, seats, at, action.direction, action.steps)
            trip.cost += action.cost
            trip.hit.update(self.houses.intersection(path))
            is_calm = is_calm and not any(map(area.is_sea, path))
            if path:
                trip.at = at = path[-1]
            if trip.leaves:
                return trip
        has_moved = at != start
        trip.earned = STATION * (has_moved and at in area.stations) + CALM * (has_moved and is_calm and not trip.hit)
        return trip

    def best(self, plans: Iterable[Choose], card: Card) -> tuple[int, ...]:
        """Return the best of some plans for a card."""
        return max(plans, key=lambda each: self.rate(card, each.plan)).plan


class Trip:
    """Where the hurricane goes in a plan, and what the plan costs and earns."""

    __slots__ = ("at", "bought", "cost", "earned", "hit", "leaves")

    def __init__(self, at: Space) -> None:
        self.at, self.cost, self.earned = at, 0, 0
        self.hit = set[Space]()
        self.leaves = self.bought = False


def pick_plan(state: State, random: Random, tries: int) -> Choose:
    """Return the best of some random plans for the seat whose turn it is."""
    card = state.options.cards[(state.card or 1) - 1]
    plans = choices(card)
    outlook = Outlook.of(state, state.active)
    return Choose(outlook.best([plans[int(random.random() * len(plans))] for _ in range(tries)], card))


def distance(area: PlayArea, one: Space, other: Space) -> int:
    """Return the number of steps between two spaces."""
    (row, column), (other_row, other_column) = divmod(one, 100), divmod(other, 100)
    across = abs(column - other_column)
    return abs(row - other_row) + min(across, area.columns - across)


def risks(state: State, mover: Seat, at: Space | None, random: Random, *, harmless: bool = False) -> dict[Space, float]:
    """Return how likely it is that each house is on the hurricane's way in a seat's next turn, from `at`.

    With `harmless`, half the risk: a player who offers insurance is less likely to aim at houses.
    """
    state = state._replace(hurricane=at)
    known = {*state.discards, state.card}
    cards = [card for number, card in enumerate(state.options.cards, 1) if number not in known]
    outlook, found = Outlook.of(state, mover), dict[Space, float]()
    sampled = random.sample(cards, min(_SAMPLED_CARDS, len(cards)))
    for card in sampled:
        ranked = sorted(choices(card), key=lambda each: -outlook.rate(card, each.plan))[:3]
        for choice in ranked:
            for space in outlook.follow(card, choice.plan).hit:
                found[space] = found.get(space, 0.0) + (0.5 if harmless else 1.0) / (len(ranked) * len(sampled))
    return found


