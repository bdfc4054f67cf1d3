"""Tests of the exercises of Rummy-like."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardtable.engine.cards import characteristics_of
from cardtable.engine.chance import Key
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import SEATS, Call, Discard, Lead, Play, Send
from cardtable.games.rummy_like.lessons.drills import after_two_discards, before_a_call
from cardtable.lessons.drill import dice
from cardtable.lessons.exercises import drills_of, exercise_of
from cardtable.lessons.situation import Situation
from tests.lessons.test_positions import situation_with

keys = st.integers(0, 2**64 - 1).map(Key)
NAMES = ("Ann", "Ben", "Cleo")
DRAWN: dict[str, Any] = {
    "chards": ["H H H R R G G C C P S T", "", ""],
    "tricards": ["HRC HGS PBT", "FBC FRS FRT", "FGS PRS FGT"],
    "drawn": "HBC FBS PGC",
    "leader": 1,
}
PASSING: dict[str, Any] = {
    "chards": ["H H H H R R G G C P T", "", ""],
    "tricards": ["HRC FGS PBT", "FBC PBS FRT", "PRS HBS FGT"],
    "led": "HGC",
    "picked": "G C C",
    "leader": 1,
}


def test_every_kind_is_asked() -> None:
    """Each kind comes up several times in ninety exercises; its answer or its first words tell it apart."""
    exercises = [exercise_of("rummy-like", Key(number)) for number in range(90)]
    kinds = Counter(type(each.best_actions[0]).__name__ if each.right else each.question[:8] for each in exercises)
    assert set(kinds) == {"Send", "Lead", "Play", "Discard", "You say ", "Player 2"}
    assert len(kinds) == len(drills_of("rummy-like"))
    assert min(kinds.values()) >= 5


@given(keys)
def test_the_best_action_is_not_a_blunder(key: Key) -> None:
    """It doesn't break a set needlessly, and the leader can match the best lead."""
    exercise = exercise_of("rummy-like", key)
    state, seat = exercise.situation.state, exercise.seat
    for action in exercise.best_actions:
        match action:
            case Send():
                worths = [exercise.situation.measure_number("worth", each) for each in exercise.situation.legal]
                assert exercise.situation.measure_number("worth", action) == max(worths)
            case Lead(card):
                assert characteristics_of(state.chards[seat]) & card.mask
            case Play():
                assert seat != state.leader


@given(keys)
def test_the_next_player_cannot_match_the_right_lead(key: Key) -> None:
    """The next player must discard after the right lead only, whatever the leader plays."""
    situation = Situation(GAME, NAMES, after_two_discards(SEATS, key))
    assume(not GAME.validate_state(situation.state))
    drill = drills_of("rummy-like")[-1]
    assert drill.ask is not None
    question = drill.ask(situation, dice(key))
    assume(question is not None)
    assert question is not None
    for card in situation.state.drawn:
        led = situation.after(Lead(card))
        for action in led.legal:
            following = led.after(action)
            assert isinstance(following.legal[0], Discard) == (card.code == question.answer)


@given(keys)
def test_the_points_of_a_call(key: Key) -> None:
    """The answer is the next player's gain, and it is among the choices exactly once."""
    situation = Situation(GAME, NAMES, before_a_call(SEATS, key))
    assume(not GAME.validate_state(situation.state))
    drill = drills_of("rummy-like")[-2]
    assert drill.ask is not None
    question = drill.ask(situation, dice(key))
    assert question is not None
    assert question.choices.count(question.answer) == 1
    assert situation.after(Call()).state.scores[1] == int(question.answer)


@pytest.mark.parametrize(
    ("zones", "action", "measure", "wanted"),
    [
        (DRAWN, "lead HBC", "asked_for", 4),
        (DRAWN, "lead FBS", "asked_for", 2),
        (DRAWN, "lead PGC", "asked_for", 3),
        (PASSING, "send P T", "served", 16),
        (PASSING, "send H P", "served", 12),
        (PASSING, "send P T", "matched", 23),
        (PASSING, "send G G", "best_set", 1),
    ],
)
def test_a_known_answer(zones: dict[str, Any], action: str, measure: str, wanted: int) -> None:
    situation = situation_with("rummy-like", zones)
    assert situation.measure_number(measure, situation.parse(action)) == wanted


def test_the_remark_on_a_wrong_answer() -> None:
    """It names the broken set, the TriCards that match the lost Chards, or the worth of a lead."""
    passing, drawn = (situation_with("rummy-like", zones) for zones in (PASSING, DRAWN))

    def remark(situation: Any, action: str) -> str:
        return str(
            situation.teaching.remark(situation.game.view(situation.state, situation.turn), situation.parse(action))
        )

    assert remark(passing, "send H P") == "That breaks your set of Hollow."
    assert remark(passing, "send R T") == "Your HRC matches Red. Your PBT matches Triangle."
    wanted = "You can match this TriCard with Hollow or Circle. The sets would be worth: Hollow 2, Blue 1, Circle 1."
    assert remark(drawn, "lead HBC") == wanted
    assert remark(drawn, "draw") == ""
    helpless = situation_with(
        "rummy-like", {**DRAWN, "chards": ["H H H H R R R R G G G C", "", ""], "drawn": "PBS PBC PGC"}
    )
    assert (
        remark(helpless, "lead PBS")
        == "None of your Chards matches this TriCard, so you would have to discard one of your TriCards."
    )
    assert helpless.measure_number("asked_for", helpless.parse("lead PBS")) == 0
    losing = situation_with(
        "rummy-like", DRAWN | {"drawn": "", "led": "FBS", "chards": ["H H H R R R G G G C C P", "", ""]}
    )
    assert remark(losing, "discard PBT") == "Then none of your TriCards would match Partial."
