"""Counts of a pupil's answers in a lesson, in exercises or in a test, for the teacher of the class."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from cardtable.formats.text import safe_text
from cardtable.store.clock import UNKNOWN_TIME, format_timestamp, parse_time

ANSWERS = "answers "
"""The prefix of the names under which the counts are saved. The name of the lesson, exercises or test follows it."""
MAX_QUESTION = 160
PAUSE = timedelta(minutes=10)
"""After a pause of this length, a pupil counts as new to the question, so that the pause isn't taken for trouble."""


class AnswerCounts(NamedTuple):
    """How many right and wrong answers a pupil has given, and the current question."""

    right: int = 0
    wrong: int = 0
    wrong_here: int = 0
    """The number of wrong answers since the last right one."""
    since: datetime = UNKNOWN_TIME
    """The time of the last right answer or, if it is later, of the beginning of this question."""
    last: datetime = UNKNOWN_TIME
    question: str = ""

    @property
    def total(self) -> int:
        """The number of answers, right or wrong."""
        return self.right + self.wrong

    def at(self, question: str, now: datetime) -> AnswerCounts:
        """Return the counts of a pupil who sees this question now."""
        question = safe_text(question, MAX_QUESTION)
        if question == self.question and now - self.last < PAUSE:
            return self._replace(last=now)
        return self._replace(wrong_here=0, since=now, last=now, question=question)

    def after(self, *, is_right: bool, now: datetime) -> AnswerCounts:
        """Return the counts after an answer."""
        if is_right:
            return self._replace(right=self.right + 1, wrong_here=0, since=now, last=now)
        return self._replace(wrong=self.wrong + 1, wrong_here=self.wrong_here + 1, last=now)

    def to_data(self) -> list[Any]:
        """Return the counts as data for `json.dumps`."""
        times = map(format_timestamp, (self.since, self.last))
        return [self.right, self.wrong, self.wrong_here, *times, self.question]

    @classmethod
    def from_data(cls, data: object) -> AnswerCounts:
        """Return the counts in data from `to_data`. Invalid data counts as no answers."""
        match data:
            case [int(right), int(wrong), int(wrong_here), since, last, str(question)]:
                times = parse_time(since), parse_time(last)
                return cls(max(0, right), max(0, wrong), max(0, wrong_here), *times, safe_text(question, MAX_QUESTION))
            case _:
                return cls()
