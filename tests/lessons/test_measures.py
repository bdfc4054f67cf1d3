"""Tests of measures: they are numbers or words for every action, and have known values for some turns."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.games import SHIPPED
from cardtable.lessons.script import RightAnswers
from cardtable.lessons.situation import Situation
from cardtable.lessons.teaching import teaching_of
from tests.builders import play_randomly
from tests.lessons.test_positions import situation_with

KNOWN: list[tuple[str, dict[str, Any], str, dict[str, int]]] = [
    (
        "exit-stage-right",
        {"stage": ["FGS HRC . . HRS", ". . . . .", ". . PBT . ."], "hands": ["R G B H C"]},
        "red",
        {"net": 0, "right": 2, "left": 2, "off_right": 1, "off_left": 1, "gain": 0, "drawn": 1, "on_stage": 2},
    ),
    (
        "tradewinds",
        {
            "covering": "HRC PGS FBT",
            "sides": ["+ - -", "+ - -", "- - -", "- + +"],
            "grid": [". . Rg", ". B .", ". . H"],
            "hands": {"West": "HRT"},
            "turn": "West",
        },
        "hollow-red-triangle",
        {"net": 2, "blown": 2, "scored": 2, "deducted": 0, "gone": 2, "turned_up": 1},
    ),
    (
        "clash",
        {"piles": "H R C HGC", "hands": ["HRC R G B H C P", "R G B H C T"], "draw_piles": ["5", "5"], "turn": 1},
        "green",
        {"discarded": 1, "cards_left_in_hand": 6, "drawn": 0, "passed": 0},
    ),
    (
        "rummy-like",
        {"chards": ["H H H H R R R C C C S T", "", ""], "tricards": ["HRC", "", ""], "leader": 1, "turn": 1},
        "draw",
        {"worth": 1, "sent": 0, "gained": 0},
    ),
    (
        "wind-city",
        {"houses": ["E4", "G6"], "hurricane": "A1", "card": 1, "active": 1},
        "1",
        {"destroyed": 0, "coins": 40},
    ),
]


@pytest.mark.parametrize(("game_id", "zones", "action", "wanted"), KNOWN, ids=[case[0] for case in KNOWN])
def test_the_measures_of_a_known_turn(game_id: str, zones: dict[str, Any], action: str, wanted: dict[str, int]) -> None:
    situation = situation_with(game_id, zones)
    assert {name: situation.measure(name, situation.parse(action)) for name in wanted} == wanted


def test_actions_played_afterwards_count_too() -> None:
    """A choice in Wind City is carried out once nobody renews or buys insurance."""
    situation = situation_with("wind-city", {"houses": ["E4", "G6"], "hurricane": "B3", "card": 1, "active": 1})
    choice = situation.legal[0]
    assert situation.measure("paid", choice) == 0
    assert situation.measure_number("paid", choice, ["done", "no offer"]) > 0


@pytest.mark.parametrize("game_id", SHIPPED)
@given(st.integers(0, 2**40 - 1))
def test_every_measure_measures_every_action(game_id: str, key: int) -> None:
    """The best actions by the first measure are legal."""
    game = SHIPPED[game_id]
    state = situation_with(game_id, {}).state
    for seat, before, action, step in islice(play_randomly(game, state, key), 60):
        situation = Situation(game, tuple(f"Player {each + 1}" for each in range(6)), before)
        assert situation.turn == seat
        played = situation.play(action)
        assert played.after == step.state
        for name, metric in teaching_of(game_id).measures.items():
            assert type(metric.value_of(played)) in (int, str), name
        best = situation.right_actions(RightAnswers(best=next(iter(teaching_of(game_id).measures))))
        assert best
        assert set(best) <= set(situation.legal)
