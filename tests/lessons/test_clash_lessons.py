"""Tests of the lessons of Clash."""

from __future__ import annotations

from cardtable.games.clash.lessons.teaching import plays_of
from cardtable.lessons.library import find_lesson, lessons_of
from cardtable.lessons.script import AskStep, ShowStep, TryStep
from cardtable.lessons.walkthrough import Walkthrough
from tests.lessons.replies import walk_through


def test_the_first_three_lessons_teach_every_play_and_the_end() -> None:
    """The learner makes every play but a free one, which is shown, and names the Completes that it allows."""
    made, shown, pointed_at = set[str](), set[str](), list[str]()
    for entry in lessons_of("clash")[:3]:
        for walk in walk_through(entry):
            match walk.step:
                case TryStep(right=right):
                    made |= {plays_of(walk.situation.state, action) for action in walk.situation.right_actions(right)}
                case ShowStep(action=text):
                    shown.add(plays_of(walk.situation.state, walk.situation.parse_legal(text)))
                case AskStep():
                    pointed_at += walk.step.answer_points
    assert made >= {"1", "2", "3", "5", "6"}
    assert "4" in shown
    assert {"HGT", "FBC"} <= set(pointed_at)


def test_the_learner_makes_every_play() -> None:
    made = set[str]()
    for entry in lessons_of("clash"):
        for walk in walk_through(entry):
            if isinstance(walk.step, TryStep):
                made |= {
                    plays_of(walk.situation.state, action) for action in walk.situation.right_actions(walk.step.right)
                }
    assert made >= {"1", "2", "3", "4", "5", "6", "none"}


def test_the_guided_round_goes_from_the_deal_to_the_last_card() -> None:
    """No step after the deal sets up a position, and the learner wins with the last card."""
    walk = Walkthrough(find_lesson("clash", "a-round").load())
    assert walk.situation.state.piles[-1] == ()
    assert all(step.position is None and getattr(step, "goes_on", True) for step in walk.steps)
    while not walk.is_over:
        while not walk.can_go_on:
            walk.show_me()
        walk.next()
    outcome = walk.situation.game.outcome(walk.situation.state)
    assert outcome is not None
    assert outcome.points == (21, 0)
