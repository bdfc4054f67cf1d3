"""Moves that a player typed on one line, kept until the player's next turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardtable.engine.game import Seat
from cardtable.engine.phrases import capitalized, join_words, uncapitalized
from cardtable.table.seen import Seen
from cardtable.table.session import Session

SEVERAL = "You can name several spaces in one line."


class KeptMoves:
    """The moves that players have typed in advance, each of which places a piece on one of their next turns."""

    def __init__(self, session: Session, say: Callable[..., None]) -> None:
        self._session, self._say = session, say
        self._later = dict[Seat, list[Any]]()

    def forget(self) -> None:
        """Forget all kept moves."""
        self._later.clear()

    def keep(self, seen: Seen, actions: Sequence[Any]) -> Sequence[Any]:
        """Return the typed actions that can be played now, and keep the others for the player's next turns.

        While players take turns to place pieces, only the first action can be played now.
        """
        if len(actions) == 1 or seen.viewer is None or not seen.game.places_pieces(seen.state):
            return actions
        first, *later = actions
        self._later[seen.viewer] = later
        turns = "turns" if len(later) > 1 else "turn"
        self._say(f"{capitalized(str(first))} now; on your next {turns} {join_words(map(str, later))}.")
        return [first]

    def next_action(self, seat: Seat) -> Any:
        """Return the next action kept for this seat, or None if there is none or it isn't legal."""
        if later := self._later.get(seat):
            seen = self._session.look(seat)
            if (action := later.pop(0)) in seen.legal:
                return action
            why = seen.explain(action)
            self._say(f"{capitalized(str(action))} isn't placed: {uncapitalized(why)}")
            later.clear()
        return None
