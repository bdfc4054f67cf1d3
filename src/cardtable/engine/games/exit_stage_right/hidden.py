"""Hidden cards of Exit Stage Right: views, sampling and previews."""

from __future__ import annotations

from cardtable.engine.cards import COMPLETES, SINGLES, face_down, in_order, is_hidden
from cardtable.engine.chance import Key, shuffle
from cardtable.engine.game import Event, Seat, events_of
from cardtable.engine.games.exit_stage_right.model import Action, Drew, State
from cardtable.engine.games.exit_stage_right.rules import advance
from cardtable.engine.zones import fill_hidden, mask_others, unseen


def view(state: State, seat: Seat | None) -> State:
    """Return the state with the decks, other seats' hands and other seats' face-down Singles hidden (ES-17)."""
    state = state._replace(draw_deck=face_down(state.draw_deck), complete_deck=face_down(state.complete_deck))
    if state.options.open_hands:  # ES-10; ES-16: players who see every hand also see the Singles played face down
        return state
    state = state._replace(hands=mask_others(state.hands, seat))
    return state if state.turn is None else state._replace(face_down=mask_others(state.face_down, seat))  # ES-11


def deal_unseen(state: State, seat: Seat | None, key: Key) -> State:
    """Fill in a view's hidden cards by dealing the unseen cards at random."""
    singles, key = shuffle(unseen(SINGLES, *state.hands, state.draw_deck, state.face_up, *state.face_down), key)
    on_stage = [card for row in state.stage for card in row if card is not None]
    completes, _ = shuffle(unseen(COMPLETES, on_stage, state.won, state.lost), key)
    pool = iter(singles)
    return state._replace(
        hands=tuple([in_order(fill_hidden(hand, pool)) for hand in state.hands]),
        draw_deck=fill_hidden(state.draw_deck, pool),
        face_down=tuple([fill_hidden(heap, pool) for heap in state.face_down]),
        complete_deck=completes,
    )


def preview(state: State, action: Action) -> tuple[Event, ...]:
    """Return the events, leaving out the draw of a hidden Single. A refill's new Completes are face down."""
    events = events_of(advance, state, action)
    return tuple([event for event in events if not (isinstance(event, Drew) and is_hidden(event.card))])
