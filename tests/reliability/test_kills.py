"""Whenever the real program is ended, its game goes on at the last action that was acknowledged."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardtable.engine.games import SHIPPED
from tests.reliability import programs
from tests.reliability.kills import Lane, run_lane, run_lanes
from tests.tui.pty_tools import python

KILLS = int(os.environ.get("CARDTABLE_KILLS", "200"))
USUALLY = ("exit-stage-right", "wind-city")
"""The games of the usual run: one without other players, one whose turns are long."""
FORGETFUL = """
import sys
from cardtable.table.lazy_archive import GameSaver
GameSaver.before_action = lambda keeper, session, action, state: None
from cardtable.cli import main
sys.exit(main())
"""
"""The program, but for a keeper who writes nothing down."""


@pytest.mark.parametrize(
    "game_id", [game_id if game_id in USUALLY else pytest.param(game_id, marks=pytest.mark.deep) for game_id in SHIPPED]
)
def test_a_game_outlives_its_program_line_by_line(game_id: str) -> None:
    assert run_lane(game_id, "plain", 2, "quick").ends.total() == 2


def test_a_game_outlives_its_program_on_the_screen() -> None:
    assert run_lane("clash", "screen", 2, "quick").ends.total() == 2


@pytest.mark.deep
@pytest.mark.timeout(3600)
def test_no_acknowledged_action_is_lost() -> None:
    tallies = run_lanes(KILLS, "deep")
    assert sum(tally.ends.total() for tally in tallies.values()) >= KILLS
    assert all(tally.acknowledged for tally in tallies.values())


def kill_often(lane: Lane) -> None:
    for _ in range(9):
        lane.kill()


@pytest.mark.parametrize("mode", ["plain", pytest.param("screen", marks=pytest.mark.deep)])
def test_a_program_that_forgets_is_caught(mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "command", lambda *words: python("-c", FORGETFUL, *words))
    lane = Lane("clash", mode, tmp_path, "forgetful")
    with pytest.raises(AssertionError, match=r"found \d+ actions"):
        kill_often(lane)
