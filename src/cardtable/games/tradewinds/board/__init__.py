"""The board of Tradewinds."""

from __future__ import annotations

from cardtable.games.tradewinds.board.board import TradewindsBoard
from cardtable.games.tradewinds.board.layout import layout_for

__all__ = ["BOARD", "TradewindsBoard", "layout_for"]

BOARD = TradewindsBoard
