"""Hidden cards of Clash: what a seat sees, and what it may be sure of."""

from __future__ import annotations

from itertools import takewhile

from cardtable.engine.cards import face_down, is_hidden
from cardtable.engine.chance import Key, shuffle
from cardtable.engine.game import Event, Seat
from cardtable.engine.games.clash.model import BOX, COMPLETE_PILE, Action, Dealt, Hand, State, sort_hand
from cardtable.engine.games.clash.rules import advance, legal
from cardtable.engine.zones import fill_hidden, subtract


def view(state: State, seat: Seat | None) -> State:
    """Return the state with the other hands and every face-down pile hidden (CL-11)."""
    return state._replace(
        hands=tuple([hand if owner == seat else face_down(hand) for owner, hand in enumerate(state.hands)]),
        draw_piles=tuple([face_down(pile) for pile in state.draw_piles]),
        key=Key(0),
    )


def deal_unseen(state: State, seat: Seat | None, key: Key) -> State:
    """Return a view with a card dealt to each hidden place, in which the dealer has the cards shown (CL-2)."""
    dealer, hands, draw_piles = state.dealer, state.hands, state.draw_piles
    certain: Hand = subtract(state.shown, hands[dealer])
    seen = [card for zone in (*hands, *state.piles) for card in zone if not is_hidden(card)]
    unseen = subtract(BOX, (*seen, *certain))
    free = sum(map(is_hidden, hands[dealer] + draw_piles[dealer])) - len(certain)
    while True:
        cards, key = shuffle(unseen, key)
        own, key = shuffle((*certain, *cards[:free]), key)
        pools = [iter(own if owner == dealer else cards[free:]) for owner in range(2)]
        sample = state._replace(
            hands=tuple([sort_hand(fill_hidden(hand, pools[owner])) for owner, hand in enumerate(hands)]),
            draw_piles=tuple([fill_hidden(pile, pools[owner]) for owner, pile in enumerate(draw_piles)]),
            key=key,
        )
        if state.piles[COMPLETE_PILE] or legal(sample):  # CL-2: the dealer has a Complete to open with
            return sample


def preview(state: State, action: Action) -> tuple[Event, ...]:
    """Return what is certain to happen: the cards played, how many are drawn and the score, but not the next deal."""
    events = list[Event]()
    advance(state, action, events)
    return tuple(takewhile(lambda event: not isinstance(event, Dealt), events))
