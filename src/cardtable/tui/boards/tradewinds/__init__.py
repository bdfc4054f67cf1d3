"""The board of Tradewinds."""

from __future__ import annotations

from cardtable.tui.boards.tradewinds.board import TradewindsBoard
from cardtable.tui.boards.tradewinds.layout import layout_for

__all__ = ["TradewindsBoard", "layout_for"]
