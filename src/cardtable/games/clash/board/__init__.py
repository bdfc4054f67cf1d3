"""The board of Clash."""

from __future__ import annotations

from cardtable.games.clash.board.board import ClashBoard
from cardtable.games.clash.board.layout import layout_for

__all__ = ["BOARD", "ClashBoard", "layout_for"]

BOARD = ClashBoard
