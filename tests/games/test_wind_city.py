"""A test for each ruling of Wind City.  The worked example of its source rules is in tests/examples."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import BadOptions, IllegalAction, play, reveals, seen_by, start
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import BOARD, MAX_BEACH_HOUSES, SECTIONS, Board, name_of, play_area
from cardtable.engine.games.wind_city.cards import CARDS, House, Move, parse_card
from cardtable.engine.games.wind_city.hidden import forecast
from cardtable.engine.games.wind_city.houses import points_of, stock
from cardtable.engine.games.wind_city.model import (
    Built,
    Chose,
    Done,
    Drew,
    Earned,
    Ended,
    Insured,
    Lapsed,
    Moved,
    Options,
    Paid,
    RanOut,
    Renew,
    Showed,
    State,
    WentBankrupt,
)
from cardtable.engine.games.wind_city.words import PRESETS
from cardtable.engine.walk import turns
from tests.games.wind_city_positions import (
    legal_spaces,
    names,
    of_type,
    plans,
    play_plan,
    play_typed,
    space,
    spaces,
    state,
    with_card,
)

FAR_HOUSES = "A11 B11"
"""Houses far from the hurricane."""


def start_state(seats: int, key: int = 1, **options: Any) -> State:
    return start(GAME, Options(**options), seats, Key(key)).state


def after_placing(seats: int, key: int = 1, luck: int = 1, **options: Any) -> State:
    """Return a state after all houses have been placed at random."""
    position, random = start_state(seats, key, **options), Random(luck)
    while position.phase in ("hurricane", "houses"):
        position = GAME.apply(position, random.choice(GAME.legal(position))).state
    return position


def refusal(before: State, text: str) -> str:
    with pytest.raises(IllegalAction) as error:
        play(GAME, before, GAME.parse(text))
    return str(error.value)


def fault(seats: int = 2, **options: Any) -> str:
    with pytest.raises(BadOptions) as error:
        start(GAME, Options(**options), seats, Key(1))
    return str(error.value)


def paths_of(events: Any) -> list[str]:
    """Return the hurricane's path in each move, as names of spaces."""
    return [names(event.path) for event in of_type(events, Moved)]


