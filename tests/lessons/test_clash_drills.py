"""Tests of the exercises of Clash."""

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
from cardtable.engine.games.clash.texts import PLAYS
from cardtable.engine.walk import turns
from cardtable.games.clash.lessons.drills import DRILLS, cards_that_fit
from cardtable.games.clash.lessons.teaching import plays_of
from cardtable.games.clash.lessons.turns import count_cards, goes_on, longest_turn, turn_with
from cardtable.lessons.drill import Drill
from cardtable.lessons.exercises import Exercise, exercise_of
from cardtable.lessons.situation import Situation
from tests.games.clash_positions import opened, state

keys = st.integers(0, 2**40 - 1)
WHOLE_TURN = next(drill for drill in DRILLS if drill.whole_turn)
POINTING = next(drill for drill in DRILLS if drill.wants == "cards")


def random_state(code: int) -> State:
    """Return a state from a random match, after the opening of a round."""
    states = (before for before, _, _ in turns(GAME, opened(code=code), Key(code)) if before.piles[-1])
    *_, last = islice(states, 1 + code % 40)
    assert isinstance(last, State)
    return last


def exercise(drill: Drill, here: State) -> Exercise:
    cards = drill.point(here) if drill.point else None
    situation = Situation(GAME, ("Ann", "Ben"), here)
    return Exercise(drill.question, situation, drill.right, cards=cards, whole_turn=drill.whole_turn)


def kind_of(exercise: Exercise) -> str:
    return "action" if exercise.right else "choice" if exercise.choices else "cards"


def brute_force_length(here: State) -> int:
    """Return the cards in the longest turn, by trying every order without a cache."""
    best = 0
    for action in legal(here):
        after = advance(here, action, None)
        best = max(best, len(cards_of(action)) + (brute_force_length(after) if goes_on(here, after) else 0))
    return best


@given(keys)
def test_the_longest_turn_can_be_played_and_no_other_turn_is_longer(code: int) -> None:
    here = random_state(code)
    line, length, after = longest_turn(here), 0, here
    for action in line:
        length, after = length + len(cards_of(action)), play(GAME, after, action).state
    assert length == count_cards(line) == max(turn_with(here, action) for action in legal(here))
    chance = random.Random(code)
    for _ in range(10):
        count, now, continues = 0, here, True
        while continues:
            action = chance.choice(legal(now))
            after = advance(now, action, None)
            count, continues, now = count + len(cards_of(action)), goes_on(now, after), after
        assert count <= length


@given(keys)
def test_the_longest_turn_of_a_small_hand_is_the_one_that_brute_force_finds(code: int) -> None:
    here = random_state(code)
    seat = here.turn
    assert seat is not None
    small = here._replace(hands=tuple(hand[-4:] if owner == seat else hand for owner, hand in enumerate(here.hands)))
    assert count_cards(longest_turn(small)) == brute_force_length(small)


def test_the_longest_turn_does_not_use_cards_not_drawn_yet() -> None:
    """Triangle and FGT empty the hand; the cards drawn then are unknown."""
    here = state("F G S", "FRS", ("T FGT", ""), draw=("R H B C PBS HRT G", "5"))
    assert [str(action) for action in longest_turn(here)] == ["Triangle + Filled-Green-Triangle"]


@given(keys)
def test_a_whole_turn_is_judged_by_all_the_cards_it_plays(code: int) -> None:
    """The score is the cards played so far plus the most that can still be played."""
    now: Exercise | None = exercise(WHOLE_TURN, random_state(code))
    assert now is not None
    goal, count, all_right, chance = now.best, 0, True, random.Random(code)
    while now is not None:
        action = chance.choice(now.situation.legal)
        judged = now.judge(action)
        all_right = all_right and judged.right
        assert judged.best == goal
        assert judged.score == count + turn_with(now.situation.state, action)
        assert judged.right == (judged.score == goal)
        count += len(cards_of(action))
        now = now.rest_after(action)
    assert all_right == (count == goal)


