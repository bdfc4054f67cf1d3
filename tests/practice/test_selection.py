"""The order of exercises: a poor game gives many, and the most instructive of those that are due come first."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from textual.pilot import Pilot

from cardtable.engine.games import SHIPPED
from cardtable.practice.mistakes import Mistake, Mistakes, load_mistakes, save_mistakes
from cardtable.practice.progress import MAX_NEW, exercise_progress
from cardtable.practice.progress_words import exercise_text
from cardtable.practice.review import Interval, Verdict
from cardtable.practice.schedule import repeat
from cardtable.practice.selection import _kind, select
from cardtable.practice.sources import MistakeSource
from cardtable.rooms.kit.goto import ToPractice
from cardtable.table.lazy_archive import LazyArchive
from cardtable.tui.screens.practice import PracticeScreen
from cardtable.tui.screens.practice_exercise import PracticeExerciseScreen
from cardtable.tui.widgets.menu import Menu
from tests.practice.blamed_games import blamable, finished_game, review_of
from tests.tui.screens import click, on, press, rest, run, screen_text

NOW = datetime.now(UTC)
GAME = finished_game()
BLAMED = blamable(GAME)[:18]
REVIEW = review_of(GAME, {number: [*Verdict][3 + at % 3] for at, number in enumerate(BLAMED)})


@pytest.fixture
def store(store: LazyArchive) -> LazyArchive:
    """Return the saved games, with a poor game and its exercises."""
    save_mistakes(store.archive, store.add_game(GAME), GAME, REVIEW, NOW)
    return store


def size(mistake: Mistake) -> float:
    assert mistake.exercise.decided.loss is not None
    return mistake.exercise.decided.loss.low


def test_the_first_are_the_largest_of_as_many_kinds_as_possible(store: LazyArchive) -> None:
    due = load_mistakes(store.archive)
    first, later, others, number = select(due, NOW)
    assert (others, number) == ([], len(due))
    assert len(first) == MAX_NEW
    assert sorted(each.exercise.name for each in (*first, *later)) == sorted(each.exercise.name for each in due)
    kinds = {_kind(each) for each in due}
    assert len(kinds) > 1
    assert len({_kind(each) for each in first}) == min(MAX_NEW, len(kinds))
    for each in first:
        assert size(each) >= max(size(other) for other in later if _kind(other) == _kind(each))


def test_only_what_was_surely_given_away_counts(store: LazyArchive) -> None:
    """Without win chances, the margin counts, in the smallest losses that are marked."""
    due = load_mistakes(store.archive)

    def with_margin(mistake: Mistake, low: float) -> Mistake:
        review = mistake.exercise.decided
        played, best = (each._replace(chance=None) for each in (review.played, review.best))
        margin = Interval(9.0, low, 9.0)
        review = replace(review, verdict=Verdict.GOOD, played=played, best=best, loss=None, margin_loss=margin)
        return replace(mistake, exercise=replace(mistake.exercise, review=review))

    unsure, sure = with_margin(due[0], 0.51), with_margin(due[1], 3.0)
    first = select([unsure, sure, *due[2:]], NOW).offered
    assert first[0] is sure
    assert unsure not in first


def test_what_was_tried_before_is_never_put_off(store: LazyArchive) -> None:
    due = load_mistakes(store.archive)
    tried = [replace(each, repetition=repeat(each.repetition, False, NOW)) for each in due[:7]]
    first, later, _, _ = select([*due[7:], *tried], NOW + timedelta(days=2))
    assert first[:7] == tried
    assert len(first) == 7 + MAX_NEW
    assert len(later) == len(due) - 7 - MAX_NEW


def answered(mistake: Mistake, times: int) -> Mistake:
    """Return a mistake after so many right answers, each when it was due."""
    for _ in range(times):
        again = repeat(mistake.repetition, True, max(NOW, mistake.repetition.due))
        mistake = replace(mistake, repetition=again)
    return mistake


def test_if_none_is_due_those_that_come_back_are_offered_or_else_all(store: LazyArchive) -> None:
    first, second, solved = load_mistakes(store.archive)[:3]
    waiting, solved = answered(second, 1), answered(solved, 20)
    assert solved.repetition.holds
    assert select([first, waiting, solved], NOW) == ([first], [], [waiting, solved], 1)
    assert select([waiting, solved], NOW) == ([waiting], [], [solved], 0)
    assert select([solved], NOW) == ([solved], [], [], 0)
    assert select([], NOW) == ([], [], [], 0)


def test_those_of_another_game_that_are_due_come_later(store: LazyArchive) -> None:
    first, second, third = load_mistakes(store.archive)[:3]
    clash = replace(second, exercise=replace(second.exercise, game=SHIPPED["clash"], review=second.exercise.decided))
    selection = select([first, clash, third], NOW)
    assert tuple(selection) == ([first, third], [clash], [], 3)
    source = MistakeSource(Mistakes(lambda: store.archive), selection)
    assert source.counter() == "0 of 2, 1 more"
    assert source.farewell() == "For 1 more exercise, choose Your mistakes again."


def test_the_room_says_how_many_come_first(store: LazyArchive) -> None:
    assert exercise_text(exercise_progress(store.archive, NOW), NOW) == "5 exercises to start with; 13 more after them."


def test_the_room_offers_five_and_five_more_when_chosen_again(store: LazyArchive) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await rest(pilot)
        assert "5 exercises to start with; 13 more after them" in screen_text(pilot)
        menu = pilot.app.screen.query_one(Menu)
        at = [item.id for item in menu.items].index("mistakes")
        await click(pilot, menu, at)
        assert "1 of 5, 13 more" in screen_text(pilot)
        for number in range(1, 6):
            assert f"{number} of 5, 13 more" in screen_text(pilot)
            await press(pilot, "s", "enter")
        assert on(pilot, PracticeScreen)
        notices = [str(notice.message) for notice in pilot.app._notifications]
        assert "For 13 more exercises, choose Your mistakes again." in notices
        assert "5 exercises to start with; 8 more after them" in screen_text(pilot)
        await press(pilot, "enter")
        assert on(pilot, PracticeExerciseScreen)
        assert "1 of 5, 8 more" in screen_text(pilot)

    run(play, begin=lambda app: app.open(ToPractice("")))
