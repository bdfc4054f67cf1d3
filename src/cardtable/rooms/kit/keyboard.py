"""The keyboard that several people at a table share."""

from __future__ import annotations

from cardtable.engine.game import Seat
from cardtable.table.session import Session


class SharedKeyboard:
    """The keyboard that people at a table share: who uses it, whose hand is shown, and when it is passed on."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.viewer: Seat | None = None
        """The seat whose hand is shown, or None while no hand is shown."""
        self.last: Seat | None = None
        """The seat of the person who was at the keyboard most recently, or None if nobody was."""

    @property
    def is_shared(self) -> bool:
        """Whether the next player is one of several people."""
        return self._session.computer is None and self._session.shares_screen

    @property
    def is_passed_on(self) -> bool:
        """Whether the next player isn't the person who was at the keyboard most recently."""
        return self.last is not None and self._has_turn_after(self.last)

    @property
    def must_change_hands(self) -> bool:
        """Whether the next player must come to the keyboard before anything that others mustn't see is shown."""
        session, seat = self._session, self._session.turn
        if seat is None or not self.is_shared or (self.viewer is not None and not self._has_turn_after(self.viewer)):
            return False
        is_new = session.has_secrets and (self.last is None or self.is_passed_on)
        return session.is_private(seat) or (is_new and not self._asks_openly)

    def begin_turn(self) -> None:
        """Show the table to the player to move, if that player is a person."""
        session = self._session
        if session.is_turn_here:
            self.viewer = self.last = session.turn
        elif self.viewer is None:
            self.viewer = session.own_seat

    def note_move(self) -> None:
        """Hide the hand if the move gave its player secrets, or if a computer player is next at a shared screen."""
        session = self._session
        if session.gives_new_secrets() or (session.computer is not None and session.shares_screen):
            self.viewer = None

    def _has_turn_after(self, seat: Seat) -> bool:
        """Return whether somebody other than the person at this seat is to move."""
        persons, turn = self._session.persons, self._session.turn
        return turn is not None and persons[turn] != persons[seat]

    @property
    def _asks_openly(self) -> bool:
        """Whether the player to move can answer without seeing hidden cards."""
        return self._session.game.asks_openly(self._session.view_at(None, len(self._session.actions)))

    def prompt(self, invitation: str) -> str:
        """Return the prompt for the next player. The invitation says what happens when that player presses a key."""
        session, seat = self._session, self._session.turn
        if seat is None or not self.is_shared:
            return "Press Enter to go on."
        name = session.names[seat]
        if self.last is None:
            return f"{name}, it's your turn: press space to {invitation}."
        call = f"Pass the keyboard to {name}. " if self.is_passed_on else ""
        return f"{call}{name}, press space to {invitation}."
