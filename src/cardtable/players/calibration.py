"""Calibrations: estimates of the real win chance and margin from the results of simulations.

Simulations play worse than people do, so they win too rarely and by too little.
"""

from __future__ import annotations

from typing import Protocol

A_WIN = 10.0
"""The margin that a win is worth, where both count: 5% of the win chance count as much as half a Complete."""
CLEAR = 0.97
"""The win chance that leaves no doubt. The same applies to win chances equally close to 0."""


class Calibration(Protocol):
    """The calibration of simulations from one position, given their share of wins and their mean margin."""

    def chance(self, wins: float, margin: float) -> float:
        """Return the win chance, from 0 to 1."""

    def slopes(self, wins: float, margin: float) -> tuple[float, float]:
        """Return two slopes: how fast the chance grows with the share of wins and with the margin."""

    def margin(self, wins: float, margin: float) -> float:
        """Return the margin of a strong player, given the result of one simulation or the mean of several."""


def worth(margin: float, chance: float) -> float:
    """Return a margin to which the win chance adds. Unless they are certain, chances beyond `CLEAR` count the same."""
    return margin + A_WIN * (chance if chance in (0, 1) else min(CLEAR, max(1 - CLEAR, chance)))
