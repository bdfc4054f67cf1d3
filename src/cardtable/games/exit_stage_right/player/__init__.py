"""What computer players know about Exit Stage Right."""

from __future__ import annotations

from cardtable.games.exit_stage_right.player.knowledge import KNOWLEDGE

__all__ = ["KNOWLEDGE"]
