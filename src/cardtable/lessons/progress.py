"""Where somebody is in a lesson."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """Where somebody is in a lesson, as plain data to be kept."""

    step: int = 0
    """Counted from 0; as many as there are steps once the lesson is over."""
    answers: Mapping[int, str] = field(default_factory=dict)
    """What was played in each try from which the game went on."""

    def as_data(self) -> dict[str, Any]:
        """As what `json.dumps` writes."""
        return {"step": self.step, "answers": {str(step): text for step, text in self.answers.items()}}

    @classmethod
    def of_data(cls, data: object) -> LessonProgress:
        """What `as_data` made; whatever else comes is the beginning, or as far as it can be understood."""
        step, answers = (data.get("step"), data.get("answers")) if isinstance(data, dict) else (0, {})
        known = answers.items() if isinstance(answers, dict) else ()
        kept = {int(at): text for at, text in known if _is_step(at) and isinstance(text, str)}
        return cls(step if type(step) is int else 0, kept)


def _is_step(at: object) -> bool:
    return isinstance(at, str) and at.isascii() and at.isdecimal() and len(at) < 5
