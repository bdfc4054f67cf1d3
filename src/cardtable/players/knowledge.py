"""A computer player's knowledge of a game, apart from its rules."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from cardtable.engine.chance import Key
from cardtable.engine.game import Game, Seat

S = TypeVar("S")
A = TypeVar("A")

HOPELESS = -1000.0
"""The rating of an action that loses the game at once, which not even a beginner plays if there is another one."""

Ratings = Sequence[float]
Rate = Callable[[Any, Sequence[Any], Random], Ratings]
"""Rate the legal actions of the seat to move from its view; higher is better."""
SimulationPolicy = Callable[[Any, Sequence[Any], Random], Any]
"""Pick one of the legal actions of the seat to move in a simulation."""


class Batch(Protocol):
    """Many simulations played at once, for a game that a team wins with a final result above 0."""

    def margins(self, actions: Sequence[Any], first: int, last: int) -> Any:
        """Return an array with the final results of the simulations from `first` to `last - 1` for each action.

        Simulations with the same number have the same hidden cards and random numbers, whatever the action.
        """

    def unguided_margins(self, first: int, last: int) -> Any:
        """Return a row of final results of these simulations if the policy chooses the first action, too."""


class Sure(NamedTuple):
    """Certain bounds on the final margin of a team, whatever cards are hidden; above 0, the team wins."""

    at_least: float = -math.inf
    """The margin that good play is certain to reach."""
    at_most: float = math.inf
    """The upper bound, with the best of luck."""

    @property
    def is_won(self) -> bool:
        """True if good play is certain to win."""
        return self.at_least > 0

    @property
    def is_lost(self) -> bool:
        """True if a win is impossible."""
        return self.at_most <= 0


UNSURE = Sure()


class Merit(NamedTuple):
    """An effect of an action, to be compared with the same effect of another one."""

    score: float
    """A number that is higher for a better effect."""
    clause: str
    """The effect in words, such as `2 can be lost next`."""


def pick_at_random(state: object, legal: Sequence[A], random: Random) -> A:
    """Pick any legal action; every action is equally likely."""
    return legal[int(random.random() * len(legal))]


def pick_best(ratings: Ratings, legal: Sequence[A], random: Random) -> A:
    """Return the action with the highest rating, picking one at random if several have it."""
    best = max(ratings)
    ties = [action for action, rating in zip(legal, ratings, strict=True) if rating == best]
    return ties[int(random.random() * len(ties))]


def pick_several(ratings: Ratings, legal: Sequence[A], count: int) -> list[A]:
    """Return the actions with the highest ratings, the best first."""
    order = sorted(range(len(legal)), key=lambda at: -ratings[at])
    return [legal[at] for at in order[:count]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge(Generic[S, A]):
    """A computer player's knowledge of a game: how to rate actions, and how to search."""

    game: Game[S, A, Any]
    rate: Rate
    """A sound player's rating of each action, for the level medium."""
    rate_simply: Rate
    """The rating by a beginner right after the first lesson, for the level easy."""
    slips: float = 0.1
    """The probability that a beginner plays at random instead."""
    policy: SimulationPolicy = pick_at_random
    """The policy for all players in simulations, for the level hard."""
    play_on: Callable[[S, Random], S] | None = None
    """Return the state after the next actions of a simulation, if that is faster than asking the policy for each."""
    win_weight: float = 0.9
    """The weight of winning in the value of a finished game; the rest is for the margin."""
    horizon: int = 400
    """The maximum number of actions in a simulation, or of turns if these are counted."""
    turns: Callable[[S], int] | None = None
    """Return how many turns have been finished."""
    chances: Callable[[S], Sequence[float]] | None = None
    """Return each seat's chance to win when a simulation stops early; by default, only its prospects count."""
    worth: Callable[[S], Sequence[float]] | None = None
    """Return each seat's prospects in points when a simulation stops early; by default, the standing."""
    refine: Callable[[S, Seat, Random], S] | None = None
    """Return a more likely version of a sample for this seat, given how everybody has played."""
    load_batch: Callable[[], Callable[[S, Seat, Key], Batch]] | None = None
    """Import and return the class that simulates many games at once from a seat's view, if that is faster."""
    consider: Callable[[S, Sequence[A]], Sequence[A]] = lambda state, legal: legal
    """Return the legal actions to search among; the others are certainly worse."""
    scale: float = 5.0
    """The margin in points at which a state has three quarters of the highest value."""
    exact: Callable[[S, Sequence[A]], Sequence[tuple[float, float]] | None] | None = None
    """Return the exact win chance and margin of each legal action with best play, or None if that takes too long."""
    sure: Callable[[S, Sequence[A]], Sequence[Sure]] | None = None
    """Return the certain results of each legal action, in a game that a team wins."""
    for_margin: Callable[[Any], Knowledge[S, A]] | None = None
    """Return, given the options, the knowledge of players who try for the largest margin even if a win is certain."""
    look_ahead: Rate | None = None
    """A careful player's rating of each action, for the level hard, if it plays better than a search."""
    simulations: int = 300
    """The default number of simulations of the level hard: at most about a second for a move on a slow core."""
    unit: str = "point"
    """The unit of a margin."""
    margin_meaning: str = "your points minus those of the others"
    """The meaning of a margin, in words."""
    reason: Callable[[S, A, Sequence[str]], str] | None = None
    """Return the certain effects of a legal action in a sentence; by default, the game's own explanation is used."""
    merits: Callable[[S, A], Mapping[str, Merit]] | None = None
    """Return the certain effects of a legal action, by subject, the most important first."""
    contrast: Callable[[S, A, A], str] | None = None
    """Return a sentence on the advantage of the first action over the second, which is worse."""
    name: Callable[[S, A], str] = lambda _, action: str(action)
    """Return an action's name in a hint; by default, its notation."""


