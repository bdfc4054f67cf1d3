"""The judgement of a move from its player's view. The judgement uses simulations or, near the end, exact values.

One half of the simulations finds the best action. The other half compares the best action with the played one, using
the same hidden cards and random numbers for both. The second half needs new random numbers, because the best of many
actions was often just lucky.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean
from typing import Any, NamedTuple

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame
from cardtable.players.calibration import Calibration, worth
from cardtable.players.knowledge import UNSURE, Knowledge, Sure
from cardtable.players.known_games import knowledge_of
from cardtable.players.search import Forecaster, SimulationResult, halve, simulator_for
from cardtable.practice.decisions import Decision
from cardtable.practice.review import STEPS, Candidate, Interval, MoveReview, Usual, Verdict, shown_loss

STAGES = 4_000, 16_000
"""The number of simulations for each move, in a quick first pass over all the moves and in a second pass."""
ONE_BY_ONE = 4
"""A simulation on its own counts as this many simulations in a batch, because it takes longer."""
COMPARED = 3
"""The number of top actions to compare, in addition to the played one."""
_SIGMAS = 1.96
"""Half the width of a 95% interval, in standard errors."""
_VERDICTS = Verdict.GOOD, Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER


class Contender(NamedTuple):
    """An action with its simulation results and the certain bounds on its result."""

    action: Any
    results: Sequence[SimulationResult]
    sure: Sure = UNSURE
    chances: WinChances | None = None

    @property
    def margin(self) -> float:
        """The mean margin of the simulations."""
        return fmean(result.margin for result in self.results)

    @property
    def margins(self) -> Sequence[float]:
        """The margin of each simulation, or only the certain margin if that is at least as high as the mean."""
        least, found = self.sure.at_least, [result.margin for result in self.results]
        if self.chances is not None:
            found = [self.chances.margin(result) for result in self.results]
        return [least] * len(found) if least >= fmean(found) else found

    @property
    def worth(self) -> float:
        """The margin plus the worth of the win chance, if that chance is known."""
        margin = fmean(self.margins)
        return margin if self.chances is None else worth(margin, self.chances.mean(self))

    @property
    def rank(self) -> int:
        """A rank for the result: 1 for a certain win, -1 for a certain loss, and 0 otherwise."""
        return self.sure.is_won - self.sure.is_lost


def judge(game: AnyGame, decision: Decision, simulations: int) -> MoveReview:
    """Return the review of a move. The same view, move and number of simulations always give the same review."""
    knowledge = knowledge_of(game)
    calibration = knowledge.calibration(decision.view)
    half = simulations // (2 if knowledge.load_batch is not None else 2 * ONE_BY_ONE)
    simulator = simulator_for(knowledge, decision.view, Key(~decision.number & (1 << 62) - 1))
    if knowledge.exact is not None and (values := knowledge.exact(decision.view, decision.legal)) is not None:
        review = _judge_exactly(decision, values, knowledge.margin_steps)
    else:
        chances = None if calibration is None else WinChances(calibration)
        compared = _promising(knowledge, decision, chances, half)
        each = max(2, half // max(COMPARED, len(compared)))
        sure = [UNSURE] * len(compared) if knowledge.sure is None else knowledge.sure(decision.view, compared)
        results = simulator.results(compared, 0, each)
        contenders = [Contender(*found, chances) for found in zip(compared, results, sure, strict=True)]
        if not game.together:
            contenders = _without_greed(contenders, decision.played)
        if knowledge.covers is not None:  # the simulated players may miss what a good player would still do
            contenders = [
                each
                for each in contenders
                if each.action == decision.played or not knowledge.covers(decision.view, each.action, decision.played)
            ]
        review = _compare(decision, contenders, chances, simulations, knowledge.margin_steps)
    if not game.together:
        return review
    return replace(review, usual=_usual(simulator, decision.played, max(2, half // COMPARED)))


def _usual(simulator: Forecaster, played: Any, number: int) -> Usual:
    """Return the mean margin if the policy chooses instead of the player, and the gain of the played move over it."""
    before = fmean(result.margin for result in simulator.unguided(0, number))
    (after,) = simulator.results((played,), 0, number)
    return Usual(before, fmean(result.margin for result in after) - before)


def _promising(
    knowledge: Knowledge[Any, Any], decision: Decision, chances: WinChances | None, simulations: int
) -> Sequence[Any]:
    """Return the actions to compare, with the most promising first. The played action is always included."""
    if len(decision.legal) == 1:
        return [decision.played]
    worth_it = list(knowledge.consider(decision.view, decision.legal))
    if decision.played not in worth_it:
        worth_it.append(decision.played)
    # This is only a first choice: the search counts simulated wins and margins, not calibrated win chances.
    simulator = simulator_for(knowledge, decision.view, Key(decision.number))
    estimates = halve(simulator, worth_it, simulations, lambda results: Contender(None, results, chances=chances).worth)
    found = [each.action for each in estimates[:COMPARED]]
    return found if decision.played in found else [*found, decision.played]


def _without_greed(contenders: list[Contender], played: Any) -> list[Contender]:
    """Return only the played action if it always won the game, because a larger margin would be worth no more."""
    winning = [each for each in contenders if each.action == played and all(one.won == 1 for one in each.results)]
    return winning or contenders


def _compare(
    decision: Decision,
    contenders: Sequence[Contender],
    chances: WinChances | None,
    simulations: int,
    margin_steps: Sequence[float],
) -> MoveReview:
    """Return the review of a move. The contenders are in order, with the most promising first."""
    first, played = contenders[0], next(each for each in contenders if each.action == decision.played)
    candidates = {each.action: _candidate(each, chances) for each in contenders}

    def verdict_against(better: Contender) -> Verdict:
        shown = shown_loss(candidates[better.action].margin, candidates[played.action].margin)
        return _verdict(decision, *_losses(better, played, chances), shown, margin_steps)

    verdict = verdict_against(first)
    if verdict is not Verdict.FORCED and first.worth <= played.worth:
        verdict = Verdict.BEST
    nothing_better = verdict in (Verdict.BEST, Verdict.FORCED)
    order = sorted(contenders, key=lambda each: each.worth, reverse=True)
    best = played if nothing_better else order[0]
    if not nothing_better and (again := verdict_against(best)) is not Verdict.BEST:
        verdict = again  # the class belongs to the loss that is displayed
    if verdict is not Verdict.FORCED and chances is not None and first.sure.is_won and not played.sure.is_won:
        verdict = _blamed(verdict)
    loss, margin_loss = _losses(best, played, chances)
    others = [candidates[each.action] for each in order if each.action not in (best.action, played.action)]
    return MoveReview(
        number=decision.number,
        verdict=verdict,
        played=candidates[played.action],
        best=candidates[best.action],
        others=tuple(others),
        loss=_NOTHING if loss is not None and nothing_better else loss,
        margin_loss=_NOTHING if nothing_better else margin_loss,
        simulations=simulations,
    )


_NOTHING = Interval(0.0, 0.0, 0.0)


def _losses(better: Contender, worse: Contender, chances: WinChances | None) -> tuple[Interval | None, Interval]:
    """Return the win chance, if it is known, and the margin that the worse action loses."""
    margin_loss = _interval([one - other for one, other in zip(better.margins, worse.margins, strict=True)])
    return None if chances is None else chances.loss(better, worse), margin_loss


def _verdict(
    decision: Decision,
    loss: Interval | None,
    margin_loss: Interval,
    shown: float,
    margin_steps: Sequence[float],
) -> Verdict:
    """Return the verdict on a move. Only a statistically certain loss counts against the move.

    The loss of win chance or of margin decides, whichever is more serious. If a loss of margin is certain, its
    displayed size `shown` counts, so that equal numbers get equal verdicts.
    """
    if len(decision.legal) == 1:
        return Verdict.FORCED
    lows = [margin_loss.low, *([] if loss is None else [loss.low])]
    if max(lows) <= 0:
        return Verdict.BEST
    by_margin = sum(shown >= step for step in margin_steps) if margin_loss.low > 0 else 0
    by_chance = 0 if loss is None else sum(loss.low >= step for step in STEPS)
    return _VERDICTS[max(by_margin, by_chance)]


def _blamed(verdict: Verdict) -> Verdict:
    """Return the verdict on a move that gives up a certain win: at least an inaccuracy, however likely a win is."""
    return verdict if verdict.is_error else Verdict.INACCURACY


class WinChances:
    """Win chances at one position. The intervals use a linear approximation (the delta method)."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration

    def margin(self, result: SimulationResult) -> float:
        """Return one simulation's contribution to the expected margin."""
        return self.calibration.margin(result.won or 0.0, result.margin)

    def mean(self, contender: Contender) -> float:
        """Return the win chance after an action."""
        if contender.rank:
            return float(contender.sure.is_won)
        return self.calibration.chance(_wins(contender), contender.margin)

    def chance(self, contender: Contender) -> Interval:
        """Return the win chance after an action, with its interval."""
        mean, low, high = _interval(self._effects(contender), self.mean(contender))
        return Interval(mean, max(0.0, low), min(1.0, high))

    def loss(self, better: Contender, worse: Contender) -> Interval:
        """Return the win chance after the better action minus the win chance after the worse action."""
        pairs = zip(self._effects(better), self._effects(worse, is_other=True), strict=True)
        return _interval([one - other for one, other in pairs], self.mean(better) - self.mean(worse))

    def _effects(self, contender: Contender, *, is_other: bool = False) -> list[float]:
        """Return each simulation's contribution to the win chance. Imagined simulations come first.

        Without imagined simulations, an action that never won would seem certain to lose. Each action of a pair wins
        two of the imagined simulations, but not the same two. Agresti and Min (2005) suggest this for pairs. Imagined
        simulations add nothing if the result is certain.
        """
        if contender.rank:
            return [0.0] * (len(_IMAGINED) + len(contender.results))
        by_wins, by_margin = self.calibration.slopes(_wins(contender, len(_IMAGINED)), contender.margin)
        imagined = [by_wins * pair[is_other] + by_margin * contender.margin for pair in _IMAGINED]
        return imagined + [by_wins * (result.won or 0.0) + by_margin * result.margin for result in contender.results]


