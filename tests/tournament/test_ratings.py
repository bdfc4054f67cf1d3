"""Ratings and their intervals."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from cardtable.engine.games import SHIPPED
from cardtable.lab.simulation.play import GameResult
from cardtable.lab.tournament.plan import Tournament, make_tournament
from cardtable.lab.tournament.ratings import ELO, fit, rate, results_by_deal, team_results


def tournament(*players: str, games: int = 100, game: str = "clash") -> Tournament:
    return make_tournament(game, ",".join(players), games=games, seats=SHIPPED[game].seats[-1])


def row_of(one: Tournament, number: int, winners: tuple[int, ...], points: tuple[int, ...] | None = None) -> GameResult:
    """Return a result of the game with this number."""
    deal, place = divmod(number, one.plan.games_per_deal)
    variant, _, seating = one.plan.seatings[place]
    seats = len(seating.names)
    marks = points or tuple(int(seat in winners) for seat in range(seats))
    return GameResult("clash", 0, deal, variant, seating.names, "", marks, winners, 1, 9, (0,) * seats, (), 1.0)


def names_at(one: Tournament, number: int) -> tuple[str, ...]:
    return row_of(one, number, ()).players


def play(one: Tournament, strengths: dict[str, float], random: Random) -> list[GameResult]:
    """Return random results according to the Bradley-Terry model."""
    rows = []
    for number in range(one.plan.games):
        first, second = (10 ** (strengths[name] / 400) for name in names_at(one, number))
        rows.append(row_of(one, number, (int(random.random() * (first + second) > first),)))
    return rows


def test_every_line_up_plays_the_same_deals_from_every_seat() -> None:
    one = tournament("easy", "medium", "hard", "random", games=6, game="rummy-like")
    games = [row_of(one, number, ()) for number in range(one.plan.games)]
    line_ups = {frozenset(game.players) for game in games}
    assert len(line_ups) == 4
    assert len({(game.deal, game.players) for game in games}) == len(games) == 24
    for line_up in line_ups:
        own = [game for game in games if set(game.players) == line_up]
        assert sorted(game.deal for game in own) == [0, 0, 0, 1, 1, 1]
        assert all(sum(game.players[0] == player for game in own) == 2 for player in line_up)
    few = tournament("easy", "hard", games=1, game="rummy-like")
    assert [[each.name for each in variant.players] for variant in few.plan.variants] == [
        ["easy", "easy", "hard"],
        ["easy", "hard", "hard"],
    ]
    assert few.plan.games == 6
    together = tournament("easy", "hard", games=1, game="tradewinds")
    assert [names_at(together, number) for number in range(together.plan.games)] == [("easy",) * 4, ("hard",) * 4]


def test_a_number_of_simulations_becomes_part_of_the_names() -> None:
    one = make_tournament("clash", "easy,hard,hard:9,program cat", simulations=600)
    assert one.players == ("easy", "hard:600", "hard:9", "program:600 cat")
    with pytest.raises(ValueError, match=r"^'hard:600' is in the list of players twice\.$"):
        make_tournament("clash", "hard,hard:600", simulations=600)


def test_too_many_line_ups_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.lab.tournament.plan.MAX_LINE_UPS", 3)
    with pytest.raises(ValueError, match=r"^These players have more than 3 line-ups\."):
        tournament("easy", "medium", "hard", "random", game="rummy-like")


def test_ratings_find_the_strengths_and_intervals_hold_them() -> None:
    """Check that about 95% of many intervals hold the true strength."""
    strengths, random = {"easy": -150.0, "medium": 0.0, "hard": 150.0}, Random(4)
    held = 0
    for _ in range(40):
        ratings = rate(tuple(strengths), play(tournament(*strengths, games=60), strengths, random))
        held += sum(each.low <= strengths[each.player] <= each.high for each in ratings)
    assert 0.9 <= held / 120 <= 1
    ratings = rate(tuple(strengths), play(tournament(*strengths, games=4000), strengths, random))
    assert [each.player for each in ratings] == ["hard", "medium", "easy"]
    for each in ratings:
        assert each.elo == pytest.approx(strengths[each.player], abs=15)
        assert each.high - each.low < 40
        assert each.games == 8000


def test_ratings_do_not_depend_on_the_order_of_the_games() -> None:
    one = tournament("easy", "medium", "hard", games=30)
    rows = play(one, dict.fromkeys(one.players, 0.0), Random(1))
    forwards, backwards = rate(one.players, rows), rate(one.players, rows[::-1])
    assert [each.player for each in forwards] == [each.player for each in backwards]
    assert [each.elo for each in forwards] == pytest.approx([each.elo for each in backwards], abs=0.01)


def test_a_player_who_wins_every_game_has_a_finite_rating_with_a_wide_interval() -> None:
    one = tournament("hard", "random", games=20)
    rows = [row_of(one, number, (names_at(one, number).index("hard"),)) for number in range(20)]
    best, worst = rate(one.players, rows)
    assert (best.player, best.share, worst.share) == ("hard", 1.0, 0.0)
    assert 300 < best.elo < 1000
    assert best.elo - best.low > 100
    assert best.high - best.elo > 100


def test_draws_count_as_half_and_places_count_in_games_of_several() -> None:
    duel = tournament("easy", "hard")
    assert results_by_deal(duel.players, [row_of(duel, 0, ()), row_of(duel, 1, (0, 1))]).sum(axis=0).tolist() == [
        [0, 1],
        [1, 0],
    ]
    trio = tournament("easy", "medium", "hard", game="rummy-like")
    won = results_by_deal(trio.players, [row_of(trio, 0, (1,), (3, 5, 4))])[0]
    assert won.tolist() == [[0, 0, 0], [1, 0, 1], [1, 0, 0]]


def test_a_fit_is_where_the_expected_results_are_the_real_ones() -> None:
    won = np.array([[0.0, 30.0, 45.0], [20.0, 0.0, 35.0], [5.0, 15.0, 0.0]])
    logs = fit(won[None])[0]
    expected = (won + won.T) / (1 + np.exp(logs[None, :] - logs[:, None]))
    assert np.abs(expected.sum(axis=1) - won.sum(axis=1)).max() < 0.6  # what the prior changes
    assert ELO * logs.mean() == pytest.approx(0)


def test_games_played_together_have_means() -> None:
    one = tournament("easy", "hard", games=2, game="tradewinds")
    margins = {0: 4, 1: 9, 2: -2, 3: 11}
    rows = [row_of(one, n, ())._replace(margin=margin, winners=(0,) * (margin > 0)) for n, margin in margins.items()]
    hard, easy = team_results(one.players, rows)
    assert (hard.player, hard.mean, hard.won, hard.games) == ("hard", 10, 1, 2)
    assert (easy.player, easy.mean, easy.won) == ("easy", 1, 0.5)
    assert easy.error == pytest.approx(1.96 * 3, rel=1e-4)
