"""Every game on the table.  To add one: write its module and its rules page, add one line here."""

from __future__ import annotations

from typing import Any

from cardtable.engine.game import Game
from cardtable.engine.games import clash, exit_stage_right, rummy_like, tradewinds, wind_city

GAMES: dict[str, Game[Any, Any, Any]] = {
    game.id: game for game in (exit_stage_right.GAME, tradewinds.GAME, rummy_like.GAME, wind_city.GAME, clash.GAME)
}
