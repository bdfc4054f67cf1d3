"""Intervals that are valid at every moment, so a simulation may stop as soon as a difference is clear.

An ordinary 95% interval misses the truth in 5% of the cases if it is looked at once, and in far more if you look
after each game and stop as soon as it leaves out zero.  A confidence sequence misses the truth at any time in at
most 5% of the cases, so looking costs nothing.
"""

from __future__ import annotations

import math
from typing import Protocol

from cardtable.simulation.intervals import Moments

ALPHA = 0.05
"""How likely a confidence sequence is to miss the truth, ever."""
_LARGEST_BET = 0.5
BURN_IN = 200
"""The number of values before the asymptotic sequence says anything."""
_BEST_AT = 2000
"""The number of values at which the asymptotic sequence is about as narrow as it can be."""


class ConfidenceSequence(Protocol):
    """An interval for a mean that is valid after every value."""

    def add(self, value: float) -> None:
        """Count one more value."""

    def interval(self) -> tuple[float, float]:
        """Return the interval so far."""


class BoundedSequence:
    """A confidence sequence for values from -1 to 1, which assumes nothing else about them.

    It is the predictable plug-in empirical Bernstein confidence sequence of Waudby-Smith and Ramdas, "Estimating means
    of bounded random variables by betting" (JRSS B 2024), theorem 2.
    """

    def __init__(self) -> None:
        self._count, self._sum, self._squares = 0, 0.0, 0.0
        self._bets, self._weighted, self._variation = 0.0, 0.0, 0.0
        self._low, self._high = 0.0, 1.0

    def add(self, value: float) -> None:
        """Count one more value."""
        unit = (value + 1) / 2
        mean, variance = (0.5 + self._sum) / (self._count + 1), (0.25 + self._squares) / (self._count + 1)
        self._count += 1
        bet = math.sqrt(2 * math.log(2 / ALPHA) / (variance * self._count * math.log(1 + self._count)))
        bet = min(bet, _LARGEST_BET)
        self._sum += unit
        self._squares += (unit - (0.5 + self._sum) / (self._count + 1)) ** 2
        self._bets += bet
        self._weighted += bet * unit
        self._variation += (unit - mean) ** 2 * (-math.log1p(-bet) - bet)
        middle, half = self._weighted / self._bets, (math.log(2 / ALPHA) + self._variation) / self._bets
        self._low, self._high = max(self._low, middle - half), min(self._high, middle + half)

    def interval(self) -> tuple[float, float]:
        """Return the interval so far: the intersection of all intervals up to now, which is valid too."""
        return 2 * self._low - 1, 2 * self._high - 1


class AsymptoticSequence:
    """A confidence sequence for values without bounds, such as points, which relies on their number being large.

    It is the normal mixture of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and
    asymptotic confidence sequences" (Annals of Statistics 2024), theorem 2.2.
    """

    def __init__(self) -> None:
        self._moments = Moments()
        log = -2 * math.log(ALPHA)
        self._rho_squared = (log + math.log(log + 1)) / _BEST_AT

    def add(self, value: float) -> None:
        """Count one more value."""
        self._moments.add(value)

    def interval(self) -> tuple[float, float]:
        """Return the interval so far, which is infinite for the first values."""
        count, mean = self._moments.count, self._moments.mean
        if count < BURN_IN:
            return -math.inf, math.inf
        scaled = count * self._rho_squared + 1
        factor = 2 * scaled / (count**2 * self._rho_squared) * math.log(math.sqrt(scaled) / ALPHA)
        half = math.sqrt(self._moments.variance * factor)
        return mean - half, mean + half