# The board and the start
@pytest.mark.parametrize(("seats", "sections", "rows"), [(2, 2, 11), (3, 2, 11), (4, 3, 15), (5, 4, 19)])
def test_wc_1_sections_in_use(seats: int, sections: int, rows: int) -> None:
    plan = play_area(BOARD, seats)
    assert (plan.rows, plan.columns, len(plan.sections), plan.coast) == (rows, 10, sections, 3)
    assert len(plan.stations) == 2 + 2 * sections
    for at, section in enumerate(plan.sections):
        assert len(section) == 38, "four rows of ten, minus two stations"
        assert {each // 100 for each in section} == set(range(3 + 4 * at, 7 + 4 * at))
    assert not any(each // 100 == plan.coast for each in plan.stations)


@pytest.mark.parametrize("seats", GAME.seats)
def test_wc_1_every_player_can_place_their_houses_in_any_order(seats: int) -> None:
    for luck in range(12):
        position = start_state(seats, luck + 1)
        random = Random(luck)
        while position.phase in ("hurricane", "houses"):
            choices = GAME.legal(position)
            assert choices
            if luck % 3:  # crowding the coast, or avoiding it
                choices = tuple(sorted(choices, key=lambda each: getattr(each, "space", 0), reverse=luck % 3 == 1))[:4]
            position = GAME.apply(position, random.choice(choices)).state
        assert all(len(own) == 12 for own in position.houses)


def test_wc_1_east_and_west_wrap() -> None:
    position = state("F10", "G10", at="J5", options=with_card("E3:1 W3:1 S1:1 N1:1 H:1"))
    assert paths_of(play_plan(position, "1")[1]) == ["A5 B5 C5"]
    assert paths_of(play_plan(position._replace(hurricane=space("B5")), "2")[1]) == ["A5 J5 I5"]


def test_wc_1_no_house_on_a_station_or_at_sea() -> None:
    position = play_typed(start_state(2, first=1), "hurricane A1")[0]
    assert refusal(position, "E6") == "E6 is a weather station; no house can stand there (WC-1)."
    assert refusal(position, "E3") == "Houses go on the land in use, not on E3 (WC-1)."
    assert "E12" in refusal(position, "E12")
    assert len(GAME.legal(position)) == 2 * 38


def test_wc_2_coins_and_houses() -> None:
    position = after_placing(5)
    assert position.coins == (40,) * 5
    assert [len(own) for own in position.houses] == [12] * 5
    assert [stock(position, seat) for seat in range(5)] == [0] * 5


def test_wc_3_the_hurricane_starts_in_the_southernmost_row() -> None:
    position = start_state(3, first=2)
    assert (position.phase, position.turn) == ("hurricane", 1)
    assert [name_of(each) for each in legal_spaces(position)] == [f"{letter}1" for letter in "ABCDEFGHIJ"]
    assert refusal(position, "hurricane A2").endswith("(WC-3).")
    assert refusal(position, "house A4").endswith("(WC-3).")


def test_wc_3_a_space_alone_places_the_hurricane_or_a_house() -> None:
    position = play_typed(start_state(2, first=1), "c1")[0]
    assert position.hurricane == space("C1")
    assert refusal(position, "C1") == "Now place a house, on land (WC-3)."
    assert refusal(position, "D2") == "Houses go on the land in use, not on D2 (WC-1)."
    assert play_typed(position, "e4")[0].houses[1] == spaces("E4")


def test_wc_3_players_place_houses_in_turn_starting_with_the_second() -> None:
    position = start_state(3, first=2)
    position = play_typed(position, "hurricane C1")[0]
    asked = []
    random = Random(3)
    while position.phase == "houses":
        asked.append(position.turn)
        position = GAME.apply(position, random.choice(GAME.legal(position))).state
    assert asked == [2, 0, 1] * 12
    assert (position.phase, position.turn, position.active) == ("plan", 1, 1)


@pytest.mark.parametrize("seats", GAME.seats)
def test_wc_3_each_section_gets_equally_many_houses_and_the_coast_some(seats: int) -> None:
    most = 2 if seats == 5 else 3
    for luck in range(10):
        position = after_placing(seats, luck=luck)
        plan = play_area(BOARD, seats)
        for own in position.houses:
            counts = [sum(each in section for each in own) for section in plan.sections]
            assert counts == [12 // SECTIONS[seats]] * SECTIONS[seats]
            assert 1 <= sum(map(plan.is_beach, own)) <= most == MAX_BEACH_HOUSES[seats]
        assert len({each for own in position.houses for each in own}) == 12 * seats


def test_wc_3_the_last_house_of_the_first_section_goes_to_the_coast() -> None:
    position = play_typed(
        start_state(2, first=1), "hurricane A1", "A5", "J11", "B5", "J10", "C5", "I11", "D5", "I10", "E5", "H11"
    )[0]
    assert position.turn == 1
    assert {name_of(each)[1:] for each in legal_spaces(position)} == {"4", "8", "9", "10", "11"}
    assert refusal(position, "F5").startswith("Your last house in this section must go on the coast")
    position = play_typed(position, "A4", "H10")[0]
    assert refusal(position, "F5") == "You have already placed your 6 houses in this section (WC-3)."


def test_wc_3_beach_houses_are_limited() -> None:
    position = play_typed(start_state(2, first=1), "hurricane A1", "A4", "J11", "B4", "J10", "C4", "I11")[0]
    assert refusal(position, "D4") == "You can have at most 3 houses on the coast (WC-3)."
    assert refusal(position, "A4") == "There is already a house on A4 (WC-3)."
    position = play_typed(
        start_state(5, first=5), "hurricane A1", "A4", "C4", "D4", "E4", "F4", "B4", "C5", "D5", "E5", "F5"
    )[0]
    assert refusal(position, "G4") == "You can have at most 2 houses on the coast (WC-3)."


def test_wc_3_the_first_player_is_drawn_or_chosen() -> None:
    assert Counter(start_state(4, key).turn for key in range(60)).keys() == {0, 1, 2, 3}
    assert {start_state(4, key, first=3).turn for key in range(9)} == {2}
    assert fault(2, first=3) == "Player 3 can't go first with only 2 players (WC-3)."


# A turn
def test_wc_4_one_to_three_actions_in_order_with_a_move() -> None:
    open_plans = plans(state(FAR_HOUSES, FAR_HOUSES.replace("11", "10")))
    every = [order for size in (1, 2, 3) for order in product((1, 2, 3, 4, 5), repeat=size)]
    assert open_plans == [order for order in every if len(set(order)) == len(order) and order != (5,)]
    assert len(open_plans) == 5 + 20 + 60 - 1
    two_houses = with_card("N1:1 H:1 S1:1 H:1 E1:1")
    open_plans = plans(state(FAR_HOUSES, "C11", options=two_houses))
    assert not {(2,), (4,), (2, 4), (4, 2)} & set(open_plans)
    assert len(open_plans) == 85 - 4
    assert refusal(state(FAR_HOUSES, "C11"), "5") == "At least one of the actions you choose must be a move (WC-4)."
    assert refusal(state(FAR_HOUSES, "C11"), "done").endswith("(WC-4).")


def test_wc_4_the_order_chosen_is_the_order_carried_out() -> None:
    position = state(FAR_HOUSES, "C11", at="E5", options=with_card("S1:1 N2:1 E2:1 W3:1 H:1"))
    assert paths_of(play_plan(position, "3 2 1")[1]) == ["F5 G5", "G6 G7", "G6"]
    assert paths_of(play_plan(position, "1 2 3")[1]) == ["E4", "E5 E6", "F6 G6"]


def test_wc_4_the_steps_of_a_turn() -> None:
    position = state("A11! B11", "A10 B10", "C10", at="E5", card=2)
    after, events = play_typed(position, "1 3 4", "renew A11", "offer", "insure B10", "done", "insure C10")
    kinds = [type(event).__name__ for event in events]
    assert kinds == [
        "Chose", "Insured", "Offered", "Insured", "Insured", "Showed", "Moved", "Moved", "Moved", "Earned",
        "Paid", "Drew",
    ]  # fmt: skip
    assert (after.phase, after.turn, after.active, after.discards) == ("plan", 1, 1, (2,))


def test_wc_5_insurance_ends_unless_it_is_renewed() -> None:
    position = state("A4! B5! C5+! D5", "A10", at="E5")
    assert names(play_typed(position, "3")[0].lapsing) == "A4 B5 C5"
    after, events = play_typed(position, "3", "renew A4", "renew C5", "done")
    assert [(event.space, event.cost, event.seller) for event in of_type(events, Insured)] == [
        (space("A4"), 3, None),
        (space("C5"), 3, None),
    ]
    assert of_type(events, Lapsed) == [Lapsed(0, spaces("B5"))]
    assert after.insured == spaces("A4 C5")
    assert after.coins == (34, 40)
    assert play_typed(position, "3", "renew B5")[0].coins == (38, 40)


def test_wc_5_players_renew_only_their_own_houses_and_only_if_they_can_pay() -> None:
    position = play_typed(state("A4! B5! D5", "A10!", at="E5", coins=(2, 40)), "3")[0]
    assert [str(action) for action in GAME.legal(position)] == ["renew B5", "done"]
    assert refusal(position, "renew A4") == "Renewing A4 costs 3, but you have 2 left (WC-5)."
    assert refusal(position, "renew A10") == "You have no insurance to renew on A10 (WC-5)."
    assert refusal(position, "renew D5").endswith("(WC-5).")
    after, events = play_typed(position, "renew B5")
    assert of_type(events, Lapsed) == [Lapsed(0, spaces("A4"))], "they can't pay for the rest"
    assert after.insured == spaces("B5 A10")


def test_wc_6_other_players_pay_the_player_whose_turn_it_is() -> None:
    position = state("A11", "A4 B5 C5+ D5!", at="E5", phase="offer", plan=(3,), active=0)
    position = play_typed(position, "offer")[0]
    assert (position.turn, position.phase) == (1, "insure")
    assert [str(action) for action in GAME.legal(position)] == ["insure A4", "insure B5", "insure C5", "done"]
    position, events = play_typed(position, "insure A4", "insure B5", "insure C5")
    assert [event.cost for event in of_type(events, Insured)] == [6, 3, 6]
    assert position.coins[1] == 40 - 15
    assert of_type(events, Paid)
    assert position.coins[0] == 40 + 15 - of_type(events, Paid)[0].points + sum(
        e.points for e in of_type(events, Earned)
    )


def test_wc_6_players_insure_clockwise_and_only_their_own_houses() -> None:
    position = play_typed(
        state("A11", "A10", "B10", "C10", at="E5", phase="offer", plan=(3,), active=2, card=1), "offer"
    )[0]
    assert position.turn == 3
    assert refusal(position, "insure A10") == "You have no house on A10 (WC-6)."
    position = play_typed(position, "done")[0]
    assert position.turn == 0
    position = play_typed(position, "insure A11")[0]
    assert position.turn == 1, "the player with one house has insured it"
    assert play_typed(position, "done")[0].phase == "plan"


def test_wc_6_nothing_is_sold_unless_it_is_offered() -> None:
    position = state("A11", "A10", at="E5", phase="offer", plan=(3,))
    after, events = play_typed(position, "no offer")
    assert of_type(events, Showed)
    assert after.insured == ()
    assert GAME.explain(position, GAME.parse("offer")).endswith("(WC-6).")
    assert refusal(position, "insure A10").endswith("(WC-6).")


def test_wc_6_insurance_lasts_until_the_owners_next_turn() -> None:
    position = state("A11", "A10 B10", "C10", at="E5", phase="offer", plan=(3,), active=0)
    position = play_typed(position, "offer", "insure A10", "done", "done")[0]
    assert (position.active, position.insured) == (1, spaces("A10"))
    position = play_typed(position, "3", "renew A10", "no offer")[0]
    assert (position.active, position.insured) == (2, spaces("A10"))
    position = play_typed(play_plan(position, "3")[0], "3")[0]
    position = play_plan(position._replace(phase="plan", plan=(), lapsing=()), "3")[0]
    assert position.active == 1
    assert play_typed(position, "3", "done")[0].insured == ()


def test_wc_6_players_insure_only_if_they_can_pay() -> None:
    position = state("A11", "A4 B10", at="E5", phase="offer", plan=(3,), coins=(40, 5))
    position = play_typed(position, "offer")[0]
    assert [str(action) for action in GAME.legal(position)] == ["insure B10", "done"]
    assert refusal(position, "insure A4") == "Insuring A4 costs 6, but you have 5 left (WC-6)."
    assert refusal(play_typed(position, "insure B10")[0], "insure B10").endswith("(WC-4).")


# The hurricane
def test_wc_7_steps_beyond_the_southern_edge_are_lost_but_paid_for() -> None:
    position = state(FAR_HOUSES, "C11", at="C2", options=with_card("S3:4 N1:1 E1:1 W1:1 H:1"))
    after, events = play_plan(position, "1")
    (moved,) = of_type(events, Moved)
    assert (names(moved.path), moved.lost, moved.left) == ("C1", 2, False)
    assert of_type(events, Paid) == [Paid(0, 4)]
    assert after.coins[0] == 36
    after, events = play_plan(position._replace(hurricane=space("C1")), "1")
    assert of_type(events, Moved)[0].path == ()
    assert after.hurricane == space("C1")


def test_wc_7_leaving_across_the_northern_edge_ends_the_game_immediately() -> None:
    position = state("A9 B10", "E11 F9", at="E10", coins=(0, 7), options=with_card("N5:9 N1:1 E1:1 W1:1 H:1"))
    after, events = play_plan(position, "1 3")
    (moved,) = of_type(events, Moved)
    assert (names(moved.path), moved.left, moved.destroyed) == ("E11", True, ((1, space("E11")),))
    assert not [event for event in events if isinstance(event, Paid | WentBankrupt | Earned)]
    assert after.turn is None
    assert after.coins == (0, 7)
    assert of_type(events, Ended) == [Ended(0, (20, 10), "northern-edge", run_out=0)]


def test_wc_7_the_northern_edge_depends_on_the_sections_in_use() -> None:
    for seats, last in ((2, 11), (3, 11), (4, 15), (5, 19)):
        houses = [f"{letter}5" for letter in "ABCDE"[:seats]]
        position = state(*houses, at=f"J{last}", options=with_card("N1:1 S1:1 E1:1 W1:1 H:1"))
        assert play_plan(position, "1")[0].turn is None
        assert play_plan(position._replace(hurricane=space(f"J{last - 1}")), "1")[0].turn == 1


def test_wc_8_uninsured_houses_are_destroyed() -> None:
    position = state("A5 B5! C5+ I9", "D5 E5+! J9", at="J5", options=with_card("E6:1 S1:1 N1:1 W1:1 H:1"), coins=(9, 9))
    position = position._replace(phase="offer", plan=(1,))
    after, events = play_typed(position, "no offer")
    (moved,) = of_type(events, Moved)
    assert names(moved.path) == "A5 B5 C5 D5 E5 F5"
    assert moved.destroyed == ((0, space("A5")), (0, space("C5")), (1, space("D5")))
    assert moved.passed == spaces("B5 E5")
    assert (after.houses, after.two_family) == ((spaces("B5 I9"), spaces("E5 J9")), spaces("E5"))
    assert after.insured == spaces("B5 E5"), "insured houses that it passes stay insured"
    assert stock(after, 0) - stock(position, 0) == 3, "both houses of a two-family house are gone"


def test_wc_8_a_house_where_it_stops_is_destroyed() -> None:
    position = state("C5 I9", "J9", at="B5", options=with_card("E1:1 S1:1 N1:1 W1:1 H:1"))
    after, events = play_plan(position, "1")
    assert of_type(events, Moved)[0].destroyed == ((0, space("C5")),)
    assert after.hurricane == space("C5")


def test_wc_9_it_moves_on_to_the_first_space_without_an_insured_house() -> None:
    position = state("I9", "D5! E5! F5 J9", at="C5", options=with_card("E1:1 S1:1 N1:1 W1:1 H:1"))
    after, events = play_plan(position, "1")
    first, second = of_type(events, Moved)
    assert (names(first.path), first.went_on) == ("D5", False)
    assert (names(second.path), second.went_on, second.destroyed) == ("E5 F5", True, ((1, space("F5")),))
    assert after.hurricane == space("F5")
    assert after.insured == spaces("D5 E5")


def test_wc_9_it_stops_once_a_turn_after_the_last_move() -> None:
    position = state("I9", "D5! J9", at="C5", options=with_card("E1:1 N1:1 W1:1 E1:2 H:1"))
    after, events = play_plan(position, "1 2")
    assert paths_of(events) == ["D5", "D6"]
    assert not any(event.went_on for event in of_type(events, Moved))
    station = state("I9", "J9", at="E5", options=with_card("N1:1 N1:1 W1:1 E1:2 H:1"))
    assert [event.points for event in of_type(play_plan(station, "1")[1], Earned)] == [5, 3]
    assert [event.points for event in of_type(play_plan(station, "1 2")[1], Earned)] == [3], "E6 is only passed"
    assert after.hurricane == space("D6")


def test_wc_9_it_moves_on_in_the_direction_of_the_last_move() -> None:
    position = state("I9", "D5! D4! J9", at="C6", options=with_card("E1:1 S1:1 N1:1 W1:1 H:1"))
    assert paths_of(play_plan(position, "1 2")[1]) == ["D6", "D5", "D4 D3"]


def test_wc_9_moving_on_past_the_northern_edge_ends_the_game() -> None:
    position = state("I9", "D11! J9", at="D10", options=with_card("N1:1 S1:1 E1:1 W1:1 H:1"))
    after, events = play_plan(position, "1")
    assert after.turn is None
    assert [event.left for event in of_type(events, Moved)] == [False, True]


def test_wc_9_it_stays_if_the_whole_row_is_insured() -> None:
    row = " ".join(f"{letter}5!" for letter in "BCDEFGHIJ")
    position = state("I9", f"A5! {row}", at="C6", options=with_card("S1:1 E4:1 N1:1 W1:1 H:1"))
    after, events = play_plan(position, "1 2")
    assert paths_of(events) == ["C5", "D5 E5 F5 G5"]
    assert after.hurricane == space("G5")


def test_wc_9_a_station_pays_five_even_at_sea_but_only_after_a_step() -> None:
    at_sea = state("I9", "J9", at="C1", options=with_card("N1:1 S9:1 E1:1 W1:1 H:1"))
    after, events = play_plan(at_sea, "1")
    assert of_type(events, Earned) == [Earned(0, 5, station=True)]
    assert after.coins[0] == 40 + 5 - 1
    board = BOARD._replace(stations=((0, 2),))
    lost = state("I9", "J9", at="C1", options=with_card("S2:1 N1:1 E1:1 W1:1 H:1", board=board))
    assert not of_type(play_plan(lost, "1")[1], Earned)
    assert of_type(play_plan(lost, "3 4")[1], Earned)


def test_wc_10_a_calm_turn_pays_three() -> None:
    position = state("C5 I9", "D7! J9", at="B5", options=with_card("E2:1 N1:1 S2:1 W1:1 H:1"))
    assert of_type(play_plan(position, "2")[1], Earned) == [Earned(0, 3, station=False)]
    assert not of_type(play_plan(position, "1")[1], Earned), "a house was destroyed"
    assert not of_type(play_plan(position, "3")[1], Earned), "it was at sea"
    insured = position._replace(hurricane=space("C7"))
    assert not of_type(play_plan(insured, "1")[1], Earned), "it passed an insured house"


def test_wc_10_only_the_spaces_entered_count() -> None:
    position = state("I9", "J9", at="C3", options=with_card("N1:1 N1:1 S1:1 W1:1 H:1"))
    assert of_type(play_plan(position, "1")[1], Earned) == [Earned(0, 3, station=False)], "it came from the sea"
    assert not of_type(play_plan(position._replace(hurricane=space("C4")), "3 1")[1], Earned)
    still = position._replace(hurricane=space("C1"))
    assert not of_type(play_plan(still, "3")[1], Earned), "it did not move"


def test_wc_10_as_an_option_only_northward_turns_earn_the_calm_bonus() -> None:
    options = with_card("N1:1 W1:1 S1:1 N2:1 H:1", calm_bonus="northward")
    position = state("I9", "J9", at="C6", options=options)
    assert of_type(play_plan(position, "1")[1], Earned)
    assert of_type(play_plan(position, "3 4")[1], Earned)
    for plan in ("2", "3", "1 3"):
        assert not of_type(play_plan(position, plan)[1], Earned), plan
        assert of_type(play_plan(position._replace(options=replace(options, calm_bonus="any")), plan)[1], Earned), plan


# Buying houses
LATE = with_card("N1:2 H:4 E1:1 W1:1 H:3")


def test_wc_11_a_bought_house_makes_a_two_family_house() -> None:
    position = state("A9 B10! C9+ D6 E4", "J9", at="J5", options=LATE)
    asked = play_plan(position, "1 2")[0]
    if asked.phase == "renew":
        asked = play_typed(asked, "done", "no offer")[0]
    assert (asked.phase, asked.turn) == ("build", 0)
    assert [str(action) for action in GAME.legal(asked)] == ["build A9", "build B10", "done"], (
        "B10's insurance has expired"
    )
    after, events = play_typed(asked, "build A9")
    assert of_type(events, Built) == [Built(0, space("A9"))]
    assert of_type(events, Paid) == [Paid(0, 6)]
    assert after.two_family == spaces("A9 C9")
    assert stock(after, 0) == stock(position, 0) - 1


def test_wc_11_a_house_cannot_be_built_elsewhere() -> None:
    position = state("A9 B10! C9+ D6 E4", "J9", at="J6", options=LATE, phase="offer", plan=(2, 3))
    position = play_typed(position, "no offer")[0]
    assert [str(action) for action in GAME.legal(position)] == ["build A9", "done"]
    assert "insured" in refusal(position, "build B10")
    assert refusal(position, "build C9") == "There are already two houses on C9 (WC-11)."
    assert refusal(position, "build D6") == "D6 isn't north of the hurricane's row (WC-11)."
    assert refusal(position, "build J9").endswith("you have none on J9 (WC-11).")


def test_wc_11_without_a_destroyed_house_none_can_be_bought() -> None:
    houses = "A9 B10 C9 D9 E9 F9 G9 H9 I9 J9 A8 B8"
    position = state(houses, "J10", at="J5", options=LATE)
    _, events = play_plan(position, "2 3")
    assert not of_type(events, Built)
    assert of_type(events, Paid) == [Paid(0, 1)]
    assert play_plan(state(houses[:-3], "J10", at="J5", options=LATE), "2 3")[0].phase == "build"


@pytest.mark.parametrize(("row", "buys"), [(7, True), (8, True), (9, False), (10, False)])
def test_wc_11_no_houses_are_bought_while_the_hurricane_is_in_the_last_three_rows(row: int, buys: bool) -> None:
    position = state("A11 B11", "J10", at=f"C{row}", options=LATE)
    assert (play_plan(position, "2 3")[0].phase == "build") == buys


def test_wc_11_declining_a_house_costs_nothing() -> None:
    position = play_plan(state("A11", "J10", at="C6", options=LATE), "2 3")[0]
    after, events = play_typed(position, "decline")
    assert of_type(events, Built) == [Built(0, None)]
    assert of_type(events, Paid) == [Paid(0, 1)]
    assert after.two_family == ()


def test_wc_11_several_houses_are_bought_in_the_chosen_order() -> None:
    position = play_plan(state("A11 B11", "J10", at="C6", options=LATE), "2 1 5")[0]
    assert position.hurricane == space("C6")
    position, events = play_typed(position, "build A11")
    assert paths_of(events) == ["C7"]
    assert [str(action) for action in GAME.legal(position)] == ["build B11", "done"]
    after, events = play_typed(position, "build B11")
    assert of_type(events, Paid) == [Paid(0, 9)]
    assert points_of(after) == (40, 10)


# Bankruptcy
def test_wc_12_a_player_who_cannot_pay_is_out() -> None:
    options = with_card("N1:9 S1:5 E1:1 W1:1 H:1")
    position = state("A11! B11+", "J10", "I10", at="B2", coins=(4, 40, 40), options=options)
    after, events = play_plan(position._replace(insured=(), lapsing=()), "1")
    assert of_type(events, WentBankrupt) == [WentBankrupt(0, 9, 4, spaces("A11 B11"))]
    assert (after.out, after.coins, after.houses[0], after.two_family) == ((0,), (0, 40, 40), (), ())
    assert after.active == 1
    after = play_plan(play_plan(after, "3")[0], "3")[0]
    assert after.active == 1, "a player who is out has no turn"
    over = after._replace(turn=None, hurricane=None, phase="over", ending="northern-edge")
    assert GAME.outcome(over).winners != (0,)  # type: ignore[union-attr]  # the game is over


def test_wc_12_the_last_player_left_wins_immediately() -> None:
    options = with_card("N1:9 S1:5 E1:1 W1:1 H:1")
    position = state("A11 B11", "J10!", at="B2", coins=(4, 0), options=options)
    after, _ = play_plan(position, "1")
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.winners, outcome.points, outcome.margin, outcome.ruling) == ((1,), (0, 10), 10, "WC-12")
    assert outcome.reason == "Only one player is left. {winners} wins with 10 points."
    assert after.insured == spaces("J10")


def test_wc_12_a_player_may_spend_their_last_coin() -> None:
    options = with_card("N1:9 S1:5 E1:1 W1:1 H:1")
    after, events = play_plan(state("A11", "J10", at="B2", coins=(9, 0), options=options), "1")
    assert of_type(events, Paid) == [Paid(0, 9)]
    assert (after.coins, after.out) == ((0, 0), ())


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


# Secrets
def test_wc_16_only_the_card_and_the_plan_are_secret() -> None:
    position = state("A11! B11", "A10", "B10", at="E5", card=7)
    for phase, texts in (
        ("plan", ()),
        ("renew", ("1 3",)),
        ("offer", ("1 3", "done")),
        ("insure", ("1 3", "done", "offer")),
    ):
        now = play_typed(position, *texts)[0]
        assert now.phase == phase
        for viewer in (None, 1, 2):
            seen = GAME.view(now, viewer)
            assert (seen.card, seen.plan, set(seen.pile), seen.key) == (0, (), {0}, 0)
            assert seen == now._replace(card=0, plan=(), pile=seen.pile, key=Key(0))
        own = GAME.view(now, 0)
        assert own == now._replace(pile=(0,) * len(now.pile), key=Key(0))
    assert len({GAME.view(play_typed(position, plan)[0], 1) for plan in ("1", "1 3", "4 3 1")}) == 1


def test_wc_16_after_they_are_shown_everyone_sees_them() -> None:
    position = play_plan(state("A11", "J10", at="C6", options=LATE), "2 3")[0]
    assert position.phase == "build"
    assert GAME.view(position, 1) == position._replace(pile=(0,) * len(position.pile), key=Key(0))


def test_wc_16_only_the_player_who_draws_sees_the_card() -> None:
    position = state("A11", "A10", at="E5", phase="offer", plan=(3,))
    _, events = play_typed(position, "no offer")
    (drew,) = of_type(events, Drew)
    assert seen_by(drew, 1) == drew
    assert seen_by(drew, 0) == seen_by(drew, None) == Drew(1, 0)
    assert GAME.describe(drew, ("Ann", "Bo")) == f"Bo draws card {drew.card}."
    assert GAME.describe(Drew(1, 0), ("Ann", "Bo")) == "Bo draws a card."


def test_wc_16_determinize_samples_cards_and_plans_uniformly() -> None:
    position = state("A11", "A10", at="E5", phase="insure", turn=1, plan=(3, 1), pile=(3, 4, 5), card=2)
    seen = GAME.view(position, 1)
    found = Counter(
        (each.card, each.plan) for each in (GAME.determinize(seen, 1, Key(key)) for key in range(4 * 84 * 12))
    )
    assert len(found) == 4 * 84
    assert max(found.values()) < 40
    assert {GAME.determinize(GAME.view(position, 0), 0, Key(key)).pile for key in range(60)} == {
        (3, 4, 5), (3, 5, 4), (4, 3, 5), (4, 5, 3), (5, 3, 4), (5, 4, 3),
    }  # fmt: skip


def test_wc_16_actions_that_reveal_something() -> None:
    position = start_state(2, first=1)
    random = Random(2)
    while position.phase != "plan":
        action = random.choice(GAME.legal(position))
        step = GAME.apply(position, action)
        assert reveals(GAME, position, action, step.events) == (step.state.phase == "plan"), "the player sees the card"
        position = step.state
    choice = GAME.parse("1")
    assert GAME.preview(GAME.view(position, 0), choice) == (Chose(0),)
    assert not reveals(GAME, position, choice, GAME.apply(position, choice).events)
    position = play_typed(position, "1", "offer")[0]
    result = Done()
    assert GAME.preview(GAME.view(position, 1), result) == ()
    assert reveals(GAME, position, result, GAME.apply(position, result).events), "the plan is shown"


def test_wc_17_the_bank_pays_before_anything_else() -> None:
    options = with_card("N1:1 S1:5 E1:1 W1:1 H:7")
    position = state("A9", "J10", at="E5", coins=(0, 40), options=options)
    asked, events = play_plan(position, "1 5")
    assert asked.phase == "build"
    assert asked.coins[0] == 8, "five for the station E6, three for calm"
    after, events = play_typed(asked, "build A9")
    assert of_type(events, Paid) == [Paid(0, 8)]
    assert after.out == ()


def test_wc_18_players_are_not_asked_if_there_is_only_one_answer() -> None:
    poor = state("A11! B11", "A10 B10", at="E5", coins=(1, 2))
    after, events = play_typed(poor, "3")
    assert of_type(events, Lapsed) == [Lapsed(0, spaces("A11"))]
    assert of_type(events, Showed), "neither a renewal nor an offer is possible"
    assert after.active == 1
    all_insured = state("A11", "A10! B10!", at="E5")
    assert of_type(play_typed(all_insured, "3")[1], Showed)


# Custom boards and cards
@pytest.mark.parametrize(
    ("seats", "board", "sentence"),
    [
        (
            5,
            BOARD._replace(columns=8, stations=()),
            "With 5 players, the coast needs 9 columns, but this board has 8 (WC-19).",
        ),
        (2, BOARD._replace(columns=27), "A board has 1 to 26 columns, not 27 (WC-19)."),
        (2, BOARD._replace(sea_rows=0), "A board has 1 to 9 sea rows, not 0 (WC-19)."),
        (2, BOARD._replace(section_rows=0), "A board has 1 to 9 rows in a land section, not 0 (WC-19)."),
        (
            3,
            BOARD._replace(section_rows=2, stations=()),
            "With 3 players, 15 houses need space behind the coast, but there is room for 10 (WC-19).",
        ),
        (
            2,
            BOARD._replace(stations=((3, 2),)),
            "The station at row 3, column 2 is on the coast row, where stations can't be (WC-1).",
        ),
        (
            2,
            BOARD._replace(stations=((4, 10),)),
            "The station at row 4, column 10 is outside the board's 19 rows and 10 columns (WC-19).",
        ),
        (2, BOARD._replace(stations=((4, 1), (4, 1))), "The station at row 4, column 1 is listed twice (WC-19)."),
        (
            2,
            BOARD._replace(stations=((4, 1),) * 181),
            "A board of this size has room for 180 stations, not 181 (WC-19).",
        ),
    ],
)
def test_wc_19_invalid_boards_are_refused(seats: int, board: Board, sentence: str) -> None:
    assert fault(seats, board=board) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("H:1 H:2 H:3 H:4 H:5", "Card 2 has no move (WC-4)."),
        ("N1:1 H:2", "Card 2 must have 5 actions, not 2 (WC-13)."),
        ("N27:1 S1:1 S1:1 S1:1 H:4", "Action 1 of card 2 must go 1 to 26 steps, not 27 (WC-19)."),
        ("N1:1 S1:1 S1:1 S1:1 H:100", "Action 5 of card 2 must cost 0 to 99, not 100 (WC-19)."),
    ],
)
def test_wc_19_invalid_cards_are_refused(text: str, sentence: str) -> None:
    assert fault(cards=(CARDS[0], parse_card(text))) == sentence
    assert fault(cards=()) == "There must be 1 to 99 cards, not 0 (WC-19)."


