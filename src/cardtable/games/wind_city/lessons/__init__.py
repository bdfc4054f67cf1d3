"""The parts of the lessons and exercises on Wind City that are specific to the game."""

from __future__ import annotations

from cardtable.games.wind_city.lessons.drills import DRILLS
from cardtable.games.wind_city.lessons.teaching import TEACHING

__all__ = ["DRILLS", "TEACHING"]
