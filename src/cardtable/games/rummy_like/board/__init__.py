"""The board of Rummy-like."""

from __future__ import annotations

from cardtable.games.rummy_like.board.board import RummyLikeBoard
from cardtable.games.rummy_like.board.layout import layout_for

__all__ = ["BOARD", "RummyLikeBoard", "layout_for"]

BOARD = RummyLikeBoard
