"""Computer players' knowledge of Wind City."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from random import Random

from cardtable.engine.game import Seat
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import Space, column_of, distance, row_of
from cardtable.engine.games.wind_city.cards import House
from cardtable.engine.games.wind_city.houses import area_of, without_houses, worth
from cardtable.engine.games.wind_city.insurance import premium, renewal
from cardtable.engine.games.wind_city.model import Action, Build, Choose, Insure, Offer, PlaceHouse, Renew, State
from cardtable.engine.seating import clockwise
from cardtable.engine.zones import put
from cardtable.games.wind_city.player.contrast import contrast
from cardtable.games.wind_city.player.plans import COIN, RESERVE, Outlook, PlannedTrip, points_of
from cardtable.games.wind_city.player.reasons import name_action, reason
from cardtable.games.wind_city.player.simulations import chances, play_on, refine, turns
from cardtable.players.knowledge import HOPELESS, Knowledge, pick_several

_NEAR = 5
"""The distance from the hurricane below which a house is in danger."""
_GUESSED_RISK = 0.25
"""A quick estimate of the risk to a house that is less than `_NEAR` spaces from the hurricane."""
_APART = 3
"""The distance that a careful player leaves between houses."""
_NORTH = 0.5
"""The extra worth of a house for each row farther north, where the hurricane arrives later."""
_HOUSE_IN_COINS = 30
"""The number of coins that is worth about as much as a bought house."""
_CANDIDATES = 8
"""The number of plans that the search considers."""
_SAVINGS = 14
"""The number of coins that a beginner keeps when buying insurance: enough for any plan and a cheap plan after it."""
_STOPS = 0.3
"""The probability that a beginner stops buying insurance before the next house."""
_BEACH = 2.0
"""What a house on the beach is worth to a sound player."""


# Sound play
def rate(state: State, legal: Sequence[Action], random: Random) -> list[float]:
    """Rate plans by destroyed houses and by coins. Rate insurance by the risk to each house."""
    seat = state.turn
    assert seat is not None, "a seat is to move"
    match state.phase:
        case "houses":
            return [_rate_house(state, seat, action, random) for action in legal]
        case "plan":
            return _rate_plans(state, seat, legal)
        case "renew":
            return _rate_renewals(state, seat, legal)
        case "insure":
            danger, spare = _danger_around(state, seat, state.hurricane), state.coins[seat] - RESERVE
            return [_rate_cover(state, danger, action, premium, spare) for action in legal]
        case "offer":
            return [_rate_offer(state, seat) if action == Offer(True) else 0.0 for action in legal]
        case "build":
            return [_rate_building(state, action) for action in legal]
    return [0.0] * len(legal)


def _rate_house(state: State, seat: Seat, action: Action, random: Random) -> float:
    """Rate a space for a house: best on the beach, and worse in columns with many of the player's other houses."""
    assert isinstance(action, PlaceHouse), "nothing else is legal now"
    own = sum(column_of(space) == column_of(action.space) for space in state.houses[seat])
    return _BEACH * area_of(state).is_beach(action.space) - own + random.random()


def _rate_plans(state: State, seat: Seat, legal: Sequence[Action]) -> list[float]:
    """Rate plans by their gain and by the owners of the houses near the end of the hurricane's route."""
    outlook, card = Outlook(state, seat), state.options.cards[(state.card or 1) - 1]
    threats, ratings = dict[Space, float](), []
    for action in legal:
        assert isinstance(action, Choose), "nothing else is legal now"
        trip = outlook.follow(card, action.plan)
        if trip.at not in threats:
            near = (space for space in outlook.stakes if distance(outlook.area, trip.at, space) < _NEAR)
            threats[trip.at] = 0.1 * sum(outlook.stakes[space] for space in near)
        ratings.append(outlook.rate(card, action.plan) + (0.0 if trip.leaves else threats[trip.at]))
    return ratings


