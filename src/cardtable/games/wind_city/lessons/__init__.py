"""What lessons and exercises about Wind City are made of."""

from __future__ import annotations

from cardtable.games.wind_city.lessons.drills import DRILLS
from cardtable.games.wind_city.lessons.teaching import TEACHING

__all__ = ["DRILLS", "TEACHING"]
