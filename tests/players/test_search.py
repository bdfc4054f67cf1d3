"""The search, on positions small enough to be solved exactly."""

from __future__ import annotations

import os
from itertools import islice
from random import Random
from statistics import fmean, stdev

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import start
from cardtable.engine.games.clash import GAME as CLASH
from cardtable.engine.games.clash.model import Options
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.players import knowledge_of
from cardtable.players.search import Searcher, SimulationResult, halve, simulator_for
from tests.games import clash_positions
from tests.players.endgames import KNOWLEDGE, endgames, exact_values, worth_in_search

ENDGAMES = 500 if os.environ.get("CARDTABLE_PROFILE") == "deep" else 12


def test_the_best_action_of_an_endgame_is_found() -> None:
    """Check that in 99% of endgames, the choice is as good as the best action of an exact search."""
    wrong = 0
    for state in islice(endgames(1 + ENDGAMES), 1, None):  # in the first, simulations of the best two are equal
        exact = exact_values(state, worth_in_search)
        simulator = simulator_for(KNOWLEDGE, GAME.view(state, 0), Key(7))
        best = halve(simulator, GAME.legal(state), 300)[0].action
        wrong += exact[best][0] < max(exact.values())[0] - 1e-9
    assert wrong <= ENDGAMES // 100


def test_a_play_that_wins_at_once_is_found() -> None:
    """North has two cards left and can play both together."""
    state = clash_positions.state("H R S", "FGS", ("R G B H C P F", "C HRC"), turn=1, options=Options(target=0))
    best = halve(Searcher(knowledge_of(CLASH), CLASH.view(state, 1), Key(1)), CLASH.legal(state), 60)[0]
    assert str(best.action) == "Circle + Hollow-Red-Circle"
    assert best.value > 0.9


def test_halving_uses_the_simulations_it_gets() -> None:
    """Each action gets at least one, and the best gets the most."""
    state = clash_positions.start()
    legal = CLASH.legal(state)
    for simulations in (1, 50, 200):
        searcher = Searcher(knowledge_of(CLASH), CLASH.view(state, CLASH.turn(state)), Key(2))
        found = halve(searcher, legal, simulations)
        assert sorted(map(str, (each.action for each in found))) == sorted(map(str, legal))
        assert found[0].visits == max(each.visits for each in found)
        assert sum(each.visits for each in found) <= max(simulations, 2 * len(legal))


def test_equal_numbers_mean_equal_deals() -> None:
    """Check that every action is simulated with the same cards and the same luck."""
    state = clash_positions.start()
    searcher = Searcher(knowledge_of(CLASH), CLASH.view(state, CLASH.turn(state)), Key(2))
    (one, random), (same, equal) = searcher.deal(3), searcher.deal(3)
    assert one is same
    assert random.random() == equal.random()
    assert searcher.deal(4)[0] != one


def test_many_simulations_at_once_have_the_same_results_as_single_ones() -> None:
    """Check the wins and margins of a game with several seats, apart from chance."""
    state = start(GAME, GAME.options(), 2, DealCode(4).key()).state
    view, each = GAME.view(state, state.turn), 400
    legal = GAME.legal(view)[:2]
    many = simulator_for(KNOWLEDGE, view, Key(1)).results(legal, 0, 10 * each)
    single = Searcher(KNOWLEDGE, view, Key(1)).results(legal, 0, each)
    for found, expected in zip(many, single, strict=True):
        for name in SimulationResult._fields:
            ours, theirs = ([float(getattr(result, name)) for result in results] for results in (found, expected))
            assert abs(fmean(ours) - fmean(theirs)) < 4.5 * stdev(theirs) * (1.1 / each) ** 0.5


def test_simulations_play_what_is_rated_best() -> None:
    """Check that the fast choice in Exit Stage Right agrees with the ratings, apart from one action in ten."""
    random, best, picked = Random(1), 0, 0
    for number in range(10):
        state = start(GAME, GAME.options(), 1 + number % 3, DealCode(number).key()).state
        while legal := GAME.legal(state):
            ratings = KNOWLEDGE.rate(state, legal, random)
            action = KNOWLEDGE.policy(state, legal, random)
            best += ratings[legal.index(action)] == max(ratings)
            picked += 1
            state = GAME.advance(state, action, None)
    assert 0.9 <= best / picked < 1
