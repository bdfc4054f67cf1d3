"""Hints: the best actions for the current player, with expected results and reasons."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from cardtable.engine.chance import Key
from cardtable.engine.phrases import capitalized, plural, without_rulings
from cardtable.players.at_table import default_simulations, log_fault
from cardtable.players.calibration import A_WIN, CLEAR, Calibration, worth
from cardtable.players.foresight import NO_REASON
from cardtable.players.knowledge import UNSURE, Knowledge, Sure
from cardtable.players.known_games import knowledge_of
from cardtable.players.levels import estimates
from cardtable.players.search import SimulationResult, simulator_for
from cardtable.table.seen import Seen

MAX_HINTS = 3
MAX_COMPARED = 12
"""The maximum number of actions that are compared on the same deals, to find the best ones."""
ONLY_ONE = "There's only one legal move."
_SEARCHING = 0.6
"""The share of the simulations used to find the best actions. The rest compare these actions on the same deals."""
_IN_BATCHES = 20
"""If simulations run in batches, hints use the number for `hard` times this factor, so that they agree with reviews."""
_ROOM = 250
"""The maximum length of a comparison, in characters, unless its most important sentence is longer."""
_LOOKS_WORSE = 0.3
"""The smallest difference between two shown results that players notice, as a margin."""
_NOTICED_CHANCE = 0.03
"""The smallest difference between two shown win chances that players notice."""
_SHORTER = 200
"""The maximum length of a comparison, in characters, beside a sentence about an equally good action."""
_UNSEEN = 0.1
"""The smallest difference that counts between two actions, as a margin plus the worth of the win chance."""
_LARGE = 10
"""The smallest margin that is shown without decimals."""
_VERBS = {
    "draw": "drawing", "end": "ending your turn", "insure": "insuring", "lead": "leading", "offer": "offering",
    "refill": "refilling", "score": 'saying "Score"', "send": "sending",
}  # fmt: skip
"""The verbs at the beginning of action names, with the words that make them the subject of a sentence."""
_TWO_SIDED = 1.96
"""Half the width of a 95% interval around a mean, in standard errors."""


class Hint(NamedTuple):
    """A legal action that a strong player would consider."""

    action: Any
    expected: str
    """The expected result, such as `about 2.5 points more than Ada`. The string is empty if there is no forecast."""
    why: str
    """A sentence about what the action is certain to do."""
    name: str
    difference: str = ""
    """A sentence that compares this action with the best other action, or an empty string."""
    brief: str = ""
    """The expected result as a number with its unit, such as `+2.5 points` or `67%`."""
    as_well: str = ""
    """A sentence about another action that is as good, as far as simulations can tell, or an empty string."""

    @property
    def text(self) -> str:
        """Everything about the action except its name and the expected result."""
        return " ".join(filter(None, (self.as_well, self.why, self.difference)))


class Forecast(NamedTuple):
    """The expected or exact result of an action."""

    action: Any
    wins: float | None
    """The share of simulations won, from 0 to 1, or None if the winner is known only at the end of the game."""
    margin: float
    """The mean margin: the team's result, or the points gained compared with the other players."""
    is_exact: bool = False
    is_calibrated: bool = False
    """Whether `wins` and `margin` are estimates for real games rather than results of simulations."""
    results: Sequence[SimulationResult] = ()
    """The results of the simulations. At each index, the results of all actions come from the same deal."""
    surely: float | None = None
    """The margin that good play is certain to reach, or None if a win isn't certain. `margin` is at least as high."""

    @property
    def is_known(self) -> bool:
        """Whether the margin is exact rather than an estimate."""
        return self.is_exact or self.surely == self.margin


def hints(seen: Seen, key: Key, simulations: int) -> tuple[Hint, ...]:
    """Return hints for the best actions, with the best first. If only one action is legal, return its hint.

    Hints depend only on the seat's view, the key and the number of simulations.
    """
    assert seen.legal, "it's the viewer's turn"
    knowledge = knowledge_of(seen.game)
    if len(seen.legal) == 1:
        return (Hint(seen.legal[0], "", ONLY_ONE, knowledge.name(seen.state, seen.legal[0])),)
    try:
        return _search(knowledge, seen, key, simulations)
    except Exception as error:  # noqa: BLE001  a game goes on, whatever is wrong in a search
        log_fault(seen.game, error)
    best = _rank(knowledge.rate, seen, key)[:MAX_HINTS]
    return tuple(Hint(action, "", _explain(seen, action), knowledge.name(seen.state, action)) for action, _ in best)


@dataclass(frozen=True, slots=True)
class HintsQuestion:
    """A request for hints for the current player."""

    seen: Seen
    key: Key

    def answer(self) -> object:
        """Return the hints."""
        is_fast = knowledge_of(self.seen.game).load_batch is not None
        return hints(self.seen, self.key, default_simulations(self.seen.game) * (_IN_BATCHES if is_fast else 1))


