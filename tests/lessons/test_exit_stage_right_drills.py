"""Tests of the exercises of Exit Stage Right."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import Key
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import FaceDown, FaceUp, Refill, State
from cardtable.games.exit_stage_right.lessons.drills import (
    MARGIN,
    few_turns_left,
    mid_game,
    refill_or_not,
    where_it_lands,
    which_cell,
    which_way_up,
)
from cardtable.lessons.drill import MultipleChoice, dice
from cardtable.lessons.exercises import drills_of, exercise_of
from cardtable.lessons.situation import Situation
from tests.games.exit_stage_right_positions import stage, state, steps

keys = st.integers(0, 2**64 - 1).map(Key)


def situation_of(here: State) -> Situation:
    return Situation(GAME, ("Ann",), here)


def columns(here: State, action: str) -> int:
    """Return the columns gained by an action, counted card by card."""
    return sum(steps(here, action).values())


def typed(choice: str) -> str:
    """Return a choice as a player types it."""
    return re.sub(r" row| cells?|the |all three|face up", "", choice.replace("face down, ", "down "))


def check_choices(question: MultipleChoice) -> None:
    """Assert that the choices are different and include the answer."""
    assert question.answer in question.choices
    assert len(set(question.choices)) == len(question.choices) >= 2


def test_every_kind_is_asked() -> None:
    exercises = [exercise_of(GAME.id, Key(number)) for number in range(120)]
    kinds = Counter(
        each.question
        if each.right
        else "lands"
        if "land?" in each.question
        else "way"
        if "Which way" in each.question
        else each.question
        for each in exercises
    )
    assert len(kinds) == len(drills_of(GAME.id)) == 6
    assert min(kinds.values()) >= 8


@given(keys)
def test_positions_are_valid(key: Key) -> None:
    crowded, late = mid_game(1, key), few_turns_left(1, key)
    assert GAME.validate_state(crowded) == ()
    assert 4 <= sum(cell is not None for row in crowded.stage for cell in row) <= 8
    assert not late.hands[0] or GAME.validate_state(late) == ()


@given(keys)
def test_few_actions_are_right_and_the_first_is_wrong(key: Key) -> None:
    exercise = exercise_of(GAME.id, key)
    if exercise.right is not None:
        assert len(exercise.best_actions) * 4 < len(exercise.situation.legal)
        assert exercise.situation.legal[0] not in exercise.best_actions


@given(keys)
def test_the_right_way_to_play_a_single_gains_the_most(key: Key) -> None:
    here = mid_game(1, key)
    question = which_way_up(situation_of(here), dice(key))
    if question is None:  # no Single has a single best way of the kind that is wanted
        return
    check_choices(question)
    card = question.text.removeprefix("You play ").partition(".")[0]
    gains = {choice: columns(here, f"{card} {typed(choice)}") for choice in question.choices}
    assert [choice for choice, gain in gains.items() if gain == max(gains.values())] == [question.answer]
    assert len(gains) == sum(not isinstance(each, Refill) and each.card.name == card for each in GAME.legal(here))


@given(keys)
def test_the_card_lands_where_the_answer_says(key: Key) -> None:
    here = mid_game(1, key)
    question = where_it_lands(situation_of(here), dice(key))
    if question is None:  # no action makes a card jump
        return
    check_choices(question)
    assert len(question.choices) == 4
    played, _, card = question.text.removeprefix("You ").removeprefix("play ").partition(". Where does ")
    if played == "refill all three cells":
        played = "refill top middle bottom"
    action = GAME.parse(typed(played))
    shifted = next(event for event in GAME.apply(here, action).events if hasattr(event, "moves"))
    target = next(move.target for move in shifted.moves if move.card.code == card[:3])
    assert question.answer == (f"column {target.column + 1}" if target.zone == "stage" else target.zone)


@given(keys)
def test_the_right_cell_costs_the_least(key: Key) -> None:
    here = mid_game(1, key)
    question = which_cell(situation_of(here), dice(key))
    if question is None:  # there are no two cells, or they cost the same
        return
    check_choices(question)
    costs = {choice: -columns(here, f"refill {choice.split()[1]}") for choice in question.choices}
    assert [choice for choice, cost in costs.items() if cost == min(costs.values())] == [question.answer]


@given(keys)
def test_the_right_refill_gains_clearly_more(key: Key) -> None:
    here = few_turns_left(1, key)
    question = refill_or_not(situation_of(here), dice(key)) if len(here.hands[0]) >= 3 else None
    if question is None:
        return
    check_choices(question)
    assert question.choices[-1] == "no refill"
    gains = [each.partition(": ")[2] for each in question.why.split(". ")[1:4]]
    sums = [sum(float(number.rstrip(".")) for number in each.split(" and then ")) for each in gains]
    best = question.choices.index(question.answer)
    assert all(sums[best] >= other + MARGIN - 0.01 for at, other in enumerate(sums) if at != best)


def test_a_second_card_saves_one_that_no_single_matches() -> None:
    """A card that is alone in its row is lost; with a second one, face-down Singles send both right."""
    here = state(stage(". FBT . . ."), "R R G")
    questions = [refill_or_not(situation_of(here), dice(Key(number))) for number in range(12)]
    answers = {
        question.answer for question in questions if question is not None and "refill the top cell" in question.choices
    }
    assert answers == {"refill the top cell"}


def test_cards_right_of_the_new_card_must_jump() -> None:
    here = state(stage(". HRC . FGS .", ". . . . PBT", ". . PRS . ."), "R G B H C")
    question = which_cell(situation_of(here), dice(Key(1)))
    assert question is not None
    assert (question.choices, question.answer) == (("the top row", "the middle row"), "the middle row")
    assert question.why == "The top row: 5 columns, since FGS must jump. The middle row: 4 columns."


def test_a_single_without_one_best_way_is_not_asked_about() -> None:
    here = state(stage(". . HRC FGS .", ". . PBT . .", ". FRS HGC . ."), "P P P T T")
    assert columns(here, "partial") == -3
    assert columns(here, "partial down top") == columns(here, "partial down bottom") == -1
    assert which_way_up(situation_of(here), dice(Key(3))) is None, "two rows are equally good"


def test_face_up_is_among_the_right_actions() -> None:
    plays = {type(each) for number in range(80) for each in exercise_of(GAME.id, Key(number)).best_actions}
    assert plays <= {FaceUp, FaceDown, Refill}
    assert FaceUp in plays
