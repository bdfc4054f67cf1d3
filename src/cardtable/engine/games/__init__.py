"""Cardtable's own games.  `cardtable.games` also finds games from other packages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from cardtable.engine.games.info import INFO

if TYPE_CHECKING:
    from cardtable.engine.game import AnyGame


class ShippedGames(Mapping[str, "AnyGame"]):
    """Cardtable's own games by id.  A game's rules are imported when the game is first used.

    So the lobby opens without any rules, and a program that plays one game doesn't load the other four.
    """

    def __getitem__(self, game_id: str) -> AnyGame:
        if game_id not in INFO:
            raise KeyError(game_id)
        game: AnyGame = import_module(f"{__name__}.{game_id.replace('-', '_')}").GAME
        return game

    def __contains__(self, game_id: object) -> bool:
        return game_id in INFO

    def __iter__(self) -> Iterator[str]:
        return iter(INFO)

    def __len__(self) -> int:
        return len(INFO)


SHIPPED = ShippedGames()
"""Cardtable's own games by id.  Each game has a board, lessons, diagrams and pages."""
