"""Each game's support for lessons. Lessons can't use zones or measures of a game that isn't listed here."""

from __future__ import annotations

from cardtable.lessons.games.clash import CLASH
from cardtable.lessons.games.exit_stage_right import EXIT_STAGE_RIGHT
from cardtable.lessons.games.rummy_like import RUMMY_LIKE
from cardtable.lessons.games.tradewinds import TRADEWINDS
from cardtable.lessons.games.wind_city import WIND_CITY
from cardtable.lessons.teaching import Teaching

TEACHINGS: dict[str, Teaching] = {
    "tradewinds": TRADEWINDS,
    "rummy-like": RUMMY_LIKE,
    "wind-city": WIND_CITY,
    "clash": CLASH,
    "exit-stage-right": EXIT_STAGE_RIGHT,
}


def teaching_of(game_id: str) -> Teaching:
    """Return a game's support for lessons, which is empty if the game isn't listed."""
    return TEACHINGS.get(game_id, Teaching())
