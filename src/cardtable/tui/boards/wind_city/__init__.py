"""The board of Wind City."""

from __future__ import annotations

from cardtable.tui.boards.wind_city.board import WindCityBoard
from cardtable.tui.boards.wind_city.layout import layout_for

__all__ = ["WindCityBoard", "layout_for"]
