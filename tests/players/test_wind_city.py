"""Simulations of Wind City."""

from __future__ import annotations

from random import Random

import pytest

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import Seat, start
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import BOARD, Space
from cardtable.engine.games.wind_city.cards import Move
from cardtable.engine.games.wind_city.hidden import forecast
from cardtable.engine.games.wind_city.houses import points_of, stock, without_houses
from cardtable.engine.games.wind_city.insurance import insure, renew
from cardtable.engine.games.wind_city.model import (
    Action,
    Choose,
    Done,
    Earned,
    Insure,
    Moved,
    Offer,
    Paid,
    Renew,
    State,
)
from cardtable.engine.games.wind_city.rules import advance, choices
from cardtable.games.wind_city.player import simulations as wind_city_simulations
from cardtable.games.wind_city.player.knowledge import KNOWLEDGE, rate_simply
from cardtable.games.wind_city.player.plans import Outlook
from cardtable.games.wind_city.player.routes import routes_of, set_of
from cardtable.games.wind_city.player.simulations import best_plan, chances, play_on, refine, turns
from cardtable.players import ComputerPlayer
from cardtable.players.knowledge import HOPELESS
from cardtable.players.search import Searcher
from cardtable.table.seen import Seen
from tests.games.wind_city_positions import state as position_of
from tests.games.wind_city_positions import with_card

GAMES = 10


@pytest.fixture(scope="module")
def simulated() -> list[State]:
    """Return the states before each choice in games played as in simulations, after the houses are placed.

    On the way, check that every choice is legal.
    """
    states = list[State]()

    def checked_advance(state: State, action: Action, events: None) -> State:
        if state.phase not in ("hurricane", "houses"):
            states.append(state)
        assert action in GAME.legal(state)
        return advance(state, action, events)

    def checked_insure(state: State, seat: Seat, space: Space, events: None) -> State:
        assert state.turn == seat
        assert Insure(space) in GAME.legal(state)
        return insure(state, seat, space, events)

    def checked_renew(state: State, space: Space, events: None) -> State:
        assert Renew(space) in GAME.legal(state)
        return renew(state, space, events)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wind_city_simulations, "advance", checked_advance)
        patch.setattr(wind_city_simulations, "insure", checked_insure)
        patch.setattr(wind_city_simulations, "renew", checked_renew)
        for number in range(GAMES):
            random, state = Random(number), start(GAME, GAME.options(), 3, DealCode(number).key()).state
            while state.turn is not None:
                state = play_on(state, random)
                assert state.phase in ("plan", "over")
    return states


def test_a_game_is_won_by_ending_it_in_the_lead(simulated: list[State]) -> None:
    """Check that a plan that leaves the board is chosen only in the lead, unless no other plan can be paid for."""
    left = 0
    for state in simulated:
        if state.phase == "plan" and state.card:
            outlook, card = Outlook(state, state.active), state.options.cards[state.card - 1]
            trip = outlook.follow(card, best_plan(state, Random(1)))
            if trip.leaves:
                left += 1
                points = list(points_of(without_houses(state, trip.hit.difference(state.insured))))
                is_ahead = points.pop(state.active) > max(points)
                others = [outlook.follow(card, action.plan) for action in choices(card)]
                is_poor = all(each.leaves or each.cost > state.coins[state.active] + each.earned for each in others)
                assert is_ahead or is_poor
    assert left


def test_the_ways_of_the_hurricane_are_those_of_the_rules(simulated: list[State]) -> None:
    """Check where the hurricane goes, and what a plan without a house costs and earns."""
    for state in [state._replace(insured=()) for state in simulated if state.phase == "plan"][::5]:
        assert state.card
        assert state.hurricane is not None
        card, houses = state.options.cards[state.card - 1], {space for own in state.houses for space in own}
        for way in routes_of(BOARD, 3, card, state.hurricane, "any"):
            story = forecast(state, way.plan)
            path = [space for event in story if isinstance(event, Moved) for space in event.path]
            assert way.entered == set_of(BOARD.columns, tuple(path))
            assert way.leaves == any(isinstance(event, Moved) and event.left for event in story)
            if not way.leaves:
                paid = sum(event.points for event in story if isinstance(event, Paid))
                earned = sum(event.points for event in story if isinstance(event, Earned))
                assert paid - earned == way.cost - way.calm * houses.isdisjoint(path)


