"""The lessons of Clash leave out no ruling and no play, and the guided round is a whole one."""

from __future__ import annotations

import re

import pytest

from cardtable.lessons.games.clash import plays_of
from cardtable.lessons.library import find_lesson, lessons_of
from cardtable.lessons.script import ShowStep, TryStep
from cardtable.lessons.walkthrough import Walkthrough
from tests.lessons.scripts import RULES

LESSONS = [entry.load() for entry in lessons_of("clash")]


def test_every_ruling_is_taught() -> None:
    written = set(re.findall(r"^- (CL-\d+)", (RULES / "clash.md").read_text("utf-8"), re.MULTILINE))
    taught = {number for lesson in LESSONS for number in lesson.script.rulings}
    assert taught == written


@pytest.mark.parametrize("number", range(1, 7))
def test_every_play_is_made_by_the_learner_in_a_lesson_of_its_own(number: int) -> None:
    walk = Walkthrough(find_lesson("clash", f"play-{number}").load())
    made = set[str]()
    while not walk.is_over:
        if isinstance(walk.step, TryStep):
            action = walk.scene.right(walk.step.right)[0]
            made.add(plays_of(walk.scene.state, action))
        while not walk.can_go_on:
            walk.show_me()
        walk.next()
    assert str(number) in made


def test_the_guided_round_goes_from_the_deal_to_the_last_card() -> None:
    """Every card in it is laid by somebody, one step after the other; no step lays a new table before the end."""
    walk = Walkthrough(find_lesson("clash", "a-whole-round").load())
    last = walk.scene
    assert last.state.piles[-1] == ()
    while isinstance(walk.step, ShowStep | TryStep) or walk.step.position is None:
        while not walk.can_go_on:
            walk.show_me()
        last = walk.scene
        walk.next()
    assert last.turn is None
    outcome = last.game.outcome(last.state)
    assert outcome is not None
    assert outcome.points == (21, 0)
