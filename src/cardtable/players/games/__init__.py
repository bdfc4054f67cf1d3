"""What computer players know about each game."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from cardtable.engine.game import AnyGame
from cardtable.players.knowledge import Knowledge
from cardtable.players.unknown_game import knowledge_of_unknown

KNOWN = ("clash", "exit-stage-right", "rummy-like", "tradewinds", "wind-city")
"""The ids of the games that computer players know; each has a module with its `KNOWLEDGE`."""


def knowledge_of(game: AnyGame) -> Knowledge[Any, Any]:
    """Return the computer players' knowledge of a game; of a game from another package, they know only the rules."""
    if game.id in KNOWN:
        known: Knowledge[Any, Any] = import_module(f"{__name__}.{game.id.replace('-', '_')}").KNOWLEDGE
        if known.game is game:
            return known
    return knowledge_of_unknown(game)