def test_the_leader_is_likely_to_win_once_the_hurricane_is_far_north(simulated: list[State]) -> None:
    for state in [state._replace(coins=(10, 10, 10)) for state in simulated if state.phase == "plan"]:
        here, near = chances(state), chances(state._replace(hurricane=1000))
        assert sum(here) == pytest.approx(1)
        assert all(here[seat] == 0 for seat in state.out)
        *_, second, most = sorted(points := points_of(state))
        if points[state.active] == most >= second + 20:
            assert near[state.active] >= here[state.active]


def test_simulations_of_all_actions_stop_after_the_same_turn(simulated: list[State]) -> None:
    """States are compared after each action, whether it ends the turn or not."""
    for state in [state for state in simulated if state.phase in ("offer", "build")][::4]:
        searcher = Searcher(KNOWLEDGE, state, Key(1))
        for action in GAME.legal(state):
            reached = searcher.play_on(GAME.advance(state, action, None), Random(1))
            assert reached.turn is None or turns(reached) == turns(state) + KNOWLEDGE.horizon


def test_a_plan_is_considered_only_if_it_can_be_carried_out(simulated: list[State]) -> None:
    """Check that nobody tries to buy a house that they haven't lost."""
    for state in [state for state in simulated if state.phase == "plan" and state.card]:
        card = state.options.cards[(state.card or 1) - 1]
        if stock(state, state.active) == 0:
            for action in KNOWLEDGE.consider(state, GAME.legal(state)):
                assert isinstance(action, Choose)
                assert all(isinstance(card[number - 1], Move) for number in action.plan)


def test_a_hidden_plan_is_imagined_as_a_sensible_one(simulated: list[State]) -> None:
    """A buyer of insurance doesn't see the card and the plan, and doesn't expect any plan to be equally likely."""
    imagined = 0
    for state in simulated:
        if state.phase == "insure" and state.turn is not None:
            sample = GAME.determinize(state, state.turn, Key(3))
            refined = refine(sample, state.turn, Random(1))
            assert refined == sample._replace(plan=refined.plan)
            assert Choose(refined.plan) in GAME.legal(sample._replace(phase="plan", turn=sample.active, plan=()))
            imagined += refined.plan != sample.plan
        elif state.turn == state.active:
            assert refine(state, state.active, Random(1)) == state
    assert imagined


def test_one_place_for_a_house_is_considered() -> None:
    """The choice between dozens of places is made without simulations, and depends on nothing but the view."""
    state = start(GAME, GAME.options(), 3, DealCode(1).key()).state
    state = GAME.advance(state, GAME.legal(state)[0], None)
    legal = GAME.legal(state)
    (place,) = KNOWLEDGE.consider(state, legal)
    assert place in legal
    assert KNOWLEDGE.consider(GAME.view(state, state.turn), legal) == [place]


def test_medium_players_stay_solvent() -> None:
    """Check that they keep coins for later turns: without a reserve, somebody goes bankrupt in every fifth game."""
    player = ComputerPlayer(KNOWLEDGE, "medium")
    for number in range(2 * GAMES):
        state = start(GAME, GAME.options(), 3, DealCode(number).key()).state
        while (seat := state.turn) is not None:
            view = GAME.view(state, seat)
            seen = Seen(GAME, seat, ("Ann", "Ben", "Cleo"), seat, view, GAME.legal(view), (), None, "", "", 0)
            state = GAME.advance(state, player.choose(seen, Key(number), 0).action, None)
        assert not state.out


def test_hints_name_a_plan_in_words(simulated: list[State]) -> None:
    state = next(state for state in simulated if state.phase == "plan" and state.card == 1)
    assert KNOWLEDGE.name(state, Choose((2, 1))) == "north 3, south 1 (2 1)"


def test_beginners_keep_enough_coins_for_the_turns_to_come() -> None:
    here = position_of("A5 B6 C7 D8", "E5 F6 G7 H8", at="D3", phase="offer", plan=(3,))
    buying = GAME.apply(here._replace(coins=(40, 16)), Offer(True)).state
    legal = GAME.legal(buying)
    for luck in range(20):
        ratings = rate_simply(buying, legal, Random(luck))
        assert legal[ratings.index(max(ratings))] == Done(), "16 coins leave nothing to spare"
    poor = position_of("A5", "E5", at="D3", card=1, options=with_card("E1:9 N1:1 S1:1 W1:1 H:1"))._replace(coins=(5, 5))
    ratings = rate_simply(poor, GAME.legal(poor), Random(1))
    assert ratings[GAME.legal(poor).index(Choose((1,)))] == HOPELESS, "it would put the player out"
