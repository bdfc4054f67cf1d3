"""Simulations of Wind City."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import start
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.model import Choose, State
from cardtable.players import ComputerPlayer
from cardtable.players.games.wind_city import KNOWLEDGE
from cardtable.players.games.wind_city_plans import Outlook
from cardtable.players.games.wind_city_simulations import best_plan, policy, refine
from cardtable.table.seen import Seen

GAMES = 10


def simulated() -> Iterator[State]:
    """Yield the states of games played as in simulations, after the houses are placed."""
    for number in range(GAMES):
        random, state = Random(number), start(GAME, GAME.options(), 3, DealCode(number).key()).state
        while legal := GAME.legal(state):
            if state.phase not in ("hurricane", "houses"):
                yield state
            action = policy(state, legal, random)
            assert action in legal
            state = GAME.advance(state, action, None)


def test_a_game_is_won_by_ending_it_in_the_lead() -> None:
    """Check that a plan that leaves the board is chosen only in the lead, unless no other plan can be paid for."""
    left = 0
    for state in simulated():
        if state.phase == "plan" and state.card:
            outlook, card = Outlook(state, state.active), state.options.cards[state.card - 1]
            trip = outlook.follow(card, best_plan(state, Random(1)))
            if trip.leaves:
                left += 1
                assert outlook.lead + sum(outlook.stakes.get(space, 0.0) for space in trip.hit) > 0
    assert left


def test_a_hidden_plan_is_imagined_as_a_sensible_one() -> None:
    """A buyer of insurance doesn't see the card and the plan, and doesn't expect any plan to be equally likely."""
    imagined = 0
    for state in simulated():
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


def test_hints_name_a_plan_in_words() -> None:
    state = next(state for state in simulated() if state.phase == "plan" and state.card == 1)
    assert KNOWLEDGE.name(state, Choose((2, 1))) == "north 3, south 1 (2 1)"
