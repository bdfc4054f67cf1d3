"""What computer players know about Rummy-like."""

from __future__ import annotations

from cardtable.games.rummy_like.player.knowledge import KNOWLEDGE

__all__ = ["KNOWLEDGE"]