def _search(knowledge: Knowledge[Any, Any], seen: Seen, key: Key, simulations: int) -> tuple[Hint, ...]:
    if knowledge.exact is not None and (exact := knowledge.exact(seen.state, seen.legal)):
        best = sorted(zip(exact, seen.legal, strict=True), key=lambda each: each[0], reverse=True)
        return _hints(knowledge, seen, [Forecast(action, *value, is_exact=True) for value, action in best])
    if knowledge.look_ahead is not None:
        searched, found = 0, [action for action, _ in _rank(knowledge.look_ahead, seen, key)[:MAX_HINTS]]
    else:
        searched = max(1, round(simulations * _SEARCHING))
        found = [each.action for each in estimates(knowledge, seen.state, seen.legal, key, searched)[:MAX_COMPARED]]
    others = [action for action, _ in _rank(knowledge.rate, seen, key) if action not in found]
    found += others[: MAX_HINTS - len(found)]
    if knowledge.look_ahead is None and (natural := _natural(knowledge, seen)) not in (None, *found):
        found.append(natural)
    each = max(1, (simulations - searched) // min(len(found), MAX_HINTS))
    return _hints(knowledge, seen, compare_actions(knowledge, seen, key, found, each))


def _hints(knowledge: Knowledge[Any, Any], seen: Seen, forecasts: Sequence[Forecast]) -> tuple[Hint, ...]:
    by_wins = _decided_by_wins(knowledge, forecasts)
    ranked = _ranked(forecasts, by_wins=by_wins)
    standing = _standing(knowledge, seen, ranked[0])
    return tuple(
        Hint(
            each.action,
            _expected_text(knowledge, seen, each, by_wins=by_wins),
            _why(knowledge, seen, each.action),
            knowledge.name(seen.state, each.action),
            " ".join(filter(None, [_difference(knowledge, seen, ranked, at, by_wins=by_wins), "" if at else standing])),
            f"{each.wins or 0.0:.0%}" if by_wins and not _has_both(each) else _signed(each.margin, knowledge.unit),
            _as_well(knowledge, seen, ranked, at, by_wins=by_wins),
        )
        for at, each in enumerate(ranked[:MAX_HINTS])
    )


def _rank(rate: Callable[..., Sequence[float]], seen: Seen, key: Key) -> list[tuple[Any, float]]:
    """Return the legal actions with their ratings. The best action comes first."""
    ratings = rate(seen.state, seen.legal, Random(key))
    return sorted(zip(seen.legal, ratings, strict=True), key=lambda each: -each[1])


def _natural(knowledge: Knowledge[Any, Any], seen: Seen) -> Any:
    """Return the action that looks best to a beginner, or None if a beginner would choose at random."""
    one, other = (_rank(knowledge.rate_simply, seen, key)[0][0] for key in (Key(0), Key(1)))
    return one if one == other else None


def _rival(knowledge: Knowledge[Any, Any], seen: Seen, ranked: Sequence[Forecast]) -> Forecast:
    """Return what to compare the best action with: a beginner's choice or, if that is the best, the next best."""
    natural = _natural(knowledge, seen)
    return next((each for each in ranked[1:] if each.action == natural), ranked[1])


def _standing(knowledge: Knowledge[Any, Any], seen: Seen, best: Forecast) -> str:
    """Return a sentence for a team whose result is expected to fall even after the best action, or an empty string."""
    if not knowledge.margin_steps or best.margin >= (now := seen.game.standing(seen.state)[0]):
        return ""
    return f"You have {_signed(now, knowledge.unit)} now, but must go on: this move is expected to lose least."


# Expected results
def compare_actions(
    knowledge: Knowledge[Any, Any], seen: Seen, key: Key, actions: Sequence[Any], each: int
) -> list[Forecast]:
    """Run `each` simulations of every action. All the actions are simulated on the same deals."""
    results = simulator_for(knowledge, seen.state, key).results(actions, 0, each)
    forecasts = [_forecast(action, found) for action, found in zip(actions, results, strict=True)]
    sure = [UNSURE] * len(actions) if knowledge.sure is None else knowledge.sure(seen.state, actions)
    calibration = knowledge.calibration(seen.state)
    return [_assured(_calibrated(each, calibration), known) for each, known in zip(forecasts, sure, strict=True)]


def _forecast(action: Any, results: Sequence[SimulationResult]) -> Forecast:
    won = [result.won for result in results if result.won is not None]
    margin = sum(result.margin for result in results) / len(results)
    return Forecast(action, sum(won) / len(won) if len(won) == len(results) else None, margin, results=results)


def _calibrated(forecast: Forecast, calibration: Calibration | None) -> Forecast:
    """Return the forecast with a calibrated win chance, as in reviews, if these options are calibrated."""
    if calibration is None or forecast.wins is None:
        return forecast
    found = forecast.wins, forecast.margin
    return forecast._replace(wins=calibration.chance(*found), margin=calibration.margin(*found), is_calibrated=True)


def _assured(forecast: Forecast, sure: Sure) -> Forecast:
    """Return the forecast adjusted to the certain facts about the action's result."""
    if sure.is_lost:
        return forecast._replace(wins=0.0)
    if not sure.is_won:
        return forecast
    return forecast._replace(wins=1.0, margin=max(forecast.margin, sure.at_least), surely=sure.at_least)


def _decided_by_wins(knowledge: Knowledge[Any, Any], forecasts: Sequence[Forecast]) -> bool:
    """Return whether calibrated win chances say more about these actions than margins do."""
    if knowledge.game.together and not all(each.is_exact or each.is_calibrated for each in forecasts):
        return False
    wins = [each.wins for each in forecasts if each.wins is not None]
    is_open = not (all(win > CLEAR for win in wins) or all(win < 1 - CLEAR for win in wins))
    return knowledge.win_weight > 0 and len(wins) == len(forecasts) and is_open


def _ranked(forecasts: Sequence[Forecast], *, by_wins: bool) -> list[Forecast]:
    """Return the forecasts. The best one comes first."""

    def order(each: Forecast) -> tuple[bool, float, float]:
        if _has_both(each):
            return False, -_worth(each), 0.0
        return each.surely is None, -(each.wins or 0.0) if by_wins or each.is_exact else 0.0, -each.margin

    return sorted(forecasts, key=order)


def _has_both(forecast: Forecast) -> bool:
    """Return whether a forecast has a margin and a win chance that both apply to real games."""
    return forecast.wins is not None and (forecast.is_calibrated or forecast.is_exact)


def _worth(forecast: Forecast) -> float:
    """Return the margin plus the worth of the win chance, as in reviews."""
    return worth(forecast.margin, forecast.wins or 0.0)


def _expected_text(knowledge: Knowledge[Any, Any], seen: Seen, forecast: Forecast, *, by_wins: bool) -> str:
    if not by_wins:
        return _result_text(knowledge, seen, forecast)
    if not _has_both(forecast):
        return _wins_text(knowledge, forecast)
    about = "" if forecast.is_known else "about "
    return f"{about}{_signed(forecast.margin, knowledge.unit)}, win chance {about}{forecast.wins or 0.0:.0%}"


def _wins_text(knowledge: Knowledge[Any, Any], forecast: Forecast) -> str:
    wins = f"{forecast.wins or 0.0:.0%}"
    return f"won in {wins} of quick simulations" if knowledge.chances is None else f"about {wins} likely to win"


def _result_text(knowledge: Knowledge[Any, Any], seen: Seen, forecast: Forecast) -> str:
    if forecast.surely is not None:
        margin = _signed(forecast.margin, knowledge.unit)
        return f"at least {margin}" if forecast.is_known else f"at least +{forecast.surely:g}, about {margin}"
    return _margin_text(knowledge, seen, forecast.margin)


def _margin_text(knowledge: Knowledge[Any, Any], seen: Seen, margin: float) -> str:
    if seen.game.together:
        return f"final result about {_signed(margin, knowledge.unit)}"
    when = "" if seen.game.round_number(seen.state) is None else " this round"
    if not _amount(margin):
        return f"about level{when}"
    whom = seen.names[1 - (seen.viewer or 0)] if len(seen.names) == 2 else "the others"
    return f"about {amount_text(margin, knowledge.unit)} {'more' if margin > 0 else 'fewer'} than {whom}{when}"


def _signed(number: float, unit: str) -> str:
    """Return text such as `+1.5 points` or `-2 points`."""
    sign = "" if not _amount(number) else "+" if number > 0 else "-"
    return f"{sign}{amount_text(number, unit)}"


def amount_text(number: float, unit: str) -> str:
    """Return a margin without its sign, such as `1.2 Completes`."""
    amount = _amount(number)
    return f"{amount:g} {plural(amount == 1, unit)}"


def _amount(number: float) -> float:
    """Return the number for display: without its sign, and with a decimal only if the number is small."""
    return round(abs(number), 1 if abs(number) < _LARGE else 0)


# Why
def _why(knowledge: Knowledge[Any, Any], seen: Seen, action: Any) -> str:
    return knowledge.reason(seen.state, action, seen.names) if knowledge.reason is not None else _explain(seen, action)


def _explain(seen: Seen, action: Any) -> str:
    return without_rulings(seen.explain(action))


# Comparisons
def _as_well(knowledge: Knowledge[Any, Any], seen: Seen, ranked: Sequence[Forecast], at: int, *, by_wins: bool) -> str:
    """Return a sentence if the best action and `at` (or, for the best, its rival) are equally good, or else ""."""
    if len(ranked) == 1:
        return ""
    best, other = ranked[0], ranked[at] if at else _rival(knowledge, seen, ranked)
    if not _is_close(best, other, by_wins=by_wins) or _looks_worse(knowledge, best, other, by_wins=by_wins):
        return ""
    instead = condition(knowledge.name(seen.state, (best if at else other).action))
    return f"{instead}, you {'do' if best.is_known else 'may do'} just as well."


def _difference(
    knowledge: Knowledge[Any, Any], seen: Seen, ranked: Sequence[Forecast], at: int, *, by_wins: bool
) -> str:
    """Compare an action with the best one, or the best one with its rival.

    If good play is certain to do as well after the rival, compare the best one with the first that is worse.
    """
    if len(ranked) == 1:
        return ""
    best, other = ranked[0], ranked[at] if at else _rival(knowledge, seen, ranked)
    if best.surely is not None and other.surely is None:
        instead = condition(knowledge.name(seen.state, (best if at else other).action))
        return f"{instead}, the win is {'certain' if at else 'no longer certain'}."
    if not _is_close(best, other, by_wins=by_wins):
        return _comparison(knowledge, seen, best.action, other.action)
    if at:
        looks_worse = _looks_worse(knowledge, best, other, by_wins=by_wins)
        return _facts(knowledge, seen, best.action, other.action) if looks_worse else ""
    if not best.is_known and (facts := _facts(knowledge, seen, best.action, other.action)):
        return facts
    worse = [each.action for each in ranked[1:] if not _is_close(best, each, by_wins=by_wins)]
    return _comparison(knowledge, seen, best.action, worse[0], _SHORTER) if worse else ""


def _facts(knowledge: Knowledge[Any, Any], seen: Seen, best: Any, other: Any) -> str:
    """Compare two actions whose results don't clearly differ, without a sentence that says which one does better."""
    sentences = _comparison(knowledge, seen, best, other, _SHORTER).split(". ")
    known = [each.removesuffix(".") for each in sentences if NO_REASON not in each.lower()]
    return "".join(f"{each}. " for each in known if each).rstrip()


def _comparison(knowledge: Knowledge[Any, Any], seen: Seen, best: Any, other: Any, room: int = _ROOM) -> str:
    """Return sentences about the advantage of an action over another one, in about `room` characters."""
    if knowledge.contrast is None:
        return ""
    # What matters most comes last. The hint's own reason already says what its move does at once.
    sentences = knowledge.in_full(knowledge.contrast(seen.state, best, other)).split(". ")
    while len(sentences) > 1 and len(". ".join(sentences)) > room:
        sentences = [capitalized(sentences[1].removeprefix("But ")), *sentences[2:]]
    return ". ".join(sentences)


def condition(name: str) -> str:
    """Return the beginning of a sentence about an action, such as `If you lead Red` or `With Red`."""
    return f"If you {name}" if name.partition(" ")[0] in _VERBS else f"With {name}"


def as_subject(name: str) -> str:
    """Return an action's name as the subject of a sentence, such as `leading Red`, `ending your turn` or `Red`."""
    verb, _, rest = name.partition(" ")
    return f"{_VERBS[verb]} {rest}".rstrip() if verb in _VERBS else name


def _looks_worse(knowledge: Knowledge[Any, Any], best: Forecast, other: Forecast, *, by_wins: bool) -> bool:
    """Return whether the results that are shown differ so much that "just as well" would seem wrong beside them."""
    if by_wins and not _has_both(best):
        return (best.wins or 0.0) - (other.wins or 0.0) >= _NOTICED_CHANCE
    return best.margin - other.margin >= _LOOKS_WORSE * max(1.0, knowledge.scale / _LARGE)


def _is_close(best: Forecast, other: Forecast, *, by_wins: bool) -> bool:
    """Return whether the simulations can't tell with 95% confidence which of two actions is better.

    A difference below `_UNSEEN` doesn't count either.
    """
    if best.is_known and other.is_known:
        return (best.wins, best.margin) == (other.wins, other.margin)
    pairs = list(zip(best.results, other.results, strict=True))
    if len(pairs) < 2:
        return True
    changes = [(one.won or 0.0) - (two.won or 0.0) if by_wins else one.margin - two.margin for one, two in pairs]
    if _has_both(best) and _has_both(other):
        changes = [one.margin - two.margin + A_WIN * ((one.won or 0.0) - (two.won or 0.0)) for one, two in pairs]
        if _worth(best) - _worth(other) < _UNSEEN:
            return True
    return fmean(changes) <= _TWO_SIDED * stdev(changes) / math.sqrt(len(changes))