def values(knowledge: Knowledge[Any, Any], state: Any, start: Sequence[float], *, is_over: bool) -> list[float]:
    """Return the value of a state for each seat, from 0 to 1; `start` is the standing when the search began.

    `is_over` says whether the round is over, so that only the standing counts.
    """
    game = knowledge.game
    outcome = game.outcome(state)
    if outcome is None and knowledge.chances is not None:
        return _mix(knowledge, knowledge.chances(state), game.standing(state))
    if outcome is None:
        prospects = game.standing(state) if is_over or knowledge.worth is None else knowledge.worth(state)
        if game.together:
            return [_squash(prospects[0] - start[0], knowledge.scale)] * len(start)
        return [_squash(lead(prospects, seat) - lead(start, seat), knowledge.scale) for seat in range(len(start))]
    if outcome.together:
        return [team_value(knowledge, bool(outcome.winners), outcome.margin)] * len(outcome.points)
    seats, winners = range(len(outcome.points)), outcome.winners
    return _mix(knowledge, [(seat in winners) / max(1, len(winners)) for seat in seats], outcome.points)


def _mix(knowledge: Knowledge[Any, Any], chances: Sequence[float], points: Sequence[float]) -> list[float]:
    """Return each seat's value: its chance to win and, with less weight, its lead."""
    weight = knowledge.win_weight
    return [
        weight * chance + (1 - weight) * _squash(lead(points, seat), knowledge.scale)
        for seat, chance in enumerate(chances)
    ]


def team_value(knowledge: Knowledge[Any, Any], is_won: bool, margin: float) -> float:
    """Return the value of a finished game that everybody plays together, from 0 to 1."""
    return knowledge.win_weight * is_won + (1 - knowledge.win_weight) * _squash(margin, knowledge.scale)


def lead(points: Sequence[float], seat: Seat) -> float:
    """Return a seat's points minus those of the others, halfway between the most and the average."""
    others = [*points[:seat], *points[seat + 1 :]] or [0.0]
    return points[seat] - (max(others) + sum(others) / len(others)) / 2


def _squash(margin: float, scale: float) -> float:
    """Return a number between 0 and 1 that rises with the margin: a half at 0, three quarters at `scale`."""
    return 0.5 + 0.5 * margin / (scale + abs(margin))
