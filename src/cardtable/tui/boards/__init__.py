"""The board of each game. Games that aren't listed here use the general board."""

from __future__ import annotations

from importlib import import_module

from cardtable.tui.board.widget import BoardWidget

BOARDS = {
    "tradewinds": "TradewindsBoard",
    "rummy-like": "RummyLikeBoard",
    "wind-city": "WindCityBoard",
    "clash": "ClashBoard",
    "exit-stage-right": "ExitStageRightBoard",
}
"""The name of each game's board class, by the game's id. A board class is in its game's own module."""


def board_for(game_id: str) -> type[BoardWidget]:
    """Return the board class for a game, without importing the boards of other games."""
    if game_id not in BOARDS:
        return BoardWidget
    board: type[BoardWidget] = getattr(import_module(f"{__name__}.{game_id.replace('-', '_')}"), BOARDS[game_id])
    return board
