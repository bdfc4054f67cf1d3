"""What computer players know about Clash."""

from __future__ import annotations

from cardtable.games.clash.player.knowledge import KNOWLEDGE

__all__ = ["KNOWLEDGE"]
