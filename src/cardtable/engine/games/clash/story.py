"""The story of a finished match of Clash."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from cardtable.engine.game import Event, last_event
from cardtable.engine.games.clash.model import Dealt, Played, RoundEnded
from cardtable.engine.rounds import told_comeback

MANY = 5
"""The smallest number of cards played in one turn that is worth mentioning."""


def tell_story(steps: Sequence[Sequence[Event]], names: Sequence[str]) -> Iterator[str]:
    """Yield sentences about a match, the most important first, given the events of each move."""
    events = [event for step in steps for event in step]
    ends = [event for event in events if isinstance(event, RoundEnded)]
    first = _round(events, len(ends)) - len(ends) + 1
    yield from told_comeback([event.scores for event in ends], first, names)
    turns, number = list[tuple[int, int, int]](), first
    for seat, turn in groupby(events, key=lambda event: event.seat):
        played = list(turn)
        number = _round(played, number)
        turns.append((sum(len(event.cards) for event in played if isinstance(event, Played)), seat, number))
    most, seat, number = max(turns)
    if most >= MANY:
        where = f" of round {number}" if len(ends) > 1 else ""
        yield f"{names[seat]} played {most} cards in one turn{where}."


def _round(events: Sequence[Event], otherwise: int) -> int:
    """Return the number of the last round that was dealt, or `otherwise` if none was."""
    dealt = last_event(events, Dealt)
    return otherwise if dealt is None else dealt.round


def race(steps: Sequence[Sequence[Event]]) -> Sequence[tuple[int, ...]]:
    """Return the number of cards that each player had left at the start and after each turn of the last round."""
    events = [event for step in steps for event in step]
    begins = max((at for at, event in enumerate(events) if isinstance(event, Dealt)), default=0)
    end = last_event(events[begins:], RoundEnded)
    if end is None:  # the round is still being played
        return ()
    left, found = list(end.left), [end.left]
    for seat, turn in groupby(reversed(events[begins:]), key=lambda event: event.seat):
        played = sum(len(event.cards) for event in turn if isinstance(event, Played))
        if played:
            left[seat] += played
            found.append(tuple(left))
    return found[::-1]
