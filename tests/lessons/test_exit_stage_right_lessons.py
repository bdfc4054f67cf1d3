"""Tests of the lessons of Exit Stage Right."""

from __future__ import annotations

from typing import Any

import pytest

from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import State
from cardtable.lessons.library import find_lesson, lessons_of
from cardtable.lessons.script import RightAnswers, TryStep
from cardtable.lessons.situation import Situation
from tests.builders import codes
from tests.examples.test_exit_stage_right import FIVE_CARDS, REFILL, START, fourth_player
from tests.games.exit_stage_right_positions import stage, state
from tests.lessons.replies import walk_through


def states_of(lesson: str) -> list[State]:
    """Return the position at each step."""
    states: list[Any] = [walk.situation.state for walk in walk_through(find_lesson(GAME.id, lesson))]
    return states


def test_no_lesson_is_long() -> None:
    assert max(len(entry.load().script.steps) for entry in lessons_of(GAME.id)) <= 13


def test_the_first_three_lessons_teach_all_three_moves_and_the_end() -> None:
    """The learner makes each move, and plays the last Single of a game."""
    made, ended = set[str](), False
    for entry in lessons_of(GAME.id)[:3]:
        for walk in walk_through(entry):
            if isinstance(walk.step, TryStep):
                action = walk.situation.right_actions(walk.step.right)[0]
                made.add(type(action).__name__)
                ended = ended or walk.situation.after(action).turn is None
    assert made == {"FaceUp", "FaceDown", "Refill"}
    assert ended


def test_the_worked_examples_are_those_of_the_source_rules() -> None:
    """The lessons use the same stage and the same hand for the player to move; other hands may differ."""
    first = find_lesson(GAME.id, "face-up").load().situation().state
    assert first.stage == START.stage
    assert set(START.hands[0]) <= set(first.hands[0])
    seen = [(each.stage, each.hands[each.turn]) for each in states_of("the-other-two") if each.turn is not None]
    for example in (fourth_player(FIVE_CARDS["the Triangle in the middle row"]), REFILL):
        assert example.turn is not None
        assert (example.stage, example.hands[example.turn]) in seen


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (". . HBS HRT .", ". . . HBS HRT"),
        (". . HBS FRT .", ". . FRT . HBS"),
        (". HBS . FRT .", ". FRT HBS . ."),
    ],
)
def test_the_examples_of_two_cards_in_a_row_are_shown(before: str, after: str) -> None:
    at = [codes(each.stage[0]) for each in states_of("jumping")].index(before)
    here = Situation(GAME, ("Ann",), states_of("jumping")[at])
    assert codes(here.after(here.parse("hollow")).state.stage[0]) == after


def test_every_right_answer_wins_the_short_game_by_1() -> None:
    ends = set()
    start = Situation(GAME, ("Ann",), find_lesson(GAME.id, "a-game").load().situation().state)
    situations = [start]
    for wanted in (
        RightAnswers(best="net"),
        RightAnswers(best="net"),
        RightAnswers(best="gain"),
        RightAnswers(actions=["refill top middle bottom"]),
        RightAnswers(measure="off_left", at_most=0),
        RightAnswers(measure="off_left", at_most=0),
    ):
        situations = [situation.after(action) for situation in situations for action in situation.right_actions(wanted)]
    for situation in situations:
        outcome = GAME.outcome(situation.state)
        assert outcome is not None
        ends.add(outcome.margin)
    assert ends == {1}


def test_a_jump_counts_in_columns_and_not_in_cards() -> None:
    """Off the stage is one column farther."""
    for line, cards, columns in ((". . HBS FRT .", 0, 1), (". HBS . FRT .", 0, -1), ("FRT . . . HBS", 0, 0)):
        situation = Situation(GAME, ("Ann",), state(stage(line), "H"))
        assert situation.measure("net", situation.parse("hollow")) == cards
        assert situation.measure("steps", situation.parse("hollow")) == columns


def test_both_styles_of_play_are_shown_on_the_same_deal() -> None:
    first, second = (states_of(name)[-1] for name in ("few-at-a-time", "a-crowd"))
    assert first == second
