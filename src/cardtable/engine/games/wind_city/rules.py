"""The rules of Wind City: set-up, turns and the end."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import assert_never

from cardtable.engine.cards import Card
from cardtable.engine.chance import Key, shuffle
from cardtable.engine.game import Events, Outcome, Seat, Step
from cardtable.engine.games.wind_city import texts
from cardtable.engine.games.wind_city.board import HOUSES, Space
from cardtable.engine.games.wind_city.cards import MAX_CHOSEN, ActionCard, House, Move
from cardtable.engine.games.wind_city.houses import area_of, building_sites, open_spaces, points_of, why_no_purchase
from cardtable.engine.games.wind_city.insurance import insurable, insure, lapse, next_buyer, renew, renewable, unrenewed
from cardtable.engine.games.wind_city.model import (
    COINS,
    Action,
    BoughtNoHouse,
    Build,
    Built,
    Choose,
    Chose,
    Declined,
    Done,
    Drew,
    Ended,
    Ending,
    Insure,
    Offer,
    Offered,
    Options,
    Paid,
    Placed,
    PlaceHouse,
    PlaceHurricane,
    RanOut,
    Renew,
    Showed,
    State,
    WentBankrupt,
)
from cardtable.engine.games.wind_city.storm import begin_trip, carry_out_move, last_move
from cardtable.engine.seating import clockwise, first_player
from cardtable.engine.zones import put

# Each action is created only once, because the same few are offered again and again.
_place_hurricane = cache(PlaceHurricane)
_place_house = cache(PlaceHouse)
_renew = cache(Renew)
_insure = cache(Insure)
_build = cache(Build)
_OFFERS = (Offer(True), Offer(False))
_DONE = Done()


# Set-up
def setup(options: Options, seats: int, key: Key) -> Step[State]:
    """Return the start of a game, with an empty board."""
    pile, key = shuffle(tuple(range(1, len(options.cards) + 1)), key)
    first, key = first_player(options.first, seats, key)  # WC-3
    state = State(
        options=options,
        turn=first,
        phase="hurricane",
        ending=None,
        active=first,
        hurricane=None,
        houses=((),) * seats,
        two_family=(),
        insured=(),
        lapsing=(),
        coins=(COINS,) * seats,  # WC-2
        out=(),
        pile=pile,
        discards=(),
        run_out=0,
        card=None,
        plan=(),
        done=0,
        trip=None,
        key=key,
    )
    return Step(state)


def box(state: State) -> tuple[Card, ...]:
    """Return an empty tuple, because Wind City doesn't use the deck. `check_state` counts the cards of Wind City."""
    return ()


# Legal actions
def legal(state: State) -> tuple[Action, ...]:
    """Return the legal actions."""
    seat = state.turn
    if seat is None:
        return ()
    match state.phase:
        case "houses":
            return tuple(map(_place_house, open_spaces(state, seat)))  # WC-3
        case "insure":
            return (*map(_insure, insurable(state, seat)), _DONE)  # WC-6
        case "plan":
            return choices(state.options.cards[state.card - 1]) if state.card else ()  # WC-4
        case "offer":
            return _OFFERS  # WC-6
        case "renew":
            return (*map(_renew, renewable(state)), _DONE)  # WC-5
        case "build":
            return (*map(_build, building_sites(state)), _DONE)  # WC-11
    return tuple(map(_place_hurricane, area_of(state).start_spaces))  # WC-3


@cache
def choices(card: ActionCard) -> tuple[Choose, ...]:
    """Return every choice of one to three of a card's actions, in every order, with at least one move (WC-4)."""
    numbers = range(1, len(card) + 1)
    orders = (order for size in range(1, MAX_CHOSEN + 1) for order in permutations(numbers, size))
    return tuple(Choose(order) for order in orders if any(isinstance(card[at - 1], Move) for at in order))


def chosen_actions(state: State) -> tuple[Move | House, ...]:
    """Return the chosen actions on the card, in the chosen order."""
    card = state.options.cards[(state.card or 1) - 1]
    return tuple([card[number - 1] for number in state.plan])