def _rate_renewals(state: State, seat: Seat, legal: Sequence[Action]) -> list[float]:
    """Rate insurance renewals. Houses that the player's own plan hits come first, then houses near the route's end."""
    trip = Outlook(state, seat).follow(state.options.cards[(state.card or 1) - 1], state.plan)
    hit = dict.fromkeys(trip.hit, 1.0)
    if trip.leaves:  # there's nothing to pay, and no danger after that
        return [_rate_cover(state, hit, action, renewal, state.coins[seat]) for action in legal]
    spare = state.coins[seat] - max(0, trip.cost - trip.earned)
    danger = _danger_around(state, seat, trip.at) | hit
    return [
        _rate_cover(state, danger, action, renewal, spare if action.space in hit else spare - RESERVE)
        if isinstance(action, Renew)
        else 0.0
        for action in legal
    ]


def _danger_around(state: State, seat: Seat, at: Space | None) -> dict[Space, float]:
    """Estimate the risk to each of a seat's houses while the hurricane is on this space."""
    area, houses = area_of(state), state.houses[seat]
    return {space: _GUESSED_RISK for space in houses if at is not None and distance(area, at, space) < _NEAR}


# Careful play
def consider(state: State, legal: Sequence[Action]) -> Sequence[Action]:
    """Return the most promising plans, or both answers to an insurance offer. For other choices, return the best."""
    seat = state.turn
    assert seat is not None, "a seat is to move"
    match state.phase:
        case "houses":
            random = Random(sum(map(sum, state.houses)))  # the same view leads to the same choice
            return pick_several([_rate_house_carefully(state, seat, action, random) for action in legal], legal, 1)
        case "plan":
            plans = _without_idle_houses(state, seat, legal)
            return pick_several(_rate_plans_carefully(state, seat, plans), plans, _CANDIDATES)
        case "renew" | "insure" | "build":
            return pick_several(rate(state, legal, Random(0)), legal, 1)
    return legal


def _without_idle_houses(state: State, seat: Seat, legal: Sequence[Action]) -> Sequence[Action]:
    """Leave out plans that buy a house when no house can be bought. Such plans duplicate other plans."""
    outlook, card = Outlook(state, seat), state.options.cards[(state.card or 1) - 1]
    houses = {number for number, action in enumerate(card, 1) if isinstance(action, House)}
    plans = [(action, action.plan) for action in legal if isinstance(action, Choose)]
    return [action for action, plan in plans if houses.isdisjoint(plan) or outlook.follow(card, plan).bought] or legal


def _rate_house_carefully(state: State, seat: Seat, action: Action, random: Random) -> float:
    """Rate a space for a house: best on the beach or far north, and not too near the player's other houses."""
    assert isinstance(action, PlaceHouse), "nothing else is legal now"
    area, space = area_of(state), action.space
    close = sum(max(0, _APART - distance(area, space, own)) for own in state.houses[seat]) / 2
    return _BEACH * 3 * area.is_beach(space) + _NORTH * row_of(space) - close + 0.5 * random.random()


def _rate_plans_carefully(state: State, seat: Seat, legal: Sequence[Action]) -> list[float]:
    """Rate plans by the player's chance of winning afterwards.

    A plan is as bad as a loss if it can't be completed or if it duplicates an earlier plan.
    """
    outlook, card = Outlook(state, seat), state.options.cards[(state.card or 1) - 1]
    ratings, known = list[float](), set[Hashable]()
    for action in legal:
        assert isinstance(action, Choose), "nothing else is legal now"
        trip = outlook.follow(card, action.plan)
        goes_on = action.plan[-1] if trip.at in state.insured else 0
        effects = (trip.at, trip.leaves, frozenset(trip.hit), trip.earned - trip.cost, goes_on)
        buys = any(isinstance(card[number - 1], House) for number in action.plan)
        is_useless = buys > trip.bought or effects in known
        ratings.append(-1.0 if is_useless else _chance_after(state, seat, trip))
        known.add(effects)
    return ratings


def _chance_after(state: State, seat: Seat, trip: PlannedTrip) -> float:
    """Return the player's chance of winning after a plan, or 1 or -1 if the plan itself wins or loses the game."""
    after = without_houses(state, trip.hit.difference(state.insured))
    left = state.coins[seat] + trip.earned - trip.cost
    if trip.leaves:
        points = points_of(after)
        return 1.0 if points.pop(seat) > max(points) else -1.0
    if left < 0:
        return -1.0
    following = next(each for each in clockwise(len(state.houses), seat) if each not in state.out)
    coins = put(state.coins, seat, left + _HOUSE_IN_COINS * trip.bought)
    return chances(after._replace(active=following, hurricane=trip.at, coins=coins))[seat]


