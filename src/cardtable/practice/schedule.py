"""The schedule for repeating an exercise, at growing intervals, by the algorithm FSRS.

The intervals are whole days.  A right answer makes the next one longer; after a wrong one the exercise comes back soon.
All times are in UTC.
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
"""The longest interval between repetitions; an exercise with a longer one counts as solved for good."""
LEEWAY = timedelta(hours=12)
"""The time by which an exercise may be repeated early, so that one solved in the evening can be due in the morning."""

_SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), maximum_interval=365, enable_fuzzing=False)
"""The scheduler, without steps of minutes, because nobody plays exercises like flash cards, and without chance."""


Time = Annotated[datetime, AfterValidator(plausible)]
"""A time in UTC; an implausible one from a file counts as long ago."""


class Memory(NamedTuple):
    """A learner's memory of an exercise after an answer, as FSRS describes it."""

    stability: Annotated[float, Field(gt=0, le=36_500, allow_inf_nan=False)]
    """The number of days after which nine out of ten such exercises would still be solved."""
    difficulty: Annotated[float, Field(ge=1, le=10, allow_inf_nan=False)]
    answered: Time
    """The time of the last answer."""


class Repetition(NamedTuple):
    """The schedule of an exercise."""

    due: Time
    memory: Memory | None = None
    """The learner's memory of the exercise, or None before the first answer."""

    @property
    def is_answered(self) -> bool:
        """True after the first answer."""
        return self.memory is not None

    @property
    def interval(self) -> timedelta:
        """The time between the last answer and the next one, or zero before the first answer."""
        return timedelta() if self.memory is None else self.due - self.memory.answered

    @property
    def holds(self) -> bool:
        """True once the player has solved the exercise so often that it isn't repeated any more."""
        return self.interval > LONGEST

    def is_due(self, now: datetime) -> bool:
        """Return whether to repeat the exercise now."""
        return not self.holds and self.due - LEEWAY <= now


def repeat(before: Repetition, is_right: bool, now: datetime) -> Repetition:
    """Return the repetition after the first answer of a sitting."""
    answered_at = now if before.memory is None else max(now, before.memory.answered)  # the clock may have gone back
    state, step = (State.Learning, 0) if before.memory is None else (State.Review, None)
    stability, difficulty, answered = before.memory or (None, None, None)
    card = Card(0, state, step, stability, difficulty, before.due, answered)
    card, _ = _SCHEDULER.review_card(card, Rating.Good if is_right else Rating.Again, answered_at.astimezone(UTC))
    assert card.stability is not None, "there was an answer"
    assert card.difficulty is not None, "there was an answer"
    assert card.last_review is not None, "there was an answer"
    return Repetition(card.due, Memory(card.stability, card.difficulty, card.last_review))
