"""Every game on the table.  To add one: write its module and its rules page, add one line here."""

from __future__ import annotations

from typing import Any

from cardtable.engine.game import Game
from cardtable.engine.games import exit_stage_right, wind_city

GAMES: dict[str, Game[Any, Any, Any]] = {game.id: game for game in (wind_city.GAME, exit_stage_right.GAME)}
