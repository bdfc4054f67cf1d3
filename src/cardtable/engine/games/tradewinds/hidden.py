"""What a seat sees of Tradewinds, what it can foresee, and how the cards it can't see may lie."""

from __future__ import annotations

from cardtable.engine.cards import COMPLETES, SINGLES, face_down, in_order
from cardtable.engine.chance import Key, shuffle
from cardtable.engine.game import Event, Seat
from cardtable.engine.games.tradewinds.model import Blow, Pile, State
from cardtable.engine.games.tradewinds.rules import advance
from cardtable.engine.zones import fill_hidden, unseen


def view(state: State, seat: Seat | None) -> State:
    grid = tuple([Pile(pile.face_up, face_down(pile.face_down)) for pile in state.grid])  # TW-15
    if state.options.open_hands:  # TW-9
        return state._replace(grid=grid)
    hands = tuple([hand if owner == seat else face_down(hand) for owner, hand in enumerate(state.hands)])
    return state._replace(grid=grid, hands=hands)


def deal_unseen(state: State, seat: Seat | None, key: Key) -> State:
    face_up = [pile.face_up for pile in state.grid]
    singles, key = shuffle(unseen(SINGLES, *face_up, *state.scored, *state.deducted), key)
    completes, _ = shuffle(unseen(COMPLETES, state.covering, state.discards, *state.hands), key)
    below, held = iter(singles), iter(completes)
    return state._replace(
        grid=tuple([Pile(pile.face_up, fill_hidden(pile.face_down, below)) for pile in state.grid]),
        hands=tuple([in_order(fill_hidden(hand, held)) for hand in state.hands]),
    )


def preview(state: State, action: Blow) -> tuple[Event, ...]:
    """Return the whole wind, which moves only what lies face up, and the backs of the cards turned up then."""
    events: list[Event] = []
    advance(state, action, events)
    return tuple(events)
