"""Validation of states from files."""

from __future__ import annotations

from cardtable.engine.cards import in_order
from next_of_kin import words
from next_of_kin.model import State
from next_of_kin.rules import is_kin


def check_state(state: State) -> tuple[str, ...]:
    """Return a sentence for each rule that the state breaks."""
    is_over = not all(state.hands) or not state.stock  # NK-5, NK-6
    is_fine = {
        words.HAND_NOT_IN_ORDER: all(hand == in_order(hand) for hand in state.hands),
        words.NO_PILE: bool(state.pile),
        words.PILE_NOT_KIN: all(map(is_kin, state.pile[1:], state.pile)),
        words.OVER_TOO_EARLY: state.turn is not None or is_over,
        words.TURN_AFTER_THE_END: state.turn is None or (not is_over and state.turn in range(len(state.hands))),
    }
    return tuple(sentence for sentence, fine in is_fine.items() if not fine)
