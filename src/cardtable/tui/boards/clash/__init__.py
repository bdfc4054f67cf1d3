"""The board of Clash."""

from __future__ import annotations

from cardtable.tui.boards.clash.board import ClashBoard
from cardtable.tui.boards.clash.layout import layout_for

__all__ = ["ClashBoard", "layout_for"]
