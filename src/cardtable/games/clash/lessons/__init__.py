"""The parts of the lessons and exercises on Clash that are specific to the game."""

from __future__ import annotations

from cardtable.games.clash.lessons.drills import DRILLS
from cardtable.games.clash.lessons.teaching import TEACHING

__all__ = ["DRILLS", "TEACHING"]
