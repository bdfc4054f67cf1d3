"""Tables as one person sees them, with everything that is hidden from that person replaced by something else."""

from __future__ import annotations

from copy import copy
from typing import Any

from cardtable.engine.chance import Key
from cardtable.engine.game import Seat, Step, seen_by
from cardtable.table.session import HistoryEntry, Session


class Unknown:
    """The action of somebody else. Nothing at another screen may depend on it, because an action can be secret."""

    def __repr__(self) -> str:
        raise AssertionError("what is shown depends on somebody else's action")


class Veil:
    """A game as one viewer knows it. All hidden cards are others than in the real game, and all events are masked.

    It grows with the real game, so that each state is replaced only once.
    """

    def __init__(self, viewer: Seat | None, key: int) -> None:
        self.viewer, self._key = viewer, Key(key)
        self._states: dict[int, Any] = {}
        self._history: list[HistoryEntry] = []

    def over(self, session: Session) -> Session:
        """Return the session with everything replaced that the viewer can't know."""
        veiled, real = copy(session), session._history
        veiled._start = self._step(session, 0, session._start)
        for at in range(len(self._history), len(real)):
            before = veiled._start.state if at == 0 else self._history[-1].step.state
            is_own = session.game.turn(real[at].before) == self.viewer
            action = real[at].action if is_own else Unknown()
            self._history.append(HistoryEntry(before, action, self._step(session, at + 1, real[at].step)))
        veiled._history = self._history[: len(real)]
        veiled._undone_actions = list(session._undone_actions)
        return veiled

    def _step(self, session: Session, at: int, step: Step[Any]) -> Step[Any]:
        if at not in self._states:
            view = session.game.view(step.state, self.viewer)
            self._states[at] = session.game.determinize(view, self.viewer, self._key)
        return step._replace(state=self._states[at], events=tuple(seen_by(each, self.viewer) for each in step.events))
