"""Moves that a table plays automatically: moves without a choice, and the rest of a decided game."""

from __future__ import annotations

from typing import Any

from cardtable.table.session import Session


def unasked_action(session: Session) -> Any:
    """Return the only legal action if the game allows it to be played automatically. Otherwise, return None."""
    kinds = session.game.unasked
    if not kinds or session.turn is None:
        return None
    legal = session.game.legal(session.view_at(session.turn, len(session.actions)))
    return legal[0] if len(legal) == 1 and isinstance(legal[0], kinds) else None


def play_rest(session: Session) -> None:
    """Play the actions that the game plans, then each first legal action until the end. One undo undoes them all."""
    start = len(session.actions)
    for action in session.game.plan_rest(session.view_at(session.turn, start)):
        session.act(action)
    while session.turn is not None:
        session.act(session.game.legal(session.view_at(session.turn, len(session.actions)))[0])
    session.rest_start = start
