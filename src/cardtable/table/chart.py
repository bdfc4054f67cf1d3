"""Numbers as a small chart of text: how often each margin occurs, as bars or in plain lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

MOST_BINS = 9
WIDTH = 36
"""Cells of a chart; it fits where the terminal has forty columns."""
INDENT = 4
SHORTEST = 4
"""Cells that the longest bar has at least."""
BLOCK = "█"


class HistogramBin(NamedTuple):
    """How often a number lies from `low` to `high`, both included."""

    low: int
    high: int
    often: int

    @property
    def label(self) -> str:
        """Which numbers these are."""
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"


def bins(numbers: Sequence[int]) -> list[HistogramBin]:
    """The numbers in a few bins of one width, from the lowest up.  None holds both 0 and 1, so wins stand apart."""
    if not numbers:
        return []
    span = max(numbers) - min(numbers) + 1
    width = -(-span // MOST_BINS)
    if (max(numbers) - 1) // width - (min(numbers) - 1) // width >= MOST_BINS:  # they begin in the midst of a bin
        width = -(-span // (MOST_BINS - 1))
    counts = Counter((number - 1) // width for number in numbers)
    return [HistogramBin(at * width + 1, at * width + width, counts[at]) for at in range(min(counts), max(counts) + 1)]


def bars(numbers: Sequence[int], sign: str = BLOCK) -> list[str]:
    """A line for each bin: what it holds, a bar, how many.  Whatever is there at all has a bar."""
    found = bins(numbers)
    labels = max((len(each.label) for each in found), default=0)
    most = max((each.often for each in found), default=0)
    room = max(SHORTEST, WIDTH - INDENT - labels - len(str(most)) - 2)
    return [f"{'':{INDENT}}{each.label:>{labels}} {_bar(each.often, most, room, sign)}{each.often}" for each in found]


def in_words(numbers: Sequence[int], what: str) -> list[str]:
    """The same to be read out: a sentence for each bin that holds something."""
    return [f"{what} {each.label}: {each.often}." for each in bins(numbers) if each.often]


def _bar(count: int, most: int, room: int, sign: str) -> str:
    """The bar and a space behind it; nothing for nothing."""
    return f"{sign * max(1, min(most, room) * count // most)} " if count else ""
