"""Automatic placing of pieces, one per turn. A player types all the places at once, or leaves them to the program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardtable.engine.game import Seat
from cardtable.engine.phrases import capitalized, join_words, uncapitalized
from cardtable.plain.views.view import View
from cardtable.table.seen import Seen
from cardtable.table.session import Session


class Placing:
    """The players for whom the program places the remaining pieces, and the pieces chosen for later turns."""

    def __init__(self, session: Session, view: View, say: Callable[..., None]) -> None:
        self._session, self._view, self._say = session, view, say
        self.seats = set[Seat]()
        """The seats of the players for whom the program places the remaining pieces."""
        self._later = dict[Seat, list[Any]]()

    def forget(self) -> None:
        """Let all players place their pieces by hand again."""
        self.seats.clear()
        self._later.clear()

    def keep_rest(self, seen: Seen, actions: Sequence[Any]) -> Sequence[Any]:
        """Return the typed actions that can be played now, and keep the others for the player's next turns.

        While players take turns to place pieces, only the first action can be played now.
        """
        if len(actions) == 1 or seen.viewer is None or self._view.placement(seen) is None:
            return actions
        first, *later = actions
        self._later[seen.viewer] = later
        turns = "turns" if len(later) > 1 else "turn"
        self._say(f"{capitalized(str(first))} now; on your next {turns} {join_words(map(str, later))}.")
        return [first]

    def next_action(self, seat: Seat) -> Any:
        """Return the next action for this seat, or None if the player places pieces by hand."""
        if later := self._later.get(seat):
            seen = self._session.look(seat)
            if (action := later.pop(0)) in seen.legal:
                return action
            why = seen.game.explain(seen.state, action)
            self._say(f"{capitalized(str(action))} isn't placed: {uncapitalized(why)}")
            later.clear()
        if seat not in self.seats:
            return None
        placement = self._view.placement(self._session.look(seat))
        return None if placement is None else placement.action

    @property
    def is_for_all(self) -> bool:
        """True while the program places the pieces of all players here."""
        session = self._session
        by_hand = [seat for seat, _ in enumerate(session.names) if seat not in self.seats]
        return (
            all(session.computer_at(seat) for seat in by_hand)
            and self._view.placement(session.look(session.turn)) is not None
        )
