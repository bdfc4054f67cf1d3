"""One kind of exercise: in which positions it asks, and for which answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cardtable.lessons.script import Right


@dataclass(frozen=True, slots=True)
class Drill:
    """One kind of exercise."""

    question: str
    right: Right
    """Of which measure the most, or the least, is wanted."""
    seats: int
    longest: int
    """Actions played at random before the question, at the most."""
    fits: Callable[[Any], bool] = lambda state: True
    """Whether this is a state to ask the question in."""
    is_clear: bool = False
    """Whether at most half of the answers may be right."""

    def takes(self, right: int, answers: int) -> bool:
        """Whether a position with so many right answers among so many will do."""
        return 2 * right <= answers if self.is_clear else right < answers
