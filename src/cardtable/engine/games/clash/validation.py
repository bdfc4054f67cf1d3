"""Validation of states from files."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.engine.cards import in_order
from cardtable.engine.game import Seat
from cardtable.engine.games.clash import texts
from cardtable.engine.games.clash.model import (
    COMPLETE_PILE,
    HAND_SIZE,
    PILE_OF,
    PILE_SIZE,
    State,
    cards_left,
    sort_hand,
)
from cardtable.engine.games.clash.rules import gains, has_complete
from cardtable.engine.zones import subtract


def check_state(state: State) -> tuple[str, ...]:
    """Return a message for each way in which a state breaks the rules."""
    if (len(state.draw_piles), len(state.scores), len(state.piles)) != (2, 2, 4):
        return (texts.WRONG_ZONES,)
    if state.dealer not in (0, 1) or state.turn not in (0, 1, None):
        return (texts.WRONG_PLAYERS,)
    return (*_check_piles(state), *_check_hands(state), *_check_match(state))


def _check_piles(state: State) -> Iterator[str]:
    for pile, cards in enumerate(state.piles):
        if any(PILE_OF[card] != pile for card in cards):
            yield texts.WRONG_PILE
        if pile != COMPLETE_PILE and not cards:
            yield texts.EMPTY_PILE


def _check_hands(state: State) -> Iterator[str]:
    left = cards_left(state)
    for seat, hand in enumerate(state.hands):
        if hand != sort_hand(hand):
            yield texts.UNSORTED_HAND
        is_waiting = state.turn != seat
        if len(hand) > HAND_SIZE or (is_waiting and len(hand) < min(HAND_SIZE, left[seat])):
            yield texts.WRONG_HAND_SIZE
    if subtract(state.shown, state.hands[state.dealer] + state.draw_piles[state.dealer]):
        yield texts.SHOWN_CARD_MISSING
    if state.shown != in_order(state.shown):
        yield texts.UNSORTED_SHOWN_CARDS
    if any(left[seat] > _max_left(state, seat) for seat in range(2)):
        yield texts.reject_too_many_left(PILE_SIZE)


def _check_match(state: State) -> Iterator[str]:
    first, target = state.options.first, state.options.target
    if state.round < 1 or min(state.scores) < 0 or not 0 <= state.played <= PILE_SIZE:
        yield texts.WRONG_COUNTS
    if state.options.is_single_round and state.round > 1:
        yield texts.SECOND_SINGLE_ROUND
    if first is not None and state.dealer != (first + state.round) % 2:
        yield texts.WRONG_DEALER
    if state.turn is None:
        yield from _check_end(state)
        return
    if sum(state.scores) > PILE_SIZE * (state.round - 1):
        yield texts.reject_high_scores(PILE_SIZE)
    if max(state.scores) >= max(target, 1):
        yield texts.MATCH_SHOULD_BE_OVER
    yield from _check_turn(state, state.turn)


def _check_turn(state: State, seat: Seat) -> Iterator[str]:
    hand, left = state.hands[seat], cards_left(state)
    if 0 in left:
        yield texts.ROUND_SHOULD_BE_OVER
    if not hand or len(hand) != _hand_size(left[seat], state.played):
        yield texts.WRONG_HAND_SIZE_IN_TURN
    if not state.piles[COMPLETE_PILE]:
        is_start = seat == state.dealer and not state.played and not state.passed
        if not (is_start and left == (PILE_SIZE, PILE_SIZE) and has_complete(hand)):
            yield texts.WRONG_START
    elif state.played and left[seat] + state.played > _max_left(state, seat):
        yield texts.TOO_MANY_PLAYED


def _max_left(state: State, seat: Seat) -> int:
    """Return the most cards that a player can have left: 29 for a dealer who has opened the round, otherwise 30."""
    return PILE_SIZE - (seat == state.dealer and bool(state.piles[COMPLETE_PILE]))


def _hand_size(left: int, played: int) -> int:
    """Return the hand size during a turn, given the total number of cards left and the number played (CL-5)."""
    since_drawing = played % HAND_SIZE
    return min(HAND_SIZE, left + since_drawing) - since_drawing


def _check_end(state: State) -> Iterator[str]:
    """Yield a message for each problem with the end of the match."""
    target, left = state.options.target, cards_left(state)
    if not state.piles[COMPLETE_PILE] or (min(left) > 0 and not (state.passed and not state.played)):
        yield texts.ROUND_NOT_OVER
    before = [score - gain for score, gain in zip(state.scores, gains(left), strict=True)]
    if not state.options.is_single_round and max(state.scores) < target:
        yield texts.reject_early_end(target)
    elif min(before) < 0 or sum(before) > PILE_SIZE * (state.round - 1) or max(before) >= max(target, 1):
        yield texts.WRONG_FINAL_SCORES
