"""Validation of states from files."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.engine.cards import TriCard, characteristics_of, in_order, matches
from cardtable.engine.games.rummy_like import texts
from cardtable.engine.games.rummy_like.memory import holds_known_chards
from cardtable.engine.games.rummy_like.model import (
    DRAWN,
    HAND_SIZE,
    MIDDLE,
    SEATS,
    TRICARDS_EACH,
    WAS_FACE_UP,
    Phase,
    State,
)
from cardtable.engine.games.rummy_like.scoring import (
    instant_win,
    match_winner,
    points_in_hand,
    sets_of,
)
from cardtable.engine.games.rummy_like.trick import chain, count_missing, is_out_of_tricards, turn_order


def check_state(state: State) -> tuple[str, ...]:
    """Return a message for each way in which a state breaks the rules."""
    if fault := _fault_of_shape(state):
        return (fault,)
    memory = _fault_of_memory(state) or _fault_of_marks(state)
    return (
        *_faults_of_hands(state),
        *_faults_of_trick(state),
        *([memory] if memory else []),
        *_faults_of_scores(state),
    )


def _fault_of_shape(state: State) -> str:
    """Return a message about a problem that would make the other checks fail, or an empty string if there is none."""
    by_seat = (state.scores, state.chards, state.tricards, state.played, state.sat_out, state.bust, state.known)
    if any(len(each) != SEATS for each in by_seat) or any(len(row) != SEATS + 1 for row in state.known):
        return texts.SEATS_DIFFER
    seats = range(SEATS)
    if state.leader not in seats or (state.turn is not None and state.turn not in seats):
        return texts.NO_SUCH_SEAT
    if (len(state.deck), len(state.drawn)) != (len(state.deck_marks), len(state.drawn_marks)):
        return texts.MARKS_DIFFER
    if any(card is None for card in (*state.deck, *state.drawn)):
        return texts.GAP_IN_DECK
    return "" if state.phase == phase_of(state) else texts.WRONG_PHASE


def phase_of(state: State) -> Phase:
    """Return the phase that the other fields imply."""
    if state.turn is None:
        return "over"
    if state.led is not None:
        return "send" if state.picked else "play"
    return "lead" if state.drawn else "draw"


def _faults_of_scores(state: State) -> Iterator[str]:
    if state.round < 1 or min(state.scores) < 0:
        yield texts.BAD_NUMBERS
    if any(is_bust and score for is_bust, score in zip(state.bust, state.scores, strict=True)):
        yield texts.BUST_WITH_POINTS
    if state.phase == "over":
        if fault := fault_of_end(state):
            yield fault
    elif state.at_once is not None or (state.phase != "send" and instant_win(state)):
        yield texts.ALREADY_WON


def fault_of_end(state: State) -> str:
    """Return the reason why the match can't have ended like this (RM-7, RM-8), or an empty string if it can."""
    win = instant_win(state)
    if (win and win.seat) != state.at_once:
        return texts.NOT_WON_AT_ONCE
    if win is not None:
        return ""
    if match_winner(state) is None:
        return texts.NOT_WON
    if any(gain > score for gain, score in zip(points_in_hand(state), state.scores, strict=True)):
        return texts.GAINS_MISSING
    if not (sum(state.bust) >= SEATS - 1 or is_out_of_tricards(state) or sets_of(state.chards[state.leader])):
        return texts.NOBODY_COULD_CALL
    return ""


def _faults_of_hands(state: State) -> Iterator[str]:
    for seat, (hand, tricards) in enumerate(zip(state.chards, state.tricards, strict=True)):
        if hand != in_order(hand) or tricards != in_order(tricards):
            yield texts.HAND_OUT_OF_ORDER
        if len(hand) != HAND_SIZE - count_missing(state, seat):
            yield texts.NOT_TWELVE_CHARDS
        if len(tricards) > TRICARDS_EACH or (state.bust[seat] and tricards):
            yield texts.TOO_MANY_TRICARDS


