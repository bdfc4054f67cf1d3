"""Hidden cards of Wind City: views, sampling and previews (WC-16)."""

from __future__ import annotations

from cardtable.engine.chance import Key, draw_below, shuffle
from cardtable.engine.game import Event, Seat, events_of
from cardtable.engine.games.wind_city.cards import Move
from cardtable.engine.games.wind_city.houses import building_sites
from cardtable.engine.games.wind_city.model import HIDDEN_CARD, SECRET_PHASES, Action, Drew, Paid, State
from cardtable.engine.games.wind_city.rules import advance, choices, chosen_actions
from cardtable.engine.games.wind_city.storm import begin_trip, carry_out_move, last_move


def view(state: State, seat: Seat | None) -> State:
    """Return the state with the pile hidden. Also hide a card and plan that another player hasn't shown yet."""
    pile = (HIDDEN_CARD,) * len(state.pile)
    if state.phase in SECRET_PHASES and seat != state.active:  # WC-16
        return state._replace(pile=pile, card=HIDDEN_CARD, plan=(), key=Key(0))
    return state._replace(pile=pile, key=Key(0))


def deal_unseen(state: State, seat: Seat | None, key: Key) -> State:
    """Replace a view's hidden pile, and any hidden card and plan, with random ones."""
    cards, card, plan = state.options.cards, state.card, state.plan
    seen = {*state.discards, card}
    unseen = tuple(number for number in range(1, len(cards) + 1) if number not in seen)
    if card == HIDDEN_CARD and state.phase == "plan":
        drawn, key = shuffle(unseen, key)
        card, unseen = drawn[0], drawn[1:]
    elif card == HIDDEN_CARD:  # every plan for every card is equally likely
        options = [(number, choice.plan) for number in unseen for choice in choices(cards[number - 1])]
        at, key = draw_below(key, len(options))
        card, plan = options[at]
        unseen = tuple(number for number in unseen if number != card)
    pile, key = shuffle(unseen, key)
    return state._replace(pile=pile, card=card, plan=plan, key=key)


def preview(state: State, action: Action) -> tuple[Event, ...]:
    """Return the events that are certain. An event is certain if it comes before the next card is drawn."""
    events = events_of(advance, state, action)
    for at, event in enumerate(events):
        if isinstance(event, Drew):  # nobody knows the top card
            return events[:at] if event.seat == state.turn else (*events[:at], Drew(event.seat, HIDDEN_CARD))
    return events


def forecast(state: State, plan: tuple[int, ...]) -> tuple[Event, ...]:
    """Return a plan's events, assuming that nobody buys insurance and that every house in the plan is bought."""
    if not state.card or state.hurricane is None:
        return ()
    state = begin_trip(state._replace(plan=plan))
    chosen, events = chosen_actions(state), list[Event]()
    last = last_move(chosen)
    for at, action in enumerate(chosen):
        if isinstance(action, Move):
            state = carry_out_move(state, action, events, is_last=at == last)
            if state.hurricane is None:
                return tuple(events)
        elif state.trip is not None and building_sites(state):
            state = state._replace(trip=state.trip._replace(owed=state.trip.owed + action.cost))
    owed = state.trip.owed if state.trip else 0
    return (*events, Paid(state.active, owed)) if owed else tuple(events)
