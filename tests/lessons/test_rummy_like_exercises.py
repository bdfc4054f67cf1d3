"""Exercises of Rummy-like: each kind is asked, is clear, and its best answer is no blunder."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import Key
from cardtable.engine.games.rummy_like import Discard, Lead, Play, Send, borne
from cardtable.lessons.exercises import DRILLS, exercise_of
from tests.lessons.test_positions import laid

keys = st.integers(0, 2**64 - 1).map(Key)
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
    """Of sixty each kind comes up several times; its actions say which kind it is."""
    asked = Counter(type(exercise_of("rummy-like", Key(number)).best_actions[0]) for number in range(60))
    assert set(asked) == {Send, Lead, Play, Discard}
    assert min(asked.values()) >= 5
    assert len({drill.question for drill in DRILLS["rummy-like"]}) == len(DRILLS["rummy-like"])


@given(keys)
def test_the_best_answer_is_clear_and_no_blunder(key: Key) -> None:
    """At most half of the answers are right; none of them breaks a set that could be kept."""
    exercise = exercise_of("rummy-like", key)
    state, seat, best = exercise.scene.state, exercise.seat, exercise.best_actions
    assert 2 * len(best) <= len(exercise.scene.legal)
    kept = [exercise.scene.numbered("worth", action) for action in exercise.scene.legal]
    for action in best:
        match action:
            case Send():
                assert exercise.scene.numbered("worth", action) == max(kept)
            case Lead(card):
                assert borne(state.chards[seat]) & card.mask
            case Play():
                assert seat != state.leader


@pytest.mark.parametrize(
    ("lay", "action", "measure", "wanted"),
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
def test_a_known_answer(lay: dict[str, Any], action: str, measure: str, wanted: int) -> None:
    scene = laid("rummy-like", lay).scene()
    assert scene.numbered(measure, scene.read(action)) == wanted


def test_what_is_said_of_a_wrong_answer() -> None:
    """Why the answer is worse: the set that breaks, the TriCards that bear what goes, what a lead asks for."""
    passing, drawn = (laid("rummy-like", lay).scene() for lay in (PASSING, DRAWN))

    def remark(scene: Any, action: str) -> str:
        return str(scene.teaching.remark(scene.game.view(scene.state, scene.turn), scene.read(action)))

    assert remark(passing, "send H P") == "That breaks your set of Hollow."
    assert remark(passing, "send R T") == "Your HRC bears Red. Your PBT bears Triangle."
    wanted = "Of what it asks for you hold Hollow and Circle. A set would be worth: Hollow 2, Blue 1, Circle 1."
    assert remark(drawn, "lead HBC") == wanted
    assert remark(drawn, "draw") == ""
    helpless = laid(
        "rummy-like", {**DRAWN, "chards": ["H H H H R R R R G G G C", "", ""], "drawn": "PBS PBC PGC"}
    ).scene()
    assert remark(helpless, "lead PBS") == "You hold nothing that matches it, so one of your TriCards would have to go."
    assert helpless.numbered("asked_for", helpless.read("lead PBS")) == 0
    losing = laid("rummy-like", DRAWN | {"drawn": "", "led": "FBS", "chards": ["H H H R R R G G G C C P", "", ""]})
    assert remark(losing.scene(), "discard PBT") == "Partial would then be on none of your TriCards."
