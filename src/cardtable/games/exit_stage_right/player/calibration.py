"""The calibration of games for one player.

`benchmarks/practice.py` fits a model of level `hard`'s win chance, given the share of simulations that win, their mean
margin, and the number of Singles left. Moves on an empty stage have separate weights. With Completes on the stage,
simulations often miss a way to win. On an empty stage, they also lose because of new Completes that nobody can foresee.

`benchmarks/margins.py` fits a model of the margin of a strong player that plays for the margin, and so for stars. Each
simulation contributes to this margin. Its contribution is a linear function of its own margin and of whether it won.
"""

from __future__ import annotations

import json
import math
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from cardtable.engine.games.exit_stage_right.model import Options, State

GROWING = 3
"""The index of the first term that grows with the wins or the margin."""
_SINGLES = 36
"""The number of Singles played in a whole game."""
_LOWEST = 0.002
"""The minimum distance of a share of wins from 0 and 1, because the logarithm of 0 would be infinite."""


@dataclass(frozen=True, slots=True)
class FittedCalibration:
    """A logistic model of the win chance, with the weights of `terms`, and a linear model of the margin."""

    singles: int
    """The number of Singles left to play in the position."""
    weights: Sequence[float]
    margins: Sequence[float] = ()
    """The weights of `margin_terms`. The sequence is empty if the margin isn't calibrated."""

    def chance(self, wins: float, margin: float) -> float:
        """Return the win chance, from 0 to 1."""
        return 1 / (1 + math.exp(-sum(map(operator.mul, self.weights, terms(wins, margin, self.singles)))))

    def slopes(self, wins: float, margin: float) -> tuple[float, float]:
        """Return two slopes: how fast the chance grows with the share of wins and with the margin."""
        chance, step = self.chance(wins, margin), 1e-4
        by_wins, by_margin = self.chance(wins + step, margin) - chance, self.chance(wins, margin + step) - chance
        return by_wins / step, by_margin / step

    def margin(self, wins: float, margin: float) -> float:
        """Return the margin of a strong player, given the result of one simulation or the mean of several."""
        found = margin_terms(wins, margin, self.singles)
        return sum(map(operator.mul, self.margins, found)) if self.margins else margin


def margin_terms(wins: float, margin: float, singles: int) -> tuple[float, ...]:
    """Return the terms of the model of the margin. Each comes three times, as in `terms`."""
    return tuple(stage * each for each in (1.0, margin, wins) for stage in _stages(singles))


def _stages(singles: int) -> tuple[float, float, float]:
    """Return the weights of the start, the middle and the end of a game. Their sum is 1."""
    early = singles / _SINGLES
    return early**2, 2 * early * (1 - early), (1 - early) ** 2


def terms(wins: float, margin: float, singles: int) -> tuple[float, ...]:
    """Return the terms of the model. The first term is constant.

    From the fourth on, the terms grow with the wins or the margin. Their weights are never negative, so a better result
    never lowers the chance. Each such term comes three times: for the start, the middle and the end of a game.
    """
    wins = (wins + _LOWEST) / (1 + 2 * _LOWEST)
    wins = min(max(wins, _LOWEST / 2), 1 - _LOWEST / 2)
    odds, early = math.log(wins / (1 - wins)), singles / _SINGLES
    bent = math.tanh(margin), math.tanh(margin / 3), math.tanh(odds), math.tanh(odds / 3)
    growing = odds, margin, wins, odds**3 / 100, *bent
    return 1.0, early, early**2, *(each * stage for stage in _stages(singles) for each in growing)


def calibration_for(state: State) -> FittedCalibration | None:
    """Return the calibration for a game for one player, or None if its options aren't calibrated."""
    if len(state.hands) != 1:
        return None
    known, is_empty = _file()["weights"], not any(map(any, state.stage))
    # With some options, an empty stage leaves no choice, so it has no weights of its own.
    weights = known.get(name_of(state.options, is_empty=is_empty)) or known.get(name_of(state.options))
    if weights is None:
        return None
    margins = _file()["margins"].get(name_of(replace(state.options, hand_size=None)), ())
    return FittedCalibration(singles_left(state), weights, margins)


def singles_left(state: State) -> int:
    """Return the number of Singles left to play."""
    draws = state.options.draw == "after-each-single"
    return sum(map(len, state.hands)) + (len(state.draw_deck) if draws else 0)


def name_of(options: Options, *, is_empty: bool = False) -> str:
    """Return the name of the weights for these options, such as `7 after-each-single all ...`."""
    rules = options.draw, options.refill_count, options.refill_shift, options.empty_grid
    return " ".join(map(str, (options.hand_size, *rules, *["empty"] * is_empty)))


@cache
def _file() -> dict[str, Mapping[str, Sequence[float]]]:
    """Return the weights of `terms` and of `margin_terms`, each keyed by the name of the options."""
    found: dict[str, Mapping[str, Sequence[float]]]
    found = json.loads(files(__package__).joinpath("calibration.json").read_text("utf-8"))
    return found
