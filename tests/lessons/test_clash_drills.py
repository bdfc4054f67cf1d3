"""Exercises of Clash: the longest turn is the longest of all orders, and every answer has its reason."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.cards import Chard
from cardtable.engine.chance import Key
from cardtable.engine.game import play
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import EndTurn, PlayLast, State, cards_of
from cardtable.engine.games.clash.rules import advance, legal
from cardtable.engine.walk import turns
from cardtable.lessons.drill import Drill
from cardtable.lessons.exercises import Exercise, exercise_of
from cardtable.lessons.games.clash import plays_of
from cardtable.lessons.games.clash_drills import DRILLS, cards_that_fit
from cardtable.lessons.games.clash_turns import count_cards, goes_on, longest_turn, turn_with
from cardtable.lessons.situation import Situation
from tests.games.clash_positions import opened, state

keys = st.integers(0, 2**40 - 1)
WHOLE_TURN = next(drill for drill in DRILLS if drill.whole_turn)
POINTED = next(drill for drill in DRILLS if drill.wants == "cards")


def moment(code: int) -> State:
    """Somewhere in a match that is played at random, with the round opened."""
    moments = (before for before, _, _ in turns(GAME, opened(code=code), Key(code)) if before.piles[-1])
    *_, last = islice(moments, 1 + code % 40)
    assert isinstance(last, State)
    return last


def exercise(drill: Drill, here: State) -> Exercise:
    cards = drill.point(here) if drill.point else None
    situation = Situation(GAME, ("Ann", "Ben"), here)
    return Exercise(drill.question, situation, drill.right, cards=cards, whole_turn=drill.whole_turn)


def plainly_longest(here: State) -> int:
    """Every order tried, and nothing remembered."""
    best = 0
    for action in legal(here):
        after = advance(here, action, None)
        best = max(best, len(cards_of(action)) + (plainly_longest(after) if goes_on(here, after) else 0))
    return best


@given(keys)
def test_the_longest_turn_can_be_played_and_no_other_turn_lays_more(code: int) -> None:
    here = moment(code)
    line, laid, after = longest_turn(here), 0, here
    for action in line:
        laid, after = laid + len(cards_of(action)), play(GAME, after, action).state
    assert laid == count_cards(line) == max(turn_with(here, action) for action in legal(here))
    chance = random.Random(code)
    for _ in range(10):
        count, now, on = 0, here, True
        while on:
            action = chance.choice(legal(now))
            after = advance(now, action, None)
            count, on, now = count + len(cards_of(action)), goes_on(now, after), after
        assert count <= laid


@given(keys)
def test_the_longest_turn_of_a_small_hand_is_what_trying_everything_finds(code: int) -> None:
    here = moment(code)
    seat = here.turn
    assert seat is not None
    small = here._replace(hands=tuple(hand[-4:] if owner == seat else hand for owner, hand in enumerate(here.hands)))
    assert count_cards(longest_turn(small)) == plainly_longest(small)


def test_the_longest_turn_does_not_look_at_the_cards_to_be_drawn() -> None:
    """The Triangle and FGT empty the hand, and whatever comes then is not known before."""
    here = state("F G S", "FRS", ("T FGT", ""), draw=("R H B C PBS HRT G", "5"))
    assert [str(action) for action in longest_turn(here)] == ["Triangle + Filled-Green-Triangle"]


@given(keys)
def test_a_whole_turn_is_judged_by_all_that_it_lays(code: int) -> None:
    """Whatever is played, what the turn has come to so far and the most that is left make the score."""
    now: Exercise | None = exercise(WHOLE_TURN, moment(code))
    assert now is not None
    goal, laid, good, chance = now.best, 0, True, random.Random(code)
    while now is not None:
        action = chance.choice(now.situation.legal)
        judged = now.judge(action)
        good = good and judged.right
        assert judged.best == goal
        assert judged.score == laid + turn_with(now.situation.state, action)
        assert judged.right == (judged.score == goal)
        laid += len(cards_of(action))
        now = now.rest_after(action)
    assert good == (laid == goal)


@given(keys)
def test_the_best_turn_that_is_told_is_right_at_every_step(code: int) -> None:
    now: Exercise | None = exercise(WHOLE_TURN, moment(code))
    assert now is not None
    line, goal = now.best_turn, now.best
    assert sum(len(cards_of(action)) for action in line) == goal
    for action in line:
        assert now is not None
        assert now.judge(str(action)).right
        now = now.rest_after(action)


def test_a_wrong_beginning_is_told_what_was_possible() -> None:
    """Hollow covers what the pair needs."""
    here = exercise(WHOLE_TURN, state("P G T", "HBS", ("S G R T H FGC PRT", ""), draw=(12, 13)))
    judged = here.judge("hollow")
    assert (judged.right, judged.score, judged.best) == (False, 3, 6)
    assert "The longest turn from here: Red + Partial-Red-Triangle, " in judged.why
    rest = here.rest_after(here.situation.parse("hollow"))
    assert rest is not None
    assert not any(rest.judge(action).right for action in rest.situation.legal)
    assert here.rest_after(here.situation.parse("hollow last")) is None


@given(keys)
def test_the_cards_that_fit_are_those_that_can_be_laid_with_the_turn_going_on(code: int) -> None:
    here = moment(code)
    asked = exercise(POINTED, here)
    ways = [action for action in legal(here) if not isinstance(action, PlayLast | EndTurn)]
    assert set(asked.best_actions) == {card for action in ways for card in cards_of(action)}
    judged = asked.judge(asked.best_actions)
    assert judged.right
    assert asked.judge(filter(None, asked.answer.split(", "))).right
    assert judged.score == judged.best == len(cards_that_fit(here))
    for card in asked.best_actions:
        assert not asked.judge([each for each in asked.best_actions if each is not card]).right


def test_cards_are_pointed_at_by_themselves_or_by_their_names() -> None:
    here = exercise(POINTED, state("H R C", "FRS", ("F R G FRC PBT", ""), draw=(9, 9)))
    assert here.wants == "cards"
    assert here.judge(["F", "frc"]).right
    wrong = here.judge(["filled", "red"])
    assert "Red: Red is already on top" in wrong.why
    assert "Filled-Red-Circle: Play 1" in wrong.why
    assert "Green" not in wrong.why
    with pytest.raises(ValueError, match="'HBT' isn't one of the cards"):
        here.judge(["HBT"])


def test_who_cannot_point_is_not_asked_to() -> None:
    wanted = {exercise_of("clash", Key(key)).wants for key in range(40)}
    assert wanted == {"action", "choice"}
    wanted = {exercise_of("clash", Key(key), ("action", "cards")).wants for key in range(40)}
    assert wanted == {"action", "cards"}
    with pytest.raises(ValueError, match="no exercises"):
        exercise_of("clash", Key(1), ())


@given(keys)
def test_by_which_play_a_card_can_be_laid(code: int) -> None:
    """The card in question goes by that play alone, and by no other but as the last one."""
    asked = exercise_of("clash", Key(code), ("choice",))
    assert asked.choice_question is not None
    assert asked.best_turn == ()
    here, name = asked.situation.state, asked.question.split("**")[1]
    card = next(card for card in here.hands[here.turn] if str(card) == name)
    plays = {plays_of(here, action) for action in legal(here) if card in cards_of(action)} - {"6"}
    if plays:
        assert asked.answer == f"By play {plays.pop()}"
        assert not plays
    else:
        assert asked.answer == ("Only as the last card" if isinstance(card, Chard) else "Not at all")


@pytest.mark.parametrize(
    ("showing", "top", "action", "plays"),
    [
        ("H B T", "FRC", "FRS", "1"),
        ("H B T", "FRC", "F", "2"),
        ("H B T", "FRC", "HBT", "3"),
        ("F R S", "FRC", "FRS", "1 and 3"),
        ("F R C", "FRC", "HBT", "4"),
        ("F R C", "FRC", "H + B + T", "4"),
        ("H B S", "FRC", "T + HBT", "5"),
        ("H B T", "FRC", "T last", "6"),
        ("H B T", "FRC", "end", "none"),
        ("H B T", "FRC", "G", "none"),
    ],
)
def test_which_play_it_is(showing: str, top: str, action: str, plays: str) -> None:
    here = state(showing, top, ("F H G B T FRS HBT", ""), draw=(9, 9))
    assert plays_of(here, GAME.parse(action)) == plays
