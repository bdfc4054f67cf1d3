"""The plans of Wind City in words for plain mode: the best plans, an overview of all plans, and groups in detail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from math import factorial
from typing import NamedTuple

from cardtable.engine.games.wind_city.board import Space, name_of, parse_space
from cardtable.engine.games.wind_city.cards import House
from cardtable.engine.games.wind_city.model import (
    Choose,
    State,
)
from cardtable.engine.games.wind_city.outlook import (
    ENDS,
    EffectWords,
    PlanEffects,
    effect_words,
    effects,
    foresee,
    house_bought,
    losses_of,
)
from cardtable.engine.games.wind_city.storm import CALM, STATION
from cardtable.engine.phrases import counted, join_words
from cardtable.table.seen import Seen

HOUSE, END = "house", "end"
"""The words that a player types after `moves` to hear the plans that buy a house or end the game."""
GROUPS_HELP = "To hear the plans for a stop, type its space."
STOPS_HELP = "To hear where it can stop, type moves."


class Use(IntEnum):
    """The possible uses of a plan, with the most desirable first."""

    HIT = 0
    STATION = 1
    CALM = 2
    NOTHING = 3
    HARM = 4
    TOO_DEAR = 5
    END = 6


STOPS = {
    Use.STATION: f"Get {STATION} coins or more, and destroy nothing",
    Use.CALM: f"Get {CALM} coins, and destroy nothing",
    Use.NOTHING: "Destroy nothing",
    Use.HARM: "Lose a house of yours",
    Use.TOO_DEAR: "Pay more than you have, so that you may be out",
}
"""The headings, by use, for plans that stop the hurricane on the board and hit no other player's houses."""


DANGERS = {Use.HARM: "Lose a house of yours", Use.TOO_DEAR: "Pay more than you have"}
"""The dangers of plans, in the short form that is read out every turn."""
MAX_TARGETS, MAX_STOPS = 2, 3
"""The maximum number of targets, and of stops for each danger, that are read out every turn."""


class DescribedPlan(NamedTuple):
    """A plan with its effects."""

    numbers: tuple[int, ...]
    use: Use
    effects: PlanEffects
    words: EffectWords

    @property
    def typed(self) -> str:
        """The plan in the form that players type."""
        return str(Choose(self.numbers))


def plan_overview(seen: Seen) -> Iterator[str]:
    """Yield about a dozen lines: each action alone, then the possible plans, grouped by the hurricane's last space."""
    plans = sorted(_plans(seen), key=_merit)
    yield from single_actions(seen)
    yield from _purchases(seen, plans)
    targets, others = _stops(seen, plans)
    if targets:
        found = (f"{houses} ({_stop_on(listed)})" for houses, listed in targets.items())
        yield f"Destroy only others' houses: {'; '.join(found)}."
    for use, description in STOPS.items():
        if listed := [plan for plan in others if plan.use is use]:
            yield f"{description}: {_stop_on(listed)}."
    results = dict.fromkeys(plan.words.result.removeprefix(ENDS) for plan in plans if plan.use is Use.END)
    if results:
        yield f"End the game: {join_words(results, 'or')}. To hear how, type moves {END}."
    yield GROUPS_HELP


def plan_highlights(seen: Seen) -> Iterator[str]:
    """Yield the main lines of the overview in short form: the best plans for each use, and the stops to avoid."""
    plans = sorted(_plans(seen), key=_merit)
    targets, others = _stops(seen, plans)
    if ends := _shortest([plan for plan in plans if plan.use is Use.END]):
        result = f"lose: type moves {END}" if ends[0].words.is_grave else f"win with {ends[0].typed}"
        yield f"End the game and {result}."
    if targets:
        cheapest = _cheapest_hits(seen, plans)
        found = [f"{houses} with {_with_price(cheapest[houses])}" for houses in targets]
        more = f"; and {counted(len(found) - MAX_TARGETS, 'other choice')}" if len(found) > MAX_TARGETS else ""
        yield f"Destroy {'; '.join(found[:MAX_TARGETS])}{more}."
    earning = max((plan for plan in others if plan.use in (Use.STATION, Use.CALM)), key=_gain, default=None)
    if earning is not None and _gain(earning) > 0:
        yield f"Gain {counted(_gain(earning), 'coin')} in all with {earning.typed}."
    for use, description in DANGERS.items():
        if stops := [plan for plan in others if plan.use is use]:
            yield f"{description}: {_stop_on(stops, MAX_STOPS)}."
    yield "To hear more, type moves, or a space to stop on."


def _stops(seen: Seen, plans: Sequence[DescribedPlan]) -> tuple[dict[str, list[DescribedPlan]], list[DescribedPlan]]:
    """Return the best plan for each stop: first the plans that hit others, grouped by target, then the rest."""
    hits = _best_by_stop(plan for plan in plans if plan.use is Use.HIT)
    targets: dict[str, list[DescribedPlan]] = {}
    for plan in hits.values():
        targets.setdefault(losses_of(plan.effects.lost, seen.viewer, seen.names), []).append(plan)
    others = _best_by_stop(plan for plan in plans if plan.use is not Use.HIT)
    return targets, [plan for end, plan in others.items() if plan.use < Use.HARM or end not in hits]


def _cheapest_hits(seen: Seen, plans: Iterable[DescribedPlan]) -> dict[str, DescribedPlan]:
    """Return the first plan for each set of other players' houses to destroy. The plans are given in order of merit.

    Two of these plans may stop on the same space, if the more expensive plan destroys more.
    """
    cheapest: dict[str, DescribedPlan] = {}
    for plan in plans:
        if plan.use is Use.HIT:
            cheapest.setdefault(losses_of(plan.effects.lost, seen.viewer, seen.names), plan)
    return cheapest


