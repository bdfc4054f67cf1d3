"""Pieces that are placed for players who typed `rest` while everybody places pieces in turn."""

from __future__ import annotations

from typing import Any

from cardtable.engine.game import Seat
from cardtable.plain.views.view import View
from cardtable.table.session import Session


class Placing:
    """The players who let the rest of their pieces be placed."""

    def __init__(self, session: Session, view: View) -> None:
        self._session, self._view = session, view
        self.seats = set[Seat]()
        """The seats of these players."""

    def next_action(self, seat: Seat) -> Any:
        """Return what to play for the player in this seat, or None if the player places pieces by hand."""
        if seat not in self.seats:
            return None
        placement = self._view.placement(self._session.look(seat))
        return None if placement is None else placement.action

    @property
    def is_for_all(self) -> bool:
        """True while the pieces of everybody here are placed like this."""
        session = self._session
        by_hand = [seat for seat, _ in enumerate(session.names) if seat not in self.seats]
        return (
            all(session.computer_at(seat) for seat in by_hand)
            and self._view.placement(session.look(session.turn)) is not None
        )
