"""What computer players know about each game."""

from __future__ import annotations

from typing import Any

from cardtable.engine.game import AnyGame
from cardtable.players.games import clash, exit_stage_right, rummy_like, tradewinds, wind_city
from cardtable.players.knowledge import Knowledge
from cardtable.players.unknown_game import knowledge_of_unknown

KNOWN: dict[str, Knowledge[Any, Any]] = {
    each.game.id: each
    for each in (
        clash.KNOWLEDGE,
        exit_stage_right.KNOWLEDGE,
        rummy_like.KNOWLEDGE,
        tradewinds.KNOWLEDGE,
        wind_city.KNOWLEDGE,
    )
}


def knowledge_of(game: AnyGame) -> Knowledge[Any, Any]:
    """Return what computer players know about a game; about a game from another package, that's only its rules."""
    known = KNOWN.get(game.id)
    return known if known is not None and known.game is game else knowledge_of_unknown(game)
