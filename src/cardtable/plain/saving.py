"""What plain mode says when a game can no longer be saved."""

from __future__ import annotations

from collections.abc import Callable

from cardtable.plain.ending import saver_of
from cardtable.table.session import Session


class SavingNotices:
    """Tells the players when their game can no longer be saved, and when it is being saved again."""

    def __init__(self, session: Session, say: Callable[..., None]) -> None:
        self._session, self._say = session, say
        self._fault = ""

    def report(self) -> None:
        """Say what has changed since the last report."""
        saver = saver_of(self._session)
        fault = saver.fault if saver is not None else ""
        if fault and not self._fault:
            self._say(fault, "To save it to a file, type save and a name, as in: save evening.json.")
        elif self._fault and not fault:
            self._say("The game is being saved again.")
        self._fault = fault
