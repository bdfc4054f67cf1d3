"""Tests of the exercises of Wind City."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import Key
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import name_of
from cardtable.engine.games.wind_city.model import State
from cardtable.games.wind_city.lessons.drills import (
    AWAY,
    city,
    city_with_a_station,
    what_it_costs,
    where_it_can_end,
    where_it_ends,
)
from cardtable.lessons.drill import MultipleChoice, dice
from cardtable.lessons.exercises import drills_of, exercise_of
from cardtable.lessons.situation import Situation
from tests.games.wind_city_positions import plans, play_plan, play_typed

keys = st.integers(0, 2**64 - 1).map(Key)


def after(situation: Situation, question: MultipleChoice) -> State:
    """Return the state after the choice in the question and no sale of insurance."""
    plan = question.text.partition("choose ")[2].partition(" and ")[0]
    here = play_typed(situation.state, plan)[0]
    return play_typed(here, "no offer")[0] if here.phase == "offer" else here


def carry_out_moves(here: State, plan: tuple[int, ...]) -> int | None:
    """Return the hurricane's space after these actions, with no house bought."""
    after = play_plan(here, " ".join(map(str, plan)))[0]
    return (play_typed(after, "done")[0] if after.phase == "build" else after).hurricane


@given(keys, st.sampled_from([2, 3, 4, 5]))
def test_cities_are_valid(key: Key, seats: int) -> None:
    for state in (city(seats, key), city_with_a_station(seats, key)):
        assert GAME.validate_state(state) == ()
        assert (state.phase, state.turn) == ("plan", 0)
        assert not set(state.insured) & set(state.houses[0]), "nothing to renew"


@given(keys)
def test_the_hurricane_ends_where_the_answer_says(key: Key) -> None:
    situation = Situation(GAME, ("Ann", "Ben"), city(2, key))
    question = where_it_ends(situation, dice(key))
    assert question is not None
    assert question.answer in question.choices
    assert len(set(question.choices)) == len(question.choices) == 4
    at = after(situation, question).hurricane
    assert question.answer == (AWAY if at is None else name_of(at))


@given(keys)
def test_the_hurricane_can_end_on_one_of_the_spaces(key: Key) -> None:
    situation = Situation(GAME, ("Ann", "Ben"), city(2, key))
    question = where_it_can_end(situation, dice(key))
    if question is None:  # every nearby space can be reached, or every choice leaves the city
        return
    assert len(set(question.choices)) == len(question.choices) == 4
    ends = {
        name_of(at) for each in plans(situation.state) if (at := carry_out_moves(situation.state, each)) is not None
    }
    assert ends & set(question.choices) == {question.answer}


@given(keys)
def test_a_choice_gains_or_costs_what_the_answer_says(key: Key) -> None:
    situation = Situation(GAME, ("Ann", "Ben"), city(2, key))
    question = what_it_costs(situation, dice(key))
    if question is None:  # every choice on the list ends the game, or the player's part in it
        return
    assert len(set(question.choices)) == len(question.choices) == 4
    net = after(situation, question).coins[0] - situation.state.coins[0]
    assert question.answer == (f"gain {net}" if net > 0 else f"lose {-net}" if net else "no change")


@given(keys)
def test_few_choices_are_right_and_the_obvious_ones_are_wrong(key: Key) -> None:
    exercise = exercise_of("wind-city", key)
    if exercise.right is None:
        return
    drill = next(each for each in drills_of("wind-city") if each.right == exercise.right)
    assert len(exercise.best_actions) * drill.rarity < len(exercise.situation.legal)
    assert not set(exercise.best_actions) & set(exercise.situation.legal[: drill.first_wrong])
