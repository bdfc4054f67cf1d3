"""Tests of the exercises of Tradewinds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.cards import CHARACTERISTICS, Complete
from cardtable.engine.chance import Key
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import PILES, Blew, State, opposite, place_of
from cardtable.engine.games.tradewinds.rules import scoring_mask
from cardtable.engine.games.tradewinds.texts import SEAT_NAMES
from cardtable.engine.zones import Place
from cardtable.games.tradewinds.lessons.drills import DRILLS
from cardtable.lessons.exercises import Exercise, exercise_of

keys = st.integers(0, 2**64 - 1).map(Key)


def first_with(key: Key, words: str) -> Exercise:
    """Return the first exercise from this key on with these words in its question."""
    return next(each for each in exercises_from(key) if words in each.question)


def exercises_from(key: Key) -> Iterator[Exercise]:
    number = int(key)
    while True:
        yield exercise_of(GAME.id, Key(number % 2**64))
        number += 1


def wind(exercise: Exercise) -> tuple[State, Blew]:
    """Return the state after the Complete in the question, and its wind."""
    code = re.findall(r"plays (\w{3})\.", exercise.question)
    action = next(each for each in exercise.situation.legal if each.card is Complete.parse(code[0]))
    played = exercise.situation.play(action)
    return played.after, played.events_of(Blew)[0]


def test_every_kind_comes_up_often() -> None:
    kinds = Counter(
        each.question if each.right else each.question.split()[-1]
        for _, each in zip(range(240), exercises_from(Key(1)), strict=False)
    )
    assert all(kinds[drill.question] > 20 for drill in DRILLS if drill.right)
    assert kinds["collect?"] > 20
    assert kinds["go?"] > 20


@given(keys)
def test_exactly_one_of_several_completes_is_right(key: Key) -> None:
    exercise = next(each for each in exercises_from(key) if not each.choices)
    assert len(exercise.situation.legal) >= 3
    assert len(exercise.best_actions) == 1
    judged = [exercise.judge(each) for each in exercise.situation.legal]
    match exercise.question.split():
        case ["Every", *_]:
            assert all(each.score < 0 for each in judged)
        case [_, _, "brings", *_]:
            assert judged[0].best > 0
        case [_, _, "blows", *_]:
            assert judged[0].best == 0
            assert exercise.situation.measure("blown", exercise.best_actions[0])


@given(keys)
def test_the_singles_that_score_are_those_of_the_true_cards(key: Key) -> None:
    exercise = first_with(key, "score for")
    state: State = exercise.situation.state
    seat = SEAT_NAMES.index(exercise.question.removesuffix("?").split()[-1])
    named = {each.name for each in CHARACTERISTICS if each.name in exercise.answer}
    if exercise.answer.startswith(("All but", "Everything")):
        named = {each.name for each in CHARACTERISTICS} - named
    assert named == {
        each.name for each in CHARACTERISTICS if each.mask & scoring_mask(state.covering, state.sides[seat])
    }


@given(keys)
def test_the_answer_is_what_the_player_collects(key: Key) -> None:
    exercise = first_with(key, "collect?")
    before: State = exercise.situation.state
    after, blew = wind(exercise)
    seat = opposite(blew.seat)
    assert f"does {SEAT_NAMES[seat]} collect" in exercise.question
    scores = len(after.scored[seat]) - len(before.scored[seat])
    deducts = len(after.deducted[seat]) - len(before.deducted[seat])
    counts = {word: int(count) for count, word in re.findall(r"(\d) that (score|deduct)", exercise.answer)}
    assert (counts.get("score", 0), counts.get("deduct", 0)) == (scores, deducts)
    assert len(exercise.choices) == 4


@given(keys)
def test_a_single_goes_where_the_wind_carries_it(key: Key) -> None:
    exercise = first_with(key, " go?")
    _, blew = wind(exercise)
    source = place_of(PILES.index(exercise.question.removesuffix(" go?").split()[-1]))
    targets = [target for _, each, target in blew.moves if each == source]
    assert exercise.answer == (_name_target(targets[0]) if targets else "It stays")


def _name_target(target: Place) -> str:
    return f"To {'ABC'[target.row]}{target.column + 1}" if target.zone == "grid" else "Off the grid"
