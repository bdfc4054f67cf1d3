"""Endgames of Exit Stage Right, and the exact value of each action in them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

from cardtable.engine.chance import DealCode
from cardtable.engine.game import start
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Action, Options, Refill, State
from cardtable.players import knowledge_of
from cardtable.players.knowledge import values

KNOWLEDGE = knowledge_of(GAME)
MOST_SINGLES, MOST_COMPLETES = 2, 3
"""The number of Singles and of Completes in the deck with which an endgame begins."""


def endgames(count: int) -> Iterator[State]:
    """Yield endgames of games for one player, after random play."""
    for number in range(count):
        random = Random(number)
        options = Options(hand_size=5, refill_count=random.choice(("up-to", "all")))
        state = start(GAME, options, 1, DealCode(number).key()).state
        while len(state.hands[0]) + len(state.draw_deck) > MOST_SINGLES:
            state = GAME.advance(state, KNOWLEDGE.policy(state, GAME.legal(state), random), None)
        deck, extra = state.complete_deck[:MOST_COMPLETES], state.complete_deck[MOST_COMPLETES:]
        middle = len(extra) // 2
        yield state._replace(complete_deck=deck, won=state.won + extra[:middle], lost=state.lost + extra[middle:])


def exact_values(state: State) -> dict[Action, float]:
    """Return the expected value of each action if the deck is in any order and everything after is played best."""
    legal: tuple[Action, ...] = GAME.legal(state)
    return {action: _value_of(_without_order(state), action) for action in legal}


def _without_order(state: State) -> State:
    deck: Any = tuple(sorted(state.complete_deck, key=lambda card: card.order))
    return state._replace(complete_deck=deck)


@cache
def _best(state: State) -> float:
    legal = GAME.legal(state)
    if not legal:
        return values(KNOWLEDGE, state, GAME.standing(state), is_over=True)[0]
    return max(_value_of(state, action) for action in legal)


def _value_of(state: State, action: Action) -> float:
    decks = list(permutations(state.complete_deck)) if isinstance(action, Refill) else [state.complete_deck]
    after = [_without_order(GAME.advance(state._replace(complete_deck=deck), action, None)) for deck in decks]
    return sum(map(_best, after)) / len(after)
