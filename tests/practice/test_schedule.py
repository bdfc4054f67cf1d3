"""The schedule for repeating exercises."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from cardtable.practice.schedule import LONGEST, Repetition, repeat

NOW = datetime(2026, 11, 22, 20, tzinfo=UTC)
ANSWERS = st.lists(st.tuples(st.booleans(), st.integers(-2, 400)), max_size=20)


def after(answers: list[tuple[bool, int]]) -> Repetition:
    """Return the repetition after these answers, each so many days after the one before."""
    found, now = Repetition(NOW), NOW
    for is_right, days in answers:
        now += timedelta(days=days)
        found = repeat(found, is_right, now)
    return found


def test_right_answers_make_the_intervals_grow_until_the_exercise_holds() -> None:
    repetition, intervals = Repetition(NOW), []
    while not repetition.holds:
        repetition = repeat(repetition, True, repetition.due)
        intervals.append(repetition.interval.days)
    assert intervals == sorted(set(intervals))
    assert 3 <= len(intervals) <= 6
    assert intervals[-1] > LONGEST.days
    assert not repetition.is_due(repetition.due + timedelta(days=999))


def test_after_a_wrong_answer_the_exercise_comes_back_the_next_day() -> None:
    learned = after([(True, 0), (True, 2), (True, 11)])
    assert learned.interval > timedelta(days=30)
    forgotten = repeat(learned, False, learned.due)
    assert forgotten.interval < timedelta(days=5)
    assert repeat(Repetition(NOW), False, NOW).interval == timedelta(days=1)


def test_an_exercise_solved_in_the_evening_is_due_in_the_morning_of_its_day() -> None:
    repetition = repeat(Repetition(NOW), False, NOW)
    assert not repetition.is_due(NOW + timedelta(hours=2))
    assert repetition.is_due(NOW + timedelta(hours=13))


@given(ANSWERS, st.booleans())
def test_the_same_answers_lead_to_the_same_time_in_utc(answers: list[tuple[bool, int]], is_right: bool) -> None:
    before = after(answers)
    assert before == after(answers)
    assert before.due.tzinfo is UTC
    later = repeat(before, is_right, before.due)
    assert timedelta(days=1) <= later.interval <= timedelta(days=365)
    assert later.is_answered
