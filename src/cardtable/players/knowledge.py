"""A computer player's knowledge of a game, beyond the rules."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from cardtable.engine.chance import Key
from cardtable.engine.game import Game, Seat
from cardtable.players.calibration import Calibration

S = TypeVar("S")
A = TypeVar("A")

HOPELESS = -1000.0
"""The rating of an action that loses the game immediately. Even beginners choose it only if nothing else is legal."""

Ratings = Sequence[float]
Rate = Callable[[Any, Sequence[Any], Random], Ratings]
"""A function that rates the legal actions of the current player from the player's view. Higher is better."""
SimulationPolicy = Callable[[Any, Sequence[Any], Random], Any]
"""A function that picks a legal action for the current player in a simulation."""


class Batch(Protocol):
    """Many simulations played at once. The team wins the game if the final result is above 0."""

    def margins(self, actions: Sequence[Any], first: int, last: int) -> Any:
        """Return an array with each action's final results in the simulations from `first` to `last - 1`.

        Simulations with the same number have the same hidden cards and random numbers for every action.
        """

    def unguided_margins(self, first: int, last: int) -> Any:
        """Let the policy choose the first action as well, and return a row with these simulations' final results."""


class Sure(NamedTuple):
    """Bounds on a team's final margin, whatever the hidden cards are. The team wins if the margin is above 0."""

    at_least: float = -math.inf
    """The margin that good play is certain to reach."""
    at_most: float = math.inf
    """The margin that even good play with the best luck can't exceed."""

    @property
    def is_won(self) -> bool:
        """Whether good play is certain to win."""
        return self.at_least > 0

    @property
    def is_lost(self) -> bool:
        """Whether a win is impossible."""
        return self.at_most <= 0


UNSURE = Sure()


def pick_at_random(state: object, legal: Sequence[A], random: Random) -> A:
    """Pick a random legal action. Every action is equally likely."""
    return legal[int(random.random() * len(legal))]


def pick_best(ratings: Ratings, legal: Sequence[A], random: Random) -> A:
    """Return the action with the highest rating. If several share that rating, pick one at random."""
    best = max(ratings)
    ties = [action for action, rating in zip(legal, ratings, strict=True) if rating == best]
    return ties[int(random.random() * len(ties))]


def pick_several(ratings: Ratings, legal: Sequence[A], count: int) -> list[A]:
    """Return the actions with the highest ratings. The best action comes first."""
    order = sorted(range(len(legal)), key=lambda at: -ratings[at])
    return [legal[at] for at in order[:count]]


