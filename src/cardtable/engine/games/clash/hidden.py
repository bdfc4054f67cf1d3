"""Hidden cards of Clash: views, sampling and previews."""

from __future__ import annotations

from itertools import chain, takewhile

from cardtable.engine.cards import face_down, is_hidden
from cardtable.engine.chance import Key, shuffle
from cardtable.engine.game import Event, Seat, events_of
from cardtable.engine.games.clash.model import BOX, COMPLETE_PILE, Action, Dealt, Hand, State, sort_hand
from cardtable.engine.games.clash.rules import advance, legal
from cardtable.engine.zones import fill_hidden, mask_others, subtract


def view(state: State, seat: Seat | None) -> State:
    """Return the state with the other hand and both face-down piles hidden (CL-11)."""
    return state._replace(
        hands=mask_others(state.hands, seat),
        draw_piles=tuple([face_down(pile) for pile in state.draw_piles]),
        key=Key(0),
    )


def deal_unseen(state: State, seat: Seat | None, key: Key) -> State:
    """Replace a view's hidden cards at random. The dealer keeps the Chards that they showed (CL-2)."""
    dealer, hands, draw_piles = state.dealer, state.hands, state.draw_piles
    certain: Hand = subtract(state.shown, hands[dealer])
    unseen = subtract(BOX, (*chain(*hands, *state.piles), *certain))
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
    """Return the events before the next deal, the only ones that are certain. Drawn cards are face down."""
    return tuple(takewhile(lambda event: not isinstance(event, Dealt), events_of(advance, state, action)))