@given(keys)
def test_every_action_of_the_best_turn_is_right(code: int) -> None:
    now: Exercise | None = exercise(WHOLE_TURN, random_state(code))
    assert now is not None
    line, goal = now.best_turn, now.best
    assert sum(len(cards_of(action)) for action in line) == goal
    for action in line:
        assert now is not None
        assert now.judge(str(action)).right
        now = now.rest_after(action)


def test_the_reply_to_a_wrong_first_play_shows_the_longest_turn() -> None:
    """Hollow covers the Chard that the pair needs."""
    here = exercise(WHOLE_TURN, state("P G T", "HBS", ("S G R T H FGC PRT", ""), draw=(12, 13)))
    judged = here.judge("hollow")
    assert (judged.right, judged.score, judged.best) == (False, 3, 6)
    assert "The longest turn from here is Red + Partial-Red-Triangle, " in judged.why
    rest = here.rest_after(here.situation.parse("hollow"))
    assert rest is not None
    assert not any(rest.judge(action).right for action in rest.situation.legal)
    assert here.rest_after(here.situation.parse("hollow last")) is None


@given(keys)
def test_the_right_cards_are_those_that_can_be_played_without_ending_the_turn(code: int) -> None:
    here = random_state(code)
    asked = exercise(POINTING, here)
    plays = [action for action in legal(here) if not isinstance(action, PlayLast | EndTurn)]
    assert set(asked.best_actions) == {card for action in plays for card in cards_of(action)}
    judged = asked.judge(asked.best_actions)
    assert judged.right
    assert asked.judge(filter(None, asked.answer.split(", "))).right
    assert judged.score == judged.best == len(cards_that_fit(here))
    for card in asked.best_actions:
        assert not asked.judge([each for each in asked.best_actions if each is not card]).right


def test_cards_can_be_given_as_objects_or_by_name() -> None:
    here = exercise(POINTING, state("H R C", "FRS", ("F R G FRC PBT", ""), draw=(9, 9)))
    assert kind_of(here) == "cards"
    assert here.judge(["F", "frc"]).right
    wrong = here.judge(["filled", "red"])
    assert "Red is already on top" in wrong.why
    assert "Filled-Red-Circle is a sharing Complete, with Filled and Red (CL-3)." in wrong.why
    assert "Filled-Red-Circle: " not in wrong.why, "the reason itself names the card"
    assert "Green" not in wrong.why
    with pytest.raises(ValueError, match="'HBT' isn't one of the cards"):
        here.judge(["HBT"])


def test_exercises_have_only_the_kinds_of_answers_that_the_caller_wants() -> None:
    wanted = {kind_of(exercise_of("clash", Key(key))) for key in range(40)}
    assert wanted == {"action", "choice"}
    wanted = {kind_of(exercise_of("clash", Key(key), ("action", "cards"))) for key in range(40)}
    assert wanted == {"action", "cards"}
    with pytest.raises(ValueError, match="no exercises"):
        exercise_of("clash", Key(1), ())


@given(keys)
def test_the_play_named_is_the_only_one_besides_a_last_chard(code: int) -> None:
    """The question is which play allows a card."""
    asked = exercise_of("clash", Key(code), ("choice",))
    assert asked.choice_question is not None
    assert asked.best_turn == ()
    here, name = asked.situation.state, asked.question.split("**")[1]
    card = next(card for card in here.hands[here.turn] if str(card) == name)
    plays = {plays_of(here, action) for action in legal(here) if card in cards_of(action)} - {"6"}
    if plays:
        assert asked.answer == f"As {PLAYS[int(plays.pop())]}"
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
def test_the_plays_that_allow_an_action(showing: str, top: str, action: str, plays: str) -> None:
    here = state(showing, top, ("F H G B T FRS HBT", ""), draw=(9, 9))
    assert plays_of(here, GAME.parse(action)) == plays
