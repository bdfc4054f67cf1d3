"""The interface of an object that saves a session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from cardtable.table.session import Session


class Journal(Protocol):
    """An object that saves each change to a session before it happens; an exception prevents the change."""

    def before_action(self, session: Session, action: Any, state: Any) -> None:
        """Save an action that is about to be played and that leads to this state."""

    def before_undo(self, session: Session, state: Any, undone: int) -> None:
        """Record that the last action is about to be undone, which leads to this state and number of undone actions."""

    def before_hint(self, session: Session, hinted: int) -> None:
        """Record that a hint is about to be shown, which leads to this number of hints."""
