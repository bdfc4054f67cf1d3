"""Wind City in words, for plain mode."""

from __future__ import annotations

from cardtable.games.wind_city.view.view import VIEW

__all__ = ["VIEW"]
