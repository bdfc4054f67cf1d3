"""Cardtable's own games. `cardtable.games` also finds games from other packages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from cardtable.engine.games.info import INFO

if TYPE_CHECKING:
    from cardtable.engine.game import AnyGame


class ShippedGames(Mapping[str, "AnyGame"]):
    """Cardtable's own games by id.

    The rules of a game are imported when the game is first used. That is why the lobby opens without loading any rules,
    and a program that plays one game doesn't load the other four.
    """

    def __getitem__(self, game_id: str) -> AnyGame:
        match game_id:
            case "exit-stage-right":
                from cardtable.engine.games import exit_stage_right

                return exit_stage_right.GAME
            case "tradewinds":
                from cardtable.engine.games import tradewinds

                return tradewinds.GAME
            case "rummy-like":
                from cardtable.engine.games import rummy_like

                return rummy_like.GAME
            case "wind-city":
                from cardtable.engine.games import wind_city

                return wind_city.GAME
            case "clash":
                from cardtable.engine.games import clash

                return clash.GAME
            case _:
                raise KeyError(game_id)

    def __contains__(self, game_id: object) -> bool:
        return game_id in INFO

    def __iter__(self) -> Iterator[str]:
        return iter(INFO)

    def __len__(self) -> int:
        return len(INFO)


SHIPPED = ShippedGames()
"""Cardtable's own games by id.  Each game has a board, lessons, diagrams and pages."""
