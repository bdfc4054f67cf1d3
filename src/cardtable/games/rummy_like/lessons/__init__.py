"""The parts of the lessons and exercises on Rummy-like that are specific to the game."""

from __future__ import annotations

from cardtable.games.rummy_like.lessons.drills import DRILLS
from cardtable.games.rummy_like.lessons.teaching import TEACHING

__all__ = ["DRILLS", "TEACHING"]
