"""The worked example in the source rules of Wind City, and their other sentences that can be tested."""

from __future__ import annotations

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.game import start
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.cards import CARDS
from cardtable.engine.games.wind_city.houses import area_of
from cardtable.engine.games.wind_city.model import Earned, Ended, Lapsed, Moved, Options, Paid, Showed, WentBankrupt
from tests.games.wind_city_positions import (
    legal_spaces,
    names,
    of_type,
    play_plan,
    play_typed,
    space,
    spaces,
    state,
    with_card,
)

STEPS = with_card("N1:1 S1:1 E1:1 W1:1 H:4")


# Card 2
def test_card_2() -> None:
    printed = [(str(action), action.cost) for action in CARDS[1]]
    assert printed == [("south 1", 1), ("north 4", 3), ("west 2", 1), ("west 2", 2), ("house", 4)]


def test_actions_1_3_and_4_of_card_2() -> None:
    """The hurricane moves one space south, then four west, for four points to the bank."""
    position = state("A11", "B11", at="I6", card=2)
    after, events = play_plan(position, "1 3 4")
    assert of_type(events, Showed) == [Showed(0, 2, (1, 3, 4), (CARDS[1][0], CARDS[1][2], CARDS[1][3]))]
    assert [names(event.path) for event in of_type(events, Moved)] == ["I5", "H5 G5", "F5 E5"]
    assert after.hurricane == space("E5")
    assert of_type(events, Paid) == [Paid(0, 4)]
    assert after.coins[0] == 40 - 4 + 3, "and three for a calm turn"


def test_actions_1_3_and_4_of_card_2_across_the_edge() -> None:
    """Beyond the left edge it returns on the right, in the same row."""
    position = state("A11", "B11", at="B6", card=2)
    assert [names(event.path) for event in of_type(play_plan(position, "1 3 4")[1], Moved)] == [
        "B5",
        "A5 J5",
        "I5 H5",
    ]


# Set-up
@pytest.mark.parametrize(
    ("seats", "sections", "each", "beach"), [(5, 4, 3, 2), (4, 3, 4, 3), (3, 2, 6, 3), (2, 2, 6, 3)]
)
def test_houses_in_each_section(seats: int, sections: int, each: int, beach: int) -> None:
    """Three in each of four sections, four in each of three, six in each of two, with some on the beach."""
    position = play_typed(start(GAME, Options(first=seats), seats, Key(1)).state, "hurricane A1")[0]
    plan, rounds = area_of(position), 0
    while position.phase == "houses":
        choice = GAME.legal(position)[0] if rounds % 2 else GAME.legal(position)[-1]
        position, rounds = GAME.apply(position, choice).state, rounds + 1
    for own in position.houses:
        assert [sum(one in section for one in own) for section in plan.sections] == [each] * sections
        assert 1 <= sum(map(plan.is_beach, own)) <= beach
    assert position.coins == (40,) * seats, "free of charge"


def test_insurance_costs_3_and_6() -> None:
    position = state("A11", "A4 B5 C6+", at="E5", phase="offer", plan=(4,), options=STEPS)
    costs = [play_typed(position, "offer", f"insure {name}")[0].coins for name in ("A4", "B5", "C6")]
    assert costs == [(46, 34), (43, 37), (46, 34)]


def test_the_seller_buys_no_insurance() -> None:
    position = play_typed(state("A11", "A4", at="E5", phase="offer", plan=(4,), options=STEPS), "offer")[0]
    assert position.turn == 1
    assert legal_spaces(position) == [space("A4")]


def test_insurance_bought_from_the_previous_player_ends_immediately() -> None:
    """A player who buys from the player just before them loses that insurance on their own turn right away."""
    position = state("A11", "A5 B5", at="E8", phase="offer", plan=(4,), options=STEPS)
    position, _ = play_typed(position, "offer", "insure A5", "done")
    assert (position.active, position.insured) == (1, spaces("A5"))
    position, events = play_typed(position, "4", "done")
    assert of_type(events, Lapsed) == [Lapsed(1, spaces("A5"))]
    assert position.insured == ()


