"""What each action of a game did, and what every seat saw of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cardtable.engine.game import AnyGame, Event, Seat, Step, reveals, seen_by


@dataclass(slots=True)
class HistoryEntry:
    """One action of the game so far."""

    before: Any
    """The state before the action was played."""
    action: Any
    step: Step[Any]
    views: dict[Seat | None, tuple[Event, ...]] = field(default_factory=dict)
    """The events as the viewers saw them who have asked for them so far."""

    def seen_by(self, viewer: Seat | None) -> tuple[Event, ...]:
        """Return the events as the viewer saw them."""
        if viewer not in self.views:
            self.views[viewer] = tuple(seen_by(event, viewer) for event in self.step.events)
        return self.views[viewer]

    def has_revealed(self, game: AnyGame) -> bool:
        """Return whether the action revealed any hidden card."""
        return reveals(game, self.before, self.action, self.step.events)
