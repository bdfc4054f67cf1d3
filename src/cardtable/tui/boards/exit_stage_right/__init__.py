"""The board of Exit Stage Right."""

from __future__ import annotations

from cardtable.tui.boards.exit_stage_right.board import ExitStageRightBoard

__all__ = ["ExitStageRightBoard"]
