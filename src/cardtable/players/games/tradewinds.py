"""What computer players know about Tradewinds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import Blow, State
from cardtable.players.knowledge import Knowledge


def rate(state: State, legal: Sequence[Blow], random: Random) -> list[float]:
    """Rate plays by what they score minus what they deduct at once."""
    before = sum(GAME.standing(state))
    return [sum(GAME.standing(GAME.advance(state, action, None))) - before for action in legal]


KNOWLEDGE = Knowledge(game=GAME, rate=rate, rate_simply=rate, slips=0.6, win_weight=0.0, scale=10.0)
