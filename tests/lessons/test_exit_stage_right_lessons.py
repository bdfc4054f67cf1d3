"""Lessons of Exit Stage Right: no ruling is left out, and the book's examples stand as in the tests of them."""

from __future__ import annotations

from typing import Any

import pytest

from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import State
from cardtable.lessons.library import find_lesson, lessons_of
from cardtable.lessons.script import RightAnswers, TellStep
from cardtable.lessons.situation import Situation
from cardtable.lessons.walkthrough import Walkthrough
from tests.examples.test_exit_stage_right import FIVE_CARDS, REFILL, START, fourth_player
from tests.games.exit_stage_right_positions import stage, state

RULINGS = {f"ES-{number}" for number in range(1, 20)} | {"DK-1", "DK-4"}


def walk_through(lesson: str) -> Walkthrough:
    """The lesson, shown to its end."""
    walk = Walkthrough(find_lesson(GAME.id, lesson).load())
    while not walk.is_over:
        while not walk.can_go_on:
            walk.show_me()
        walk.next()
    return walk


def states_of(lesson: str) -> list[State]:
    """How the table lies at each step."""
    walk, found = Walkthrough(find_lesson(GAME.id, lesson).load()), list[Any]()
    while not walk.is_over:
        found.append(walk.scene.state)
        while not walk.can_go_on:
            walk.show_me()
        walk.next()
    return found


def test_every_ruling_is_taught() -> None:
    scripts = [entry.load().script for entry in lessons_of(GAME.id)]
    assert {number for script in scripts for number in script.rulings} == RULINGS
    assert {step.ruling for script in scripts for step in script.steps} - {None} <= RULINGS


def test_there_is_something_to_do_at_every_second_step() -> None:
    for entry in lessons_of(GAME.id):
        steps = entry.load().script.steps
        assert 2 * sum(isinstance(step, TellStep) for step in steps) <= len(steps), entry.name
        assert 5 <= len(steps) <= 13, entry.name


def test_the_lessons_have_their_order() -> None:
    assert [entry.number for entry in lessons_of(GAME.id)] == [f"{number:02}" for number in range(1, 15)]


def test_the_books_examples_stand_as_in_the_tests_of_them() -> None:
    """The stage and the hand of whoever is on turn; the lessons say what the others hold as they need it."""
    first = find_lesson(GAME.id, "face-up").load().scene().state
    assert first.stage == START.stage
    assert set(START.hands[0]) <= set(first.hands[0])
    down = find_lesson(GAME.id, "face-down").load().scene().state
    book = fourth_player(FIVE_CARDS["the Triangle in the middle row"])
    assert (down.stage, down.hands, down.turn) == (book.stage, book.hands, book.turn)
    refill = find_lesson(GAME.id, "refill").load().scene().state
    assert (refill.stage, refill.hands, refill.turn) == (REFILL.stage, REFILL.hands, REFILL.turn)
    assert refill.complete_deck[:3] == REFILL.complete_deck


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (". . HBS HRT .", ". . . HBS HRT"),
        (". . HBS FRT .", ". . FRT . HBS"),
        (". HBS . FRT .", ". FRT HBS . ."),
    ],
)
def test_the_books_pictures_are_shown_before_and_after(before: str, after: str) -> None:
    tops = [each.stage[0] for each in states_of("jumping")]
    at = tops.index(stage(before)[0])
    here = Situation(GAME, ("Ann",), states_of("jumping")[at])
    assert here.after(here.read("hollow")).state.stage[0] == stage(after)[0]


def test_the_round_is_won_by_one_however_its_singles_are_played() -> None:
    """By every right answer; and no play is right at the end that gives the win away."""
    ends = set()
    start = Situation(GAME, ("Ann",), find_lesson(GAME.id, "a-whole-round").load().scene().state)
    scenes = [start]
    for wanted in (
        RightAnswers(best="net"),
        RightAnswers(best="net"),
        RightAnswers(best="gain"),
        RightAnswers(actions=["refill top middle bottom"]),
        RightAnswers(measure="off_left", at_most=0),
        RightAnswers(measure="off_left", at_most=0),
    ):
        scenes = [scene.after(action) for scene in scenes for action in scene.right(wanted)]
    for scene in scenes:
        outcome = GAME.outcome(scene.state)
        assert outcome is not None
        ends.add(outcome.margin)
    assert ends == {1}


def test_columns_count_jumps_and_cards_count_none() -> None:
    """The book's two pictures are worth the same in cards, and not in columns; off the stage is one column more."""
    for line, cards, columns in ((". . HBS FRT .", 0, 1), (". HBS . FRT .", 0, -1), ("FRT . . . HBS", 0, 0)):
        scene = Situation(GAME, ("Ann",), state(stage(line), "H"))
        assert scene.measured("net", scene.read("hollow")) == cards
        assert scene.measured("steps", scene.read("hollow")) == columns


def test_the_two_schools_play_the_same_deal() -> None:
    first, second = (states_of(name)[-1] for name in ("few-at-a-time", "a-crowd"))
    assert first == second


def test_every_lesson_comes_to_its_end() -> None:
    for entry in lessons_of(GAME.id):
        assert walk_through(entry.name).is_over
