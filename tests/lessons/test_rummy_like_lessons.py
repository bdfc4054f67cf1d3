"""Lessons of Rummy-like: no ruling is left out, and the book's round is the one of the examples."""

from __future__ import annotations

from cardtable.lessons.library import find_lesson, lessons_of
from cardtable.lessons.script import Tell
from cardtable.lessons.walkthrough import Walkthrough
from tests.examples.test_rummy_like import ROUND
from tests.games.rummy_like_positions import A, B, C, hand

RULINGS = {f"RM-{number}" for number in range(1, 17)} | {"DK-1", "DK-4"}


def test_every_ruling_is_taught() -> None:
    scripts = [entry.load().script for entry in lessons_of("rummy-like")]
    assert {number for script in scripts for number in script.rulings} == RULINGS
    assert {step.ruling for script in scripts for step in script.steps} - {None} <= RULINGS


def test_there_is_something_to_do_at_every_second_step() -> None:
    for entry in lessons_of("rummy-like"):
        steps = entry.load().script.steps
        assert 2 * sum(isinstance(step, Tell) for step in steps) <= len(steps), entry.name


def test_the_books_round_is_dealt_as_in_the_examples() -> None:
    """The second lesson goes on where the first ends."""
    first = find_lesson("rummy-like", "12").load().scene().state
    assert (first.chards, first.tricards) == (ROUND.chards, ROUND.tricards)
    assert first.deck[:9] == ROUND.deck[:9]
    walk = Walkthrough(find_lesson("rummy-like", "12").load())
    while not walk.is_over:
        while not walk.can_go_on:
            walk.show_me()
        walk.next()
    following = find_lesson("rummy-like", "13").load().scene().state
    assert walk.scene.state._replace(key=following.key) == following
    assert [hand(following, seat) for seat in (A, B, C)] == [
        "H H H H G G G B C C C T",
        "P P F R R R B B B S S T",
        "P P F F F R G C S S T T",
    ]


def test_the_last_lesson_can_be_played_to_its_end() -> None:
    """The others play at random; with the hints the round is over some time."""
    walk = Walkthrough(find_lesson("rummy-like", "15").load())
    while walk.at < len(walk.steps) - 1:
        while not walk.can_go_on:
            walk.show_me()
        walk.next()
    told = walk.show_me()
    while not told.done:
        told = walk.show_me()
    assert "A single round" in told.text
