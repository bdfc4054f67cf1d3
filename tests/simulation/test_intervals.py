"""Stopping early: an interval that is looked at after every game keeps its promise."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

import pytest

from cardtable.lab.simulation.intervals import ALPHA, AsymptoticSequence, BoundedSequence, ConfidenceSequence, Moments
from cardtable.lab.simulation.plan import make_plan
from cardtable.lab.simulation.play import play_deals
from cardtable.lab.simulation.summary import Summary

RUNS, VALUES = 200, 1000


class Naive:
    """The ordinary interval, which is only meant to be looked at once."""

    def __init__(self) -> None:
        self._moments = Moments()

    def add(self, value: float) -> None:
        self._moments.add(value)

    def interval(self) -> tuple[float, float]:
        half = self._moments.half_width if self._moments.count >= 50 else math.inf
        return self._moments.mean - half, self._moments.mean + half


def equal_players(random: Random) -> float:
    """Return the difference between two equal players, who rarely differ in the same deal."""
    return random.choice((-1, 0, 0, 0, 0, 0, 0, 0, 0, 1))


def rare_jackpots(random: Random) -> float:
    """Return a skewed difference whose mean is 0."""
    return 19.0 if random.random() < 0.05 else -1.0


def error_rate(sequence: Callable[[], ConfidenceSequence], value: Callable[[Random], float]) -> float:
    """Return how often a sequence calls a difference clear, at any time, when there is none."""
    errors = 0
    for seed in range(RUNS):
        random, found = Random(seed), sequence()
        for _ in range(VALUES):
            found.add(value(random))
            low, high = found.interval()
            if low > 0 or high < 0:
                errors += 1
                break
    return errors / RUNS


@pytest.mark.parametrize(
    ("sequence", "value"),
    [(BoundedSequence, equal_players), (AsymptoticSequence, equal_players), (AsymptoticSequence, rare_jackpots)],
)
def test_looking_after_every_game_does_not_find_differences_that_are_not_there(
    sequence: Callable[[], ConfidenceSequence], value: Callable[[Random], float]
) -> None:
    assert error_rate(sequence, value) <= ALPHA


def test_an_ordinary_interval_would_find_them() -> None:
    assert error_rate(Naive, equal_players) > 4 * ALPHA


@pytest.mark.parametrize("sequence", [BoundedSequence, AsymptoticSequence])
def test_a_difference_that_is_there_is_found(sequence: Callable[[], ConfidenceSequence]) -> None:
    random, found = Random(1), sequence()
    for _ in range(2000):
        found.add(random.choice((-1, 0, 0, 1, 1)))
    low, high = found.interval()
    assert 0.05 < low < 0.2 < high < 0.35


def test_a_simulation_stops_at_the_first_deal_at_which_the_difference_is_clear() -> None:
    plan = make_plan("tradewinds", games=200, players="random", compare="medium")
    summary, deals = Summary(plan, "wins"), 0
    for deal in plan.deals:
        summary.add(play_deals(plan, range(deal, deal + 1)))
        deals += 1
        low, high = summary.sequence.interval()
        assert summary.is_clear == (low > 0 or high < 0)
        if summary.is_clear:
            break
    assert summary.is_clear
    assert 10 < deals < 200