def _rate_cover(
    state: State, danger: Mapping[Space, float], action: Action, price: Callable[[State, Space], int], spare: int
) -> float:
    """Rate insurance for a house by the risk, the house's worth and the price.

    The price can't exceed the spare coins. Not insuring a house is rated 0.
    """
    if not isinstance(action, Insure | Renew):
        return 0.0
    if price(state, action.space) > spare:
        return -1.0
    return danger.get(action.space, 0.0) * worth(state, action.space) - COIN * price(state, action.space)


def _rate_offer(state: State, seat: Seat) -> float:
    """Rate an offer of insurance: high, unless the plan ends the game or hits houses that could be insured."""
    outlook, card = Outlook(state, seat), state.options.cards[(state.card or 1) - 1]
    trip = outlook.follow(card, state.plan)
    others = tuple(space for owner, own in enumerate(state.houses) if owner != seat for space in own)
    if trip.leaves or Outlook(state._replace(insured=state.insured + others), seat).follow(card, state.plan).leaves:
        return -1.0  # the hurricane doesn't stop on an insured house, and may leave the board instead
    return 1.0 - sum(outlook.stakes.get(space, 0.0) > 0 for space in trip.hit)


def _rate_building(state: State, action: Action) -> float:
    """Rate a space for a bought house. A good space is far from the hurricane and isn't worth much yet."""
    if not isinstance(action, Build) or state.hurricane is None:
        return 0.0
    return 15 - worth(state, action.space) + 0.1 * distance(area_of(state), state.hurricane, action.space)


# A beginner
def rate_simply(state: State, legal: Sequence[Action], random: Random) -> list[float]:
    """Rate affordable plans by the houses that they destroy. Occasionally insure a house."""
    seat = state.turn
    if state.phase == "plan" and seat is not None:
        outlook, card = Outlook(state, seat), state.options.cards[(state.card or 1) - 1]
        plans = [action.plan for action in legal if isinstance(action, Choose)]
        return [_count_hits(outlook, outlook.follow(card, plan)) for plan in plans]
    ratings = [random.random() for _ in legal]
    if state.phase in ("renew", "insure") and seat is not None:
        price, spare = (renewal if state.phase == "renew" else premium), state.coins[seat] - _SAVINGS
        stops = random.random() < _STOPS
        for at, action in enumerate(legal):
            if isinstance(action, Insure | Renew) and price(state, action.space) > spare:
                ratings[at] = HOPELESS
            elif isinstance(action, Insure | Renew) and stops:
                ratings[at] = -1.0
    return ratings


def _count_hits(outlook: Outlook, trip: PlannedTrip) -> float:
    """Return the number of others' houses that a plan hits minus the player's own. A losing plan is rated lowest."""
    own = trip.hit.intersection(outlook.state.houses[outlook.seat])  # the others may insure theirs
    if trip.leaves and not outlook.wins_after(own, renews=False):
        return HOPELESS
    if trip.cost > outlook.state.coins[outlook.seat] + trip.earned:
        return HOPELESS
    stakes = [outlook.stakes[space] for space in trip.hit if space in outlook.stakes]
    return sum(1.0 if stake > 0 else -1.0 for stake in stakes) - len(outlook.lapsing(trip.hit))


@lru_cache(maxsize=64)
def _contrast(state: State, better: Action, worse: Action) -> str:
    return contrast(KNOWLEDGE, state, better, worse)


KNOWLEDGE = Knowledge(
    game=GAME,
    rate=rate,
    rate_simply=rate_simply,
    slips=0.2,
    play_on=play_on,
    horizon=3,
    turns=turns,
    chances=chances,
    consider=consider,
    refine=refine,
    win_weight=0.97,
    scale=30.0,
    simulations=1000,
    reason=reason,
    contrast=_contrast,
    name=name_action,
)
