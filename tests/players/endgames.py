"""Endgames of Exit Stage Right, and the exact value of each action in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations
from random import Random
from statistics import fmean
from typing import Any

from cardtable.engine.chance import DealCode
from cardtable.engine.game import start
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Action, Options, Refill, State
from cardtable.players import knowledge_of
from cardtable.players.knowledge import values

KNOWLEDGE = knowledge_of(GAME)
Value = tuple[float, ...]
Worth = Callable[[State], Value]
"""Return the value of the end of a game, as numbers of which earlier ones decide first."""


def endgames(
    count: int, singles: int = 2, completes: int = 3, make_options: Callable[[Random], Options] | None = None
) -> Iterator[State]:
    """Yield endgames of games for one player, after random play, with so many Singles and Completes in the deck."""
    for number in range(count):
        random = Random(number)
        options = make_options(random) if make_options else usual_options(random)
        state = start(GAME, options, 1, DealCode(number).key()).state
        draws = options.draw == "after-each-single"
        while len(state.hands[0]) + len(state.draw_deck) * draws > singles:
            state = GAME.advance(state, KNOWLEDGE.policy(state, GAME.legal(state), random), None)
        deck, extra = state.complete_deck[:completes], state.complete_deck[completes:]
        middle = len(extra) // 2
        yield state._replace(complete_deck=deck, won=state.won + extra[:middle], lost=state.lost + extra[middle:])


def evened_out(state: State) -> State:
    """Return the state with as many Completes won as lost, or one more lost, so that the game can still be won."""
    gone = (*state.won, *state.lost)
    return state._replace(won=gone[: len(gone) // 2], lost=gone[len(gone) // 2 :])


def usual_options(random: Random) -> Options:
    """Return options that differ only in how to refill."""
    return Options(hand_size=5, refill_count=random.choice(("up-to", "all")))


def any_options(random: Random) -> Options:
    """Return any options that matter in an endgame."""
    return Options(
        hand_size=5,
        draw=random.choice(("after-each-single", "none")),
        refill_count=random.choice(("up-to", "all")),
        refill_shift=random.choice(("all-but-new", "off-centre")),
        empty_grid=random.choice(("allowed", "refill-first")),
    )


def exact_values(state: State, worth: Worth) -> dict[Action, Value]:
    """Return the expected value of each action over all orders of the deck, with best play afterwards."""
    return {action: _value_of(_without_order(state), action, worth) for action in GAME.legal(state)}


def worth_in_search(state: State) -> Value:
    """Return the value that the search gives to the end of a game."""
    return (values(KNOWLEDGE, state, GAME.standing(state), is_over=True)[0],)


def win_and_margin(state: State) -> Value:
    """Return 1 for a win and 0 for a loss, and the margin."""
    outcome = GAME.outcome(state)
    assert outcome is not None, "the game is over"
    return float(bool(outcome.winners)), float(outcome.margin)


def _without_order(state: State) -> State:
    deck: Any = tuple(sorted(state.complete_deck, key=lambda card: card.order))
    return state._replace(complete_deck=deck)


@cache
def _best(state: State, worth: Worth) -> Value:
    legal = GAME.legal(state)
    return max(_value_of(state, action, worth) for action in legal) if legal else worth(state)


def _value_of(state: State, action: Action, worth: Worth) -> Value:
    decks = list(permutations(state.complete_deck)) if isinstance(action, Refill) else [state.complete_deck]
    after = [_without_order(GAME.advance(state._replace(complete_deck=deck), action, None)) for deck in decks]
    # Equal values have to stay equal, so that the next number decides.
    return tuple(round(fmean(numbers), 12) for numbers in zip(*[_best(each, worth) for each in after], strict=True))
