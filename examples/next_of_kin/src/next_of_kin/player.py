"""What computer players know about Next of Kin."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cardtable.engine.cards import COMPLETES
from cardtable.engine.phrases import counted
from cardtable.players.knowledge import Knowledge
from next_of_kin import GAME
from next_of_kin.model import Action, Play, State
from next_of_kin.rules import count_kin


def rate_simply(state: State, legal: Sequence[Action], random: Random) -> list[float]:
    """Rate every card above drawing, as a beginner does."""
    return [float(isinstance(action, Play)) for action in legal]


def rate(state: State, legal: Sequence[Action], random: Random) -> list[float]:
    """Prefer cards on which many of the player's own cards fit, and few of those that the others may hold."""
    hand = state.hands[state.turn or 0]
    others = [card for card in COMPLETES if card not in (*hand, *state.pile)]
    return [10 + count_kin(each.card, hand) - count_kin(each.card, others) / 2 if isinstance(each, Play) else 0.0
            for each in legal]  # fmt: skip


def reason(state: State, action: Action, names: Sequence[str]) -> str:
    """Return a sentence about an action, for hints."""
    hand = state.hands[state.turn or 0]
    if not isinstance(action, Play):
        return f"You would then hold {counted(len(hand) + 1, 'card')}."
    left, fitting = counted(len(hand) - 1, "card"), counted(count_kin(action.card, hand), "card")
    return f"It leaves you {left}; {fitting} of yours would fit it." if len(hand) > 1 else "It wins at once."


KNOWLEDGE = Knowledge(game=GAME, rate=rate, rate_simply=rate_simply, reason=reason, unit="card")
