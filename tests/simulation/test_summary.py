"""Summaries: shares, means and differences with their intervals."""

from __future__ import annotations

import math
import re
from statistics import fmean, stdev

import pytest

from cardtable.lab.simulation.intervals import Moments, share_interval, wilson
from cardtable.lab.simulation.plan import make_plan
from cardtable.lab.simulation.play import play_deals
from cardtable.lab.simulation.summary import Summary
from cardtable.lab.simulation.summary_words import simulation_lines


def moments(values: list[float]) -> Moments:
    found = Moments()
    for value in values:
        found.add(value)
    return found


def test_means_have_the_usual_intervals() -> None:
    values = [1e9 + each for each in (4.0, 7.0, 13.0, 16.0)]
    found = moments(values)
    assert found.mean == fmean(values)
    assert found.half_width == pytest.approx(1.96 * stdev(values) / 2, rel=1e-4)
    assert moments([3.0]).half_width == math.inf


def test_shares_have_wilsons_interval() -> None:
    """The values are those of Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    for won, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611)):
        values = [1.0] * won + [0.0] * (games - won)
        assert share_interval(moments(values), games) == pytest.approx((low, high), abs=5e-5)
    assert wilson(1 / 29, 29) == pytest.approx((0.0061, 0.1718), abs=5e-5)


def test_games_with_the_same_cards_count_as_fewer_games() -> None:
    """A player who wins a deal at every seat or at none has won as much as with one game a deal."""
    alike = moments([1.0, 0.0] * 50)
    assert share_interval(alike, 300) == pytest.approx(wilson(0.5, 100))
    balanced = moments([0.5] * 100)
    assert share_interval(balanced, 300) == pytest.approx(wilson(0.5, 300))


def test_a_summary_has_each_seat_and_the_whole_game() -> None:
    plan = make_plan("clash", games=30, players="medium,random", options={"target": "0"})
    games, summary = play_deals(plan, plan.deals), Summary(plan)
    for game in games:
        summary.add([game])
    tally = summary.tallies[0]
    assert [group.player for group in tally.groups] == ["medium", "random"]
    for seat in (0, 1):
        assert tally.points(seat).mean == pytest.approx(fmean(game.points[seat] for game in games))
        won = fmean((seat in game.winners) / max(1, len(game.winners)) for game in games)
        assert tally.wins(seat).mean == pytest.approx(won)
    assert tally.margin.mean == pytest.approx(fmean(game.margin for game in games))
    assert tally.moves.mean == pytest.approx(fmean(game.moves for game in games))
    lines = simulation_lines(summary)
    assert lines[:4:2] == ["Clash: 30 games, deals 0 to 29", "2 players, target=0"]
    assert lines[4].startswith("  seat 1, medium")


def test_a_rotating_player_is_counted_at_every_seat() -> None:
    plan = make_plan("wind-city", games=3, players="medium,random", seats=3, rotate=True)
    games, summary = play_deals(plan, plan.deals), Summary(plan)
    summary.add(games)
    groups = summary.tallies[0].groups
    assert [(group.player, len(group.members)) for group in groups] == [("medium", 3), ("random", 6)]
    points = [game.points[game.players.index("medium")] for game in games]
    assert summary.tallies[0].points(0).mean == pytest.approx(fmean(points))


def test_a_comparison_takes_the_differences_on_the_same_deals() -> None:
    plan = make_plan("tradewinds", games=20, players="random", compare="medium")
    summary = Summary(plan)
    differences = []
    for deal in plan.deals:
        one, other = play_deals(plan, range(deal, deal + 1))
        summary.add([one, other])
        differences.append(other.margin - one.margin)
    found = summary.difference("margin")
    assert (found.mean, found.half_width) == pytest.approx(
        (fmean(differences), 1.96 * stdev(differences) / 20**0.5), rel=1e-4
    )
    assert "Variant 2 minus variant 1, on the same deals:" in simulation_lines(summary)


def test_a_summary_is_read_in_sentences() -> None:
    plan = make_plan("clash", games=3, players="medium,random", options={"target": "0"}, compare="random")
    summary = Summary(plan)
    summary.add(play_deals(plan, plan.deals[:1]))
    summary.add(play_deals(plan, plan.deals[1:2]))
    spoken = simulation_lines(summary, is_spoken=True)
    assert all(spoken), "no empty line"
    assert not any(re.search(r"^ |  |[-±\[\]–](?=\d)", line) for line in spoken), "no columns and no signs"
    assert any(
        re.fullmatch(r"seat 1, medium: wins: [\d.]+%, from .* to .*; points: .* plus or minus .*\.", line)
        for line in spoken
    )
    assert any(re.fullmatch(r"game: margin .*, from .* to .*\.", line) for line in spoken)


def test_nothing_played_yet_is_said_so() -> None:
    assert simulation_lines(Summary(make_plan("clash"))) == ["Clash: no games yet"]
