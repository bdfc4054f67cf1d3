"""What computer players know about Tradewinds."""

from __future__ import annotations

from cardtable.games.tradewinds.player.knowledge import KNOWLEDGE

__all__ = ["KNOWLEDGE"]
