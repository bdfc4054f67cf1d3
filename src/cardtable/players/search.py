"""A search for every game: simulations of each action.

It samples the hidden cards from the mover's view, so a choice can't depend on anything hidden from the mover.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from cardtable.engine.chance import Key, draw_below
from cardtable.engine.game import Seat
from cardtable.players.knowledge import Knowledge, lead, team_value, values


class Estimate(NamedTuple):
    """The result of the simulations of an action."""

    action: Any
    visits: int
    value: float
    """The value for the seat to move: by default the mean of its simulations, from 0 to 1."""


class SimulationResult(NamedTuple):
    """The result of a simulation for the seat to move."""

    value: float
    """The value, from 0 to 1."""
    won: float | None
    """The share of a win, from 0 to 1, or the chance of one if the simulation stopped early.

    It is None if the winner isn't known before the end of the game.
    """
    margin: float
    """The team's result, or the seat's gain compared with the others."""


class Simulator(Protocol):
    """Simulations from a view; those with the same number have the same hidden cards and luck."""

    def results(self, actions: Sequence[Any], first: int, last: int) -> list[list[SimulationResult]]:
        """Return for each action the results of the simulations from `first` to `last - 1`."""


class Forecaster(Simulator, Protocol):
    """Simulations that can also leave the first action to the policy."""

    def unguided(self, first: int, last: int) -> list[SimulationResult]:
        """Return the results of these simulations if the policy chooses the first action, too."""


def simulator_for(knowledge: Knowledge[Any, Any], view: Any, key: Key) -> Forecaster:
    """Return the fastest simulator for a game, from the view of the seat to move."""
    return (Searcher if knowledge.load_batch is None else _BatchSimulator)(knowledge, view, key)


class Searcher:
    """Samples of the hidden cards from a seat's view, and simulations from there, one by one."""

    def __init__(self, knowledge: Knowledge[Any, Any], view: Any, key: Key) -> None:
        """Prepare a search from the view of the seat to move."""
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
        """Return a sampled full state and its random numbers, which depend only on the number."""
        while len(self._deals) <= number:
            seed, self._key = draw_below(self._key, 1 << 62)
            state = self.game.determinize(self.view, self.seat, Key(seed))
            if self.knowledge.refine is not None:
                state = self.knowledge.refine(state, self.seat, Random(~seed))
            self._deals.append((state, seed))
        state, seed = self._deals[number]
        return state, Random(seed)

    def results(self, actions: Sequence[Any], first: int, last: int) -> list[list[SimulationResult]]:
        """Return for each action the results of the simulations from `first` to `last - 1`."""
        return [[self._result(action, number) for number in range(first, last)] for action in actions]

    def unguided(self, first: int, last: int) -> list[SimulationResult]:
        """Return the results of these simulations if the policy chooses the first action, too."""
        return [self._result(None, number) for number in range(first, last)]

    def _result(self, action: Any, number: int) -> SimulationResult:
        """Return the result of a simulation; if the action is None, the policy chooses the first one."""
        state, random = self.deal(number)
        reached = self.play_on(state if action is None else self.game.advance(state, action, None), random)
        outcome, is_over = self.game.outcome(reached), self.is_over(reached)
        value = values(self.knowledge, reached, self.standing, is_over=is_over)[self.seat]
        if outcome is None:
            won = None if self.knowledge.chances is None else self.knowledge.chances(reached)[self.seat]
            return SimulationResult(value, won, self._margin(reached, is_final=is_over))
        won = (self.seat in outcome.winners) / max(1, 1 if outcome.together else len(outcome.winners))
        return SimulationResult(
            value, won, outcome.margin if outcome.together else self._margin(reached, is_final=True)
        )

    def _margin(self, reached: Any, *, is_final: bool) -> float:
        """Return the seat's gain on the others since the search began, or the team's gain."""
        worth = self.game.standing if is_final or self.knowledge.worth is None else self.knowledge.worth
        points = worth(reached)
        return points[0] if self.game.together else lead(points, self.seat) - lead(self.standing, self.seat)

    def is_over(self, state: Any) -> bool:
        """Return whether the round in which the search began is over."""
        return self._round is not None and self.game.round_number(state) != self._round

    def play_on(self, state: Any, random: Random) -> Any:
        """Return the state at the end of the round or of the game, or when the simulation stops early."""
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


class _BatchSimulator:
    """Simulations of a team's game, played many at once to its end."""

    def __init__(self, knowledge: Knowledge[Any, Any], view: Any, key: Key) -> None:
        assert knowledge.load_batch is not None, "the game is simulated in batches"
        seat = knowledge.game.turn(view)
        assert seat is not None, "a seat is to move"
        self._knowledge, self._batch = knowledge, knowledge.load_batch()(view, seat, key)

    def results(self, actions: Sequence[Any], first: int, last: int) -> list[list[SimulationResult]]:
        """Return for each action the results of the simulations from `first` to `last - 1`."""
        return self._results(self._batch.margins(actions, first, last))

    def unguided(self, first: int, last: int) -> list[SimulationResult]:
        """Return the results of these simulations if the policy chooses the first action, too."""
        return self._results(self._batch.unguided_margins(first, last))[0]

    def _results(self, found: Any) -> list[list[SimulationResult]]:
        margins = found.tolist()
        of = {margin: self._result(margin) for each in margins for margin in each}
        return [[of[margin] for margin in each] for each in margins]

    def _result(self, margin: int) -> SimulationResult:
        return SimulationResult(team_value(self._knowledge, margin > 0, margin), float(margin > 0), margin)


def mean_value(results: Sequence[SimulationResult]) -> float:
    """Return the mean value of simulations."""
    return sum([result.value for result in results]) / len(results)


def halve(
    simulator: Simulator,
    legal: Sequence[Any],
    simulations: int,
    worth: Callable[[Sequence[SimulationResult]], float] = mean_value,
) -> list[Estimate]:
    """Simulate each action equally often on the same deals, and go on with the better half until one is left.

    This is sequential halving (Karnin, Koren and Somekh 2013) with common random numbers; the best action comes first.
    `worth` returns the value of an action, given its results.
    """
    if len(legal) == 1:
        simulations = 1
    results: list[list[SimulationResult]] = [[] for _ in legal]
    values = [0.0] * len(legal)
    alive, used = list(range(len(legal))), 0
    rounds = max(1, math.ceil(math.log2(len(legal))))
    for left in range(rounds, 0, -1):
        each = max(1, (simulations - used) // (left * len(alive)))
        first = len(results[alive[0]])
        found = simulator.results([legal[at] for at in alive], first, first + each)
        for at, new in zip(alive, found, strict=True):
            results[at] += new
            values[at] = worth(results[at])
        used += each * len(alive)
        alive.sort(key=lambda at: -values[at])
        alive = alive[: max(1, (len(alive) + 1) // 2)]
    order = sorted(range(len(legal)), key=lambda at: (-len(results[at]), -values[at]))
    return [Estimate(legal[at], len(results[at]), values[at]) for at in order]
