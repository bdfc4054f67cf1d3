"""The settings of an environment: the game, its options, the number of seats, and the rewards."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame, BadOptions, Outcome, Seat, start
from cardtable.formats.computers import is_program
from cardtable.formats.option_files import options_from
from cardtable.games import GAMES
from cardtable.players.from_text import check_player
from cardtable.table.request_error import suggestion

RewardKind = Literal["points", "win"]
"""The kind of reward: leads in points, or only wins. `docs/environments.md` has the details."""
MAX_MOVES = 10_000
"""The default number of moves after which a game is cut off. Games between random players are much shorter."""


@dataclass(frozen=True, slots=True)
class EnvironmentSettings:
    """The settings of an environment."""

    game: AnyGame
    options: Any
    """The options with their defaults resolved."""
    seats: int
    rewards: RewardKind = "points"
    max_moves: int = MAX_MOVES
    """The number of moves after which a game is cut off. Nobody gets a reward in a game that is cut off."""
    opponents: Mapping[Seat, str] = field(default_factory=dict)
    """The names of the computer players, such as `medium`, at seats that aren't agents."""


def find_game(game_id: str) -> AnyGame:
    """Return the game with this id. Raise ValueError with a message if no game has this id."""
    if game_id not in GAMES:
        raise ValueError(f"There is no game called '{game_id[:40]}'{suggestion(game_id, GAMES)}")
    return GAMES[game_id]


def make_settings(
    game: AnyGame,
    seats: int | None,
    options: Any,
    rewards: RewardKind = "points",
    max_moves: int = MAX_MOVES,
    opponents: Mapping[Seat, str] | None = None,
) -> EnvironmentSettings:
    """Return valid settings, with the defaults filled in.

    By default, a game has its smallest number of seats, but at least two. `options` may be an options object of the
    game or a mapping of names to values. Raise ValueError with a message if the settings aren't valid.
    """
    if seats is None:
        seats = next((count for count in game.seats if count > 1), game.seats[0])
    try:
        seats = operator.index(seats)
    except TypeError:
        raise BadOptions(f"The number of seats must be a whole number, not {seats!r}.") from None
    if rewards not in ("points", "win"):
        raise ValueError(f"Rewards must be 'points' or 'win', not {rewards!r}.")
    if max_moves < 1:
        raise ValueError(f"A game must be allowed at least 1 move, not {max_moves}.")
    others = _opponents(opponents or {}, seats)
    opening = start(game, _options(game, options), seats, Key(0)).state
    return EnvironmentSettings(game, opening.options, seats, rewards, max_moves, others)


def _opponents(opponents: Mapping[Seat, str], seats: int) -> dict[Seat, str]:
    found = {seat: check_player(name) for seat, name in opponents.items()}
    if any(map(is_program, found.values())):
        raise ValueError("A program can't be an opponent in an environment.")
    if not set(found) < set(range(seats)):
        raise ValueError(f"Opponents sit at some of the seats 0 to {seats - 1}, but not at all of them.")
    return found


def _options(game: AnyGame, options: Any) -> Any:
    if options is None or isinstance(options, game.options):
        return options or game.options()
    if not isinstance(options, Mapping):
        raise BadOptions(f"The options of {game.title} must be a mapping, such as {{'first': 1}}.")
    return options_from(game, options)


def rewards(outcome: Outcome, kind: RewardKind) -> tuple[float, ...]:
    """Return each seat's reward. If players compete with each other, their rewards add up to 0."""
    seats = len(outcome.points)
    if outcome.together:
        won = 1 if outcome.winners else -1
        return (float(outcome.margin if kind == "points" else won),) * seats
    if kind == "points":
        return _leads(outcome.points)
    return _leads(tuple([int(seat in outcome.winners) for seat in range(seats)]))


def _leads(points: tuple[int, ...]) -> tuple[float, ...]:
    """Return each seat's points minus the average points of the other seats."""
    total, others = sum(points), len(points) - 1
    return tuple([own - (total - own) / others for own in points])
