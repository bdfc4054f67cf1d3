"""The board of Exit Stage Right."""

from __future__ import annotations

from cardtable.games.exit_stage_right.board.board import ExitStageRightBoard

__all__ = ["BOARD", "ExitStageRightBoard"]

BOARD = ExitStageRightBoard
