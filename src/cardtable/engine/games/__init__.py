"""Cardtable's own games.  `cardtable.games` also finds games from other packages."""

from __future__ import annotations

from cardtable.engine.game import AnyGame
from cardtable.engine.games import clash, exit_stage_right, rummy_like, tradewinds, wind_city

SHIPPED: dict[str, AnyGame] = {
    game.id: game for game in (exit_stage_right.GAME, tradewinds.GAME, rummy_like.GAME, wind_city.GAME, clash.GAME)
}
"""Cardtable's own games by id.  Each game has a board, lessons, diagrams and pages."""
