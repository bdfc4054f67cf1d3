"""The board of Clash."""

from __future__ import annotations

from cardtable.tui.boards.clash.board import ClashBoard, layout_for

__all__ = ["ClashBoard", "layout_for"]
