"""What an action in Wind City is certain to do, for hints."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.game import Seat
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import Space, distance, name_of
from cardtable.engine.games.wind_city.danger import risk_sentence
from cardtable.engine.games.wind_city.houses import area_of, worth
from cardtable.engine.games.wind_city.insurance import premium, renewal
from cardtable.engine.games.wind_city.model import (
    Action,
    Choose,
    Done,
    Insure,
    Offer,
    PlaceHouse,
    Renew,
    State,
)
from cardtable.engine.games.wind_city.outlook import effects, foresee
from cardtable.engine.games.wind_city.rules import chosen_actions
from cardtable.engine.phrases import counted, without_rulings


def reason(state: State, action: Action, names: Sequence[str]) -> str:
    """Return text about an action's effects on houses and coins."""
    seat = state.turn
    assert seat is not None, "a seat is to move"
    match action:
        case Choose(plan):
            return _reason_for_plan(state, seat, plan, names)
        case PlaceHouse(space):
            return _reason_for_place(state, seat, space)
        case Renew(space):
            return _reason_for_insurance(state, space, renewal(state, space))
        case Insure(space):
            return _reason_for_insurance(state, space, premium(state, space))
        case Offer(True):
            return "The others can insure houses, and pay you for it."
        case Offer():
            hits = sum(_hits(state, seat, state.plan))
            which = f"the {'house' if hits == 1 else f'{hits} houses'} that your plan hits" if hits else "a house"
            return f"Nobody can insure {which}."
        case Done() if state.phase in ("renew", "insure"):
            return f"You buy no more insurance, and have {counted(state.coins[seat], 'coin')} left."
    return without_rulings(GAME.explain(state, action, names))


def name_action(state: State, action: Action) -> str:
    """Return an action's notation. For a plan, add a description, as in `west 2, north 4 (3 2)`."""
    if not isinstance(action, Choose):
        return str(action)
    return f"{', '.join(map(str, chosen_actions(state._replace(plan=action.plan))))} ({action})"


def _reason_for_plan(state: State, seat: Seat, plan: tuple[int, ...], names: Sequence[str]) -> str:
    """Return a sentence about the route in a plan, the houses that the hurricane destroys, and the cost."""
    text = effects(state, plan, seat, names)
    return f"The hurricane {'goes ' * text.startswith('to ')}{text}."


def _hits(state: State, seat: Seat, plan: tuple[int, ...]) -> tuple[int, int]:
    """Return how many of the seat's own houses and how many of the other players' houses a plan destroys."""
    owners = [owner for owner, _ in foresee(state, plan).lost]
    return owners.count(seat), len(owners) - owners.count(seat)


def _reason_for_place(state: State, seat: Seat, space: Space) -> str:
    """Return text about a house's value and its distance from the player's other houses."""
    area, own = area_of(state), state.houses[seat]
    near = min([distance(area, space, each) for each in own], default=0)
    apart = f", {counted(near, 'space')} from your nearest house" if near else ""
    if state.hurricane is not None:
        apart += f", {counted(distance(area, state.hurricane, space), 'space')} from the hurricane"
    return f"A {'beach ' * area.is_beach(space)}house on {name_of(space)} is worth {worth(state, space)} points{apart}."


def _reason_for_insurance(state: State, space: Space, cost: int) -> str:
    risk = risk_sentence(state, space)
    return (
        f"It costs {counted(cost, 'coin')}; the house is worth {worth(state, space)} points, and "
        f"{risk[0].lower()}{risk[1:]}"
    )
