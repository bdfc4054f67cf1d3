"""Validation of states from files."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.engine.cards import FULL_MASK, in_order
from cardtable.engine.games.tradewinds import texts
from cardtable.engine.games.tradewinds.model import (
    MAX_TRUE,
    MIN_TRUE,
    PILE_SIZE,
    PILES,
    SEATS,
    TURNS,
    WINDS,
    State,
    count_true,
)
from cardtable.engine.games.tradewinds.rules import scoring_mask


def check_state(state: State) -> tuple[str, ...]:
    """Return a message for each way in which a state breaks the rules."""
    if any(len(zone) != SEATS for zone in (state.sides, state.scored, state.deducted)):
        return (texts.WRONG_SEATS,)  # TW-1
    return (*_check_scoring(state), *_check_grid(state), *_check_hands(state))


def _check_scoring(state: State) -> Iterator[str]:
    if len(state.covering) != 3 or sum(card.mask for card in state.covering) != FULL_MASK:  # TW-2
        yield texts.WRONG_COVERING
    elif any(len(side) != len(state.covering) for side in state.sides):  # TW-3
        yield texts.WRONG_SIDES
    else:
        yield from _check_collected(state)
    true_cards = count_true(state.sides)
    if not MIN_TRUE <= true_cards <= MAX_TRUE or state.options.true_cards not in (None, true_cards):  # TW-11
        yield texts.WRONG_TRUE_CARDS


def _check_collected(state: State) -> Iterator[str]:
    for seat in range(SEATS):
        mask = scoring_mask(state.covering, state.sides[seat])
        scored, deducted = state.scored[seat], state.deducted[seat]
        if not all(card.mask & mask for card in scored) or any(card.mask & mask for card in deducted):  # TW-3
            yield texts.reject_collected_card(seat)


def _check_grid(state: State) -> Iterator[str]:
    if len(state.grid) != len(PILES):  # TW-13
        yield texts.WRONG_GRID
    if any(pile.face_down and not pile.face_up for pile in state.grid):  # TW-7
        yield texts.TOP_FACE_DOWN
    if any(len(pile.face_down) >= PILE_SIZE for pile in state.grid):  # TW-7
        yield texts.TOO_MANY_FACE_DOWN


def _check_hands(state: State) -> Iterator[str]:
    sizes = tuple(map(len, state.hands))
    left = sum(sizes)
    if any(hand != in_order(hand) for hand in state.hands):
        yield texts.HAND_NOT_IN_ORDER
    if state.turn is None:
        if left:  # TW-12
            yield texts.OVER_TOO_EARLY
    elif state.turn not in range(SEATS) or not left:  # TW-12
        yield texts.TURN_WITHOUT_HAND
    elif left > TURNS or sizes != _hand_sizes(left, state.turn):  # TW-1
        yield texts.WRONG_HAND_SIZES
    elif state.options.first not in (None, WINDS[(state.turn + left) % SEATS]):  # TW-4
        yield texts.WRONG_FIRST


def _hand_sizes(left: int, turn: int) -> tuple[int, ...]:
    """Return each hand's size if players hold `left` Completes in all. No hand is larger than the current player's."""
    return tuple((left - (seat - turn) % SEATS + SEATS - 1) // SEATS for seat in range(SEATS))
