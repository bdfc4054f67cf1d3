"""What lessons and exercises about Clash are made of."""

from __future__ import annotations

from cardtable.games.clash.lessons.drills import DRILLS
from cardtable.games.clash.lessons.teaching import TEACHING

__all__ = ["DRILLS", "TEACHING"]
