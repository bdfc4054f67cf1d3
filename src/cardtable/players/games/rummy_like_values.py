"""What a hand in Rummy-like is worth."""

from __future__ import annotations

from functools import cache
from operator import sub
from typing import NamedTuple

from cardtable.engine.cards import Chard
from cardtable.engine.games.rummy_like.model import KINDS, TriCards


class Appraisal(NamedTuple):
    """The points that a player gives to holding none to four Chards of a kind, and when to score."""

    share: tuple[float, ...]
    """The part of the points of a set that the Chards are worth."""
    anyway: tuple[float, ...]
    """The points that they are worth in any case."""
    good_call: int
    """The number of points for which the player calls "Score"."""


SOUND = Appraisal((0.0, 0.04, 0.15, 0.45, 1.0), (0.0, 0.04, 0.05, 0.05, 0.05), good_call=2)
"""Collect sets, and keep other Chards only because they match TriCards that are led."""
CAREFUL = Appraisal((0.0, 0.2, 0.3, 0.4, 1.0), (0.0, 0.3, 0.35, 0.38, 0.38), good_call=1)
"""Above all, keep one Chard of each kind, so that nobody else can have a set of it, and score before anybody does."""


@cache
def values_of(tricards: TriCards, appraisal: Appraisal = SOUND) -> dict[Chard, tuple[float, ...]]:
    """Return, for each kind, the points that it is worth to hold none to four of its Chards."""
    parts = tuple(zip(appraisal.share, appraisal.anyway, strict=True))
    weights = {kind: sum(bool(card.mask & kind.mask) for card in tricards) for kind in KINDS}
    return {kind: tuple(weights[kind] * share + anyway for share, anyway in parts) for kind in KINDS}


@cache
def gains_of(tricards: TriCards) -> tuple[tuple[float, ...], ...]:
    """Return, for each kind, what one more of its Chards is worth to a hand with none to four of them."""
    values = values_of(tricards)
    return tuple(tuple(map(sub, (*values[kind][1:], values[kind][-1]), values[kind])) for kind in KINDS)
