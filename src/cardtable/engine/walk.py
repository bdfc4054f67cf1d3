"""Helpers that play or replay any game, and count its possible sequences of actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple

from cardtable.engine.chance import Key, draw_below
from cardtable.engine.game import A, Game, O, S, Step, play

Policy = Callable[[S, tuple[A, ...], Key], A]
"""A function that takes the view of the seat to move, its legal actions and a fresh key, and chooses an action."""


class Turn(NamedTuple, Generic[S, A]):
    """One action of a game, with the state before the action and the step that results from it."""

    before: S
    action: A
    step: Step[S]


def replay(game: Game[S, A, O], state: S, actions: Iterable[A]) -> S:
    """Return the state after the actions. Raise IllegalAction at the first action that isn't legal."""
    for action in actions:
        state = play(game, state, action).state
    return state


def pick_random(view: Any, legal: tuple[A, ...], key: Key) -> A:
    """Return an action chosen uniformly at random. This function has the type Policy."""
    return legal[draw_below(key, len(legal))[0]]


def turns(game: Game[S, A, O], state: S, key: Key, policy: Policy[S, A] = pick_random) -> Iterator[Turn[S, A]]:
    """Yield each turn while a policy plays a game to the end. Raise IllegalAction if a chosen action is illegal."""
    while choices := game.legal(state):
        action = _choose(game, state, choices, key, policy)
        step = game.apply(state, action)
        yield Turn(state, action, step)
        state, key = step.state, _next_key(key)


def playout(game: Game[S, A, O], state: S, key: Key, policy: Policy[S, A] = pick_random) -> S:
    """Return the final state of a game that a policy plays to the end. Unlike `turns`, this produces no events."""
    while choices := game.legal(state):
        state, key = game.advance(state, _choose(game, state, choices, key, policy), None), _next_key(key)
    return state


def _choose(game: Game[S, A, O], state: S, choices: tuple[A, ...], key: Key, policy: Policy[S, A]) -> A:
    if policy is pick_random:  # it ignores the view, and making one takes longer than the move
        return pick_random(None, choices, key)
    action = policy(game.view(state, game.turn(state)), choices, key)
    if action not in choices:
        play(game, state, action)  # raises IllegalAction, with the reason
    return action


def _next_key(key: Key) -> Key:
    return draw_below(key, 1)[1]


def perft(game: Game[S, A, O], state: S, depth: int) -> int:
    """Count the sequences of `depth` actions, or of fewer if the game ends first, to check changes to the rules."""
    choices = game.legal(state) if depth else ()
    if depth <= 1 or not choices:
        return len(choices) or 1
    return sum(perft(game, game.advance(state, action, None), depth - 1) for action in choices)
