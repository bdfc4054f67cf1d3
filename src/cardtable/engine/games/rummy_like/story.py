"""The story of a finished match of Rummy-like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtable.engine.game import Event, last_event
from cardtable.engine.games.rummy_like.model import Dealt, Scored, WonAtOnce
from cardtable.engine.games.rummy_like.words import four_of
from cardtable.engine.phrases import join_words
from cardtable.engine.rounds import told_comeback

MANY = 4
"""The smallest gain in one of several rounds worth mentioning, in points."""


def tell_story(steps: Sequence[Sequence[Event]], names: Sequence[str]) -> Iterator[str]:
    """Yield sentences about a match, the most important first, given the events of each move."""
    events = [event for step in steps for event in step]
    rounds = [event for event in events if isinstance(event, Scored)]
    at_once = any(isinstance(event, WonAtOnce) for event in steps[-1])
    dealt = last_event(events, Dealt)
    first = 1 if dealt is None else dealt.round - at_once - len(rounds) + 1
    if not at_once:
        yield from told_comeback([event.scores for event in rounds], first, names)
    gains = [(gain, at, seat) for at, event in enumerate(rounds) for seat, gain in enumerate(event.gains)]
    gain, at, seat = max(gains, default=(0, 0, 0))
    is_single = len(rounds) == 1
    if gain >= (1 if is_single else MANY):
        sets = rounds[at].sets[seat]
        how = f" with {join_words(map(four_of, sets))}" if sets else ""
        where, most = ("", "") if is_single else (f" in round {first + at}", ", the most in any round")
        yield f"{names[seat]} scored {gain}{where}{how}{most}."
