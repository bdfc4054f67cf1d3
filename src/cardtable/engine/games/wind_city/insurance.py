"""Insurance in Wind City: prices, buyers, renewal and expiry."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.game import Event, Events, Seat
from cardtable.engine.games.wind_city.board import Space
from cardtable.engine.games.wind_city.houses import is_valuable
from cardtable.engine.games.wind_city.model import Insured, Lapsed, State
from cardtable.engine.seating import clockwise
from cardtable.engine.zones import put, without

INSURANCE, HIGH_INSURANCE = 3, 6  # WC-6: to the player whose turn it is
RENEWAL, HIGH_RENEWAL = 2, 3  # WC-5: to the bank


def renewal(state: State, space: Space) -> int:
    """Return the price of renewing the insurance on a house (WC-5)."""
    return HIGH_RENEWAL if is_valuable(state, space) else RENEWAL


def premium(state: State, space: Space) -> int:
    """Return the price of insuring a house (WC-6)."""
    return HIGH_INSURANCE if is_valuable(state, space) else INSURANCE


def renewable(state: State) -> list[Space]:
    """Return the houses whose insurance the current player can still afford to renew (WC-5)."""
    coins = state.coins[state.active]
    if coins < RENEWAL:
        return []
    return [space for space in state.lapsing if coins >= HIGH_RENEWAL or not is_valuable(state, space)]


def insurable(state: State, seat: Seat) -> list[Space]:
    """Return the houses that a player can afford to insure (WC-6)."""
    coins, insured = state.coins[seat], state.insured
    if coins < INSURANCE:
        return []
    uninsured = [space for space in state.houses[seat] if space not in insured]
    return uninsured if coins >= HIGH_INSURANCE else [space for space in uninsured if not is_valuable(state, space)]


def unrenewed(state: State) -> tuple[Space, ...]:
    """Return the insured houses that lose their insurance unless the current player renews it (WC-5)."""
    if state.phase != "plan":
        return state.lapsing
    return tuple([space for space in state.insured if space in state.houses[state.active]])


def next_buyer(state: State, after: Seat) -> Seat | None:
    """Return the next player clockwise who can insure a house, or None if the seller is reached first (WC-6)."""
    for seat in clockwise(len(state.houses), after):
        if seat == state.active:
            return None
        if insurable(state, seat):
            return seat
    return None


def insurance_costs(state: State) -> list[int]:
    """Return the prices of insuring the player's uninsured houses or, during renewal, of each renewal still due."""
    assert state.turn is not None, "the question is for a player"
    if state.phase == "renew":
        return [renewal(state, space) for space in state.lapsing]
    return [premium(state, space) for space in state.houses[state.turn] if space not in state.insured]


def renew(state: State, space: Space, events: Events) -> State:
    """Return the state after a renewal (WC-5)."""
    seat, cost = state.active, renewal(state, space)
    if events is not None:
        events.append(Insured(seat, space, cost, seller=None))
    return state._replace(lapsing=without(state.lapsing, space), coins=_pay(state.coins, seat, cost))


def lapse(state: State, events: Events) -> State:
    """Return the state after all insurance that wasn't renewed has ended (WC-5)."""
    lapsing = state.lapsing
    if not lapsing:
        return state
    if events is not None:
        events.append(Lapsed(state.active, lapsing))
    return state._replace(insured=tuple([space for space in state.insured if space not in lapsing]), lapsing=())


def insure(state: State, seat: Seat, space: Space, events: Events) -> State:
    """Return the state after a player buys insurance for a house from the current player (WC-6)."""
    cost, seller = premium(state, space), state.active
    if events is not None:
        events.append(Insured(seat, space, cost, seller))
    coins = _pay(_pay(state.coins, seat, cost), seller, -cost)
    return state._replace(insured=tuple(sorted((*state.insured, space))), coins=coins)


def _pay(coins: tuple[int, ...], seat: Seat, cost: int) -> tuple[int, ...]:
    return put(coins, seat, coins[seat] - cost)


def has_bought(state: State, log: Sequence[Sequence[Event]], seat: Seat | None) -> bool:
    """Return whether this player has just bought or renewed insurance for a house and may choose another house."""
    is_asked = state.phase in ("renew", "insure") and state.turn == seat
    return is_asked and any(isinstance(event, Insured) and event.seat == seat for event in log[-1])
