"""The moves of Wind City in words, for plain mode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtable.engine.games.wind_city.board import Space, name_of, parse_space
from cardtable.engine.games.wind_city.danger import (
    IN_REACH,
    ON_PATH,
    RISKS,
    danger_to,
    next_danger,
    risk_label,
    risk_sentence,
)
from cardtable.engine.games.wind_city.houses import HIGH_WORTH, worth
from cardtable.engine.games.wind_city.insurance import has_bought, premium, renewal
from cardtable.engine.games.wind_city.model import (
    Action,
    Build,
    Choose,
    Done,
    Insure,
    Offer,
    PlaceHouse,
    Renew,
    State,
)
from cardtable.engine.games.wind_city.outlook import MAX_NAMED, effects, foresee
from cardtable.engine.games.wind_city.words import list_houses, list_spaces, possessive
from cardtable.engine.phrases import counted, join_words, typed_words, uncapitalized
from cardtable.games.wind_city.view.plans import plan_highlights, single_actions
from cardtable.plain.view import MoveList
from cardtable.table.seen import Seen

_ONE_BY_ONE: dict[str, tuple[type[PlaceHouse | Renew | Insure], str]] = {
    "houses": (PlaceHouse, "placed"),
    "renew": (Renew, "renewed"),
    "insure": (Insure, "insured"),
}
"""The actions that a player can type several times in one line, by phase, each with a verb for the houses."""


def list_moves(seen: Seen) -> MoveList:
    """Return the moves as they are read out on a player's turn. Only answers to an insurance offer have numbers."""
    if not seen.legal:
        return MoveList(())
    match seen.state.phase:
        case "hurricane" | "houses":
            return MoveList(())
        case "offer":
            return MoveList(seen.legal)
        case "plan":
            highlights = tuple(plan_highlights(seen))
            return MoveList((), (*single_actions(seen), *highlights), highlights)
        case _:
            bought = has_bought(seen.state, seen.log, seen.viewer)
            return MoveList((), tuple(_houses_to_name(seen)), (_next_purchase(seen),) if bought else ())


# Houses


def _houses_to_name(seen: Seen) -> Iterator[str]:
    """Yield lines about the houses to choose from, those in danger first, and a line about what `done` does."""
    by_risk = _prices_by_risk(seen)
    yield from (f"{label}: {by_risk[label]}." for label in RISKS if label in by_risk)
    if sites := [action.space for action in seen.legal if isinstance(action, Build)]:
        each = " each" * (len(sites) > 1)
        yield f"{join_words(map(name_of, sites), 'or')}: {effect_of(seen, Build(sites[0]))}{each}."
    yield f"done: {effect_of(seen, Done())}."


def _next_purchase(seen: Seen) -> str:
    """Return one line about the other houses in danger whose insurance the player can buy or renew."""
    phase = seen.state.phase
    label = ON_PATH if phase == "renew" else IN_REACH
    where = label[0].lower() + label[1:]
    prices = _prices_by_risk(seen).get(label)
    return f"Still {where}: {prices}." if prices else f"Nothing else that you can {phase} is {where}."


def _prices_by_risk(seen: Seen) -> dict[str, str]:
    """Return the lists of houses for which insurance can be bought or renewed, with prices, by degree of danger."""
    state: State = seen.state
    by_risk: dict[str, dict[tuple[int, int, str], list[Space]]] = {}
    for action in seen.legal:
        if isinstance(action, Renew | Insure):
            danger = danger_to(state, action.space)
            cards = f" with {danger.words}, for" if danger and danger.cards else " for"
            kind = (-danger.cards if danger else 0, _price(state, action), cards)
            by_risk.setdefault(risk_label(state, action.space), {}).setdefault(kind, []).append(action.space)
    return {
        label: "; ".join(_priced(cost, spaces, cards) for (_, cost, cards), spaces in sorted(by_kind.items()))
        for label, by_kind in by_risk.items()
    }


def read_houses(seen: Seen, text: str) -> tuple[PlaceHouse | Renew | Insure, ...]:
    """Return an action for each house if several were typed. Raise ValueError if any action isn't allowed."""
    state: State = seen.state
    if state.phase not in _ONE_BY_ONE:
        return ()
    kind, done = _ONE_BY_ONE[state.phase]
    spaces = [parse_space(word) for word in typed_words(text) if word not in (state.phase, "house", "and")]
    actions = [kind(space) for space in spaces if space is not None]
    if len(actions) < 2 or len(actions) < len(spaces):
        return ()
    nothing = f"No house is {done}: "
    if len(set(actions)) < len(actions):
        raise ValueError(f"{nothing}you named one of them twice.")
    if refused := [action for action in actions if action not in seen.legal]:
        why = seen.explain(refused[0])
        raise ValueError(f"{nothing}{uncapitalized(why)}")
    purchases = (action for action in actions if not isinstance(action, PlaceHouse))
    cost, coins = sum(_price(state, action) for action in purchases), state.coins[state.turn or 0]
    if cost > coins:
        raise ValueError(f"{nothing}together they cost {cost}, but you have {counted(coins, 'coin')}.")
    return tuple(actions)


def _price(state: State, action: Renew | Insure) -> int:
    return renewal(state, action.space) if isinstance(action, Renew) else premium(state, action.space)


def _priced(cost: int, spaces: Sequence[Space], cards: str) -> str:
    return f"{join_words(map(name_of, spaces))}{cards} {counted(cost, 'coin')}{' each' * (len(spaces) > 1)}"


# One move


def effect_of(seen: Seen, action: Action) -> str:
    """Return the effect of a legal action in a few words."""
    state: State = seen.state
    match action:
        case Choose(plan):
            return effects(state, plan, seen.viewer, seen.names)
        case PlaceHouse(space):
            return f"worth {worth(state, space)} points"
        case Renew() | Insure():
            return f"pay {'the bank ' * isinstance(action, Renew)}{_price(state, action)}"
        case Build():
            return f"becomes a two-family house worth {HIGH_WORTH} points"
        case Offer(is_open):
            return "the others may insure houses and pay you" if is_open else "nobody can insure a house this turn"
        case Done() if state.phase == "build":
            return "don't buy back a house"
        case Done() if state.phase == "renew":
            return f"your insurance no longer covers {list_spaces(state.lapsing)}" if state.lapsing else ""
        case Done():
            return "buy no more insurance"
        case _:
            return ""


def foretell(seen: Seen, action: Action) -> tuple[str, ...]:
    """Describe in full what a legal action would do, if its explanation leaves anything out."""
    if isinstance(action, Insure | Renew):
        return (risk_sentence(seen.state, action.space),)
    if not isinstance(action, Choose):
        return ()
    effect = f"Effect: {effect_of(seen, action)}."
    lost = foresee(seen.state, action.plan).lost
    whose = [possessive(seat, seen.viewer, seen.names) for seat in range(len(seen.names))]
    # The effect names only a few houses one by one.
    in_full = f"It would destroy {list_houses(lost, whose)}." if len(lost) > MAX_NAMED else ""
    after = next_danger(seen.state, action.plan, seen.reader, seen.names) if seen.reader is not None else ""
    return tuple(filter(None, (effect, in_full, after)))
