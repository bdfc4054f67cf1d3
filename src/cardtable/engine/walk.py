"""Algorithms over any game: they see only the Game record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardtable.engine.chance import Key, draw_below
from cardtable.engine.game import A, Game, O, S, Step, play


def replay(game: Game[S, A, O], state: S, actions: Iterable[A]) -> S:
    """Where the actions lead; IllegalAction at the first that is not open."""
    for action in actions:
        state = play(game, state, action).state
    return state


def playout(game: Game[S, A, O], state: S, key: Key) -> Iterator[tuple[S, A, Step[S]]]:
    """Uniformly random play to the end, yielding (before, action, step)."""
    while choices := game.legal(state):
        pick, key = draw_below(key, len(choices))
        step = game.apply(state, choices[pick])
        yield state, choices[pick], step
        state = step.state


def perft(game: Game[S, A, O], state: S, depth: int) -> int:
    """Leaves of the action tree at `depth`: one number that moves if any rule does."""
    choices = game.legal(state)
    if depth == 0 or not choices:
        return 1
    return sum(perft(game, game.apply(state, action).state, depth - 1) for action in choices)
