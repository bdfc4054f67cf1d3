"""What a hand in Rummy-like is worth."""

from __future__ import annotations

from functools import cache
from operator import sub

from cardtable.engine.cards import Chard
from cardtable.engine.games.rummy_like.model import KINDS, TriCards

_SHARE = (0.0, 0.04, 0.15, 0.45, 1.0)
"""What part of a set's points some of its four Chards are worth."""
_MATCHES_LEADS = (0.0, 0.04, 0.05, 0.05, 0.05)
"""What some Chards of a kind are worth in any case, because they match TriCards that are led."""


@cache
def values_of(tricards: TriCards) -> dict[Chard, tuple[float, ...]]:
    """Return, for each kind, the points that it is worth to hold none to four of its Chards, and then any more."""
    parts = tuple(zip(_SHARE, _MATCHES_LEADS, strict=True))
    weights = {kind: sum(bool(card.mask & kind.mask) for card in tricards) for kind in KINDS}
    return {kind: tuple(weights[kind] * share + anyway for share, anyway in parts) for kind in KINDS}


@cache
def gains_of(tricards: TriCards) -> tuple[tuple[float, ...], ...]:
    """Return, for each kind, what one more of its Chards is worth to a hand with none to four of them."""
    values = values_of(tricards)
    return tuple(tuple(map(sub, (*values[kind][1:], values[kind][-1]), values[kind])) for kind in KINDS)
