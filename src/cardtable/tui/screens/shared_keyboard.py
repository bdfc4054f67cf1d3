"""The keyboard that several people share at a table: when it changes hands, and what the screen says then."""

from __future__ import annotations

from cardtable.engine.game import Seat
from cardtable.table.seen import Seen
from cardtable.table.session import Session
from cardtable.tui.board import BoardWidget


class SharedKeyboard:
    """The keyboard of a table."""

    def __init__(self, session: Session, board: BoardWidget) -> None:
        self._session, self._board = session, board
        self.user: int | None = None
        """The last player who was at the keyboard."""

    @property
    def is_shared(self) -> bool:
        """True if one of several people is about to move."""
        return self._session.computer is None and not self._session.has_one_person

    @property
    def must_change_hands(self) -> bool:
        """True if the player to move is one of several people and has hidden cards, or hasn't had the keyboard."""
        session, seat = self._session, self._session.turn
        if seat is None or not self.is_shared:
            return False
        is_new = session.has_secrets and session.persons[seat] != self.user
        return session.is_private(seat) or (is_new and not self._asks_openly)

    @property
    def _asks_openly(self) -> bool:
        """True if the player to move needs no hidden cards to answer."""
        return self._board.is_open_question(self._session.view_at(None, len(self._session.actions)))

    def must_be_public(self, viewer: Seat | None, *, is_computer: bool) -> bool:
        """Return whether people must see the last move without a hand.

        `viewer` is the seat whose hand is on the screen, and `is_computer` says who played the move.
        """
        session = self._session
        if session.turn is None or session.computer is not None or self._asks_openly:
            return False
        if is_computer:
            return self.must_change_hands
        return session.needs_curtain(viewer, session.turn) or session.gives_new_secrets()

    def prompt(self, public: Seen, *, is_first: bool) -> str:
        """Return the prompt for the next player; `is_first` means that nobody has had the keyboard yet."""
        session, seat = self._session, self._session.turn
        if seat is None or not self.is_shared:
            return "Press Enter to go on."
        name = session.names[seat]
        invitation = f"press space to {self._board.invitation(public)}."
        if is_first:
            return f"{name}, it's your turn: {invitation}"
        call = "" if session.persons[seat] == self.user else f"Pass the keyboard to {name}. "
        return f"{call}{name}, {invitation}"
