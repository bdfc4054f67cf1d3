"""The differences that an action makes later, found in simulations that play on from each of two actions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean, stdev
from typing import Any, NamedTuple

from cardtable.engine.chance import Key
from cardtable.players.knowledge import Knowledge
from cardtable.players.search import Searcher

CONTINUATIONS = 200
"""The number of simulations of each action. Both actions have the same deals and random numbers."""
_SIGMAS = 3.0
"""The smallest clear difference, in standard errors. Many outcomes are compared, so some differ by chance."""
_KEY = Key(1)
NO_REASON = "no single reason stands out"
"""The beginning of the reason for a move that does better in simulations, but in no particular way."""


class Foreseen(NamedTuple):
    """An outcome whose mean clearly differs between the simulated continuations of two actions."""

    what: Any
    better: float
    worse: float

    @property
    def gain(self) -> float:
        """The mean after the better action minus the mean after the worse action."""
        return self.better - self.worse


def foresee(
    knowledge: Knowledge[Any, Any],
    view: Any,
    better: Any,
    worse: Any,
    outcomes: Callable[[Any, Any, Iterator[Any]], Mapping[Any, float]],
) -> list[Foreseen]:
    """Return the clear differences between simulated continuations of two actions. The biggest comes first.

    `outcomes` returns what happens in a continuation, given the action, the other action, and the states from the
    action on. An outcome that is missing counts as 0. The result depends only on the view and the actions.
    """
    searcher, found = Searcher(knowledge, view, _KEY), list[Foreseen]()
    after, instead = (
        [outcomes(action, other, searcher.play_through(action, number)) for number in range(CONTINUATIONS)]
        for action, other in ((better, worse), (worse, better))
    )
    for what in dict.fromkeys(key for each in (*after, *instead) for key in each):
        pairs = [(one.get(what, 0.0), other.get(what, 0.0)) for one, other in zip(after, instead, strict=True)]
        changes = [one - other for one, other in pairs]
        if is_clear(changes):
            found.append(Foreseen(what, fmean(one for one, _ in pairs), fmean(other for _, other in pairs)))
    return sorted(found, key=lambda each: -abs(each.gain))


def is_clear(changes: Sequence[float]) -> bool:
    """Return whether the mean of differences between two actions is so far from 0 that it can't be chance."""
    return abs(fmean(changes)) > _SIGMAS * stdev(changes) / math.sqrt(len(changes))


def paired_ends(
    knowledge: Knowledge[Any, Any], view: Any, one: Any, other: Any, number: int = CONTINUATIONS
) -> list[tuple[Any, Any]]:
    """Return the states at the end of simulations after each of two actions, in pairs from the same deals.

    The result depends only on the view and the actions.
    """
    searcher = Searcher(knowledge, view, _KEY)
    return [(searcher.end(one, at), searcher.end(other, at)) for at in range(number)]
