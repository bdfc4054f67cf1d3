"""Validation of options and of states from files."""

from __future__ import annotations

from cardtable.engine.cards import COMPLETES, in_order
from cardtable.engine.games.exit_stage_right import texts
from cardtable.engine.games.exit_stage_right.model import COLUMNS, MAX_HAND, ROWS, Options, State


def check_options(options: Options, seats: int) -> tuple[str, ...]:
    """Return a message for each problem with the options. All numbers must already be within their bounds."""
    faults, largest = list[str](), MAX_HAND[seats]
    if (options.hand_size or 0) > largest:
        faults.append(texts.reject_hand_size(seats, largest))
    if options.first is not None and options.first > seats:
        faults.append(texts.reject_first_player(options.first, seats))
    return tuple(faults)


def check_state(state: State) -> tuple[str, ...]:
    """Return a message for each way in which a state breaks the rules."""
    faults = list[str]()
    if len(state.face_down) != len(state.hands):
        faults.append(texts.HEAPS_DO_NOT_FIT)
    if [len(row) for row in state.stage] != [COLUMNS] * len(ROWS):
        faults.append(texts.STAGE_HAS_OTHER_SIZE)
    sizes, full = set(map(len, state.hands)), state.options.hand_size or 0
    if max(sizes) > full:
        faults.append(texts.reject_large_hand(full))
    elif state.draw_deck and state.options.draw == "after-each-single" and sizes != {full}:
        faults.append(texts.HANDS_NOT_FULL)
    if any(hand != in_order(hand) for hand in state.hands):
        faults.append(texts.HAND_OUT_OF_ORDER)
    if state.turn is None and any(state.hands):
        faults.append(texts.GAME_NOT_OVER)
    if state.turn is not None and not (0 <= state.turn < len(state.hands) and state.hands[state.turn]):
        faults.append(texts.TURN_WITHOUT_SINGLE)
    if not (_has_begun(state) or state.options.first in (None, (state.turn or 0) + 1)):
        faults.append(texts.WRONG_FIRST_PLAYER)
    return tuple(faults)


def _has_begun(state: State) -> bool:
    """Return whether a Single has been played or the stage has been refilled."""
    refilled = len(state.complete_deck) < len(COMPLETES) - len(ROWS)
    return refilled or any((state.face_up, *state.face_down))
