"""The rest of a game whose result can't change any more."""

from __future__ import annotations

from cardtable.table.session import Session


def play_rest(session: Session) -> None:
    """Play the first legal action of each player until the game ends; undoing that takes all of it back."""
    start = len(session.actions)
    while session.turn is not None:
        session.act(session.game.legal(session.view_at(session.turn, len(session.actions)))[0])
    session.rest_start = start
