"""A learner's progress in a lesson, for saving."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """A learner's current step in a lesson and the answers so far."""

    step: int = 0
    """The current step, counted from 0. Once the lesson is over, this is the number of steps."""
    answers: Mapping[int, str] = field(default_factory=dict)
    """The learner's action in each step, but only if the game continued from that action."""

    def to_data(self) -> dict[str, Any]:
        """Return the progress as data for `json.dumps`."""
        return {"step": self.step, "answers": {str(step): text for step, text in self.answers.items()}}

    @classmethod
    def from_data(cls, data: object) -> LessonProgress:
        """Return the progress stored in data from `to_data`. Invalid parts count as no progress."""
        step, answers = (data.get("step"), data.get("answers")) if isinstance(data, dict) else (0, {})
        items = answers.items() if isinstance(answers, dict) else ()
        valid = {int(at): text for at, text in items if _is_step(at) and isinstance(text, str)}
        return cls(step if type(step) is int else 0, valid)


def _is_step(text: object) -> bool:
    return isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) < 5
