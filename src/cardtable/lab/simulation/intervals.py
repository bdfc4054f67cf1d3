"""Means and shares with 95% intervals. The calculations need a fixed amount of memory."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

Z = 1.959964
"""The quantile of the normal distribution for 95% intervals."""
ALPHA = 0.05
"""The probability that a confidence sequence ever excludes the true value."""
_MAX_BET = 0.5
BURN_IN = 200
"""The number of values before the asymptotic sequence gives its first interval."""
_BEST_AT = 2000
"""The number of values at which the intervals of the asymptotic sequence are nearly as narrow as possible."""


@dataclass(slots=True)
class Moments:
    """The mean and the variance of numbers that are added one by one (Welford 1962)."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0
    """The sum of squared deviations from the mean."""

    def add(self, value: float) -> None:
        """Add a number."""
        self.count += 1
        delta = value - self.mean
        self.mean += delta / self.count
        self.squares += delta * (value - self.mean)

    @property
    def variance(self) -> float:
        """The variance of the numbers, without a correction for small samples."""
        return self.squares / self.count if self.count else 0.0

    @property
    def half_width(self) -> float:
        """Half the width of the mean's interval. The result is infinite for fewer than two numbers."""
        if self.count < 2:
            return math.inf
        return Z * math.sqrt(self.squares / (self.count - 1) / self.count)


def share_interval(shares: Moments, games: int) -> tuple[float, float]:
    """Return the interval of a share (Wilson 1927).

    The arguments are the mean share of each deal and the number of games. Games with the same cards aren't independent,
    and players can share a win. The calculation therefore uses the number of independent games with the same variance
    (Kish 1965), but at most the number of games.
    """
    count = float(shares.count)
    if not count:
        return 0.0, 1.0
    share = min(1.0, max(0.0, shares.mean))
    spread = share * (1 - share)
    if spread > 0:
        count = min(spread * count / shares.variance, games) if shares.variance > 0 else games
    return wilson(share, count)


def wilson(share: float, count: float) -> tuple[float, float]:
    """Return the Wilson interval of a share. `count` is the number of independent games."""
    middle, square = share + Z * Z / (2 * count), Z * Z / count
    half = Z * math.sqrt(share * (1 - share) / count + square / (4 * count))
    return max(0.0, (middle - half) / (1 + square)), min(1.0, (middle + half) / (1 + square))


class ConfidenceSequence(Protocol):
    """An interval for a mean that is valid after every value.

    A simulation may therefore stop as soon as a difference is clear. An ordinary 95% interval excludes the true value
    in 5% of cases if the interval is checked once. The rate is much higher if the interval is checked after each game
    and the simulation stops when the interval excludes zero. In at least 95% of cases, a
    confidence sequence never excludes the true value.
    """

    def add(self, value: float) -> None:
        """Add a value."""

    def interval(self) -> tuple[float, float]:
        """Return the current interval."""


class BoundedSequence:
    """A confidence sequence for values from -1 to 1, with no other assumptions about the values.

    The sequence is the predictable plug-in empirical Bernstein confidence sequence of Waudby-Smith and Ramdas,
    "Estimating means of bounded random variables by betting" (JRSS B 2024), theorem 2.
    """

    def __init__(self) -> None:
        self._count, self._sum, self._squares = 0, 0.0, 0.0
        self._bets, self._weighted, self._variation = 0.0, 0.0, 0.0
        self._low, self._high = 0.0, 1.0

    def add(self, value: float) -> None:
        """Add a value."""
        unit = (value + 1) / 2
        mean, variance = (0.5 + self._sum) / (self._count + 1), (0.25 + self._squares) / (self._count + 1)
        self._count += 1
        bet = math.sqrt(2 * math.log(2 / ALPHA) / (variance * self._count * math.log(1 + self._count)))
        bet = min(bet, _MAX_BET)
        self._sum += unit
        self._squares += (unit - (0.5 + self._sum) / (self._count + 1)) ** 2
        self._bets += bet
        self._weighted += bet * unit
        self._variation += (unit - mean) ** 2 * (-math.log1p(-bet) - bet)
        middle, half = self._weighted / self._bets, (math.log(2 / ALPHA) + self._variation) / self._bets
        self._low, self._high = max(self._low, middle - half), min(self._high, middle + half)

    def interval(self) -> tuple[float, float]:
        """Return the intersection of all intervals so far. The intersection is also valid."""
        return 2 * self._low - 1, 2 * self._high - 1


class AsymptoticSequence:
    """A confidence sequence for a large number of unbounded values, such as points.

    The sequence is the normal mixture of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit
    theory and asymptotic confidence sequences" (Annals of Statistics 2024), theorem 2.2.
    """

    def __init__(self) -> None:
        self._moments = Moments()
        log = -2 * math.log(ALPHA)
        self._rho_squared = (log + math.log(log + 1)) / _BEST_AT

    def add(self, value: float) -> None:
        """Add a value."""
        self._moments.add(value)

    def interval(self) -> tuple[float, float]:
        """Return the current interval. The interval is infinite for the first values."""
        count, mean = self._moments.count, self._moments.mean
        if count < BURN_IN:
            return -math.inf, math.inf
        scaled = count * self._rho_squared + 1
        factor = 2 * scaled / (count**2 * self._rho_squared) * math.log(math.sqrt(scaled) / ALPHA)
        half = math.sqrt(self._moments.variance * factor)
        return mean - half, mean + half
