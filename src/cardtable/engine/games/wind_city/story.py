"""The story of a finished game of Wind City."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cardtable.engine.game import Event, Seat
from cardtable.engine.games.wind_city.model import Insured, Moved, WentBankrupt
from cardtable.engine.phrases import number_word

MANY, MUCH = 2, 6
"""The smallest numbers worth mentioning: houses destroyed in one turn, and coins earned with insurance."""


def tell_story(steps: Sequence[Sequence[Event]], names: Sequence[str]) -> Iterator[str]:
    """Yield sentences about a game, the most important first, given the events of each move."""
    falls, sold = list[tuple[int, Seat]](), Counter[Seat]()
    for step in steps:
        moves = [event for event in step if isinstance(event, Moved)]
        if moves:
            falls.append((sum(len(move.destroyed) for move in moves), moves[0].seat))
        for event in step:
            if isinstance(event, Insured) and event.seller is not None:
                sold[event.seller] += event.cost
            if isinstance(event, WentBankrupt):
                yield f"{names[event.seat]} went bankrupt."
    most, seat = max(falls, default=(0, 0))
    if most >= MANY:
        yield f"{names[seat]} led the hurricane over {number_word(most)} houses in one turn."
    for seat, coins in sold.most_common(1):
        if coins >= MUCH:
            yield f"{names[seat]} earned {coins} coins with insurance."
