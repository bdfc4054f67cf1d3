"""A search for every game, based on simulations of each action.

The search samples the hidden cards from the current player's view. A choice therefore can't depend on information that
the player doesn't have.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from cardtable.engine.chance import Key, draw_below
from cardtable.engine.game import Seat
from cardtable.players.knowledge import Knowledge, lead, team_value, values


class Estimate(NamedTuple):
    """The result of an action's simulations."""

    action: Any
    visits: int
    value: float
    """The action's value for the current player. By default, this is the mean of its simulations, from 0 to 1."""


class SimulationResult(NamedTuple):
    """The result of one simulation for the current player."""

    value: float
    """The value of the simulation, from 0 to 1."""
    won: float | None
    """The player's share of a win, from 0 to 1, or None if the winner isn't known before the end of the game.

    If the simulation stopped early, this is the chance of a win.
    """
    margin: float
    """The team's result, or the seat's gain compared with the other seats."""


class Simulator(Protocol):
    """Simulations from a view. Simulations with the same number have the same hidden cards and the same luck."""

    def results(self, actions: Sequence[Any], first: int, last: int) -> list[list[SimulationResult]]:
        """Return each action's results in the simulations from `first` to `last - 1`."""


class Forecaster(Simulator, Protocol):
    """Simulations in which the policy can also choose the first action."""

    def unguided(self, first: int, last: int) -> list[SimulationResult]:
        """Let the policy choose the first action as well, and return the results of these simulations."""


def simulator_for(knowledge: Knowledge[Any, Any], view: Any, key: Key) -> Forecaster:
    """Return the fastest simulator for a game, starting from the current player's view."""
    return (Searcher if knowledge.load_batch is None else _BatchSimulator)(knowledge, view, key)


class Searcher:
    """Samples of the hidden cards from a seat's view, and simulations from these samples, played one by one."""

    def __init__(self, knowledge: Knowledge[Any, Any], view: Any, key: Key) -> None:
        """Prepare a search from the current player's view."""
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
        """Return a sampled full state and its random numbers. The state and the numbers depend only on `number`."""
        while len(self._deals) <= number:
            seed, self._key = draw_below(self._key, 1 << 62)
            state = self.game.determinize(self.view, self.seat, Key(seed))
            if self.knowledge.refine is not None:
                state = self.knowledge.refine(state, self.seat, Random(~seed))
            self._deals.append((state, seed))
        state, seed = self._deals[number]
        return state, Random(seed)

    def results(self, actions: Sequence[Any], first: int, last: int) -> list[list[SimulationResult]]:
        """Return each action's results in the simulations from `first` to `last - 1`."""
        return [[self._result(action, number) for number in range(first, last)] for action in actions]

    def unguided(self, first: int, last: int) -> list[SimulationResult]:
        """Let the policy choose the first action as well, and return the results of these simulations."""
        return [self._result(None, number) for number in range(first, last)]

    def _result(self, action: Any, number: int) -> SimulationResult:
        """Return the result of a simulation. If the action is None, the policy chooses the first action."""
        reached = self.end(action, number)
        outcome, is_over = self.game.outcome(reached), self.is_over(reached)
        value = values(self.knowledge, reached, self.standing, is_over=is_over)[self.seat]
        if outcome is None:
            won = None if self.knowledge.chances is None else self.knowledge.chances(reached)[self.seat]
            return SimulationResult(value, won, self._margin(reached, is_final=is_over))
        won = (self.seat in outcome.winners) / max(1, 1 if outcome.together else len(outcome.winners))
        return SimulationResult(
            value, won, outcome.margin if outcome.together else self._margin(reached, is_final=True)
        )

    def end(self, action: Any, number: int) -> Any:
        """Return the state at the end of a simulation. If the action is None, the policy chooses the first action."""
        state, random = self.deal(number)
        return self.play_on(state if action is None else self.game.advance(state, action, None), random)

    def _margin(self, reached: Any, *, is_final: bool) -> float:
        """Return the team's gain, or the seat's gain compared with the other seats, since the search began."""
        worth = self.game.standing if is_final or self.knowledge.worth is None else self.knowledge.worth
        points = worth(reached)
        return points[0] if self.game.together else lead(points, self.seat) - lead(self.standing, self.seat)

    def is_over(self, state: Any) -> bool:
        """Return whether the round in which the search began is over."""
        return self._round is not None and self.game.round_number(state) != self._round

    def play_on(self, state: Any, random: Random) -> Any:
        """Return the state when the round or the game ends, or when the simulation stops early."""
        play_on = self.knowledge.play_on or self._follow_policy
        turn, round_number = self.game.turn, self.game.round_number
        turns, passed = self.knowledge.turns, 0
        while passed < self.knowledge.horizon and round_number(state) == self._round and turn(state) is not None:
            state = play_on(state, random)
            passed = passed + 1 if turns is None else turns(state) - self._turns
        return state

    def play_through(self, action: Any, number: int) -> Iterator[Any]:
        """Yield the states of a simulation until the round or the game ends, starting with the state after the action.

        The policy chooses the other actions, as in `results`.
        """
        state, random = self.deal(number)
        yield (state := self.game.advance(state, action, None))
        while not self.is_over(state) and self.game.turn(state) is not None:
            yield (state := self._follow_policy(state, random))

    def _follow_policy(self, state: Any, random: Random) -> Any:
        legal = self.game.legal(state)
        action = self.knowledge.policy(state, legal, random) if len(legal) > 1 else legal[0]
        return self.game.advance(state, action, None)


class _BatchSimulator:
    """Simulations of a team game. Many games are played at once, and each is played to its end."""

    def __init__(self, knowledge: Knowledge[Any, Any], view: Any, key: Key) -> None:
        assert knowledge.load_batch is not None, "the game is simulated in batches"
        seat = knowledge.game.turn(view)
        assert seat is not None, "a seat is to move"
        self._knowledge, self._batch = knowledge, knowledge.load_batch()(view, seat, key)

    def results(self, actions: Sequence[Any], first: int, last: int) -> list[list[SimulationResult]]:
        """Return each action's results in the simulations from `first` to `last - 1`."""
        return self._results(self._batch.margins(actions, first, last))

    def unguided(self, first: int, last: int) -> list[SimulationResult]:
        """Let the policy choose the first action as well, and return the results of these simulations."""
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
    """Simulate each action equally often on the same deals, then continue with the better half.

    The halving continues until a single action is left. The method is sequential halving (Karnin, Koren and Somekh
    2013) with common random numbers. The best action comes first in the result. `worth` returns the value of an action
    from its results.
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
