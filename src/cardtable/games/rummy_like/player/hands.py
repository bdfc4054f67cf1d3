"""The worth of hands in Rummy-like, and likely hands for the other players, given that all players collect sets."""

from __future__ import annotations

import math
from functools import cache
from operator import sub
from random import Random
from typing import NamedTuple

from cardtable.engine.cards import Chard
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like.model import KINDS, SEATS, Chards, State, TriCards
from cardtable.engine.games.rummy_like.scoring import instant_win
from cardtable.engine.games.rummy_like.validation import holds_enough_matches

_CONSIDERED = 0.5
"""The probability that a player considers swapping a particular kind of Chard."""


class Appraisal(NamedTuple):
    """A player's values for none to four Chards of a kind, and the points that are enough to call "Score"."""

    share: tuple[float, ...]
    """For each number of Chards, the fraction of a set's points that they are worth."""
    anyway: tuple[float, ...]
    """For each number of Chards, the points that they are worth in any case."""
    good_call: int
    """The minimum number of points for which the player calls "Score"."""


SOUND = Appraisal((0.0, 0.04, 0.15, 0.45, 1.0), (0.0, 0.04, 0.05, 0.05, 0.05), good_call=2)
"""The valuation for collecting sets. Other Chards are useful only for matching TriCards that are led."""
CAREFUL = Appraisal((0.0, 0.2, 0.3, 0.4, 1.0), (0.0, 0.3, 0.35, 0.38, 0.38), good_call=1)
"""The valuation for blocking all sets with one Chard of each kind, and for scoring before the other players."""


@cache
def values_of(tricards: TriCards, appraisal: Appraisal = SOUND) -> dict[Chard, tuple[float, ...]]:
    """Return the worth of none to four Chards of each kind, in points."""
    parts = tuple(zip(appraisal.share, appraisal.anyway, strict=True))
    weights = {kind: sum(bool(card.mask & kind.mask) for card in tricards) for kind in KINDS}
    return {kind: tuple(weights[kind] * share + anyway for share, anyway in parts) for kind in KINDS}


@cache
def gains_of(tricards: TriCards) -> tuple[tuple[float, ...], ...]:
    """Return how much one more Chard of each kind adds to the worth of a hand with none to four of that kind."""
    values = values_of(tricards)
    return tuple(tuple(map(sub, (*values[kind][1:], values[kind][-1]), values[kind])) for kind in KINDS)


class _Collector:
    """Another player in a sample. `free` counts the hidden Chards of each kind, which can be swapped."""

    __slots__ = ("barred", "counts", "free", "gains")

    def __init__(self, state: State, seat: Seat, known: Chards) -> None:
        hand = state.chards[seat]
        self.gains = gains_of(state.tricards[seat])
        self.counts = [hand.count(kind) for kind in KINDS]
        self.free = [count - known.count(kind) for count, kind in zip(self.counts, KINDS, strict=True)]
        self.barred = state.led.mask if state.led and state.sat_out[seat] else 0  # RM-4

    def change(self, at: int, by: int) -> None:
        self.counts[at] += by
        self.free[at] += by

    def hand(self) -> Chards:
        return tuple([kind for kind, count in zip(KINDS, self.counts, strict=True) for _ in range(count)])


def collect(state: State, seat: Seat, random: Random) -> State:
    """Return a sample in which the other players have swapped hidden Chards once for each trick.

    Players pass on the Chards that they can't use, so some deals are more likely than others.
    """
    seats = [each for each in range(SEATS) if each != seat]
    one, other = (_Collector(state, each, state.known[seat][each]) for each in seats)
    for _ in range(len(state.led_pile)):
        given, taken = _best(one, other, random), _best(other, one, random)
        if given.at == taken.at or given.gain + taken.gain <= 0:
            continue
        for at, by in ((given.at, -1), (taken.at, 1)):
            one.change(at, by)
            other.change(at, -by)
    hands = list(state.chards)
    hands[seats[0]], hands[seats[1]] = one.hand(), other.hand()
    after = state._replace(chards=tuple(hands))
    return after if instant_win(after) is None and holds_enough_matches(after) else state


class _Transfer(NamedTuple):
    """The best Chard for one player to give to another."""

    gain: float
    """The total gain of the two players."""
    at: int
    """The index of the Chard's kind in `KINDS`, or -1 if the giver has no Chard to give."""


def _best(giver: _Collector, taker: _Collector, random: Random) -> _Transfer:
    gain, best = -math.inf, -1
    for at, count in enumerate(giver.free):
        if count > 0 and random.random() < _CONSIDERED and not KINDS[at].mask & taker.barred:
            found = taker.gains[at][taker.counts[at]] - giver.gains[at][giver.counts[at] - 1]
            if found > gain:
                gain, best = found, at
    return _Transfer(gain, best)