_IMAGINED = (0, 0), (0, 1), (1, 0), (1, 1)
"""Imagined simulations of two actions. A 1 means that the action wins."""


def _wins(contender: Contender, imagined: int = 0) -> float:
    """Return the share of simulations that win. Half of the imagined ones do."""
    wins = sum(result.won or 0.0 for result in contender.results) + imagined / 2
    return wins / (len(contender.results) + imagined)


def _candidate(contender: Contender, chances: WinChances | None) -> Candidate:
    margin = _interval(contender.margins)
    return Candidate(str(contender.action), margin, None if chances is None else chances.chance(contender))


def _interval(numbers: Sequence[float], mean: float | None = None) -> Interval:
    """Return the 95% interval of a mean, centred on `mean`, or on the mean of these numbers if `mean` is None."""
    own = fmean(numbers)
    variance = sum((number - own) ** 2 for number in numbers) / max(1, len(numbers) - 1)
    half, middle = _SIGMAS * math.sqrt(variance / len(numbers)), own if mean is None else mean
    return Interval(middle, middle - half, middle + half)


# Exact values
def _judge_exactly(
    decision: Decision, values: Sequence[tuple[float, float]], margin_steps: Sequence[float]
) -> MoveReview:
    """Return the review of a move, based on exact win chances and margins of all legal actions."""
    by_action = {action: worth(margin, chance) for action, (chance, margin) in zip(decision.legal, values, strict=True)}
    order = sorted(zip(decision.legal, values, strict=True), key=lambda each: -by_action[each[0]])
    candidates = {action: _exact_candidate(action, *value) for action, value in order}
    (first, best), played = order[0], dict(order)[decision.played]
    if by_action[first] == by_action[decision.played]:
        first, best = decision.played, played
    loss, margin_loss = best[0] - played[0], best[1] - played[1]
    shown = shown_loss(_exactly(best[1]), _exactly(played[1]))
    verdict = _verdict(decision, _exactly(loss), _exactly(margin_loss), shown, margin_steps)
    if best[0] == 1 > played[0]:
        verdict = _blamed(verdict)
    better = first if verdict.is_error or verdict is Verdict.GOOD else decision.played
    others = [each for action, each in candidates.items() if action not in (better, decision.played)]
    return MoveReview(
        number=decision.number,
        verdict=verdict,
        played=candidates[decision.played],
        best=candidates[better],
        others=tuple(others[:COMPARED]),
        loss=_exactly(loss),
        margin_loss=_exactly(margin_loss),
        simulations=0,
    )


def _exact_candidate(action: Any, chance: float, margin: float) -> Candidate:
    return Candidate(str(action), _exactly(margin), _exactly(chance))


def _exactly(number: float) -> Interval:
    return Interval(number, number, number)
