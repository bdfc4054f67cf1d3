"""The keyboard that several people at a table share."""

from __future__ import annotations

from cardtable.engine.game import Seat
from cardtable.table.session import Session


class SharedKeyboard:
    """The keyboard that people at a table share, with the rules for passing it and the prompts on the screen."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.person: int | None = None
        """The person who was at the keyboard most recently."""

    @property
    def is_shared(self) -> bool:
        """True if the next player is one of several people."""
        return self._session.computer is None and not self._session.has_one_person

    @property
    def must_change_hands(self) -> bool:
        """True if people share the keyboard and the next player has hidden cards or isn't the one at the keyboard."""
        session, seat = self._session, self._session.turn
        if seat is None or not self.is_shared:
            return False
        is_new = session.has_secrets and session.persons[seat] != self.person
        return session.is_private(seat) or (is_new and not self._asks_openly)

    @property
    def _asks_openly(self) -> bool:
        """True if the player to move needs no hidden cards to answer."""
        return self._session.game.asks_openly(self._session.view_at(None, len(self._session.actions)))

    def must_be_public(self, viewer: Seat | None, *, by_computer: bool) -> bool:
        """Return True if people must see the last move without a hand. `viewer` is the seat whose hand is shown."""
        session = self._session
        if session.turn is None or session.computer is not None or self._asks_openly:
            return False
        if by_computer:
            return self.must_change_hands
        return session.needs_curtain(viewer, session.turn) or session.gives_new_secrets()

    def prompt(self, invitation: str, *, is_first: bool) -> str:
        """Return the prompt for the next player. The invitation says what happens when that player presses a key.

        `is_first` is True if nobody has had the keyboard yet.
        """
        session, seat = self._session, self._session.turn
        if seat is None or not self.is_shared:
            return "Press Enter to go on."
        name = session.names[seat]
        if is_first:
            return f"{name}, it's your turn: press space to {invitation}."
        call = "" if session.persons[seat] == self.person else f"Pass the keyboard to {name}. "
        return f"{call}{name}, press space to {invitation}."
