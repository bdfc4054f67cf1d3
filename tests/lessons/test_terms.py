"""Tests that lessons introduce terms before they use them, and that progress in earlier lessons still counts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from cardtable.engine.games import SHIPPED
from cardtable.lessons.learning_record import LearningRecord
from cardtable.lessons.lesson_progress import LessonProgress
from cardtable.lessons.library import LessonEntry, lessons_of
from cardtable.store.archive import Archive

FIRST_LESSONS = {
    "exit-stage-right": "01-goal 02-face-up 03-counting 04-jumping 05-face-down 06-refill 07-drawing-and-the-end "
    "08-together 09-hands-and-options 10-a-whole-round 11-few-at-a-time 12-a-crowd 13-two-tries 14-a-sure-way",
    "tradewinds": "01-goal 02-what-scores 03-first-turn 04-order 05-under-the-top 06-gaps 07-weigh 08-wests-turn "
    "09-norths-turn 10-over-the-gaps 11-last-turns 12-a-round 13-together",
    "rummy-like": "01-goal 02-lead 03-play 04-pick-up 05-pass-on 06-no-match 07-bust 08-score 09-match 10-at-once "
    "11-who-knows 12-book-first-trick 13-book-scoring 14-whole-round 15-strategy",
    "wind-city": "01-goal 02-placing 03-choosing 04-the-storm 05-card-two 06-bank 07-insurance 08-renewing 09-insured "
    "10-two-families 11-out-of-coins 12-the-end 13-a-round 14-strategy",
    "clash": "01-goal 02-first-turn 03-play-1 04-play-2 05-play-3 06-play-4 07-play-5 08-play-6 09-ending 10-drawing "
    "11-end-of-round 12-match 13-two-turns-from-the-book 14-a-whole-round 15-strategy",
}
"""The lessons of version 0.1.0."""


def texts(part: Any) -> Iterator[str]:
    """Yield every text that a learner reads in a part of a script."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for name, value in part.items():
            if name not in ("position", "claims", "right", "point", "action", "actions", "measure", "ruling", "kind"):
                yield from texts(value)
    elif isinstance(part, list):
        for value in part:
            yield from texts(value)


def uses(entry: LessonEntry, term: str) -> bool:
    """Return whether a learner reads this term in the lesson, whatever its line breaks and emphasis."""
    word = re.compile(rf"\b{re.escape(term)}s?\b", re.IGNORECASE)
    read = (entry.title, entry.about, *texts(entry.tree.get("steps", [])))
    return any(word.search(" ".join(text.replace("*", "").split())) for text in read)


@pytest.mark.parametrize("game", SHIPPED)
def test_every_lesson_lists_its_terms(game: str) -> None:
    assert [entry.name for entry in lessons_of(game) if "terms" not in entry.tree] == []


@pytest.mark.parametrize("game", SHIPPED)
def test_a_term_is_introduced_only_once(game: str) -> None:
    terms = [term for entry in lessons_of(game) for term in entry.tree["terms"]]
    assert sorted(terms) == sorted(set(terms))


@pytest.mark.parametrize("game", SHIPPED)
def test_a_term_is_introduced_before_it_is_used(game: str) -> None:
    entries, early = lessons_of(game), list[str]()
    for at, entry in enumerate(entries):
        for term in entry.tree.get("terms", ()):
            early += [f"{each.name} uses {term!r} of {entry.name}" for each in entries[:at] if uses(each, term)]
            if not uses(entry, term):
                early.append(f"{entry.name} never says {term!r}")
    assert early == []


@pytest.mark.parametrize("game", FIRST_LESSONS)
def test_progress_in_the_lessons_of_earlier_versions_still_counts(game: str) -> None:
    now = lessons_of(game)
    counting = {entry.name for entry in now} | {name for entry in now for name in entry.replaces}
    assert counting.issuperset(FIRST_LESSONS[game].split())


def test_a_lesson_is_done_once_all_that_it_replaces_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    game = SHIPPED["clash"].id
    for entry in lessons_of(game):
        monkeypatch.setitem(vars(entry), "replaces", ("a", "b"))
    with Archive() as archive:
        learned = LearningRecord(lambda: archive)
        learned.save_lesson(game, "a", LessonProgress(3), is_over=True)
        learned.save_lesson(game, "b", LessonProgress(3), is_over=False)
        last = lessons_of(game)[-1]
        assert not learned.lesson(game, last.name).is_done
        learned.save_lesson(game, "b", LessonProgress(9), is_over=True)
        assert learned.lesson(game, last.name).is_done
