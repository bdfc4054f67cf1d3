"""Hidden cards of Tradewinds: views, sampling and previews."""

from __future__ import annotations

from cardtable.engine.cards import COMPLETES, SINGLES, face_down, in_order
from cardtable.engine.chance import Key, shuffle
from cardtable.engine.game import Event, Seat, events_of
from cardtable.engine.games.tradewinds.model import Blow, Pile, State
from cardtable.engine.games.tradewinds.rules import advance
from cardtable.engine.zones import fill_hidden, mask_others, unseen


def view(state: State, seat: Seat | None) -> State:
    """Return the state as a seat sees it, with face-down Singles and the other hands hidden (TW-15)."""
    grid = tuple([Pile(pile.face_up, face_down(pile.face_down)) for pile in state.grid])
    if state.options.open_hands:  # TW-9
        return state._replace(grid=grid)
    return state._replace(grid=grid, hands=mask_others(state.hands, seat))


def deal_unseen(state: State, seat: Seat | None, key: Key) -> State:
    """Fill in a view's hidden cards by dealing the unseen cards at random."""
    face_up = [pile.face_up for pile in state.grid]
    singles, key = shuffle(unseen(SINGLES, *face_up, *state.scored, *state.deducted), key)
    completes, _ = shuffle(unseen(COMPLETES, state.covering, state.discards, *state.hands), key)
    for_grid, for_hands = iter(singles), iter(completes)
    return state._replace(
        grid=tuple([Pile(pile.face_up, fill_hidden(pile.face_down, for_grid)) for pile in state.grid]),
        hands=tuple([in_order(fill_hidden(hand, for_hands)) for hand in state.hands]),
    )


def preview(state: State, action: Blow) -> tuple[Event, ...]:
    """Return all the events. All are certain: only face-up Singles move, and Singles that they turn up stay hidden."""
    return events_of(advance, state, action)
