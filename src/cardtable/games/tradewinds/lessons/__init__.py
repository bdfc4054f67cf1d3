"""The parts of the lessons and exercises on Tradewinds that are specific to the game."""

from __future__ import annotations

from cardtable.games.tradewinds.lessons.drills import DRILLS
from cardtable.games.tradewinds.lessons.teaching import TEACHING

__all__ = ["DRILLS", "TEACHING"]
