"""The games of Cardtable itself.  `cardtable.games` also knows those that other packages bring."""

from __future__ import annotations

from cardtable.engine.game import AnyGame
from cardtable.engine.games import clash, exit_stage_right, rummy_like, tradewinds, wind_city

SHIPPED: dict[str, AnyGame] = {
    game.id: game for game in (exit_stage_right.GAME, tradewinds.GAME, rummy_like.GAME, wind_city.GAME, clash.GAME)
}
"""By their ids.  Each has its own board, lessons, diagrams and pages."""
