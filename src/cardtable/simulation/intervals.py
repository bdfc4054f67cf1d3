"""Means and shares with their 95% intervals, in memory that doesn't grow."""

from __future__ import annotations

import math
from dataclasses import dataclass

Z = 1.959964
"""The quantile of the normal distribution for 95% intervals."""


@dataclass(slots=True)
class Moments:
    """The mean and the variance of numbers that come one by one (Welford 1962)."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0
    """The sum of squared deviations from the mean."""

    def add(self, value: float) -> None:
        """Count one more number."""
        self.count += 1
        delta = value - self.mean
        self.mean += delta / self.count
        self.squares += delta * (value - self.mean)

    @property
    def variance(self) -> float:
        """The variance of the numbers, without a correction for few numbers."""
        return self.squares / self.count if self.count else 0.0

    @property
    def half_width(self) -> float:
        """Half the width of the interval of the mean; infinite for fewer than two numbers."""
        if self.count < 2:
            return math.inf
        return Z * math.sqrt(self.squares / (self.count - 1) / self.count)


def share_interval(shares: Moments, games: int) -> tuple[float, float]:
    """Return the interval of a share (Wilson 1927), given the mean share of each deal and the number of games.

    Games with the same cards aren't independent, and a win can be shared, so the number of games is replaced by the
    number of independent games with the same variance (Kish 1965), but at most by the games that were played.
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
    """Return the Wilson interval of a share among so many independent games."""
    middle, square = share + Z * Z / (2 * count), Z * Z / count
    half = Z * math.sqrt(share * (1 - share) / count + square / (4 * count))
    return max(0.0, (middle - half) / (1 + square)), min(1.0, (middle + half) / (1 + square))
