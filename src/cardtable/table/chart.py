"""Charts of numbers: histograms as text bars or sentences, and columns for numbers over time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

MAX_BINS = 9
WIDTH = 36
"""The width of a chart in columns. A chart of this width fits a terminal with 40 columns."""
INDENT = 4
MIN_LONGEST_BAR = 4
"""The minimum width of the longest bar, in terminal columns."""
BLOCK = "█"
SIGNS = "▁▂▃▄▅▆▇█┤│└─"
"""All characters in charts, unless the charts are in ASCII."""
HEIGHT = 5
"""The height of a chart's columns in rows."""
WIDEST_COLUMN = 4
_STEPS = 8
"""The number of different column heights within one row."""


class HistogramBin(NamedTuple):
    """A bin that counts the numbers from `low` to `high`, inclusive."""

    low: int
    high: int
    size: int

    @property
    def label(self) -> str:
        """The range of the bin, such as `3` or `1 to 5`."""
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"


def bins(numbers: Sequence[int]) -> list[HistogramBin]:
    """Return bins of equal width, lowest first. No bin contains both 0 and 1, so wins and losses stay apart."""
    if not numbers:
        return []
    span = max(numbers) - min(numbers) + 1
    width = -(-span // MAX_BINS)
    if (max(numbers) - 1) // width - (
        min(numbers) - 1
    ) // width >= MAX_BINS:  # the lowest number is in the middle of a bin
        width = -(-span // (MAX_BINS - 1))
    counts = Counter((number - 1) // width for number in numbers)
    return [HistogramBin(at * width + 1, at * width + width, counts[at]) for at in range(min(counts), max(counts) + 1)]


def bars(numbers: Sequence[int], sign: str = BLOCK) -> list[str]:
    """Return a line for each bin, with its label, its bar and its count. Every non-empty bin has a bar."""
    found = bins(numbers)
    label_width = max((len(each.label) for each in found), default=0)
    most = max((each.size for each in found), default=0)
    room = max(MIN_LONGEST_BAR, WIDTH - INDENT - label_width - len(str(most)) - 2)
    return [
        f"{'':{INDENT}}{each.label:>{label_width}} {_bar(each.size, most, room, sign)}{each.size}" for each in found
    ]


def bin_sentences(numbers: Sequence[int], subject: str) -> list[str]:
    """Return a sentence for each non-empty bin, for screen readers."""
    return [f"{subject} {each.label}: {each.size}." for each in bins(numbers) if each.size]


def _bar(count: int, most: int, room: int, sign: str) -> str:
    """Return the bar and a space. If the count is 0, return an empty string."""
    return f"{sign * max(1, min(most, room) * count // most)} " if count else ""


# Columns
def columns(numbers: Sequence[float], sign: str = BLOCK, width: int = WIDTH) -> list[str]:
    """Return the rows of a chart with a column for each number.

    The numbers are at least 0, and the axis shows the maximum. If there are too many numbers for the width, each column
    shows the mean of several.
    """
    if not numbers:
        return []
    top = max(1, math.ceil(max(numbers)))
    label_width = len(str(top))
    room = width - INDENT - label_width - 2
    heights = _grouped(numbers, room)
    cells = min(WIDEST_COLUMN, room // len(heights))
    tick, line, corner, floor = "┤│└─" if sign == BLOCK else "||+-"
    rows = []
    for row in reversed(range(HEIGHT)):
        drawn = "".join(
            _cells(height * HEIGHT * _STEPS / top - row * _STEPS, row == 0, cells, sign) for height in heights
        )
        label = f"{top if row == HEIGHT - 1 else '':>{label_width}} {tick if row == HEIGHT - 1 else line}"
        rows.append(f"{'':{INDENT}}{label}{drawn}".rstrip())
    return [*rows, f"{'':{INDENT}}{0:>{label_width}} {corner}{floor * cells * len(heights)}"]


def _cells(steps: float, is_lowest: bool, cells: int, sign: str) -> str:
    """Return one row of a column. `steps` is the height above the row's bottom. The lowest row is blank only for 0."""
    full = min(_STEPS, max(round(steps), int(is_lowest and steps > 0)))
    if sign == BLOCK:
        drawn = SIGNS[full - 1] if full > 0 else " "
    else:
        drawn = sign if full >= _STEPS // 2 or (is_lowest and full > 0) else " "
    return drawn * max(1, cells - 1) + " " * (cells > 1)


def _grouped(numbers: Sequence[float], most: int) -> list[float]:
    """Return the means of at most `most` groups of neighbouring numbers, in order."""
    size = -(-len(numbers) // most)
    return [fmean(numbers[first : first + size]) for first in range(0, len(numbers), size)]
