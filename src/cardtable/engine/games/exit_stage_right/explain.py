"""Explanations of why an action is legal or illegal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from cardtable.engine.games.exit_stage_right import texts
from cardtable.engine.games.exit_stage_right.model import (
    COLUMNS,
    ROWS,
    Action,
    FaceDown,
    FaceUp,
    Refill,
    State,
)
from cardtable.engine.games.exit_stage_right.outlook import foresee
from cardtable.engine.games.exit_stage_right.rules import (
    empty_centre,
    legal_refills,
    must_refill,
    nameable_rows,
)


def explain(state: State, action: Action, names: Sequence[str]) -> str:
    """Explain why the action is legal or illegal."""
    if state.turn is None:
        return texts.GAME_OVER
    return _why_not(state, action) or _why(state, action)


def _why_not(state: State, action: Action) -> str:
    """Return the reason why an action isn't legal, or an empty string if it is legal."""
    if isinstance(action, Refill):
        return _why_no_refill(state, action)
    if action.card not in state.hands[state.turn or 0]:
        return texts.refuse_missing_card(action.card)
    if must_refill(state) and state.complete_deck:
        return texts.REFILL_FIRST
    return _why_no_such_row(state, action.row) if isinstance(action, FaceDown) else ""


def why_no_face_down(state: State) -> str:
    """Explain why no Single can be played face down in this position."""
    return texts.REFILL_FIRST if must_refill(state) and state.complete_deck else texts.NO_ROW_TO_NAME


def why_no_refill(state: State) -> str:
    """Explain why no refill is possible in this position."""
    return texts.refuse_large_refill(1, 0) if not state.complete_deck else texts.CENTRE_IS_FULL


def _why_no_such_row(state: State, row: int) -> str:
    if row not in range(len(ROWS)):
        return texts.NO_SUCH_ROW
    if nameable_rows(state.stage)[row]:
        return ""
    return texts.refuse_row(row, COLUMNS - state.stage[row].count(None))


def _why_no_refill(state: State, refill: Refill) -> str:
    rows = refill.rows
    if not rows or list(rows) != sorted(set(rows) & set(range(len(ROWS)))):
        return texts.BAD_REFILL
    empty = empty_centre(state.stage)
    for row in rows:
        if not empty[row]:
            return texts.refuse_filled_cell(row)
    if len(rows) > len(state.complete_deck):
        return texts.refuse_large_refill(len(rows), len(state.complete_deck))
    return "" if refill in legal_refills(state) else texts.REFILL_IS_PARTIAL


def _why(state: State, action: Action) -> str:
    shifted = foresee(state, action)
    match action:
        case FaceUp(card):
            return texts.justify_face_up(card, shifted)
        case FaceDown(row=row):
            return texts.justify_face_down(row, shifted)
        case Refill():
            return texts.justify_refill(shifted, centre_stays=state.options.refill_shift == "off-centre")
        case _:
            assert_never(action)


def rules_section(state: State, action: Action | None) -> str:
    """Return the heading of the rules section about an action, or about the whole position if `action` is None."""
    if state.turn is None:
        return "The end"
    match action:
        case FaceUp():
            return "Play a Single face up"
        case FaceDown():
            return "Play a Single face down"
        case Refill():
            return "Refill"
        case _:
            return "A turn"