# A turn
def advance(state: State, action: Action, events: Events) -> State:
    """Return the state after a legal action. If `events` is a list, append the action's events to it."""
    seat = state.turn
    assert seat is not None, "legal() offers nothing once the game is over"
    match action:
        case PlaceHouse(space):
            return _place(state, seat, space, events)
        case Insure(space):
            state = insure(state, seat, space, events)
            return state if insurable(state, seat) else _ask_buyer(state, seat, events)
        case Choose(plan):
            return _choose(state, plan, events)
        case Offer(is_open):
            return _offer(state, is_open, events)
        case Renew(space):
            return _ask_renewal(renew(state, space, events), events)
        case Build(space):
            return _place_bought(state, space, events)
        case Done():
            return _decline(state, seat, events)
        case PlaceHurricane(space):
            if events is not None:
                events.append(Placed(seat, space, hurricane=True))
            second = clockwise(len(state.houses), seat)[0]  # WC-3: the second player places the first house
            return state._replace(turn=second, phase="houses", hurricane=space)
        case _:
            assert_never(action)


def _place(state: State, seat: Seat, space: Space, events: Events) -> State:
    if events is not None:
        events.append(Placed(seat, space, hurricane=False))
    own = tuple(sorted((*state.houses[seat], space)))
    houses = put(state.houses, seat, own)
    if seat == state.active and len(own) == HOUSES:  # WC-3: the player who placed the hurricane places the last house
        return _begin_turn(state._replace(houses=houses), events)
    return state._replace(turn=clockwise(len(houses), seat)[0], houses=houses)


def _begin_turn(state: State, events: Events) -> State:
    """Draw a card. If the pile is empty, shuffle the discards or end the game (WC-14)."""
    seat, pile, discards, key, run_out = state.active, state.pile, state.discards, state.key, state.run_out
    if not pile:
        run_out += 1
        if events is not None:
            events.append(RanOut(seat, run_out))
        if run_out == state.options.piles:
            return _end(state._replace(run_out=run_out), "pile", events)
        (pile, key), discards = shuffle(discards, key), ()
    if events is not None:
        events.append(Drew(seat, pile[0]))
    return state._replace(
        turn=seat, phase="plan", pile=pile[1:], discards=discards, run_out=run_out, card=pile[0], key=key
    )


def _choose(state: State, plan: tuple[int, ...], events: Events) -> State:
    if events is not None:
        events.append(Chose(state.active))
    return _ask_renewal(state._replace(plan=plan, lapsing=unrenewed(state)), events)  # WC-5


def _ask_renewal(state: State, events: Events) -> State:
    """Let the player renew insurance if they can pay for it (WC-18). Otherwise, end the insurance."""
    if renewable(state):
        return state._replace(phase="renew")
    return _ask_offer(lapse(state, events), events)


def _ask_offer(state: State, events: Events) -> State:
    """Let the player offer insurance if another player can buy it (WC-18)."""
    if next_buyer(state, state.active) is None:
        return _show(state, events)
    return state._replace(phase="offer")


def _offer(state: State, is_open: bool, events: Events) -> State:
    if events is not None:
        events.append(Offered(state.active, is_open))
    return _ask_buyer(state, state.active, events) if is_open else _show(state, events)


def _ask_buyer(state: State, after: Seat, events: Events) -> State:
    """Let the next player who can insure a house buy insurance (WC-6)."""
    buyer = next_buyer(state, after)
    return _show(state, events) if buyer is None else state._replace(turn=buyer, phase="insure")


def _decline(state: State, seat: Seat, events: Events) -> State:
    if state.phase == "renew":
        return _ask_offer(lapse(state, events), events)
    if state.phase == "insure":
        if events is not None:
            events.append(Declined(seat, any(space in state.insured for space in state.houses[seat])))
        return _ask_buyer(state, seat, events)
    if events is not None:
        events.append(BoughtNoHouse(seat, "declined"))
    return _carry_out(state._replace(done=state.done + 1), events)  # WC-11: declining costs nothing


def _show(state: State, events: Events) -> State:
    """Show the card and the chosen actions, and carry them out. A view that hides the card is returned unchanged."""
    if not state.card:
        return state
    if events is not None:
        events.append(Showed(state.active, state.card, state.plan, chosen_actions(state)))
    return _carry_out(begin_trip(state), events)


