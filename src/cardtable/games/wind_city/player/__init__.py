"""What computer players know about Wind City."""

from __future__ import annotations

from cardtable.games.wind_city.player.knowledge import KNOWLEDGE

__all__ = ["KNOWLEDGE"]