@pytest.mark.parametrize("seats", GAME.seats)
def test_wc_19_the_smallest_coast_has_room_for_all(seats: int) -> None:
    columns = (seats - 1) * MAX_BEACH_HOUSES[seats] + 1
    board = Board(columns, 1, 5, ())
    for luck in range(30):
        position = after_placing(seats, luck=luck, board=board, piles=1)
        *_, last = turns(GAME, position, Key(luck))
        assert GAME.outcome(last[2].state)


# Random games, forecasts and typed actions
def test_random_games_end() -> None:
    """About a hundred games end within a bound that follows from the rules."""
    longest = {}
    for seats in GAME.seats:
        lengths = [len(list(turns(GAME, start_state(seats, key), Key(key)))) for key in range(40)]
        longest[seats] = max(lengths)
        most = 25 * Options().piles
        assert max(lengths) <= 1 + 12 * seats + most * (1 + 13 + 1 + 13 * (seats - 1) + 3)
    assert all(one < other for one, other in pairwise(longest.values()))


@pytest.mark.parametrize("luck", range(20))
def test_a_forecast_comes_true_if_nobody_insures(luck: int) -> None:
    position = after_placing(3, key=luck + 1, luck=luck)
    for plan in plans(position)[::7]:
        _, events = play_plan(position, " ".join(map(str, plan)))
        shown = forecast(GAME.view(position, position.active), plan)
        assert list(shown) == [event for event in events if isinstance(event, Moved | Earned | Paid)], plan
    assert forecast(GAME.view(position, None), (1,)) == ()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("e4", "house E4"), ("h e4", ""), ("ho E4", "house E4"), ("hu b1", "hurricane B1"), ("134", "1 3 4"),
        ("1,3,4", "1 3 4"),
        ("r e4", "renew E4"), ("i e4", "insure E4"), ("b e4", "build E4"), ("decline", "done"), ("no", "no offer"),
        ("", ""), ("1 1", ""), ("6", ""), ("1 2 3 4", ""), ("house 44", ""), ("fly E4", ""), ("house E0", ""),
    ],
)  # fmt: skip
def test_typed_actions(typed: str, meant: str) -> None:
    if meant:
        assert str(GAME.parse(typed)) == meant
    else:
        with pytest.raises(ValueError, match=r"\.$"):
            GAME.parse(typed)


