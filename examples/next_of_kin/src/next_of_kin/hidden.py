"""Hidden cards in Next of Kin: what a player sees, what is certain to happen, and random deals."""

from __future__ import annotations

from cardtable.engine.cards import COMPLETES, face_down, in_order
from cardtable.engine.chance import Key, shuffle
from cardtable.engine.game import Event, Seat
from cardtable.engine.zones import fill_hidden, unseen
from next_of_kin.model import Action, State
from next_of_kin.rules import advance


def view(state: State, seat: Seat | None) -> State:
    """Return the state with the stock and the other hands face down (NK-8)."""
    hands = tuple(hand if owner == seat else face_down(hand) for owner, hand in enumerate(state.hands))
    return state._replace(hands=hands, stock=face_down(state.stock))


def deal_unseen(state: State, seat: Seat | None, key: Key) -> State:
    """Return the view with its hidden cards dealt at random: every deal is equally likely."""
    cards, _ = shuffle(unseen(COMPLETES, state.pile, *state.hands), key)
    remaining = iter(cards)
    hands = tuple(in_order(fill_hidden(hand, remaining)) for hand in state.hands)
    return state._replace(hands=hands, stock=fill_hidden(state.stock, remaining))


def preview(state: State, action: Action) -> tuple[Event, ...]:
    """Return what will happen; a card that is drawn is still face down."""
    events: list[Event] = []
    advance(state, action, events)
    return tuple(events)
