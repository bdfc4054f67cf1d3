"""The schedule for repeating exercises at growing intervals. The schedule uses the FSRS algorithm.

Intervals are whole days. After a right answer, the next interval is longer. After a wrong answer, the exercise comes
back soon. All times are in UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, NamedTuple

from fsrs.card import Card
from fsrs.rating import Rating
from fsrs.scheduler import Scheduler
from fsrs.state import State
from pydantic import AfterValidator, Field

from cardtable.store.clock import plausible

LONGEST = timedelta(days=60)
"""The longest interval between repetitions. An exercise with a longer interval counts as solved for good."""
LEEWAY = timedelta(hours=12)
"""How early an exercise may be repeated, so that one solved in the evening can be due in the morning."""

_SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), maximum_interval=365, enable_fuzzing=False)
"""The scheduler, without randomness. It repeats nothing within minutes, because exercises aren't flash cards."""


Time = Annotated[datetime, AfterValidator(plausible)]
"""A time in UTC. An implausible time in a file becomes a time long ago."""


class Memory(NamedTuple):
    """A learner's memory of an exercise after an answer, in the terms of FSRS."""

    stability: Annotated[float, Field(gt=0, le=36_500, allow_inf_nan=False)]
    """The number of days after which the learner would still solve nine out of ten such exercises."""
    difficulty: Annotated[float, Field(ge=1, le=10, allow_inf_nan=False)]
    answered: Time
    """The time of the last answer."""


class Repetition(NamedTuple):
    """The repetition schedule of an exercise."""

    due: Time
    memory: Memory | None = None
    """The learner's memory of the exercise, or None before the first answer."""

    @property
    def is_answered(self) -> bool:
        """Whether the exercise has been answered at least once."""
        return self.memory is not None

    @property
    def interval(self) -> timedelta:
        """The time between the last answer and the next repetition, or zero before the first answer."""
        return timedelta() if self.memory is None else self.due - self.memory.answered

    @property
    def holds(self) -> bool:
        """Whether the player has solved the exercise so often that it isn't repeated any more."""
        return self.interval > LONGEST

    def is_due(self, now: datetime) -> bool:
        """Return whether it is time to repeat the exercise."""
        return not self.holds and self.due - LEEWAY <= now


def repeat(before: Repetition, is_right: bool, now: datetime) -> Repetition:
    """Return the exercise's new schedule after the first answer of a sitting."""
    answered_at = now if before.memory is None else max(now, before.memory.answered)  # the clock may have gone back
    state, step = (State.Learning, 0) if before.memory is None else (State.Review, None)
    stability, difficulty, answered = before.memory or (None, None, None)
    card = Card(0, state, step, stability, difficulty, before.due, answered)
    card, _ = _SCHEDULER.review_card(card, Rating.Good if is_right else Rating.Again, answered_at.astimezone(UTC))
    assert card.stability is not None, "there was an answer"
    assert card.difficulty is not None, "there was an answer"
    assert card.last_review is not None, "there was an answer"
    return Repetition(card.due, Memory(card.stability, card.difficulty, card.last_review))
