"""Computer players' knowledge of each game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame
from cardtable.games import GAMES
from cardtable.players.knowledge import Knowledge
from cardtable.players.search import Searcher, halve

_SIMULATIONS_EACH = 8
"""The number of simulations that a sound player runs to rate each action."""
_HORIZON = 200
"""The maximum number of random actions in a simulation. A limit is needed because the game's length is unknown."""


def knowledge_of(game: AnyGame) -> Knowledge[Any, Any]:
    """Return the computer players' knowledge of a game. For a game without its own player, this is only the rules."""
    known: Knowledge[Any, Any] | None = GAMES.part_of(game.id, "player", "KNOWLEDGE")
    return known if known is not None and known.game is game else _knowledge_of_unknown(game)


def _knowledge_of_unknown(game: AnyGame) -> Knowledge[Any, Any]:
    """Return knowledge that consists only of the game's rules. A small search replaces the ratings."""

    def rate_simply(state: Any, legal: Sequence[Any], random: Random) -> list[float]:
        return [0.0] * len(legal)

    def rate(state: Any, legal: Sequence[Any], random: Random) -> list[float]:
        searcher = Searcher(blank, state, Key(int(random.random() * (1 << 53))))
        found = {each.action: each for each in halve(searcher, legal, _SIMULATIONS_EACH * len(legal))}
        return [found[action].visits + found[action].value for action in legal]

    blank: Knowledge[Any, Any] = Knowledge(game=game, rate=rate_simply, rate_simply=rate_simply, horizon=_HORIZON)
    return Knowledge(game=game, rate=rate, rate_simply=rate_simply, horizon=_HORIZON)
