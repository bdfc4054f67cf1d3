"""The parts of the lessons and exercises on Exit Stage Right that are specific to the game."""

from __future__ import annotations

from cardtable.games.exit_stage_right.lessons.drills import DRILLS
from cardtable.games.exit_stage_right.lessons.teaching import TEACHING

__all__ = ["DRILLS", "TEACHING"]
