"""The observations and actions of a game as arrays of fixed sizes, for use with any library."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardtable.engine.game import AnyGame, Seat
from cardtable.games import GAMES
from cardtable.lab.environments.parts import GameEncoding, Numbers


class NoEncoding(ValueError):
    """An error for a game that has no encoding and so can't be an environment."""


class Encoding:
    """The arrays of a game with this number of seats and these options, whose defaults are resolved."""

    def __init__(self, game: AnyGame, options: Any, seats: int) -> None:
        found: GameEncoding | None = GAMES.part_of(game.id, "arrays", "ENCODING")
        if found is None or found.game is not game:
            raise NoEncoding(f"{game.title} can't be used as an environment: it has no encoding as arrays.")
        self.game, self.seats = game, seats
        self.actions: tuple[Any, ...] = found.actions(options, seats)
        """Every action that can be legal at some point in the game. The index of an action is its id."""
        self.parts = found.parts(options, seats)
        """The parts of an observation, in order."""
        self.most_points = found.most_points(options)
        """The largest number of points that a seat or a team can win or lose."""
        self._ids = {action: number for number, action in enumerate(self.actions)}
        self.slices: dict[str, slice] = {}
        """The slice of the observation that each part fills, keyed by the part's name."""
        self.size = 0
        """The length of an observation."""
        for part in self.parts:
            self.slices[part.name] = slice(self.size, self.size + part.size)
            self.size += part.size
        self.high: Numbers = np.concatenate([np.full(part.size, part.high, np.float32) for part in self.parts])
        """The largest value of each number in an observation. The smallest value is always 0."""

    def id_of(self, action: Any) -> int:
        """Return an action's id."""
        return self._ids[action]

    def legal_ids(self, state: Any) -> list[int]:
        """Return the ids of the legal actions, in ascending order."""
        return sorted([self._ids[action] for action in self.game.legal(state)])

    def mask(self, ids: Sequence[int]) -> NDArray[np.int8]:
        """Return an array with a 1 for each action in `ids` and a 0 for every other action."""
        mask = np.zeros(len(self.actions), np.int8)
        mask[list(ids)] = 1
        return mask

    def observe(self, state: Any, seat: Seat) -> Numbers:
        """Return a seat's observation, which is based only on what that seat can see."""
        view, out = self.game.view(state, seat), np.zeros(self.size, np.float32)
        for part, place in zip(self.parts, self.slices.values(), strict=True):
            part.fill(out[place], view, seat)
        return np.minimum(out, self.high, out=out)
