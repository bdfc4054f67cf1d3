"""Win chances after moves out of a certain win, compared with games that `hard` played on from there.

`python benchmarks/practice.py --sample` plays these games, which the calibration wasn't fitted to.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import pytest

from cardtable.engine.chance import DealCode
from cardtable.engine.game import start
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Options
from cardtable.games.exit_stage_right.player.calibration import singles_left
from cardtable.games.exit_stage_right.player.sure import sure
from cardtable.practice.decisions import Decision
from cardtable.practice.judge import judge
from cardtable.practice.review import STEPS

SAMPLE = Path(__file__).with_name("certain_wins_left.csv")
SIMULATIONS = 2_000


class Left(NamedTuple):
    """A move out of a certain win."""

    decision: Decision
    won: float
    """The share of games that `hard` won from there."""


@pytest.fixture(scope="module")
def sample() -> list[Left]:
    with SAMPLE.open(encoding="utf-8", newline="") as file:
        return [_left(number, row) for number, row in enumerate(csv.DictReader(file))]


def _left(number: int, row: dict[str, str]) -> Left:
    options = Options(hand_size=int(row["hand"]), refill_count="all")
    state = start(GAME, options, 1, DealCode(int(row["code"])).key()).state
    for move in row["moves"].split(", "):
        state = GAME.advance(state, GAME.parse(move), None)
    view = GAME.view(state, 0)
    decision = Decision(number, 0, view, GAME.legal(view), GAME.parse(row["action"]))
    return Left(decision, int(row["won"]) / int(row["games"]))


def test_each_move_of_the_sample_leaves_a_certain_win(sample: list[Left]) -> None:
    for decision, _ in sample:
        after = sure(decision.view, decision.legal)
        assert any(each.is_won for each in after)
        assert not after[decision.legal.index(decision.played)].is_won


def test_win_chances_after_moves_out_of_a_certain_win_are_those_of_hard(sample: list[Left]) -> None:
    """Check that their means differ by less than the smallest loss that a review names, however late in the game."""
    differences = defaultdict[str, list[float]](list)
    for decision, won in sample:
        chance = judge(GAME, decision, SIMULATIONS).played.chance
        assert chance is not None
        left = singles_left(decision.view)
        for part in ("4" if left == 4 else "5-9" if left < 10 else "10-15", "all"):
            differences[part].append(chance.mean - won)
    for part, found in differences.items():
        assert abs(fmean(found)) < STEPS[0], part
