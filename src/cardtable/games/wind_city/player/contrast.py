"""Short reasons why one choice in Wind City is better than another.

The reasons come from simulations of both choices for a few turns, with the same cards. They compare the houses that are
lost, the coins, and the games that end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import Space, distance, name_of
from cardtable.engine.games.wind_city.danger import Danger, danger_to
from cardtable.engine.games.wind_city.houses import WORTH, area_of, worth
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
from cardtable.engine.games.wind_city.rules import chosen_actions
from cardtable.engine.phrases import capitalized, counted, join_words, number_word
from cardtable.games.wind_city.player.plans import COIN, ENDING
from cardtable.players.foresight import is_clear, paired_ends
from cardtable.players.knowledge import Knowledge

CONTINUATIONS = 120
"""The number of simulations of each choice."""
_MAX_FACTS = 2
_WORTH_NAMING = 1.0
"""The smallest difference to name, in points."""
_SHARE = 0.6
"""A house is named if it makes up at least this share of the difference in the player's own losses."""


class _What(NamedTuple):
    """An outcome of simulations."""

    clause: str
    """The outcome in words, with a placeholder for its mean."""
    number: str
    """The format of the mean."""
    weight: float
    """The worth of the outcome to the player, in points."""
    space: Space | None = None
    """The space of the player's house that the outcome is about, or None."""


_OWN = _What("you lose {} houses", ".1f", -WORTH)
_OTHERS = _What("the others lose {} houses", ".1f", WORTH)
_OPPONENT = _What("your opponent loses {} houses", ".1f", WORTH)
_COINS = _What("you have {} coins left", ".1f", COIN)
_WON = _What("you win {} of the time", ".0%", ENDING)
_NOT_WON = _What("the game ends without your win {} of the time", ".0%", -ENDING)


class _Fact(NamedTuple):
    """An outcome whose mean clearly differs between the simulations of two choices."""

    what: _What
    better: float
    worse: float

    @property
    def gain(self) -> float:
        return self.what.weight * (self.better - self.worse)


def contrast(knowledge: Knowledge[State, Action], state: State, better: Action, worse: Action) -> str:
    """Return a sentence about what the better choice gains, or an empty string if nothing in particular stands out."""
    if state.phase in ("hurricane", "houses"):
        return _places(state, better, worse)
    certain = _risks(state, better, worse)
    ends = paired_ends(knowledge, state, better, worse, CONTINUATIONS)
    facts = sorted(_without_repetition([*_facts(state, ends)]), key=lambda each: -each.gain)
    clauses = list[str]()
    for fact in [each for each in facts if each.gain >= _WORTH_NAMING][:_MAX_FACTS]:
        mean, instead = (format(number, fact.what.number) for number in (fact.better, fact.worse))
        after = "" if clauses else f" after {name(state, worse)}"
        clauses.append(f"{fact.what.clause.format(mean)} ({instead}{after})")
    turns = f"{number_word(knowledge.horizon)} turns"
    start = f"in simulations of {turns} after {name(state, better)}"
    simulated = f"{capitalized(start)}, {join_words(clauses)}." if clauses else ""
    return " ".join(filter(None, (certain, simulated)))


# Certain facts
def _places(state: State, better: Action, worse: Action) -> str:
    """Return a sentence about how two places for a house differ, or an empty string for other choices."""
    if not (isinstance(better, PlaceHouse) and isinstance(worse, PlaceHouse)):
        return ""
    area, (one, other), facts = area_of(state), (better.space, worse.space), list[str]()
    if more := worth(state, one) - worth(state, other):
        facts.append(f"worth {abs(more)} points {'more' if more > 0 else 'less'}")
    own = state.houses[state.turn or 0]
    for goals, what in ([state.hurricane] if state.hurricane else [], "the hurricane"), (own, "your nearest house"):
        near, instead = (min((distance(area, each, house) for each in goals), default=0) for house in (one, other))
        if more := near - instead:
            facts.append(f"{counted(abs(more), 'space')} {'farther from' if more > 0 else 'nearer to'} {what}")
    return f"{name_of(one)} is {join_words(facts)} than {name_of(other)}." if facts else ""


