"""The board of Wind City."""

from __future__ import annotations

from cardtable.games.wind_city.board.board import WindCityBoard
from cardtable.games.wind_city.board.layout import layout_for

__all__ = ["BOARD", "WindCityBoard", "layout_for"]

BOARD = WindCityBoard
