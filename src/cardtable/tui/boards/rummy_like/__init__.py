"""The board of Rummy-like."""

from __future__ import annotations

from cardtable.tui.boards.rummy_like.board import RummyLikeBoard
from cardtable.tui.boards.rummy_like.layout import layout_for

__all__ = ["RummyLikeBoard", "layout_for"]