def _risks(state: State, better: Action, worse: Action) -> str:
    """Return a sentence about the cards that can hit the houses, or "" if it wouldn't favour the better choice."""
    match better, worse:
        case Insure(one) | Renew(one), Insure(other) | Renew(other):
            first, second = danger_to(state, one), danger_to(state, other)
            if first is None or (second is not None and (second.cards or second.held) >= (first.cards or first.held)):
                return ""
            return f"{_risk(one, first)}; {_risk(other, second)}."
        case Insure(one) | Renew(one), Done():
            danger = danger_to(state, one)
            return "" if danger is None else f"{_risk(one, danger)}."
        case Done(), Insure(other) | Renew(other):
            danger = danger_to(state, other)
            return f"{_risk(other, danger)}." if danger is None or 0 < danger.cards * 2 < danger.held else ""
    return ""


def _risk(space: Space, danger: Danger | None) -> str:
    """Return a clause about the cards that can hit a house, such as `C4 can be hit by 11 of 25 cards`."""
    if danger is None:
        return f"{name_of(space)} can't be hit next"
    return f"{name_of(space)} can be hit by {danger.words if danger.cards else 'your plan'}"


def name(state: State, action: Action) -> str:
    """Return an action's name for use in a sentence, such as `west 2 then north 4`."""
    match action:
        case Choose(plan):
            return join_words(map(str, chosen_actions(state._replace(plan=plan))), "then")
        case Offer(is_open):
            return "offering insurance" if is_open else "selling no insurance"
        case Insure(space):
            return f"insuring {name_of(space)}"
        case Renew(space):
            return f"renewing {name_of(space)}"
        case Build(space):
            return f"building on {name_of(space)}"
        case Done():
            return "buying no more"
    return str(action)


def _facts(view: State, ends: Sequence[tuple[State, State]]) -> Iterator[_Fact]:
    """Yield the clear differences between two choices, given pairs of final states of their simulations."""
    pairs = [(_outcomes(view, one), _outcomes(view, other)) for one, other in ends]
    for what in dict.fromkeys(key for pair in pairs for each in pair for key in each):
        better, worse = ([pair[at][what] for pair in pairs] for at in (0, 1))
        if is_clear([one - other for one, other in zip(better, worse, strict=True)]):
            yield _Fact(what, fmean(better), fmean(worse))


def _outcomes(view: State, end: State) -> Counter[_What]:
    """Return what has happened to the player, to each of the player's houses, and to the others."""
    seat = view.turn or 0
    own, before = view.houses[seat], sum(map(len, view.houses))
    found = Counter({_house(view, space): 1 for space in own if space not in end.houses[seat]})
    lost = len(own) - len(end.houses[seat])
    found[_OWN] += lost
    found[_OPPONENT if len(view.houses) == 2 else _OTHERS] += before - sum(map(len, end.houses)) - lost
    found[_COINS] += end.coins[seat]
    if (outcome := GAME.outcome(end)) is not None:
        found[_WON if seat in outcome.winners else _NOT_WON] = 1
    return found


def _house(view: State, space: Space) -> _What:
    """Return the loss of one of the player's own houses as an outcome."""
    return _What(f"your {name_of(space)} is lost {{}} of the time", ".0%", -worth(view, space), space)


def _without_repetition(facts: Sequence[_Fact]) -> Iterator[_Fact]:
    """Yield the facts without those that others imply.

    About the player's own losses, yield either the house that matters most or the number of houses. Yield games that
    end without a win only if the better choice doesn't win more games.
    """
    houses = [each for each in facts if each.what.space is not None]
    worst = max(houses, key=lambda each: each.gain, default=None)
    total = next((each for each in facts if each.what == _OWN), None)
    told = worst if worst is not None and (total is None or worst.gain >= _SHARE * total.gain) else total
    ends = _WON if any(each.what == _WON and each.gain > 0 for each in facts) else _NOT_WON
    for each in facts:
        is_other = each is not total and each.what.space is None and each.what not in (_WON, _NOT_WON)
        if is_other or each is told or each.what == ends:
            yield each
