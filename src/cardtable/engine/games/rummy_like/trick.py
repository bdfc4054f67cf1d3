"""The order of play in a trick: who plays, who sends Chards, and who leads next."""

from __future__ import annotations

from functools import cache

from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like.model import DRAWN, SEATS, State
from cardtable.engine.seating import clockwise


@cache
def turn_order(first: Seat) -> tuple[Seat, ...]:
    """Return every seat in clockwise order, starting with `first`."""
    return (first, *clockwise(SEATS, first)[:-1])


def seat_to_move(state: State) -> Seat:
    """Return the seat to move. This function must not be called after the end of the match."""
    assert state.turn is not None, "nobody moves once the match is over"
    return state.turn


def next_to_play(state: State, seat: Seat) -> Seat | None:
    """Return the trick's next player, or None after the last player (RM-3). Bust players are skipped."""
    for following in clockwise(SEATS, seat):
        if following == state.leader:
            break
        if not state.bust[following]:
            return following
    return None


def next_leader(state: State) -> Seat:
    """Return the next player clockwise from the leader, skipping bust players (RM-4)."""
    return next(seat for seat in clockwise(SEATS, state.leader) if not state.bust[seat])


def chain(state: State) -> tuple[Seat, ...]:
    """Return the chain: the seats that play a Chard in this trick, in order (RM-5)."""
    sat_out, bust = state.sat_out, state.bust
    return tuple([seat for seat in turn_order(state.leader) if not (sat_out[seat] or bust[seat])])


def gets_chard_back(state: State) -> bool:
    """Return whether the seat to move would pick up all the Chards played if it played a Chard (RM-5)."""
    return chain(state)[:1] == (seat_to_move(state),)


def count_to_send(state: State) -> int:
    """Return the number of Chards that the seat to move sends: one fewer than it picked up or received (RM-5)."""
    return len(state.picked) - 1


def receiver(state: State) -> Seat:
    """Return the seat that will receive Chards from the seat to move (RM-5)."""
    seats = chain(state)
    return seats[seats.index(seat_to_move(state)) + 1]


def count_missing(state: State, seat: Seat) -> int:
    """Return how many Chards a hand is short of twelve: 1 if one was played or must still arrive, otherwise 0."""
    if state.phase != "send":
        return int(state.played[seat] is not None)
    seats = chain(state)
    return int(state.turn in seats and seat in seats[seats.index(state.turn) :])


def is_out_of_tricards(state: State) -> bool:
    """Return whether the deck has fewer than three TriCards for the second time in this round (RM-12)."""
    return bool(state.reshuffled) and len(state.deck) < DRAWN
