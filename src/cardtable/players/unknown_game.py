"""How computer players play a game when they know only its rules."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame
from cardtable.players.knowledge import Knowledge
from cardtable.players.search import Searcher, halve

_SIMULATIONS_EACH = 8
"""The number of simulations of each action with which a sound player rates it."""
_HORIZON = 200
"""The maximum number of random actions in a simulation, because nobody knows how long the game is."""


def knowledge_of_unknown(game: AnyGame) -> Knowledge[Any, Any]:
    """Return the way to play a game when only its rules are known: a small search in place of ratings."""

    def rate_simply(state: Any, legal: Sequence[Any], random: Random) -> list[float]:
        return [0.0] * len(legal)

    def rate(state: Any, legal: Sequence[Any], random: Random) -> list[float]:
        searcher = Searcher(blank, state, Key(int(random.random() * (1 << 53))))
        found = {each.action: each for each in halve(searcher, legal, _SIMULATIONS_EACH * len(legal))}
        return [found[action].visits + found[action].value for action in legal]

    blank: Knowledge[Any, Any] = Knowledge(game=game, rate=rate_simply, rate_simply=rate_simply, horizon=_HORIZON)
    return Knowledge(game=game, rate=rate, rate_simply=rate_simply, horizon=_HORIZON)