def _gain(plan: DescribedPlan) -> int:
    return plan.effects.earned - plan.effects.paid


def _with_price(plan: DescribedPlan) -> str:
    """Return a plan in the form that players type, with its cost and earnings, as in `4 2 (costs 5, earns 3)`."""
    earns = f", earns {plan.effects.earned}" if plan.effects.earned else ""
    return f"{plan.typed} (costs {plan.effects.paid}{earns})"


def plan_details(seen: Seen, group: str) -> tuple[str, ...]:
    """Return a line for each effect of the plans in a group. Raise ValueError if there is no such group."""
    plans, space = list(_plans(seen)), parse_space(group)
    if group.lower() == HOUSE:
        found = [plan for plan in plans if _buys_house(seen, plan)]
        refusal = " ".join(["No plan would buy back a house.", *_purchases(seen, ())])
    elif group.lower() == END:
        found = _shortest([plan for plan in plans if plan.use is Use.END])
        refusal = f"No plan ends the game. {STOPS_HELP}"
    elif space is not None:
        found = [plan for plan in plans if plan.effects.end == space]
        refusal = f"No plan makes the hurricane stop on {name_of(space)}. {STOPS_HELP}"
    else:
        raise ValueError(f"Type moves and the space where the hurricane should stop, or moves {HOUSE} or moves {END}.")
    if not found:
        raise ValueError(refusal)
    by_effect: dict[str, list[tuple[int, ...]]] = {}
    for plan in sorted(found, key=_merit):
        by_effect.setdefault(str(plan.words), []).append(plan.numbers)
    return tuple(f"{_orders(numbers)}: {effect}." for effect, numbers in by_effect.items())


def _plans(seen: Seen) -> Iterator[DescribedPlan]:
    """Yield the legal plans. If a house is chosen, leave out plans that don't buy one."""
    state: State = seen.state
    for action in seen.legal:
        if not house_bought(state, action.plan).startswith("no "):
            effect = foresee(state, action.plan)
            words = effect_words(state, action.plan, seen.viewer, seen.names)
            yield DescribedPlan(action.plan, _use_of(state, effect, is_grave=words.is_grave), effect, words)


def _shortest(plans: Sequence[DescribedPlan]) -> list[DescribedPlan]:
    """Return the plans, without those that extend a shorter plan by actions that are never carried out."""
    all_numbers = {plan.numbers for plan in plans}
    return [plan for plan in plans if not any(plan.numbers[:at] in all_numbers for at in range(1, len(plan.numbers)))]


def _use_of(state: State, effect: PlanEffects, *, is_grave: bool) -> Use:
    if effect.end is None:
        return Use.END
    if any(owner == state.active for owner, _ in effect.lost):
        return Use.HARM
    if is_grave:
        return Use.TOO_DEAR
    if effect.lost:
        return Use.HIT
    return Use.STATION if effect.earned >= STATION else Use.CALM if effect.earned else Use.NOTHING


def _merit(plan: DescribedPlan) -> tuple[Use, bool, int, int]:
    """Return a sort key that puts the more useful plans first."""
    hits = -len(plan.effects.lost) if plan.use is Use.HIT else 0
    return plan.use, plan.words.is_grave, hits, plan.effects.paid - plan.effects.earned


def _best_by_stop(plans: Iterable[DescribedPlan]) -> dict[Space | None, DescribedPlan]:
    """Return the first plan for each space where the hurricane stops."""
    best: dict[Space | None, DescribedPlan] = {}
    for plan in plans:
        best.setdefault(plan.effects.end, plan)
    return best


def _stop_on(plans: Iterable[DescribedPlan], most: int | None = None) -> str:
    """Return the spaces where these plans stop. If there are more than `most`, name only some and count the rest."""
    spaces = [plan.effects.end for plan in plans if plan.effects.end is not None]
    named = len(spaces) if most is None or len(spaces) <= most else most - 1
    others = [f"{len(spaces) - named} others"] * (named < len(spaces))
    return f"stop on {join_words([*map(name_of, sorted(spaces[:named])), *others], 'or')}"


def single_actions(seen: Seen) -> Iterator[str]:
    """Yield the effect of each action that is a legal plan on its own."""
    for action in seen.legal:
        if len(action.plan) == 1:
            yield f"Action {action} alone: {effects(seen.state, action.plan, seen.viewer, seen.names)}."


def _purchases(seen: Seen, plans: Iterable[DescribedPlan]) -> Iterator[str]:
    """Yield a line about each action on the card that buys a house."""
    state: State = seen.state
    card = state.options.cards[(state.card or 1) - 1]
    for number, action in enumerate(card, 1):
        if isinstance(action, House):
            if any(number in plan.numbers and _buys_house(seen, plan) for plan in plans):
                yield f"Action {number}, in some plans: you buy back a house and pay {action.cost}; type moves {HOUSE}."
            else:
                yield f"Action {number}: you'd buy {house_bought(state, (number,))}."


def _buys_house(seen: Seen, plan: DescribedPlan) -> bool:
    return bool(house_bought(seen.state, plan.numbers))


def _orders(plans: Sequence[tuple[int, ...]]) -> str:
    """Return plans such as `1 3 or 2 4 in any order`."""
    orders: dict[tuple[int, ...], list[str]] = {}
    for plan in plans:
        orders.setdefault(tuple(sorted(plan)), []).append(" ".join(map(str, plan)))
    texts = list[str]()
    for actions, typed in orders.items():
        is_any = len(actions) > 1 and len(typed) == factorial(len(actions))
        texts += [f"{typed[0]} in any order"] if is_any else typed
    return join_words(texts, "or")