class LessonTopic(NamedTuple):
    """The lesson that teaches why one action is better than another."""

    lesson: str
    """The name of the lesson's file without its suffix."""
    shows: str
    """The topic as a phrase that follows the word `shows`, such as `when to refill`."""
    is_certain: bool = False
    """Whether the worse action gave up a certain win."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge(Generic[S, A]):
    """A computer player's knowledge of a game: how to rate actions, and how to search."""

    game: Game[S, A, Any]
    rate: Rate
    """A sound player's ratings, for `medium`."""
    rate_simply: Rate
    """The ratings of a beginner who has just had their first lesson, for `easy`."""
    slips: float = 0.1
    """The probability that a beginner chooses a random action."""
    policy: SimulationPolicy = pick_at_random
    """The policy of all players in the simulations of `hard`."""
    play_on: Callable[[S, Random], S] | None = None
    """Return the state after the next actions of a simulation. This is faster than calling the policy each time."""
    win_weight: float = 0.9
    """The weight of a win in the value of a finished game. The margin has the remaining weight."""
    horizon: int = 400
    """The maximum number of actions in a simulation. If `turns` is set, this is the maximum number of turns."""
    turns: Callable[[S], int] | None = None
    """Return the number of finished turns."""
    chances: Callable[[S], Sequence[float]] | None = None
    """Return each seat's chance of winning when a simulation stops early. If this is None, only the prospects count."""
    worth: Callable[[S], Sequence[float]] | None = None
    """Return each seat's prospects, in points, when a simulation stops early. The default is the standing."""
    refine: Callable[[S, Seat, Random], S] | None = None
    """Return a more likely version of a sample for this seat, based on the players' actions so far."""
    load_batch: Callable[[], Callable[[S, Seat, Key], Batch]] | None = None
    """Import and return the class that simulates many games at once from a seat's view, which is faster."""
    consider: Callable[[S, Sequence[A]], Sequence[A]] = lambda state, legal: legal
    """Return the legal actions that a search should consider. The other actions are certainly worse."""
    scale: float = 5.0
    """The margin, in points, at which a state has three quarters of the maximum value."""
    exact: Callable[[S, Sequence[A]], Sequence[tuple[float, float]] | None] | None = None
    """Return each legal action's exact win chance and margin with best play, or None if that takes too long."""
    sure: Callable[[S, Sequence[A]], Sequence[Sure]] | None = None
    """Return the certain facts about the result of each legal action. The function is only for team games."""
    for_margin: Callable[[Any], Knowledge[S, A]] | None = None
    """Return the knowledge of players who, with these options, want the largest margin even if a win is certain."""
    covers: Callable[[S, A, A], bool] | None = None
    """Return whether every longest way to play the turn after the first action is still possible after the second."""
    look_ahead: Rate | None = None
    """A careful player's ratings, for `hard`, or None if a search plays better."""
    simulations: int = 300
    """The default number of simulations per move for `hard`. A move takes at most about a second on a slow core."""
    unit: str = "point"
    """The unit of a margin."""
    margin_steps: Sequence[float] = ()
    """The minimum loss of margin for an inaccuracy, a mistake and a blunder. It is empty if moves have no classes."""
    calibration: Callable[[S], Calibration | None] = lambda state: None
    """Return the calibration of simulations from a state, or None if its win chances aren't calibrated."""
    hindsight: Callable[[S], int] | None = None
    """Return the best margin that a search finds in a one-player game if all cards are known."""
    certain_meaning: str = ""
    """A sentence that says how to play so that a margin is certain."""
    margin_meaning: str = "your points minus those of the others"
    """A description of the margin."""
    reason: Callable[[S, A, Sequence[str]], str] | None = None
    """Return a sentence about what a legal action is certain to do. The default is the game's own explanation."""
    topic: Callable[[S, Sequence[A], A, A], LessonTopic] | None = None
    """Return the topic of a mistake, given the legal actions, a better action and the action played."""
    contrast: Callable[[S, A, A], str] | None = None
    """Return a sentence about the advantage of the first action over the second. The second action is worse.

    The sentence is empty if there is nothing to say beyond the reasons for both actions.
    """
    in_full: Callable[[str], str] = lambda text: text
    """Return a contrast for a player to whom the terms of `certain_meaning` haven't been explained."""
    tempting: Callable[[S, Sequence[A], A, A], tuple[A, str] | None] | None = None
    """Return an action that gains more immediately than both the better and the worse action, or None if none does.

    A verb phrase such as `win more` says how.
    """
    fault: Callable[[S, A, A], str] | None = None
    """Return a sentence about what is wrong with the second action, without naming the first, which is better."""
    name: Callable[[S, A], str] = lambda _, action: str(action)
    """Return an action's name for a hint. The default is the action's notation."""


def values(knowledge: Knowledge[Any, Any], state: Any, start: Sequence[float], *, is_over: bool) -> list[float]:
    """Return the value of a state for each seat, from 0 to 1.

    `start` is the standing at the beginning of the search. `is_over` is true if the round is over. In that case, only
    the standing counts.
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
    """Return each seat's value: its chance of winning and, with a smaller weight, its lead."""
    weight = knowledge.win_weight
    return [
        weight * chance + (1 - weight) * _squash(lead(points, seat), knowledge.scale)
        for seat, chance in enumerate(chances)
    ]


def team_value(knowledge: Knowledge[Any, Any], is_won: bool, margin: float) -> float:
    """Return the value of a finished team game, from 0 to 1."""
    return knowledge.win_weight * is_won + (1 - knowledge.win_weight) * _squash(margin, knowledge.scale)


def lead(points: Sequence[float], seat: Seat) -> float:
    """Return a seat's points minus the midpoint between the highest and the average points of the other seats."""
    others = [*points[:seat], *points[seat + 1 :]] or [0.0]
    return points[seat] - (max(others) + sum(others) / len(others)) / 2


def _squash(margin: float, scale: float) -> float:
    """Return a number between 0 and 1 that rises with the margin: 0.5 for a margin of 0, and 0.75 for `scale`."""
    return 0.5 + 0.5 * margin / (scale + abs(margin))