def test_there_are_two_presets() -> None:
    assert [preset.name for preset in PRESETS] == ["By the book", "No circling"]
    assert PRESETS[1].options.calm_bonus == "northward"


def test_a_deal_code_determines_the_game() -> None:
    key = DealCode.parse("K7QF-2M9X").key()
    assert start(GAME, Options(), 4, key) == start(GAME, Options(), 4, key)


@pytest.mark.parametrize(
    "change",
    [
        {"houses": ((), ())}, {"coins": (40,)}, {"coins": (-1, 40)}, {"card": None}, {"card": 3}, {"plan": (1,)},
        {"turn": 1},
        {"turn": None}, {"hurricane": None}, {"hurricane": 9999}, {"out": (0,)}, {"insured": (space("J9"),)},
        {"run_out": 3},
        {"pile": ()}, {"lapsing": (space("A11"),)}, {"phase": "insure"}, {"phase": "over"}, {"phase": "houses"},
        {"two_family": (space("A11"), space("A11"))}, {"done": 1}, {"active": 1}, {"houses": ((205,), ())},
    ],
)  # fmt: skip
def test_invalid_states_are_refused(change: dict[str, Any]) -> None:
    position = state("A11", "B11", at="C5")
    broken = position._replace(**change)
    if change == {"houses": ((), ())}:
        assert GAME.validate_state(broken) == ()
    else:
        assert GAME.validate_state(broken)


def test_views_have_the_same_renewals() -> None:
    position = play_typed(state("A11! B11", "A10", at="E5"), "3")[0]
    assert GAME.legal(GAME.view(position, 0)) == GAME.legal(position) == (Renew(space("A11")), Done())


def test_the_log_tells_what_the_hurricane_does_on_its_way_in_order() -> None:
    one_way = state("A5", "C5 D5!", at="B5", options=with_card("E3:1 N1:1 S1:1 W1:1 H:1"), card=1)
    other_way = state("A5", "C5! D5", at="B5", options=with_card("E3:1 N1:1 S1:1 W1:1 H:1"), card=1)
    for position, verbs in ((one_way, ["destroys", "passes"]), (other_way, ["passes", "destroys"])):
        events = play_plan(position, "1")[1]
        (move,) = [event for event in events if isinstance(event, Moved)]
        assert re.findall(r"It (\w+)", GAME.describe(move, ("Ann", "Bo"))) == verbs
