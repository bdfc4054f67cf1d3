"""What one viewer may know about a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardtable.engine.game import AnyGame, Event, Outcome, Seat


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything that one viewer may know; boards, bots, logs and protocols receive this and nothing else."""

    game: AnyGame
    viewer: Seat | None
    """The viewer's seat, or None for the public view."""
    names: tuple[str, ...]
    turn: Seat | None
    state: Any
    """The viewer's view of the state, and never the full state."""
    legal: tuple[Any, ...]
    """The legal actions if it's the viewer's turn, and otherwise none."""
    log: tuple[tuple[Event, ...], ...]
    """The events that the viewer saw, first during the set-up and then for each action."""
    outcome: Outcome | None
    no_undo: str
    """Why the last action can't be undone, or an empty string if it can."""
    no_redo: str
    """Why nothing can be redone, or an empty string if something can."""
    undone: int
    """The number of undone actions that count as help."""

    def describe(self, event: Event) -> str:
        """Return the log line for an event."""
        return self.game.describe(event, self.names).strip()

    def describe_last_step(self) -> str:
        """Return a one-line description of what happened last."""
        return " ".join(map(self.describe, self.log[-1]))
