"""The story of a finished game of Tradewinds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from cardtable.engine.game import Event
from cardtable.engine.games.tradewinds.model import TURNS, Blew, Ended, opposite

MANY = 3
"""The smallest gain in one turn that is worth mentioning."""
DEAR = 2
"""The smallest loss in one turn that is worth mentioning."""
FAR = 3
"""The smallest distance of a score from 0 that is worth mentioning."""


def tell_story(steps: Sequence[Sequence[Event]], names: Sequence[str]) -> Iterator[str]:
    """Yield sentences about a game, the most important first, given the events of each move."""
    blows = [event for step in steps for event in step if isinstance(event, Blew)]
    (end,) = (event for event in steps[-1] if isinstance(event, Ended))
    start, first = end.scored - end.deducted - sum(blow.net for blow in blows), TURNS - len(blows) + 1
    scores = [start + gained for gained in accumulate(blow.net for blow in blows)]
    has_won = scores[-1] > 0
    turn = scores.index(min(scores) if has_won else max(scores))
    if scores[turn] * (1 if has_won else -1) <= -FAR:
        way = "rose" if has_won else "fell"
        yield f"After turn {first + turn}, the score was {scores[turn]:+d}; it {way} to {scores[-1]:+d}."
    best, worst = max(blows, key=lambda blow: blow.net), min(blows, key=lambda blow: blow.net)
    for blow in (best, worst) if has_won else (worst, best):
        if blow.net >= MANY if blow is best else blow.net <= -DEAR:
            receiver, turn = names[opposite(blow.seat)], first + blows.index(blow)
            what = f"won {blow.net} for {receiver}" if blow.net > 0 else f"cost {receiver} {-blow.net}"
            yield f"{names[blow.seat]} {what} with {blow.card} in turn {turn}."
