"""What lessons and exercises about Exit Stage Right are made of."""

from __future__ import annotations

from cardtable.games.exit_stage_right.lessons.drills import DRILLS
from cardtable.games.exit_stage_right.lessons.teaching import TEACHING

__all__ = ["DRILLS", "TEACHING"]
