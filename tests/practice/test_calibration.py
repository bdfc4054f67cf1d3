"""The calibration that is shipped."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.game import start
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import EMPTY_ROW, Options
from cardtable.games.exit_stage_right.player.calibration import (
    GROWING,
    FittedCalibration,
    calibration_for,
    terms,
)

FILE = files("cardtable.games.exit_stage_right.player") / "calibration.json"
WEIGHTS: dict[str, list[float]] = json.loads(FILE.read_text())["weights"]


@pytest.mark.parametrize("hand", range(5, 10))
@pytest.mark.parametrize("options", [GAME.presets[1].options, Options(refill_count="all")], ids=["now", "at first"])
def test_the_preset_challenge_is_calibrated(options: Options, hand: int) -> None:
    state = start(GAME, replace(options, hand_size=hand), 1, Key(1)).state
    assert calibration_for(state) is not None
    assert calibration_for(state._replace(stage=(EMPTY_ROW,) * 3)) is not None


@pytest.mark.parametrize("options", [Options(), Options(refill_count="all", draw="none")])
def test_other_options_are_not_calibrated(options: Options) -> None:
    assert calibration_for(start(GAME, options, 1, Key(1)).state) is None


def test_a_game_for_several_is_not_calibrated() -> None:
    assert calibration_for(start(GAME, Options(refill_count="all"), 2, Key(1)).state) is None


@pytest.mark.parametrize("name", WEIGHTS)
def test_better_simulations_never_lower_the_chance(name: str) -> None:
    weights = tuple(WEIGHTS[name])
    assert len(weights) == len(terms(0.5, 0.0, 1))
    assert min(weights[GROWING:]) >= 0
    shares = [at / 40 for at in range(41)]
    for singles in range(4, 37):
        model = FittedCalibration(singles, weights)
        by_wins = [model.chance(share, 0.0) for share in shares]
        by_margin = [model.chance(0.3, margin / 2) for margin in range(-30, 31)]
        assert all(one <= other for chances in (by_wins, by_margin) for one, other in pairwise(chances))
        assert all(0 < chance < 1 for chance in (*by_wins, *by_margin))


@pytest.mark.parametrize("hand", range(5, 10))
def test_a_better_simulation_never_lowers_the_expected_margin(hand: int) -> None:
    state = start(GAME, replace(GAME.presets[1].options, hand_size=hand), 1, Key(1)).state
    calibration = calibration_for(state)
    assert calibration is not None
    assert calibration.margins
    for singles in range(4, 37):
        model = replace(calibration, singles=singles)
        expected = [model.margin(float(margin > 0), margin) for margin in range(-10, 11)]
        assert all(one < two for one, two in pairwise(expected))


def test_the_expected_margins_on_the_page_were_reached() -> None:
    """Check the table that `python benchmarks/margins.py --fit` writes."""
    text = (Path(__file__).parents[2] / "docs" / "practice.md").read_text(encoding="utf-8")
    table = text.partition("<!-- margins:")[2].partition("<!-- end of the margins")[0]
    pairs = re.findall(r"([+-][\d.]+): ([+-][\d.]+)", table)
    assert len(pairs) == 30
    assert all(abs(float(expected) - float(reached)) < 0.3 for expected, reached in pairs)
