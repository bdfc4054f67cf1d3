"""The order of a trick: who plays, who passes Chards on, who leads next."""

from __future__ import annotations

from functools import cache

from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like.model import DRAWN, SEATS, State
from cardtable.engine.seating import clockwise


@cache
def turn_order(first: Seat) -> tuple[Seat, ...]:
    """Return every seat in clockwise order, from `first` on."""
    return (first, *clockwise(SEATS, first)[:-1])


def seat_to_move(state: State) -> Seat:
    """Return the seat to move, where there is one."""
    assert state.turn is not None, "nobody moves once the match is over"
    return state.turn


def next_to_play(state: State, seat: Seat) -> Seat | None:
    """Return the next player on the left who is in this round; None once it would be the leader again (RM-3)."""
    for following in clockwise(SEATS, seat):
        if following == state.leader:
            break
        if not state.bust[following]:
            return following
    return None


def next_leader(state: State) -> Seat:
    """Return the next player on the leader's left who isn't bust (RM-4)."""
    return next(seat for seat in clockwise(SEATS, state.leader) if not state.bust[seat])


def chain(state: State) -> tuple[Seat, ...]:
    """Return the seats that play a Chard in this trick, the first to play in front (RM-5)."""
    sat_out, bust = state.sat_out, state.bust
    return tuple([seat for seat in turn_order(state.leader) if not (sat_out[seat] or bust[seat])])


def count_to_send(state: State) -> int:
    """Return how many Chards the seat to move sends on: one fewer than it took (RM-5)."""
    return len(state.picked) - 1


def count_missing(state: State, seat: Seat) -> int:
    """Return how many of their twelve Chards a player is short of: one played, or one still to come."""
    if state.phase != "send":
        return int(state.played[seat] is not None)
    seats = chain(state)
    return int(state.turn in seats and seat in seats[seats.index(state.turn) :])


def is_out_of_tricards(state: State) -> bool:
    """Whether fewer than three TriCards are left to draw from for the second time in the round (RM-12)."""
    return bool(state.reshuffled) and len(state.deck) < DRAWN