def _carry_out(state: State, events: Events) -> State:
    """Carry out the remaining chosen actions. Stop before buying a house if the player must choose a space for it."""
    chosen = chosen_actions(state)
    last = last_move(chosen)
    for at in range(state.done, len(chosen)):
        action = chosen[at]
        if isinstance(action, Move):
            state = carry_out_move(state, action, events, is_last=at == last)
            if state.hurricane is None:  # WC-7: no further actions, earnings or payments
                return _end(state, "northern-edge", events)
        elif building_sites(state):
            return state._replace(phase="build", done=at)
        elif events is not None:
            events.append(BoughtNoHouse(state.active, why_no_purchase(state)))
    return _pay(state, events)


def _place_bought(state: State, space: Space, events: Events) -> State:
    """Place a bought house (WC-11), then carry out the remaining actions."""
    if events is not None:
        events.append(Built(state.active, space))
    assert state.trip is not None, "a house is bought while actions are carried out"
    trip = state.trip._replace(owed=state.trip.owed + chosen_actions(state)[state.done].cost)
    two_family = tuple(sorted((*state.two_family, space)))
    return _carry_out(state._replace(two_family=two_family, trip=trip, done=state.done + 1), events)


def _pay(state: State, events: Events) -> State:
    """Pay for the actions that were carried out. A player who can't pay is out (WC-12)."""
    seat = state.active
    owed = state.trip.owed if state.trip else 0
    if owed > state.coins[seat]:
        return _go_bankrupt(state, owed, events)
    if owed:
        state = state._replace(coins=put(state.coins, seat, state.coins[seat] - owed))
        if events is not None:
            events.append(Paid(seat, owed))
    return _end_turn(state, events)


def _go_bankrupt(state: State, owed: int, events: Events) -> State:
    """Take away the coins and houses of a player who can't pay (WC-12)."""
    seat, own = state.active, state.houses[state.active]
    if events is not None:
        events.append(WentBankrupt(seat, owed, state.coins[seat], own))
    state = state._replace(
        houses=put(state.houses, seat, ()),
        two_family=tuple(space for space in state.two_family if space not in own),
        insured=tuple(space for space in state.insured if space not in own),
        coins=put(state.coins, seat, 0),
        out=(*state.out, seat),
    )
    if is_one_left(state):
        return _end(state._replace(active=next_player(state)), "last-player", events)
    return _end_turn(state, events)


def _end_turn(state: State, events: Events) -> State:
    return _begin_turn(_discard(state, next_player(state)), events)


def next_player(state: State) -> Seat:
    """Return the next player who isn't out."""
    return next(seat for seat in clockwise(len(state.houses), state.active) if seat not in state.out)


def _discard(state: State, active: Seat) -> State:
    discards = state.discards if state.card is None else (*state.discards, state.card)
    return state._replace(active=active, discards=discards, card=None, plan=(), done=0, trip=None)


# The end
def _end(state: State, ending: Ending, events: Events) -> State:
    state = _discard(state, state.active)._replace(turn=None, phase="over", ending=ending)
    if events is not None:
        events.append(Ended(state.active, points_of(state), ending, state.run_out))
    return state


def is_one_left(state: State) -> bool:
    """Return whether only one player is still in the game (WC-12)."""
    return len(state.out) == len(state.houses) - 1


def outcome(state: State) -> Outcome | None:
    """Return the outcome once the game is over, otherwise None."""
    if state.ending is None:
        return None
    points = points_of(state)
    alive = [seat for seat in range(len(points)) if seat not in state.out]
    ranks = {seat: (points[seat], state.coins[seat]) for seat in alive}  # WC-15: coins break a tie
    most, coins = best = max(ranks.values())
    winners = tuple(seat for seat in alive if ranks[seat] == best)
    others = [points[seat] for seat in range(len(points)) if seat not in winners]
    tied = [state.coins[seat] for seat in alive if points[seat] == most and seat not in winners]
    tie_break = (coins, max(tied)) if len(winners) == 1 and tied else None
    return Outcome(
        points=points,
        winners=winners,
        together=False,
        margin=most - max(others, default=most),
        reason=texts.describe_outcome(state.ending, state.run_out, len(winners), most, tie_break),
        ruling="WC-12" if state.ending == "last-player" else "WC-15",
    )
