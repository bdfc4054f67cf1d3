"""Random games always end.

The deep profile plays 10,000 deals of each game and number of players; `pytest -m deep -s` prints the longest.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardtable.engine.chance import DealCode
from cardtable.engine.game import Game, start
from cardtable.games import GAMES

TABLES = [pytest.param(game, seats, id=f"{game.id}-{seats}") for game in GAMES.values() for seats in game.seats]
TOO_MANY_ACTIONS = 100_000


def length_of(game: Game[Any, Any, Any], seats: int, deal: int) -> int:
    """Return the number of actions of a random game with the default options."""
    luck, actions = Random(deal), 0
    state = start(game, game.options(), seats, DealCode(deal).key()).state
    while legal := game.legal(state):
        state = game.apply(state, legal[int(luck.random() * len(legal))]).state
        actions += 1
        assert actions < TOO_MANY_ACTIONS, f"deal {DealCode(deal)} does not end"
    assert game.outcome(state) is not None
    return actions


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_random_games_end(game: Game[Any, Any, Any], seats: int) -> None:
    assert all(length_of(game, seats, deal) for deal in range(20))


@pytest.mark.deep  # ten thousand games
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_ten_thousand_random_games_end(game: Game[Any, Any, Any], seats: int) -> None:
    longest, deal = max((length_of(game, seats, deal), deal) for deal in range(10_000))
    print(f"\n{game.title}, {seats} seats: the longest of 10,000 random games has {longest} actions ({DealCode(deal)})")
