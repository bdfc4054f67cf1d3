"""A search for every game: simulations of each action.

It samples the hidden cards from the mover's view, so a choice can't depend on anything that the mover can't know.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from cardtable.engine.chance import Key, draw_below
from cardtable.engine.game import Seat
from cardtable.players.knowledge import Knowledge, values


class Estimate(NamedTuple):
    """The result of the simulations of an action."""

    action: Any
    visits: int
    value: float
    """The mean value for the seat to move, from 0 to 1."""


class Searcher:
    """The hidden cards that a seat imagines, and the simulations from there."""

    def __init__(self, knowledge: Knowledge[Any, Any], view: Any, key: Key) -> None:
        """Prepare a search from a view whose seat is to move."""
        self.knowledge, self.game, self.view = knowledge, knowledge.game, view
        seat = self.game.turn(view)
        assert seat is not None, "a seat is to move"
        self.seat: Seat = seat
        self._round = self.game.round_number(view)
        self._turns = 0 if knowledge.turns is None else knowledge.turns(view)
        self.standing = self.game.standing(view)
        self._key = key
        self._deals: list[tuple[Any, int]] = []

    def deal(self, number: int) -> tuple[Any, Random]:
        """Return a full state that the seat thinks possible, with its random numbers; it depends on the number only."""
        while len(self._deals) <= number:
            seed, self._key = draw_below(self._key, 1 << 62)
            state = self.game.determinize(self.view, self.seat, Key(seed))
            if self.knowledge.refine is not None:
                state = self.knowledge.refine(state, self.seat, Random(~seed))
            self._deals.append((state, seed))
        state, seed = self._deals[number]
        return state, Random(seed)

    def is_over(self, state: Any) -> bool:
        """Return whether the round in which the search began is over."""
        return self._round is not None and self.game.round_number(state) != self._round

    def simulate(self, state: Any, random: Random) -> list[float]:
        """Return the value for each seat of a simulation from this state."""
        reached = self.play_on(state, random)
        return values(self.knowledge, reached, self.standing, is_over=self.is_over(reached))

    def play_on(self, state: Any, random: Random) -> Any:
        """Return the state at the end of the round or of the game, or as far as a simulation goes."""
        play_on = self.knowledge.play_on or self._follow_policy
        turn, round_number = self.game.turn, self.game.round_number
        turns, passed = self.knowledge.turns, 0
        while passed < self.knowledge.horizon and round_number(state) == self._round and turn(state) is not None:
            state = play_on(state, random)
            passed = passed + 1 if turns is None else turns(state) - self._turns
        return state

    def _follow_policy(self, state: Any, random: Random) -> Any:
        """Return the state after an action that the policy picks."""
        legal = self.game.legal(state)
        action = self.knowledge.policy(state, legal, random) if len(legal) > 1 else legal[0]
        return self.game.advance(state, action, None)


def halve(searcher: Searcher, legal: Sequence[Any], simulations: int) -> list[Estimate]:
    """Simulate each action equally often with the same deals, and go on with the better half until one is left.

    Sequential halving (Karnin, Koren and Somekh 2013) with common random numbers; the best action comes first.
    """
    if len(legal) == 1:
        simulations = 1
    totals, counts = [0.0] * len(legal), [0] * len(legal)
    alive, used = list(range(len(legal))), 0
    rounds = max(1, math.ceil(math.log2(len(legal))))
    for left in range(rounds, 0, -1):
        each = max(1, (simulations - used) // (left * len(alive)))
        for at in alive:
            for number in range(counts[at], counts[at] + each):
                state, random = searcher.deal(number)
                reached = searcher.game.advance(state, legal[at], None)
                totals[at] += searcher.simulate(reached, random)[searcher.seat]
            counts[at] += each
        used += each * len(alive)
        alive.sort(key=lambda at: -totals[at] / counts[at])
        alive = alive[: max(1, (len(alive) + 1) // 2)]
    order = sorted(range(len(legal)), key=lambda at: (-counts[at], -totals[at] / counts[at]))
    return [Estimate(legal[at], counts[at], totals[at] / counts[at]) for at in order]
