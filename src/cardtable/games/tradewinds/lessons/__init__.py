"""What lessons and exercises about Tradewinds are made of."""

from __future__ import annotations

from cardtable.games.tradewinds.lessons.drills import DRILLS
from cardtable.games.tradewinds.lessons.teaching import TEACHING

__all__ = ["DRILLS", "TEACHING"]
