"""The cards of Wind City and the end of the game (WC-13, WC-14, WC-15)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.account import accounts, describe_accounts
from cardtable.engine.games.wind_city.cards import CARDS, House, Move, parse_card
from cardtable.engine.games.wind_city.model import Built, Options, Paid, RanOut
from cardtable.engine.walk import turns
from tests.games.wind_city_positions import LATE, of_type, play_plan, play_typed, space, start_state, state, with_card


# Cards
def test_wc_13_card_2_is_as_in_the_source_rules() -> None:
    assert CARDS[1] == parse_card("S1:1 N4:3 W2:1 W2:2 H:4")


def test_wc_13_all_cards_have_the_same_pattern() -> None:
    assert len(CARDS) == 25
    assert len(set(CARDS)) == 25
    for each in CARDS:
        assert [type(action) for action in each] == [Move] * 4 + [House]
        south, north, one, other = (action for action in each if isinstance(action, Move))
        assert south.steps <= 3
        assert north.steps <= 5
        assert (south.direction, north.direction) == ("south", "north")
        assert {one.direction, other.direction} <= {"east", "west"}
        assert 3 <= each[4].cost <= 5


def test_wc_13_no_choice_returns_the_hurricane_to_its_start() -> None:
    for number in range(1, 26):
        position = state("A5", "B5", at="F9", card=number)
        for action in GAME.legal(position):
            after, _ = play_plan(position._replace(houses=((), ()), coins=(99, 99)), str(action))
            assert after.hurricane != space("F9"), (number, str(action))


@pytest.mark.parametrize("seats", GAME.seats)
def test_wc_13_no_card_is_gained_or_lost(seats: int) -> None:
    """Each of the 25 cards is always in exactly one place."""
    for key in range(8):
        for before, _, step in turns(GAME, start_state(seats, key, piles=1), Key(key)):
            for position in (before, step.state):
                assert sorted(
                    (*position.pile, *position.discards, *([position.card] if position.card else []))
                ) == list(range(1, 26))
    assert GAME.box(start_state(seats)) == ()


def test_wc_14_the_discards_are_shuffled_when_the_pile_runs_out() -> None:
    position = state("A11", "J10", at="C5", pile=())
    after, events = play_plan(position, "3")
    assert of_type(events, RanOut) == [RanOut(1, 1)]
    assert (after.run_out, len(after.pile), after.discards) == (1, 24, ())
    assert {play_plan(position._replace(key=Key(key)), "3")[0].card for key in range(200)} == set(range(1, 26))


def test_wc_14_the_game_ends_when_the_pile_runs_out_for_the_third_time() -> None:
    position = state("A11", "J10 J4", at="C5", pile=(), run_out=2)
    after, events = play_plan(position, "3")
    assert after.turn is None
    assert of_type(events, RanOut) == [RanOut(1, 3)]
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert outcome.reason == "The pile has run out 3 times. {winners} wins with 30 points."
    assert (outcome.points, outcome.winners, outcome.margin) == ((10, 30), (1,), 20)
    assert of_type(events, Paid), "the last turn was paid for"


def test_wc_14_the_number_of_piles_is_an_option() -> None:
    over = state("A11", "J10", at="C5", pile=(), options=Options(piles=1))
    assert play_plan(over, "3")[0].turn is None
    assert play_plan(state("A11", "J10", at="C5", pile=(), run_out=8, options=Options(piles=0)), "3")[0].turn == 1


# The end
def ended(*houses: str, **zones: Any) -> Any:
    position = state(*houses, at="J11", options=with_card("N1:1 S1:1 E1:1 W1:1 H:1"), **zones)
    return GAME.outcome(play_plan(position, "1")[0])


def test_wc_15_houses_count_10_and_valuable_ones_20() -> None:
    outcome = ended("A5 B6", "A4 C7+ D4+", "E9+")
    assert outcome.points == (20, 60, 20)
    assert (outcome.winners, outcome.margin, outcome.ruling) == ((1,), 40, "WC-15")


def test_wc_15_coins_break_a_tie() -> None:
    outcome = ended("A5", "B5", "C5", coins=(9, 12, 3))
    assert (outcome.winners, outcome.margin) == ((1,), 0)
    assert outcome.reason.endswith("{winners} wins with 10 points; 12 coins against 9 break the tie.")
    shared = ended("A5", "B5", "C6", coins=(12, 12, 3))
    assert (shared.winners, shared.margin) == ((0, 1), 0)
    assert shared.reason.endswith("{winners} each win with 10 points.")
    assert ended("A5 A6", "B5", coins=(0, 40)).winners == (0,)


def test_wc_15_a_player_who_is_out_cannot_win() -> None:
    position = state("", "J10", "", at="J11", coins=(0, 3, 3), out=(0,), active=1, options=LATE)
    outcome = GAME.outcome(play_plan(position, "1")[0])
    assert outcome is not None
    assert outcome.winners == (1,)


# Random games
def test_random_games_end() -> None:
    """About a hundred games end within a bound that follows from the rules."""
    longest = {}
    for seats in GAME.seats:
        lengths = [len(list(turns(GAME, start_state(seats, key), Key(key)))) for key in range(40)]
        longest[seats] = max(lengths)
        most = 25 * Options().piles
        assert max(lengths) <= 1 + 12 * seats + most * (1 + 13 + 1 + 13 * (seats - 1) + 3)
    assert all(one < other for one, other in pairwise(longest.values()))


# The account
def test_the_account_counts_houses_insurance_and_what_the_storm_destroyed() -> None:
    here = state("A7 B7", "E11 E7! E8", at="E6", card=1, options=with_card("N3:2 S1:1 E1:1 W1:1 H:4"))
    after, events = play_typed(here, "1", "offer", "insure E11", "done")
    assert accounts(after, events) == [(2, 0, 1, 3, 0), (2, 1, 0, 0, 3)]
    assert accounts(after, (Built(1, space("E8")), *events))[1].lost == 2, "both families"
    first, second = describe_accounts(after, events, ("Ann", "Bob"))
    assert first == (
        "Ann: 2 houses left, 0 lost to the hurricane, 1 of the others' destroyed; insurance earned 3 and cost 0."
    )
    assert second.startswith("Bob: 2 houses left, 1 lost to the hurricane, 0 of the others' destroyed; ")


def test_nobody_is_charged_with_their_own_house_as_a_hit() -> None:
    here = state("A7 E7", "B8", at="E6", card=1, options=with_card("N3:2 S1:1 E1:1 W1:1 H:4"))
    after, events = play_plan(here, "1")
    assert accounts(after, events)[0] == (1, 1, 0, 0, 0)
