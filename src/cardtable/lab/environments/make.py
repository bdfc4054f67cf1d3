"""The public function that makes a PettingZoo environment. The library is imported only when the function is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardtable.engine.game import AnyGame, Seat
from cardtable.lab.environments.missing import require

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pettingzoo import AECEnv

    from cardtable.lab.environments.settings import RewardKind


def env(
    game: str | AnyGame,
    *,
    seats: int | None = None,
    options: Any = None,
    rewards: RewardKind = "points",
    max_moves: int | None = None,
    opponents: Mapping[Seat, str] | None = None,
    render_mode: str | None = None,
) -> AECEnv:
    """Return a game as a PettingZoo AEC environment.

    `docs/environments.md` describes the arrays. `options` may be an options object of the game or a mapping such as
    `{"target": 0}`. A game is cut off after `max_moves` moves. `opponents` are computer players at some seats, such as
    `{1: "hard"}`. Raise ValueError with a message if the settings aren't valid. Raise MissingLibrary if PettingZoo
    isn't installed.
    """
    require("pettingzoo", "PettingZoo", "rl")
    from cardtable.lab.environments.aec import make_env
    from cardtable.lab.environments.settings import MAX_MOVES, find_game, make_settings

    found = find_game(game) if isinstance(game, str) else game
    settings = make_settings(found, seats, options, rewards, MAX_MOVES if max_moves is None else max_moves, opponents)
    return make_env(settings, render_mode)
