"""Observations and actions of a game as arrays of fixed sizes, for any library."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardtable.engine.game import AnyGame, Seat
from cardtable.environments.games import ENCODINGS
from cardtable.environments.parts import Numbers


class NoEncoding(ValueError):
    """A game can't be an environment, because its arrays aren't defined; the message says so."""


class Encoding:
    """The arrays of one game with these options, whose defaults are resolved, and this number of seats."""

    def __init__(self, game: AnyGame, options: Any, seats: int) -> None:
        found = ENCODINGS.get(game.id)
        if found is None or found.game is not game:
            raise NoEncoding(f"{game.title} can't be used as an environment: it has no encoding as arrays.")
        self.game, self.seats = game, seats
        self.actions: tuple[Any, ...] = found.actions(options, seats)
        """Every action that can ever be legal; an action's id is its index."""
        self.parts = found.parts(options, seats)
        """The parts of an observation, in order."""
        self.most_points = found.most_points(options)
        """The largest number of points, above or below 0, of a seat or of a team."""
        self._ids = {action: number for number, action in enumerate(self.actions)}
        self.slices: dict[str, slice] = {}
        """The slice of each part of an observation, by its name."""
        self.size = 0
        """The length of an observation."""
        for part in self.parts:
            self.slices[part.name] = slice(self.size, self.size + part.size)
            self.size += part.size
        self.high: Numbers = np.concatenate([np.full(part.size, part.high, np.float32) for part in self.parts])
        """The largest value of each number; the smallest is 0."""

    def id_of(self, action: Any) -> int:
        """Return an action's id."""
        return self._ids[action]

    def legal_ids(self, state: Any) -> list[int]:
        """Return the ids of the legal actions, in ascending order."""
        return sorted([self._ids[action] for action in self.game.legal(state)])

    def mask(self, ids: Sequence[int]) -> NDArray[np.int8]:
        """Return a 1 for each action with one of these ids and a 0 for every other one."""
        mask = np.zeros(len(self.actions), np.int8)
        mask[list(ids)] = 1
        return mask

    def observe(self, state: Any, seat: Seat) -> Numbers:
        """Return a seat's observation, made only from the seat's view of the state."""
        view, out = self.game.view(state, seat), np.zeros(self.size, np.float32)
        for part, place in zip(self.parts, self.slices.values(), strict=True):
            part.fill(out[place], view, seat)
        return np.minimum(out, self.high, out=out)
