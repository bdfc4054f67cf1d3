"""What a computer player knows about a game, apart from its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from cardtable.engine.game import Game, Seat

S = TypeVar("S")
A = TypeVar("A")

Ratings = Sequence[float]
Rate = Callable[[Any, Sequence[Any], Random], Ratings]
"""Rate the legal actions of the seat to move, from what that seat may know; higher is better."""
Policy = Callable[[Any, Sequence[Any], Random], Any]
"""Pick one of the legal actions of the seat to move in a simulation."""


def pick_at_random(state: Any, legal: Sequence[Any], random: Random) -> Any:
    """Pick any legal action; every action is equally likely."""
    return legal[int(random.random() * len(legal))]


def pick_best(ratings: Ratings, legal: Sequence[A], random: Random) -> A:
    """Return the action with the highest rating, or one of these if there are several."""
    best = max(ratings)
    ties = [action for action, rating in zip(legal, ratings, strict=True) if rating == best]
    return ties[int(random.random() * len(ties))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge(Generic[S, A]):
    """What a computer player knows about a game: how to rate actions, and how to search."""

    game: Game[S, A, Any]
    rate: Rate
    """What a sound player thinks of each action (medium)."""
    rate_simply: Rate
    """What a beginner thinks of each action, right after the first lesson (easy)."""
    slips: float = 0.1
    """How often a beginner plays something else, from 0 to 1."""
    policy: Policy = pick_at_random
    """How everybody plays in a simulation (hard)."""
    uses_tree: Callable[[S], bool] = lambda state: False
    """Return whether a tree search is stronger here than simulations of each action."""
    win_weight: float = 0.9
    """The weight of winning in the value of a finished game; the rest is for the margin."""
    scale: float = 5.0
    """The margin in points at which its value is three quarters of the way to the best."""
    opening: Callable[[S, Sequence[A]], A | None] = lambda state, legal: None
    """Return an action that needs no search, if there is one."""


def values(game: Game[Any, Any, Any], state: Any, start: Sequence[int], knowledge: Knowledge[Any, Any]) -> list[float]:
    """Return the value of a state for each seat, from 0 to 1; `start` is the standing when the search began."""
    outcome = game.outcome(state)
    if outcome is None:
        gains = [now - before for now, before in zip(game.standing(state), start, strict=True)]
        return [_squash(_lead(gains, seat), knowledge.scale) for seat in range(len(gains))]
    if outcome.together:
        value = knowledge.win_weight * bool(outcome.winners)
        return [value + (1 - knowledge.win_weight) * _squash(outcome.margin, knowledge.scale)] * len(outcome.points)
    return [
        knowledge.win_weight * (seat in outcome.winners) / max(1, len(outcome.winners))
        + (1 - knowledge.win_weight) * _squash(_lead(outcome.points, seat), knowledge.scale)
        for seat in range(len(outcome.points))
    ]


def _lead(points: Sequence[int], seat: Seat) -> float:
    """Return a seat's points minus the average of the others'."""
    return points[seat] - (sum(points) - points[seat]) / max(1, len(points) - 1)


def _squash(margin: float, scale: float) -> float:
    """Return a number between 0 and 1 that rises with the margin: a half at 0, three quarters at `scale`."""
    return 0.5 + 0.5 * margin / (scale + abs(margin))
