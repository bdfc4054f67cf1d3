"""Hints: the best actions for the seat to move, what they are expected to bring, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from cardtable.engine.chance import Key
from cardtable.engine.phrases import plural, without_rulings
from cardtable.players.at_table import log_fault
from cardtable.players.games import knowledge_of
from cardtable.players.knowledge import Knowledge
from cardtable.players.levels import estimates
from cardtable.players.search import Result, simulator_for
from cardtable.table.seen import Seen

MOST_HINTS = 3
ONLY_ONE = "There's only one legal move."
_SEARCHING = 0.6
"""The share of the simulations that finds the best actions; the rest compares these with the same deals."""
_LARGE = 10
"""From this margin on, a decimal says nothing."""
_CLEAR = 0.97
"""Where every hint wins, or loses, at least this often, a win chance says less than the margin."""


class Hint(NamedTuple):
    """A legal action that a strong player would consider."""

    action: Any
    expected: str
    """What the action is expected to bring, such as `about 2.5 points ahead this round`, or an empty string."""
    why: str
    """What the action surely does, in a sentence."""
    name: str
    """What the action is called."""


class _Forecast(NamedTuple):
    """The outlook of an action, by simulations or exact."""

    action: Any
    wins: float | None
    """How likely it is that they are won, from 0 to 1, or None if nobody can tell before the end of the game."""
    margin: float
    """The mean margin: the team's result, or the points gained compared with the others."""
    is_exact: bool = False


def hints(seen: Seen, key: Key, simulations: int) -> tuple[Hint, ...]:
    """Return the best actions, the best first, or the only legal one.

    Hints depend on nothing but what their seat sees, the key and the number of simulations.
    """
    assert seen.legal, "it's the viewer's turn"
    knowledge = knowledge_of(seen.game)
    if len(seen.legal) == 1:
        return (Hint(seen.legal[0], "", ONLY_ONE, knowledge.name(seen.state, seen.legal[0])),)
    try:
        return _search(knowledge, seen, key, simulations)
    except Exception as error:  # noqa: BLE001  a game goes on, whatever is wrong in a search
        log_fault(seen.game, error)
    best = _rank(knowledge.rate, seen, key)[:MOST_HINTS]
    return tuple(Hint(action, "", _explain(seen, action), knowledge.name(seen.state, action)) for action, _ in best)


def _search(knowledge: Knowledge[Any, Any], seen: Seen, key: Key, simulations: int) -> tuple[Hint, ...]:
    if knowledge.exact is not None and (exact := knowledge.exact(seen.state, seen.legal)):
        best = sorted(zip(exact, seen.legal, strict=True), key=lambda each: each[0], reverse=True)[:MOST_HINTS]
        return _hints(knowledge, seen, [_Forecast(action, *value, is_exact=True) for value, action in best])
    if knowledge.look_ahead is not None:
        searched, found = 0, [action for action, _ in _rank(knowledge.look_ahead, seen, key)[:MOST_HINTS]]
    else:
        searched = max(1, round(simulations * _SEARCHING))
        found = [each.action for each in estimates(knowledge, seen.state, seen.legal, key, searched)[:MOST_HINTS]]
    others = [action for action, _ in _rank(knowledge.rate, seen, key) if action not in found]
    found += others[: MOST_HINTS - len(found)]
    each = max(1, (simulations - searched) // len(found))
    return _hints(knowledge, seen, _compare(knowledge, seen, key, found, each))


def _hints(knowledge: Knowledge[Any, Any], seen: Seen, forecasts: Sequence[_Forecast]) -> tuple[Hint, ...]:
    found = _in_words(knowledge, seen, forecasts)
    same = "the same" if forecasts[0].is_exact else "about the same"
    texts = [same if at and text == found[0][1] else text for at, (_, text) in enumerate(found)]
    return tuple(
        Hint(action, text, _why(knowledge, seen, action), knowledge.name(seen.state, action))
        for (action, _), text in zip(found, texts, strict=True)
    )


def _rank(rate: Callable[..., Sequence[float]], seen: Seen, key: Key) -> list[tuple[Any, float]]:
    """Return the legal actions with their ratings, the best first."""
    ratings = rate(seen.state, seen.legal, Random(key))
    return sorted(zip(seen.legal, ratings, strict=True), key=lambda each: -each[1])


# What an action is expected to bring
def _compare(
    knowledge: Knowledge[Any, Any], seen: Seen, key: Key, actions: Sequence[Any], each: int
) -> list[_Forecast]:
    """Simulate each action this often, with the same deals."""
    results = simulator_for(knowledge, seen.state, key).results(actions, 0, each)
    return [_forecast(action, found) for action, found in zip(actions, results, strict=True)]


def _forecast(action: Any, results: Sequence[Result]) -> _Forecast:
    won = [result.won for result in results if result.won is not None]
    margin = sum(result.margin for result in results) / len(results)
    return _Forecast(action, sum(won) / len(won) if len(won) == len(results) else None, margin)


def _in_words(knowledge: Knowledge[Any, Any], seen: Seen, forecasts: Sequence[_Forecast]) -> list[tuple[Any, str]]:
    """Return the actions with what they bring in words, the best first."""
    wins = [each.wins for each in forecasts if each.wins is not None]
    is_close = not (all(win > _CLEAR for win in wins) or all(win < 1 - _CLEAR for win in wins))
    if knowledge.win_weight > 0 and len(wins) == len(forecasts) and is_close:
        order = sorted(forecasts, key=lambda each: (-(each.wins or 0.0), -each.margin))
        return [(each.action, _wins_text(knowledge, each)) for each in order]
    order = sorted(forecasts, key=lambda each: (-(each.wins or 0.0) if each.is_exact else 0.0, -each.margin))
    return [(each.action, _margin_text(knowledge, seen, each.margin)) for each in order]


def _wins_text(knowledge: Knowledge[Any, Any], forecast: _Forecast) -> str:
    wins = f"{forecast.wins or 0.0:.0%}"
    if forecast.is_exact:
        return f"win chance {wins} with best play"
    return f"won in {wins} of simulated games" if knowledge.chances is None else f"about {wins} likely to win"


def _margin_text(knowledge: Knowledge[Any, Any], seen: Seen, margin: float) -> str:
    if seen.game.together:
        return f"final result about {_signed(margin, knowledge.unit)}"
    when = "" if seen.game.round_number(seen.state) is None else " this round"
    if not _amount(margin):
        return f"about level{when}"
    whom = seen.names[1 - (seen.viewer or 0)] if len(seen.names) == 2 else "the others"
    return f"about {_count(margin, knowledge.unit)} {'ahead of' if margin > 0 else 'behind'} {whom}{when}"


def _signed(number: float, unit: str) -> str:
    """Return text such as `+1.5 points` or `minus 2 points`, which screen readers read out as it is meant."""
    sign = "" if not _amount(number) else "+" if number > 0 else "minus "
    return f"{sign}{_count(number, unit)}"


def _count(number: float, unit: str) -> str:
    amount = _amount(number)
    return f"{amount:g} {plural(amount == 1, unit)}"


def _amount(number: float) -> float:
    """Return the number without its sign, as it is shown: with a decimal only if it's small."""
    return round(abs(number), 1 if abs(number) < _LARGE else 0)


# Why
def _why(knowledge: Knowledge[Any, Any], seen: Seen, action: Any) -> str:
    return knowledge.reason(seen.state, action, seen.names) if knowledge.reason is not None else _explain(seen, action)


def _explain(seen: Seen, action: Any) -> str:
    return without_rulings(seen.game.explain(seen.state, action))
