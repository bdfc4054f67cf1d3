"""Validation of states from files."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.engine.cards import in_order
from next_of_kin import words
from next_of_kin.model import State
from next_of_kin.rules import is_kin


def check_state(state: State) -> tuple[str, ...]:
    """Return a sentence for each rule that the state breaks."""
    return tuple(_faults(state))


def _faults(state: State) -> Iterator[str]:
    if any(hand != in_order(hand) for hand in state.hands):
        yield words.HAND_NOT_IN_ORDER
    if not state.pile:
        yield words.NO_PILE
    elif not all(is_kin(card, below) for below, card in zip(state.pile, state.pile[1:], strict=False)):
        yield words.PILE_NOT_KIN
    is_over = not all(state.hands) or not state.stock  # NK-5, NK-6
    if state.turn is None and not is_over:
        yield words.OVER_TOO_EARLY
    if state.turn is not None and (is_over or state.turn not in range(len(state.hands))):
        yield words.TURN_AFTER_THE_END
