"""How the hurricane of Wind City moves, and what the bank pays (WC-7, WC-8, WC-9, WC-10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import BOARD
from cardtable.engine.games.wind_city.hidden import forecast
from cardtable.engine.games.wind_city.houses import stock
from cardtable.engine.games.wind_city.model import Earned, Ended, Moved, Paid, WentBankrupt
from tests.games.wind_city_positions import (
    FAR_HOUSES,
    after_placing,
    names,
    of_type,
    paths_of,
    plans,
    play_plan,
    play_typed,
    space,
    spaces,
    state,
    with_card,
)


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
    assert moved.passed == ((0, space("B5")), (1, space("E5")))
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


# Forecasts
@pytest.mark.parametrize("luck", range(20))
def test_a_forecast_comes_true_if_nobody_insures(luck: int) -> None:
    position = after_placing(3, key=luck + 1, luck=luck)
    for plan in plans(position)[::7]:
        _, events = play_plan(position, " ".join(map(str, plan)))
        shown = forecast(GAME.view(position, position.active), plan)
        assert list(shown) == [event for event in events if isinstance(event, Moved | Earned | Paid)], plan
    assert forecast(GAME.view(position, None), (1,)) == ()


def test_the_log_tells_what_the_hurricane_destroys_and_what_insurance_saves() -> None:
    both = state("A5", "C5! D5", at="B5", options=with_card("E3:1 N1:1 S1:1 W1:1 H:1"), card=1)
    (move,) = of_type(play_plan(both, "1")[1], Moved)
    told = "The hurricane goes east to E5. It destroys Bo's D5. Bo's C5 is insured and still stands."
    assert GAME.describe(move, ("Ann", "Bo")) == told
