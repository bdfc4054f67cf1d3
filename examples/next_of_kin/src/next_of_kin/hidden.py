"""Hidden cards of Next of Kin: views and sampling."""

from __future__ import annotations

from cardtable.engine.cards import COMPLETES, face_down, in_order
from cardtable.engine.chance import Key, shuffle
from cardtable.engine.game import Seat
from cardtable.engine.zones import fill_hidden, mask_others, unseen
from next_of_kin.model import State


def view(state: State, seat: Seat | None) -> State:
    """Return the state with the stock and the other hands face down (NK-8)."""
    return state._replace(hands=mask_others(state.hands, seat), stock=face_down(state.stock))


def deal_unseen(state: State, seat: Seat | None, key: Key) -> State:
    """Return a view with its hidden cards dealt at random."""
    cards, _ = shuffle(unseen(COMPLETES, state.pile, *state.hands), key)
    pool = iter(cards)
    hands = tuple(in_order(fill_hidden(hand, pool)) for hand in state.hands)
    return state._replace(hands=hands, stock=fill_hidden(state.stock, pool))
