"""One kind of exercise: what is asked, and in which positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardtable.engine.cards import Card
from cardtable.lessons.script import Right


class Reason(NamedTuple):
    """Whether a card is among those to point at, and why."""

    right: bool
    why: str


@dataclass(frozen=True, slots=True)
class Drill:
    """One kind of exercise.  It is answered with an action, or by pointing at cards."""

    question: str
    right: Right | None
    """Which actions are right; None where one points at cards."""
    seats: int
    longest: int
    """Actions played at random before the question, at the most."""
    fits: Callable[[Any], bool] = lambda state: True
    """Whether this is a state to ask the question in."""
    whole_turn: bool = False
    """Whether the turn is played to its end; the measure then says what the turn can still come to."""
    cards: Callable[[Any], Mapping[Card, Reason]] | None = None
    """Of a state, the cards that can be pointed at."""

    @property
    def wants(self) -> str:
        """What answers it: `action` or `cards`."""
        return "action" if self.cards is None else "cards"
