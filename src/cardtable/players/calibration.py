"""Calibrations: estimates of the real win chance and margin from the results of simulations.

Simulations play worse than people do, so they win too rarely and by too little.
"""

from __future__ import annotations

from typing import Protocol

A_WIN = 10.0
"""The margin that a win is worth. An increase of 0.05 in the win chance is worth as much as half a Complete."""
CLEAR = 0.97
"""The lowest win chance at which a win is beyond doubt. A loss is beyond doubt below 1 minus this chance."""


class Calibration(Protocol):
    """The calibration of simulations from one position, given their share of wins and their mean margin."""

    def chance(self, wins: float, margin: float) -> float:
        """Return the win chance, from 0 to 1."""

    def slopes(self, wins: float, margin: float) -> tuple[float, float]:
        """Return two slopes: how fast the chance grows with the share of wins and with the margin."""

    def margin(self, wins: float, margin: float) -> float:
        """Return the margin of a strong player, given the result of one simulation or the mean of several."""


def worth(margin: float, chance: float) -> float:
    """Return the margin plus the worth of the win chance, which is limited by `CLEAR` unless the result is certain."""
    return margin + A_WIN * (chance if chance in (0, 1) else min(CLEAR, max(1 - CLEAR, chance)))