def _faults_of_trick(state: State) -> Iterator[str]:
    led, seat = state.led, state.turn
    if sum(state.bust) >= SEATS - 1 and seat is not None:
        yield texts.ONE_PLAYER_LEFT
    if state.drawn and (led or state.picked or len(state.drawn) != DRAWN or seat != state.leader):
        yield texts.BAD_DRAW
    if led is None:
        yield from _faults_before_lead(state)
        return
    if state.bust[state.leader] and not state.sat_out[state.leader]:
        yield texts.BUST_LEADER
    if any(card is not None and not matches(card, led) for card in state.played):
        yield texts.PLAYED_WITHOUT_MATCH
    hands = zip(state.sat_out, state.chards, strict=True)
    if any(sits_out and characteristics_of(hand) & led.mask for sits_out, hand in hands):
        yield texts.SAT_OUT_WITH_MATCH
    if state.phase == "send":
        yield from _faults_of_passing(state, led)
    elif not _is_played_in_turn(state):
        yield texts.BAD_PLAYING


def _faults_before_lead(state: State) -> Iterator[str]:
    if any(state.played) or any(state.sat_out) or state.picked:
        yield texts.PLAYED_BEFORE_LEAD
    if state.phase == "over":
        return
    if state.turn != state.leader or state.bust[state.leader]:
        yield texts.LEADER_NOT_TO_MOVE
    if state.phase == "draw" and is_out_of_tricards(state):
        yield texts.DECK_RAN_SHORT


def _faults_of_passing(state: State, led: TriCard) -> Iterator[str]:
    seat, seats = state.turn, chain(state)
    if seat not in seats[:-1] or any(state.played) or len(state.picked) != len(seats) - seats.index(seat):
        yield texts.BAD_PASSING
        return
    if state.picked != in_order(state.picked):
        yield texts.PICKED_OUT_OF_ORDER
    if seat == seats[0] and not all(matches(card, led) for card in state.picked):
        yield texts.PLAYED_WITHOUT_MATCH
    elif not holds_enough_matches(state):
        yield texts.TOO_FEW_MATCH


def holds_enough_matches(state: State) -> bool:
    """Return whether enough of the Chards that may have been played match the TriCard led (RM-3, RM-5).

    These are the Chards being passed on, and those in the hands of the players who have already sent Chards.
    """
    seats = chain(state)
    if state.phase != "send" or state.led is None or state.turn is None:
        return True
    passed_on = seats[: seats.index(state.turn)]
    cards = (*state.picked, *(card for seat in passed_on for card in state.chards[seat]))
    return sum(matches(card, state.led) for card in cards) >= len(seats)


def _is_played_in_turn(state: State) -> bool:
    """Return whether exactly the seats before the seat to move have played or sat out (RM-3)."""
    if state.turn is None:
        return False
    order, played, sat_out = turn_order(state.leader), [card is not None for card in state.played], state.sat_out
    at = order.index(state.turn)
    are_done = all(played[seat] != (sat_out[seat] or state.bust[seat]) for seat in order[:at])
    are_waiting = not any(played[seat] or sat_out[seat] for seat in order[at:])
    return are_done and are_waiting and not state.bust[state.turn]


def _fault_of_memory(state: State) -> str:
    """Return a message if `known` is wrong or includes a player's own cards, otherwise an empty string (RM-15)."""
    for seat, row in enumerate(state.known):
        if any(known != in_order(known) for known in row) or not holds_known_chards(state, row):
            return texts.SURE_BUT_WRONG
        if row[seat] or (row[MIDDLE] and seat == state.turn):
            return texts.SURE_OF_OWN
    return ""


def _fault_of_marks(state: State) -> str:
    """Return any problem with the marks or `reshuffled` (RM-2, RM-14), or an empty string if there is none."""
    cards, marks = (*state.deck, *state.drawn), (*state.deck_marks, *state.drawn_marks)
    if any(not 0 <= mark < 2 * WAS_FACE_UP for mark in marks):
        return texts.BAD_MARK
    if not all(mark >> state.leader & 1 for mark in state.drawn_marks):
        return texts.DRAWN_UNKNOWN
    if state.reshuffled != in_order(tuple(set(state.reshuffled))):
        return texts.BAD_RESHUFFLED
    if any(bool(mark & WAS_FACE_UP) != (card in state.reshuffled) for card, mark in zip(cards, marks, strict=True)):
        return texts.WRONG_MARKS
    if any(card in state.reshuffled for hand in state.tricards for card in hand):
        return texts.RESHUFFLED_IN_HAND
    return ""
