"""Whenever the real program is killed, its game continues from the last acknowledged action."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardtable.engine.games import SHIPPED
from tests.reliability import programs
from tests.reliability.kills import Lane, run_lane, run_lanes
from tests.tui.terminal.pty_tools import python

KILLS = int(os.environ.get("CARDTABLE_KILLS", "200"))
USUALLY = ("exit-stage-right", "wind-city")
"""The games of a normal test run: one without opponents, one with long turns."""
FORGETFUL = """
import sys
from cardtable.table.lazy_archive import GameSaver
GameSaver.before_action = lambda saver, session, action, state: None
from cardtable.cli import main
sys.exit(main())
"""
"""The program with a `GameSaver` that saves nothing."""


@pytest.mark.parametrize(  # each game takes seconds
    "game_id", [game_id if game_id in USUALLY else pytest.param(game_id, marks=pytest.mark.deep) for game_id in SHIPPED]
)
def test_a_plain_game_survives_its_process(game_id: str) -> None:
    assert run_lane(game_id, "plain", 2, "quick").ends.total() == 2


def test_a_game_on_the_screen_survives_its_process() -> None:
    assert run_lane("clash", "screen", 2, "quick").ends.total() == 2


@pytest.mark.deep  # hundreds of kills
@pytest.mark.timeout(3600)
def test_no_acknowledged_action_is_lost() -> None:
    tallies = run_lanes(KILLS, "deep")
    assert sum(tally.ends.total() for tally in tallies.values()) >= KILLS
    assert all(tally.acknowledged for tally in tallies.values())


def kill_often(lane: Lane) -> None:
    for _ in range(9):
        lane.kill()


@pytest.mark.parametrize("mode", ["plain", pytest.param("screen", marks=pytest.mark.deep)])  # it starts slowly
def test_a_lost_action_is_detected(mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "command", lambda *words: python("-c", FORGETFUL, *words))
    lane = Lane("clash", mode, tmp_path, "forgetful")
    # The program itself notices a lost action when the one before it is undone.
    with pytest.raises(AssertionError, match=r"found \d+ actions|isn't being saved|not saved"):
        kill_often(lane)
