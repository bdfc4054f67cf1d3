"""What computer players know about Exit Stage Right."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cardtable.engine.cards import FACE_DOWN
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import COLUMNS, Action, FaceUp, Refill, State
from cardtable.engine.games.exit_stage_right.shift import ALL_LEFT, MATCHING_RIGHT, ROW_RIGHT, shift_rows, staying_in
from cardtable.players.knowledge import Knowledge, Policy, pick_at_random, pick_best


def _net(state: State, action: Action) -> int:
    """Return how many more Completes would go right than left."""
    if isinstance(action, Refill):
        staying = action.rows if state.options.refill_shift == "all-but-new" else range(3)
        return -sum(
            card is not None and not (row in staying and column == 2)
            for row, cells in enumerate(state.stage)
            for column, card in enumerate(cells)
        )
    directions = MATCHING_RIGHT[action.card] if isinstance(action, FaceUp) else ROW_RIGHT[action.row]
    return sum(len(row.slide.right) - len(row.slide.left) for row in shift_rows(state.stage, directions, directions))


def rate_simply(state: State, legal: Sequence[Action], random: Random) -> list[float]:
    """Rate actions by how many more Completes go right than left."""
    return [_net(state, action) for action in legal]


def rate(state: State, legal: Sequence[Action], random: Random) -> list[float]:
    """Rate like `rate_simply`, but don't refill while more Completes are won than lost."""
    is_ahead = len(state.won) > len(state.lost)
    return [_net(state, action) - 99 * (is_ahead and isinstance(action, Refill)) for action in legal]


def policy(state: State, legal: Sequence[Action], random: Random) -> Action:
    """Pick the action with the best net shift, or any action once in ten times."""
    if random.random() < 0.1:
        return pick_at_random(state, legal, random)
    return pick_best(rate(state, legal, random), legal, random)


KNOWLEDGE = Knowledge(game=GAME, rate=rate, rate_simply=rate_simply, slips=0.15, policy=policy, scale=3.0)
