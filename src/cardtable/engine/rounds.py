"""What games of several rounds have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

FAR = 3
"""The smallest arrear in points that is worth telling."""


def told_comeback(scores: Sequence[Sequence[int]], first: int, names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence if the winner was far behind after a round, given the scores after each from the first one on.

    `first` is the number of that round: a game may have started in the middle.
    """
    end = scores[-1]
    winner = end.index(max(end))
    behind = [max(each) - each[winner] for each in scores]
    if (most := max(behind)) >= FAR and end.count(max(end)) == 1:
        yield f"{names[winner]} won after being {most} behind after round {first + behind.index(most)}."
