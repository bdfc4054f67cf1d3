"""Ratings and their intervals."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from cardtable.engine.chance import DealCode
from cardtable.engine.games import SHIPPED
from cardtable.tournament.plan import Tournament
from cardtable.tournament.ratings import ELO, fit, rate, results_by_deal, team_results
from cardtable.tournament.results import Row

CLASH, RUMMY, WINDS = SHIPPED["clash"], SHIPPED["rummy-like"], SHIPPED["tradewinds"]


def plan_of(*players: str, games: int = 100, game: str = "clash") -> Tournament:
    found = SHIPPED[game]
    return Tournament(found, found.options(), found.seats[-1], players, games, None)


def row_of(plan: Tournament, number: int, winners: tuple[int, ...], points: tuple[int, ...] | None = None) -> Row:
    pairing = plan.pairing(number)
    texts = tuple(plan.players[each] for each in pairing.seats)
    marks = points or tuple(int(seat in winners) for seat in range(plan.seats))
    return Row(number, str(pairing.deal), texts, marks, winners, 1, 9, (0,) * plan.seats, "")


def play(plan: Tournament, strengths: dict[str, float], random: Random) -> list[Row]:
    """Return results by chance, as the Bradley-Terry model has them."""
    rows = []
    for number in range(plan.length):
        one, other = (10 ** (strengths[plan.players[each]] / 400) for each in plan.pairing(number).seats)
        rows.append(row_of(plan, number, (int(random.random() * (one + other) > one),)))
    return rows


def test_every_line_up_plays_the_same_deals_from_every_seat() -> None:
    plan = plan_of("easy", "medium", "hard", "random", games=6, game="rummy-like")
    games = [plan.pairing(number) for number in range(plan.length)]
    assert len(plan.line_ups) == 4
    assert len(set(games)) == plan.length == 24
    for line_up in plan.line_ups:
        own = [game for game in games if set(game.seats) == set(line_up)]
        assert sorted(game.deal.value for game in own) == [0, 0, 0, 1, 1, 1]
        assert all(sum(game.seats[0] == player for game in own) == 2 for player in line_up)
    few = plan_of("easy", "hard", games=1, game="rummy-like")
    assert few.line_ups == ((0, 0, 1), (0, 1, 1))
    assert plan_of("easy", "hard", game="tradewinds").line_ups == ((0,) * 4, (1,) * 4)


def test_ratings_find_the_strengths_and_intervals_hold_them() -> None:
    """Check that of many intervals about 95 % hold the true strength."""
    strengths, random = {"easy": -150.0, "medium": 0.0, "hard": 150.0}, Random(4)
    held = 0
    for _ in range(40):
        ratings = rate(plan := plan_of(*strengths, games=60), play(plan, strengths, random))
        held += sum(each.low <= strengths[each.player] <= each.high for each in ratings)
    assert 0.9 <= held / 120 <= 1
    plan = plan_of(*strengths, games=4000)
    ratings = rate(plan, play(plan, strengths, random))
    assert [each.player for each in ratings] == ["hard", "medium", "easy"]
    for each in ratings:
        assert each.elo == pytest.approx(strengths[each.player], abs=15)
        assert each.high - each.low < 40
        assert each.games == 8000


def test_ratings_do_not_depend_on_the_order_of_the_games() -> None:
    plan = plan_of("easy", "medium", "hard", games=30)
    rows = play(plan, dict.fromkeys(plan.players, 0.0), Random(1))
    one, other = rate(plan, rows), rate(plan, rows[::-1])
    assert [each.player for each in one] == [each.player for each in other]
    assert [each.elo for each in one] == pytest.approx([each.elo for each in other], abs=0.01)


def test_a_player_who_wins_every_game_has_a_finite_rating_with_a_wide_interval() -> None:
    plan = plan_of("hard", "random", games=20)
    rows = [row_of(plan, number, (plan.pairing(number).seats.index(0),)) for number in range(20)]
    best, worst = rate(plan, rows)
    assert (best.player, best.share, worst.share) == ("hard", 1.0, 0.0)
    assert 300 < best.elo < 1000
    assert best.elo - best.low > 100
    assert best.high - best.elo > 100


def test_draws_count_as_half_and_places_count_in_games_of_several() -> None:
    duel = plan_of("easy", "hard")
    assert results_by_deal(duel, [row_of(duel, 0, ()), row_of(duel, 1, (0, 1))]).sum(axis=0).tolist() == [
        [0, 1],
        [1, 0],
    ]
    trio = plan_of("easy", "medium", "hard", game="rummy-like")
    won = results_by_deal(trio, [row_of(trio, 0, (1,), (3, 5, 4))])[0]
    assert won.tolist() == [[0, 0, 0], [1, 0, 1], [1, 0, 0]]


def test_a_fit_is_where_the_expected_results_are_the_real_ones() -> None:
    won = np.array([[0.0, 30.0, 45.0], [20.0, 0.0, 35.0], [5.0, 15.0, 0.0]])
    logs = fit(won[None])[0]
    expected = (won + won.T) / (1 + np.exp(logs[None, :] - logs[:, None]))
    assert np.abs(expected.sum(axis=1) - won.sum(axis=1)).max() < 0.6  # what the prior changes
    assert ELO * logs.mean() == pytest.approx(0)


def test_games_played_together_have_means() -> None:
    plan = plan_of("easy", "hard", games=2, game="tradewinds")
    margins = {0: 4, 1: 9, 2: -2, 3: 11}
    rows = [row_of(plan, n, ())._replace(margin=margin, winners=(0,) * (margin > 0)) for n, margin in margins.items()]
    hard, easy = team_results(plan, rows)
    assert (hard.player, hard.mean, hard.won, hard.games) == ("hard", 10, 1, 2)
    assert (easy.player, easy.mean, easy.won) == ("easy", 1, 0.5)
    assert easy.error == pytest.approx(1.96 * 3)
    assert str(DealCode(0)) in {row.deal for row in rows}
