"""What each seat may see of a game of Exit Stage Right."""

from __future__ import annotations

from cardtable.engine.cards import COMPLETES, SINGLES, C, face_down, in_order, is_hidden
from cardtable.engine.chance import Key, shuffle
from cardtable.engine.game import Event, Seat
from cardtable.engine.games.exit_stage_right.model import Action, Drew, State
from cardtable.engine.games.exit_stage_right.rules import advance
from cardtable.engine.zones import fill_hidden, unseen


def view(state: State, seat: Seat | None) -> State:
    """Return what one seat may see; None for a spectator.  What is not masked here is open to everybody (ES-17)."""
    state = state._replace(draw_deck=face_down(state.draw_deck), complete_deck=face_down(state.complete_deck))
    if state.options.open_hands:  # ES-10; ES-16: who sees every hand sees what leaves it face down, too
        return state
    state = state._replace(hands=_mask_others(state.hands, seat))
    return state if state.turn is None else state._replace(face_down=_mask_others(state.face_down, seat))  # ES-11


def _mask_others(zones: tuple[tuple[C, ...], ...], seat: Seat | None) -> tuple[tuple[C, ...], ...]:
    """Return the zones of all seats, with the cards of every other seat hidden."""
    return tuple([zone if owner == seat else face_down(zone) for owner, zone in enumerate(zones)])


def deal_unseen(state: State, seat: Seat | None, key: Key) -> State:
    """Return a view with its hidden cards dealt from those that the view doesn't show."""
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
    """Return what is certain to happen, from a view: not which Single is drawn, nor which Completes are new."""
    events = list[Event]()
    advance(state, action, events)
    return tuple([event for event in events if not (isinstance(event, Drew) and is_hidden(event.card))])
