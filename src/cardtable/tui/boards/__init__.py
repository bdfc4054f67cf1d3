"""The board of each game. Games that are not listed here use the general board."""

from __future__ import annotations

from cardtable.tui.board import BoardWidget
from cardtable.tui.boards.clash import ClashBoard
from cardtable.tui.boards.exit_stage_right import ExitStageRightBoard
from cardtable.tui.boards.rummy_like import RummyLikeBoard
from cardtable.tui.boards.tradewinds import TradewindsBoard
from cardtable.tui.boards.wind_city import WindCityBoard

BOARDS: dict[str, type[BoardWidget]] = {
    board.GAME_ID: board for board in (TradewindsBoard, RummyLikeBoard, WindCityBoard, ClashBoard, ExitStageRightBoard)
}


def board_for(game_id: str) -> type[BoardWidget]:
    """Return the board class for a game."""
    return BOARDS.get(game_id, BoardWidget)
