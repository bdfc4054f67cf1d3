"""Calibration: estimates of the real win chance from the results of simulations.

Simulations play worse than people do, so they win too rarely. `benchmarks/practice.py` fits the win chance of level
`hard` to three numbers: the share of simulations that win, their mean margin, and the number of Singles left. Moves on
an empty stage have separate weights. With Completes on the stage, simulations often miss a way to win. On an empty
stage, they also lose because of new Completes that nobody can foresee.
"""

from __future__ import annotations

import json
import math
import operator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from cardtable.engine.games.exit_stage_right.model import Options, State

GROWING = 3
"""The index of the first term that grows with the wins or the margin."""
_SINGLES = 36
"""The number of Singles played in a whole game."""
_LOWEST = 0.002
"""The minimum distance of a share of wins from 0 and 1, because the logarithm of 0 would be infinite."""


class Features(NamedTuple):
    """The results of an action's simulations."""

    wins: float
    """The share of simulations that win, from 0 to 1."""
    margin: float
    singles: int
    """The number of Singles left to play before this action."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """A logistic model of the win chance. The model contains the weights of `terms`."""

    weights: tuple[float, ...]

    def chance(self, features: Features) -> float:
        """Return the win chance, from 0 to 1."""
        return 1 / (1 + math.exp(-sum(map(operator.mul, self.weights, terms(features)))))

    def slopes(self, features: Features) -> tuple[float, float]:
        """Return two slopes: how fast the chance grows with the share of wins and with the margin."""
        chance = self.chance(features)
        step = 1e-4
        by_wins = self.chance(features._replace(wins=features.wins + step)) - chance
        by_margin = self.chance(features._replace(margin=features.margin + step)) - chance
        return by_wins / step, by_margin / step


def terms(features: Features) -> tuple[float, ...]:
    """Return the terms of the model. The first term is constant.

    From the fourth on, the terms grow with the wins or the margin. Their weights are never negative, so a better result
    never lowers the chance. Each such term comes three times: for the start, the middle and the end of a game.
    """
    wins = (features.wins + _LOWEST) / (1 + 2 * _LOWEST)
    wins = min(max(wins, _LOWEST / 2), 1 - _LOWEST / 2)
    odds, early = math.log(wins / (1 - wins)), features.singles / _SINGLES
    margin = features.margin
    bent = math.tanh(margin), math.tanh(margin / 3), math.tanh(odds), math.tanh(odds / 3)
    growing = odds, margin, wins, odds**3 / 100, *bent
    stages = early**2, 2 * early * (1 - early), (1 - early) ** 2
    return 1.0, early, early**2, *(each * stage for stage in stages for each in growing)


def calibration_for(state: Any) -> Calibration | None:
    """Return the calibration for a one-player game of Exit Stage Right, or None if its options aren't calibrated."""
    if not isinstance(state, State) or len(state.hands) != 1:
        return None
    weights = _weights().get(name_of(state.options, is_empty=not any(map(any, state.stage))))
    return None if weights is None else Calibration(tuple(weights))


def singles_left(state: State) -> int:
    """Return the number of Singles left to play."""
    draws = state.options.draw == "after-each-single"
    return sum(map(len, state.hands)) + (len(state.draw_deck) if draws else 0)


def name_of(options: Options, *, is_empty: bool = False) -> str:
    """Return the name of the weights for these options, such as `7 after-each-single all ...`."""
    rules = options.draw, options.refill_count, options.refill_shift, options.empty_grid
    return " ".join(map(str, (options.hand_size, *rules, *["empty"] * is_empty)))


@cache
def _weights() -> dict[str, list[float]]:
    text = files(__package__).joinpath("calibration.json").read_text("utf-8")
    found: dict[str, list[float]] = json.loads(text)["weights"]
    return found
