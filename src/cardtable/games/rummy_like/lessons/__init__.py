"""What lessons and exercises about Rummy-like are made of."""

from __future__ import annotations

from cardtable.games.rummy_like.lessons.drills import DRILLS
from cardtable.games.rummy_like.lessons.teaching import TEACHING

__all__ = ["DRILLS", "TEACHING"]