def test_renewal_costs_2_and_3_to_the_bank() -> None:
    position = play_typed(state("A4! B5! C6+!", "A11", at="E5", options=STEPS), "4")[0]
    left = [play_typed(position, f"renew {name}")[0].coins for name in ("A4", "B5", "C6")]
    assert left == [(37, 40), (38, 40), (37, 40)]


# The hurricane
def test_uninsured_houses_are_destroyed_in_passing_and_in_stopping() -> None:
    position = state("A11", "F5 G5 A10", at="E5", options=with_card("E2:1 N1:1 S1:1 W1:1 H:4"))
    after, events = play_plan(position, "1")
    assert of_type(events, Moved)[0].destroyed == ((1, space("F5")), (1, space("G5")))
    assert after.houses[1] == spaces("A10")


def test_insured_houses_are_passed_and_stay_insured() -> None:
    position = state("A11", "F5! A10", at="E5", options=with_card("E2:1 N1:1 S1:1 W1:1 H:4"))
    after, _ = play_plan(position, "1")
    assert (after.houses[1], after.insured, after.hurricane) == (spaces("F5 A10"), spaces("F5"), space("G5"))


def test_on_an_insured_house_the_hurricane_moves_one_space_farther() -> None:
    position = state("A11", "F5! A10", at="E5", options=STEPS)
    after, _ = play_plan(position, "3")
    assert (after.houses[1], after.hurricane) == (spaces("F5 A10"), space("G5"))


def test_five_points_for_a_station() -> None:
    position = state("A11", "A10", at="E5", options=STEPS)
    assert Earned(0, 5, station=True) in play_plan(position, "1")[1]


def test_five_points_for_a_station_at_sea_and_no_bonus_there() -> None:
    position = state("A11", "A10", at="C1", options=STEPS)
    assert of_type(play_plan(position, "1")[1], Earned) == [Earned(0, 5, station=True)]


def test_three_points_for_meeting_no_house() -> None:
    position = state("A11", "A10 D7!", at="E7", options=STEPS)
    assert of_type(play_plan(position, "1")[1], Earned) == [Earned(0, 3, station=False)]
    assert not of_type(play_plan(position, "4 1")[1], Earned), "passing the insured house on D7 counts too"


def test_no_bonus_while_it_moves_at_sea() -> None:
    position = state("A11", "A10", at="E1", options=STEPS)
    assert not of_type(play_plan(position, "1")[1], Earned)


# Two families
def test_without_a_destroyed_house_none_can_be_bought() -> None:
    full = "A11 B11 C11 D11 E11 F11 H11 I11 J11 A10 B10 C10"
    assert play_plan(state(full, "A9", at="E5", options=STEPS), "3 5")[0].phase == "plan"
    assert play_plan(state(full[:-4], "A9", at="E5", options=STEPS), "3 5")[0].phase == "build"


def test_houses_are_built_only_north_of_the_hurricane() -> None:
    """Only north of the hurricane's row, beside an uninsured house of the same colour."""
    position = state("A5 A6 A7 B7", "C7", at="E6", options=STEPS)
    assert legal_spaces(play_plan(position, "3 5")[0]) == list(spaces("A7 B7"))


def test_no_houses_are_bought_with_the_hurricane_in_the_last_three_rows() -> None:
    position = state("A11", "C7", at="E9", options=STEPS)
    assert play_plan(position, "3 5")[0].phase == "plan"


# The end
def test_a_player_who_cannot_pay_drops_out() -> None:
    position = state("A11 B11", "A10", "B10", at="E1", coins=(0, 40, 40), options=STEPS)
    after, events = play_plan(position, "3")
    assert of_type(events, WentBankrupt) == [WentBankrupt(0, 1, 0, spaces("A11 B11"))]
    assert after.active == 1


def test_beyond_the_northern_edge_the_game_is_over() -> None:
    position = state("A11 B4 C9+", "A10", at="E11", options=STEPS)
    after, events = play_plan(position, "1")
    assert of_type(events, Ended)
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert outcome.points == (10 + 20 + 20, 10), "ten for a house, twenty on the beach or for two families"


def test_the_discards_make_a_new_pile() -> None:
    position = state("A11", "A10", at="E5", pile=(), card=2)
    after, _ = play_plan(position, "3")
    assert len(after.pile) == 24
