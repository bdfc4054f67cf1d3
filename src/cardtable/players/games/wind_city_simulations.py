"""Simulations of Wind City: how everybody plays in them, and the actions among which to search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from cardtable.engine.game import Seat
from cardtable.engine.games.wind_city.board import Space, row_of
from cardtable.engine.games.wind_city.cards import MAX_CHOSEN, Card, House, Move
from cardtable.engine.games.wind_city.houses import CLOSED_ROWS, HIGH_WORTH, WORTH, area_of
from cardtable.engine.games.wind_city.model import Action, Choose, Insure, Renew, State
from cardtable.engine.games.wind_city.rules import choices
from cardtable.engine.games.wind_city.storm import CALM, STATION
from cardtable.players.games.wind_city_plans import Outlook, distance, route
from cardtable.players.knowledge import pick_at_random

_COIN = 0.3
"""The points that a coin is worth: few, as most players have coins left at the end."""
_WIN = 1000.0
"""The rating of a plan that ends the game in the lead; a plan that ends it otherwise has the opposite rating."""
_NEAR = 4
"""The distance from the hurricane at which players insure houses."""
_INSURES = 0.6
"""How likely it is that a player insures a house that is so near."""


def policy(state: State, legal: Sequence[Action], random: Random) -> Action:
    """Pick a plan that is best at once, insure houses near the hurricane, and otherwise pick anything."""
    match state.phase:
        case "plan" if random.random() >= 0.1:
            return Choose(best_plan(state, random))
        case "insure" | "renew" if state.hurricane is not None:
            return _pick_house(state, state.hurricane, legal, random)
        case "build":
            return legal[int(random.random() * (len(legal) - 1))]
    return pick_at_random(state, legal, random)


def _pick_house(state: State, at: Space, legal: Sequence[Action], random: Random) -> Action:
    """Return the insurance of a house near the hurricane, or the last action, which is to be done."""
    area = area_of(state)
    for action in legal:
        if (
            isinstance(action, Insure | Renew)
            and distance(area, at, action.space) <= _NEAR
            and random.random() < _INSURES
        ):
            return action
    return legal[-1]


def refine(state: State, seat: Seat, random: Random) -> State:
    """Return a sample in which the player whose turn it is has chosen a sensible plan instead of any plan."""
    is_hidden = state.active != seat and state.plan and state.trip is None
    return state._replace(plan=best_plan(state, random)) if is_hidden else state


class _Journey(NamedTuple):
    """The hurricane's way in the first moves of a plan."""

    plan: tuple[int, ...]
    at: Space
    cost: int
    gain: float
    """The points at stake on the spaces that are hit."""
    hit: frozenset[Space]
    is_calm: bool
    leaves: bool


def best_plan(state: State, random: Random) -> tuple[int, ...]:
    """Return the plan with which the player whose turn it is gains most at once."""
    assert state.card, "a card has been drawn"
    assert state.hurricane is not None, "the hurricane is on the board"
    outlook, card = Outlook(state, state.active), state.options.cards[state.card - 1]
    best, most = choices(card)[0].plan, -2 * _WIN
    for plan, rating in _rated(outlook, card, state.hurricane, state.coins[state.active]):
        noisy = rating + random.random()
        if noisy > most:
            best, most = plan, noisy
    return best


def _rated(outlook: Outlook, card: Card, start: Space, coins: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield the plans that the player can pay for, with their ratings; a house is only bought last."""
    house = next((number for number, action in enumerate(card, 1) if isinstance(action, House)), 0)
    stations, last_row = outlook.area.stations, outlook.area.rows - CLOSED_ROWS
    for journey in _journeys(outlook, card, start):
        plan, at, cost, gain, _, is_calm, leaves = journey
        if leaves:
            yield plan, (_WIN if outlook.lead + gain > 0 else -_WIN) + gain
            continue
        earned = STATION * (at in stations) + CALM * is_calm if at != start else 0
        left = coins + earned - cost
        if left >= 0:
            yield plan, gain + _COIN * left
        if house and outlook.can_build and len(plan) < MAX_CHOSEN and row_of(at) < last_row:
            price = card[house - 1].cost
            if left >= price:
                yield (*plan, house), gain + HIGH_WORTH - WORTH + _COIN * (left - price)


def _journeys(outlook: Outlook, card: Card, start: Space) -> Iterator[_Journey]:
    """Yield the hurricane's way in every plan of moves, short plans first."""
    moves = [(number, action) for number, action in enumerate(card, 1) if isinstance(action, Move)]
    journeys = [_Journey((), start, 0, 0.0, frozenset(), is_calm=True, leaves=False)]
    for _ in range(MAX_CHOSEN):
        journeys = [
            _go_on(outlook, journey, number, action)
            for journey in journeys
            if not journey.leaves
            for number, action in moves
            if number not in journey.plan
        ]
        yield from journeys


def _go_on(outlook: Outlook, journey: _Journey, number: int, move: Move) -> _Journey:
    """Return the hurricane's way after another move."""
    plan, at, cost, gain, hit, is_calm, _ = journey
    state, sea = outlook.state, outlook.area.coast * 100
    path, leaves = route(state.options.board, len(state.houses), at, move.direction, move.steps)
    found = outlook.houses.intersection(path)
    if found:
        stakes = outlook.stakes
        gain += sum([stakes.get(space, 0.0) for space in found if space not in hit])
        hit |= found
    is_calm = is_calm and not found and (not path or min(path) >= sea)
    return _Journey((*plan, number), path[-1] if path else at, cost + move.cost, gain, hit, is_calm, leaves)
