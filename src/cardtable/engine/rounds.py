"""Helpers for games that consist of several rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

FAR = 3
"""The smallest deficit worth mentioning, in points."""


def told_comeback(scores: Sequence[Sequence[int]], first: int, names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence about the winner's comeback, if the winner was far behind after some round.

    `scores` holds the scores after each round. `first` is the number of the first round in `scores`, because a game may
    have started in a later round.
    """
    end = scores[-1]
    winner = end.index(max(end))
    behind = [max(each) - each[winner] for each in scores]
    if (most := max(behind)) >= FAR and end.count(max(end)) == 1:
        yield f"{names[winner]} won, despite being {most} points behind after round {first + behind.index(most)}."
