"""Wind City, ruling by ruling.  The worked example of its text, and each of its sentences, is in tests/examples."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from cardtable.engine import BadOptions, DealCode, IllegalAction, Key, play, reveals, seen_by, start
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
    carry_out,
    do,
    names,
    open_spaces,
    plans,
    space,
    spaces,
    state,
    told,
    with_card,
)

FAR = "A11 B11"
"""Houses out of the storm's way."""


def start_state(seats: int, key: int = 1, **options: Any) -> State:
    return start(GAME, Options(**options), seats, Key(key)).state


def placed(seats: int, key: int = 1, luck: int = 1, **options: Any) -> State:
    """All houses stand, put down at random."""
    here, random = start_state(seats, key, **options), Random(luck)
    while here.phase in ("hurricane", "houses"):
        here = GAME.apply(here, random.choice(GAME.legal(here))).state
    return here


def refusal(before: State, text: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        play(GAME, before, GAME.parse(text))
    return str(refused.value)


def fault(seats: int = 2, **options: Any) -> str:
    with pytest.raises(BadOptions) as refused:
        start(GAME, Options(**options), seats, Key(1))
    return str(refused.value)


def storm(events: Any) -> list[str]:
    """Where the hurricane went, move by move."""
    return [names(event.path) for event in told(events, Moved)]


# The board and the start
@pytest.mark.parametrize(("seats", "sections", "rows"), [(2, 2, 11), (3, 2, 11), (4, 3, 15), (5, 4, 19)])
def test_wc_1_sections_in_use(seats: int, sections: int, rows: int) -> None:
    plan = play_area(BOARD, seats)
    assert (plan.rows, plan.columns, len(plan.sections), plan.coast) == (rows, 10, sections, 3)
    assert len(plan.stations) == 2 + 2 * sections
    for at, section in enumerate(plan.sections):
        assert len(section) == 38, "four rows of ten, less two stations"
        assert {each // 100 for each in section} == set(range(3 + 4 * at, 7 + 4 * at))
    assert not any(each // 100 == plan.coast for each in plan.stations)


@pytest.mark.parametrize("seats", GAME.seats)
def test_wc_1_nobody_is_shut_out_however_houses_are_placed(seats: int) -> None:
    for luck in range(12):
        here = start_state(seats, luck + 1)
        random = Random(luck)
        while here.phase in ("hurricane", "houses"):
            choices = GAME.legal(here)
            assert choices
            if luck % 3:  # crowding the coast, or keeping away from it
                choices = tuple(sorted(choices, key=lambda each: getattr(each, "space", 0), reverse=luck % 3 == 1))[:4]
            here = GAME.apply(here, random.choice(choices)).state
        assert all(len(own) == 12 for own in here.houses)


def test_wc_1_east_and_west_wrap() -> None:
    here = state("F10", "G10", at="J5", options=with_card("E3:1 W3:1 S1:1 N1:1 H:1"))
    assert storm(carry_out(here, "1")[1]) == ["A5 B5 C5"]
    assert storm(carry_out(here._replace(hurricane=space("B5")), "2")[1]) == ["A5 J5 I5"]


def test_wc_1_no_house_on_a_station_or_at_sea() -> None:
    here = do(start_state(2, first=1), "hurricane A1")[0]
    assert refusal(here, "E6") == "E6 is a weather station; no house can stand there (WC-1)."
    assert refusal(here, "E3") == "Houses go on the land in use, not on E3 (WC-1)."
    assert "E12" in refusal(here, "E12")
    assert len(GAME.legal(here)) == 2 * 38


def test_wc_2_coins_and_houses() -> None:
    here = placed(5)
    assert here.coins == (40,) * 5
    assert [len(own) for own in here.houses] == [12] * 5
    assert [stock(here, seat) for seat in range(5)] == [0] * 5


def test_wc_3_the_hurricane_starts_in_the_southernmost_row() -> None:
    here = start_state(3, first=2)
    assert (here.phase, here.turn) == ("hurricane", 1)
    assert [name_of(each) for each in open_spaces(here)] == [f"{letter}1" for letter in "ABCDEFGHIJ"]
    assert refusal(here, "hurricane A2").endswith("(WC-3).")
    assert refusal(here, "house A4").endswith("(WC-3).")


def test_wc_3_houses_in_turn_from_the_second_player_on() -> None:
    here = start_state(3, first=2)
    here = do(here, "hurricane C1")[0]
    asked = []
    random = Random(3)
    while here.phase == "houses":
        asked.append(here.turn)
        here = GAME.apply(here, random.choice(GAME.legal(here))).state
    assert asked == [2, 0, 1] * 12
    assert (here.phase, here.turn, here.active) == ("plan", 1, 1)


@pytest.mark.parametrize("seats", GAME.seats)
def test_wc_3_as_many_in_each_section_and_some_on_the_coast(seats: int) -> None:
    most = 2 if seats == 5 else 3
    for luck in range(10):
        here = placed(seats, luck=luck)
        plan = play_area(BOARD, seats)
        for own in here.houses:
            counts = [sum(each in section for each in own) for section in plan.sections]
            assert counts == [12 // SECTIONS[seats]] * SECTIONS[seats]
            assert 1 <= sum(map(plan.is_beach, own)) <= most == MAX_BEACH_HOUSES[seats]
        assert len({each for own in here.houses for each in own}) == 12 * seats


def test_wc_3_the_last_house_of_the_first_section_goes_to_the_coast() -> None:
    here = do(start_state(2, first=1), "hurricane A1", "A5", "J11", "B5", "J10", "C5", "I11", "D5", "I10", "E5", "H11")[
        0
    ]
    assert here.turn == 1
    assert {name_of(each)[1:] for each in open_spaces(here)} == {"4", "8", "9", "10", "11"}
    assert refusal(here, "F5").startswith("Your last house in this section must go on the coast")
    here = do(here, "A4", "H10")[0]
    assert refusal(here, "F5") == "You have already placed your 6 houses in this section (WC-3)."


def test_wc_3_no_more_than_so_many_on_the_coast() -> None:
    here = do(start_state(2, first=1), "hurricane A1", "A4", "J11", "B4", "J10", "C4", "I11")[0]
    assert refusal(here, "D4") == "You can have at most 3 houses on the coast (WC-3)."
    assert refusal(here, "A4") == "There is already a house on A4 (WC-3)."
    here = do(start_state(5, first=5), "hurricane A1", "A4", "C4", "D4", "E4", "F4", "B4", "C5", "D5", "E5", "F5")[0]
    assert refusal(here, "G4") == "You can have at most 2 houses on the coast (WC-3)."


def test_wc_3_the_first_player_is_drawn_or_chosen() -> None:
    assert Counter(start_state(4, key).turn for key in range(60)).keys() == {0, 1, 2, 3}
    assert {start_state(4, key, first=3).turn for key in range(9)} == {2}
    assert fault(2, first=3) == "Player 3 can't go first with only 2 players (WC-3)."


# A turn
def test_wc_4_one_to_three_actions_in_order_with_a_move() -> None:
    open_plans = plans(state(FAR, FAR.replace("11", "10")))
    every = [order for size in (1, 2, 3) for order in product((1, 2, 3, 4, 5), repeat=size)]
    assert open_plans == [order for order in every if len(set(order)) == len(order) and order != (5,)]
    assert len(open_plans) == 5 + 20 + 60 - 1
    two_houses = with_card("N1:1 H:1 S1:1 H:1 E1:1")
    open_plans = plans(state(FAR, "C11", options=two_houses))
    assert not {(2,), (4,), (2, 4), (4, 2)} & set(open_plans)
    assert len(open_plans) == 85 - 4
    assert refusal(state(FAR, "C11"), "5") == "At least one of the actions you choose must be a move (WC-4)."
    assert refusal(state(FAR, "C11"), "done").endswith("(WC-4).")


def test_wc_4_the_order_chosen_is_the_order_carried_out() -> None:
    here = state(FAR, "C11", at="E5", options=with_card("S1:1 N2:1 E2:1 W3:1 H:1"))
    assert storm(carry_out(here, "3 2 1")[1]) == ["F5 G5", "G6 G7", "G6"]
    assert storm(carry_out(here, "1 2 3")[1]) == ["E4", "E5 E6", "F6 G6"]


def test_wc_4_the_steps_of_a_turn() -> None:
    here = state("A11! B11", "A10 B10", "C10", at="E5", card=2)
    after, events = do(here, "1 3 4", "renew A11", "offer", "insure B10", "done", "insure C10")
    kinds = [type(event).__name__ for event in events]
    assert kinds == [
        "Chose", "Insured", "Offered", "Insured", "Insured", "Showed", "Moved", "Moved", "Moved", "Earned",
        "Paid", "Drew",
    ]  # fmt: skip
    assert (after.phase, after.turn, after.active, after.discards) == ("plan", 1, 1, (2,))


def test_wc_5_insurance_ends_unless_it_is_renewed() -> None:
    here = state("A4! B5! C5+! D5", "A10", at="E5")
    assert names(do(here, "3")[0].lapsing) == "A4 B5 C5"
    after, events = do(here, "3", "renew A4", "renew C5", "done")
    assert [(event.space, event.cost, event.seller) for event in told(events, Insured)] == [
        (space("A4"), 3, None),
        (space("C5"), 3, None),
    ]
    assert told(events, Lapsed) == [Lapsed(0, spaces("B5"))]
    assert after.insured == spaces("A4 C5")
    assert after.coins == (34, 40)
    assert do(here, "3", "renew B5")[0].coins == (38, 40)


def test_wc_5_only_ones_own_and_only_what_one_can_pay() -> None:
    here = do(state("A4! B5! D5", "A10!", at="E5", coins=(2, 40)), "3")[0]
    assert [str(action) for action in GAME.legal(here)] == ["renew B5", "done"]
    assert refusal(here, "renew A4") == "Renewing A4 costs 3, but you have 2 left (WC-5)."
    assert refusal(here, "renew A10") == "You have no insurance to renew on A10 (WC-5)."
    assert refusal(here, "renew D5").endswith("(WC-5).")
    after, events = do(here, "renew B5")
    assert told(events, Lapsed) == [Lapsed(0, spaces("A4"))], "the rest can no longer be paid for"
    assert after.insured == spaces("B5 A10")


def test_wc_6_the_others_pay_the_player_on_turn() -> None:
    here = state("A11", "A4 B5 C5+ D5!", at="E5", phase="offer", plan=(3,), active=0)
    here = do(here, "offer")[0]
    assert (here.turn, here.phase) == (1, "insure")
    assert [str(action) for action in GAME.legal(here)] == ["insure A4", "insure B5", "insure C5", "done"]
    here, events = do(here, "insure A4", "insure B5", "insure C5")
    assert [event.cost for event in told(events, Insured)] == [6, 3, 6]
    assert here.coins[1] == 40 - 15
    assert told(events, Paid)
    assert here.coins[0] == 40 + 15 - told(events, Paid)[0].points + sum(e.points for e in told(events, Earned))


def test_wc_6_clockwise_and_only_ones_own() -> None:
    here = do(state("A11", "A10", "B10", "C10", at="E5", phase="offer", plan=(3,), active=2, card=1), "offer")[0]
    assert here.turn == 3
    assert refusal(here, "insure A10") == "You have no house on A10 (WC-6)."
    here = do(here, "done")[0]
    assert here.turn == 0
    here = do(here, "insure A11")[0]
    assert here.turn == 1, "the player with one house has insured it"
    assert do(here, "done")[0].phase == "plan"


def test_wc_6_nothing_is_sold_unless_it_is_offered() -> None:
    here = state("A11", "A10", at="E5", phase="offer", plan=(3,))
    after, events = do(here, "no offer")
    assert told(events, Showed)
    assert after.insured == ()
    assert GAME.explain(here, GAME.parse("offer")).endswith("(WC-6).")
    assert refusal(here, "insure A10").endswith("(WC-6).")


def test_wc_6_it_holds_until_the_owners_next_turn() -> None:
    here = state("A11", "A10 B10", "C10", at="E5", phase="offer", plan=(3,), active=0)
    here = do(here, "offer", "insure A10", "done", "done")[0]
    assert (here.active, here.insured) == (1, spaces("A10"))
    here = do(here, "3", "renew A10", "no offer")[0]
    assert (here.active, here.insured) == (2, spaces("A10"))
    here = do(carry_out(here, "3")[0], "3")[0]
    here = carry_out(here._replace(phase="plan", plan=(), lapsing=()), "3")[0]
    assert here.active == 1
    assert do(here, "3", "done")[0].insured == ()


def test_wc_6_what_one_cannot_pay_is_not_insured() -> None:
    here = state("A11", "A4 B10", at="E5", phase="offer", plan=(3,), coins=(40, 5))
    here = do(here, "offer")[0]
    assert [str(action) for action in GAME.legal(here)] == ["insure B10", "done"]
    assert refusal(here, "insure A4") == "Insuring A4 costs 6, but you have 5 left (WC-6)."
    assert refusal(do(here, "insure B10")[0], "insure B10").endswith("(WC-4).")


# The hurricane
def test_wc_7_steps_beyond_the_southern_edge_are_lost_and_paid_for() -> None:
    here = state(FAR, "C11", at="C2", options=with_card("S3:4 N1:1 E1:1 W1:1 H:1"))
    after, events = carry_out(here, "1")
    (moved,) = told(events, Moved)
    assert (names(moved.path), moved.lost, moved.left) == ("C1", 2, False)
    assert told(events, Paid) == [Paid(0, 4)]
    assert after.coins[0] == 36
    after, events = carry_out(here._replace(hurricane=space("C1")), "1")
    assert told(events, Moved)[0].path == ()
    assert after.hurricane == space("C1")


def test_wc_7_beyond_the_northern_edge_all_is_over_at_once() -> None:
    here = state("A9 B10", "E11 F9", at="E10", coins=(0, 7), options=with_card("N5:9 N1:1 E1:1 W1:1 H:1"))
    after, events = carry_out(here, "1 3")
    (moved,) = told(events, Moved)
    assert (names(moved.path), moved.left, moved.destroyed) == ("E11", True, ((1, space("E11")),))
    assert not [event for event in events if isinstance(event, Paid | WentBankrupt | Earned)]
    assert after.turn is None
    assert after.coins == (0, 7)
    assert told(events, Ended) == [Ended(0, (20, 10), "northern-edge", run_out=0)]


def test_wc_7_the_northern_edge_is_that_of_the_sections_in_use() -> None:
    for seats, last in ((2, 11), (3, 11), (4, 15), (5, 19)):
        houses = [f"{letter}5" for letter in "ABCDE"[:seats]]
        here = state(*houses, at=f"J{last}", options=with_card("N1:1 S1:1 E1:1 W1:1 H:1"))
        assert carry_out(here, "1")[0].turn is None
        assert carry_out(here._replace(hurricane=space(f"J{last - 1}")), "1")[0].turn == 1


def test_wc_8_what_is_not_insured_is_destroyed() -> None:
    here = state("A5 B5! C5+ I9", "D5 E5+! J9", at="J5", options=with_card("E6:1 S1:1 N1:1 W1:1 H:1"), coins=(9, 9))
    here = here._replace(phase="offer", plan=(1,))
    after, events = do(here, "no offer")
    (moved,) = told(events, Moved)
    assert names(moved.path) == "A5 B5 C5 D5 E5 F5"
    assert moved.destroyed == ((0, space("A5")), (0, space("C5")), (1, space("D5")))
    assert moved.passed == spaces("B5 E5")
    assert (after.houses, after.two_family) == ((spaces("B5 I9"), spaces("E5 J9")), spaces("E5"))
    assert after.insured == spaces("B5 E5"), "what is passed stays insured"
    assert stock(after, 0) - stock(here, 0) == 3, "both houses of a two-family house are gone"


def test_wc_8_a_house_where_it_stops_is_destroyed() -> None:
    here = state("C5 I9", "J9", at="B5", options=with_card("E1:1 S1:1 N1:1 W1:1 H:1"))
    after, events = carry_out(here, "1")
    assert told(events, Moved)[0].destroyed == ((0, space("C5")),)
    assert after.hurricane == space("C5")


def test_wc_9_it_goes_on_to_the_first_space_without_an_insured_house() -> None:
    here = state("I9", "D5! E5! F5 J9", at="C5", options=with_card("E1:1 S1:1 N1:1 W1:1 H:1"))
    after, events = carry_out(here, "1")
    first, second = told(events, Moved)
    assert (names(first.path), first.went_on) == ("D5", False)
    assert (names(second.path), second.went_on, second.destroyed) == ("E5 F5", True, ((1, space("F5")),))
    assert after.hurricane == space("F5")
    assert after.insured == spaces("D5 E5")


def test_wc_9_it_stops_once_a_turn_after_the_last_move() -> None:
    here = state("I9", "D5! J9", at="C5", options=with_card("E1:1 N1:1 W1:1 E1:2 H:1"))
    after, events = carry_out(here, "1 2")
    assert storm(events) == ["D5", "D6"]
    assert not any(event.went_on for event in told(events, Moved))
    station = state("I9", "J9", at="E5", options=with_card("N1:1 N1:1 W1:1 E1:2 H:1"))
    assert [event.points for event in told(carry_out(station, "1")[1], Earned)] == [5, 3]
    assert [event.points for event in told(carry_out(station, "1 2")[1], Earned)] == [3], "E6 is only passed"
    assert after.hurricane == space("D6")


def test_wc_9_in_the_direction_of_the_last_move() -> None:
    here = state("I9", "D5! D4! J9", at="C6", options=with_card("E1:1 S1:1 N1:1 W1:1 H:1"))
    assert storm(carry_out(here, "1 2")[1]) == ["D6", "D5", "D4 D3"]


def test_wc_9_going_on_past_the_northern_edge_ends_the_game() -> None:
    here = state("I9", "D11! J9", at="D10", options=with_card("N1:1 S1:1 E1:1 W1:1 H:1"))
    after, events = carry_out(here, "1")
    assert after.turn is None
    assert [event.left for event in told(events, Moved)] == [False, True]


def test_wc_9_in_a_row_insured_all_round_it_stays() -> None:
    row = " ".join(f"{letter}5!" for letter in "BCDEFGHIJ")
    here = state("I9", f"A5! {row}", at="C6", options=with_card("S1:1 E4:1 N1:1 W1:1 H:1"))
    after, events = carry_out(here, "1 2")
    assert storm(events) == ["C5", "D5 E5 F5 G5"]
    assert after.hurricane == space("G5")


def test_wc_9_a_station_pays_five_at_sea_too_and_only_after_a_step() -> None:
    at_sea = state("I9", "J9", at="C1", options=with_card("N1:1 S9:1 E1:1 W1:1 H:1"))
    after, events = carry_out(at_sea, "1")
    assert told(events, Earned) == [Earned(0, 5, station=True)]
    assert after.coins[0] == 40 + 5 - 1
    board = BOARD._replace(stations=((0, 2),))
    lost = state("I9", "J9", at="C1", options=with_card("S2:1 N1:1 E1:1 W1:1 H:1", board=board))
    assert not told(carry_out(lost, "1")[1], Earned)
    assert told(carry_out(lost, "3 4")[1], Earned)


def test_wc_10_a_turn_that_meets_nothing_pays_three() -> None:
    here = state("C5 I9", "D7! J9", at="B5", options=with_card("E2:1 N1:1 S2:1 W1:1 H:1"))
    assert told(carry_out(here, "2")[1], Earned) == [Earned(0, 3, station=False)]
    assert not told(carry_out(here, "1")[1], Earned), "a house was destroyed"
    assert not told(carry_out(here, "3")[1], Earned), "it was at sea"
    insured = here._replace(hurricane=space("C7"))
    assert not told(carry_out(insured, "1")[1], Earned), "an insured house was met"


def test_wc_10_only_the_spaces_entered_count() -> None:
    here = state("I9", "J9", at="C3", options=with_card("N1:1 N1:1 S1:1 W1:1 H:1"))
    assert told(carry_out(here, "1")[1], Earned) == [Earned(0, 3, station=False)], "it came from the sea"
    assert not told(carry_out(here._replace(hurricane=space("C4")), "3 1")[1], Earned)
    still = here._replace(hurricane=space("C1"))
    assert not told(carry_out(still, "3")[1], Earned), "it did not move"


def test_wc_10_northward() -> None:
    options = with_card("N1:1 W1:1 S1:1 N2:1 H:1", calm_bonus="northward")
    here = state("I9", "J9", at="C6", options=options)
    assert told(carry_out(here, "1")[1], Earned)
    assert told(carry_out(here, "3 4")[1], Earned)
    for plan in ("2", "3", "1 3"):
        assert not told(carry_out(here, plan)[1], Earned), plan
        assert told(carry_out(here._replace(options=replace(options, calm_bonus="any")), plan)[1], Earned), plan


# Houses bought
LATE = with_card("N1:2 H:4 E1:1 W1:1 H:3")


def test_wc_11_a_house_bought_makes_a_two_family_house() -> None:
    here = state("A9 B10! C9+ D6 E4", "J9", at="J5", options=LATE)
    asked = carry_out(here, "1 2")[0]
    if asked.phase == "renew":
        asked = do(asked, "done", "no offer")[0]
    assert (asked.phase, asked.turn) == ("build", 0)
    assert [str(action) for action in GAME.legal(asked)] == ["build A9", "build B10", "done"], (
        "B10's insurance has ended"
    )
    after, events = do(asked, "build A9")
    assert told(events, Built) == [Built(0, space("A9"))]
    assert told(events, Paid) == [Paid(0, 6)]
    assert after.two_family == spaces("A9 C9")
    assert stock(after, 0) == stock(here, 0) - 1


def test_wc_11_refusals() -> None:
    here = state("A9 B10! C9+ D6 E4", "J9", at="J6", options=LATE, phase="offer", plan=(2, 3))
    here = do(here, "no offer")[0]
    assert [str(action) for action in GAME.legal(here)] == ["build A9", "done"]
    assert "insured" in refusal(here, "build B10")
    assert refusal(here, "build C9") == "There are already two houses on C9 (WC-11)."
    assert refusal(here, "build D6") == "D6 isn't north of the hurricane's row (WC-11)."
    assert refusal(here, "build J9").endswith("you have none on J9 (WC-11).")


def test_wc_11_without_a_destroyed_house_nothing_is_bought() -> None:
    houses = "A9 B10 C9 D9 E9 F9 G9 H9 I9 J9 A8 B8"
    here = state(houses, "J10", at="J5", options=LATE)
    _, events = carry_out(here, "2 3")
    assert not told(events, Built)
    assert told(events, Paid) == [Paid(0, 1)]
    assert carry_out(state(houses[:-3], "J10", at="J5", options=LATE), "2 3")[0].phase == "build"


@pytest.mark.parametrize(("row", "buys"), [(7, True), (8, True), (9, False), (10, False)])
def test_wc_11_not_while_the_hurricane_is_in_the_last_three_rows(row: int, buys: bool) -> None:
    here = state("A11 B11", "J10", at=f"C{row}", options=LATE)
    assert (carry_out(here, "2 3")[0].phase == "build") == buys


def test_wc_11_declined_it_costs_nothing() -> None:
    here = carry_out(state("A11", "J10", at="C6", options=LATE), "2 3")[0]
    after, events = do(here, "decline")
    assert told(events, Built) == [Built(0, None)]
    assert told(events, Paid) == [Paid(0, 1)]
    assert after.two_family == ()


def test_wc_11_several_houses_and_in_their_place_in_the_order() -> None:
    here = carry_out(state("A11 B11", "J10", at="C6", options=LATE), "2 1 5")[0]
    assert here.hurricane == space("C6")
    here, events = do(here, "build A11")
    assert storm(events) == ["C7"]
    assert [str(action) for action in GAME.legal(here)] == ["build B11", "done"]
    after, events = do(here, "build B11")
    assert told(events, Paid) == [Paid(0, 9)]
    assert points_of(after) == (40, 10)


# Out
def test_wc_12_who_cannot_pay_is_out() -> None:
    options = with_card("N1:9 S1:5 E1:1 W1:1 H:1")
    here = state("A11! B11+", "J10", "I10", at="B2", coins=(4, 40, 40), options=options)
    after, events = carry_out(here._replace(insured=(), lapsing=()), "1")
    assert told(events, WentBankrupt) == [WentBankrupt(0, 9, 4, spaces("A11 B11"))]
    assert (after.out, after.coins, after.houses[0], after.two_family) == ((0,), (0, 40, 40), (), ())
    assert after.active == 1
    after = carry_out(carry_out(after, "3")[0], "3")[0]
    assert after.active == 1, "who is out has no turn"
    over = after._replace(turn=None, hurricane=None, phase="over", ending="northern-edge")
    assert GAME.outcome(over).winners != (0,)  # type: ignore[union-attr]  # the game is over


def test_wc_12_the_last_one_left_wins_at_once() -> None:
    options = with_card("N1:9 S1:5 E1:1 W1:1 H:1")
    here = state("A11 B11", "J10!", at="B2", coins=(4, 0), options=options)
    after, _ = carry_out(here, "1")
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.winners, outcome.points, outcome.margin, outcome.ruling) == ((1,), (0, 10), 10, "WC-12")
    assert outcome.reason == "Only one player is left. {winners} wins with 10 points."
    assert after.insured == spaces("J10")


def test_wc_12_what_just_suffices_is_paid() -> None:
    options = with_card("N1:9 S1:5 E1:1 W1:1 H:1")
    after, events = carry_out(state("A11", "J10", at="B2", coins=(9, 0), options=options), "1")
    assert told(events, Paid) == [Paid(0, 9)]
    assert (after.coins, after.out) == ((0, 0), ())


# Cards
def test_wc_13_card_2_is_the_one_of_the_text() -> None:
    assert CARDS[1] == parse_card("S1:1 N4:3 W2:1 W2:2 H:4")


def test_wc_13_the_style_of_the_others() -> None:
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


def test_wc_13_no_choice_brings_the_hurricane_back() -> None:
    for number in range(1, 26):
        here = state("A5", "B5", at="F9", card=number)
        for action in GAME.legal(here):
            after, _ = carry_out(here._replace(houses=((), ()), coins=(99, 99)), str(action))
            assert after.hurricane != space("F9"), (number, str(action))


@pytest.mark.parametrize("seats", GAME.seats)
def test_wc_13_no_card_is_made_or_lost(seats: int) -> None:
    """The law of the box, for cards that are no cards of the deck: each of the 25 lies in one place."""
    for key in range(8):
        for before, _, step in turns(GAME, start_state(seats, key, piles=1), Key(key)):
            for here in (before, step.state):
                assert sorted((*here.pile, *here.discards, *([here.card] if here.card else []))) == list(range(1, 26))
    assert GAME.box(start_state(seats)) == ()


def test_wc_14_the_discards_are_shuffled() -> None:
    here = state("A11", "J10", at="C5", pile=())
    after, events = carry_out(here, "3")
    assert told(events, RanOut) == [RanOut(1, 1)]
    assert (after.run_out, len(after.pile), after.discards) == (1, 24, ())
    assert {carry_out(here._replace(key=Key(key)), "3")[0].card for key in range(200)} == set(range(1, 26))


def test_wc_14_the_third_time_the_game_is_scored() -> None:
    here = state("A11", "J10 J4", at="C5", pile=(), run_out=2)
    after, events = carry_out(here, "3")
    assert after.turn is None
    assert told(events, RanOut) == [RanOut(1, 3)]
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert outcome.reason == "The pile has run out 3 times. {winners} wins with 30 points."
    assert (outcome.points, outcome.winners, outcome.margin) == ((10, 30), (1,), 20)
    assert told(events, Paid), "the turn before was paid for"


def test_wc_14_as_often_as_agreed() -> None:
    over = state("A11", "J10", at="C5", pile=(), options=Options(piles=1))
    assert carry_out(over, "3")[0].turn is None
    assert carry_out(state("A11", "J10", at="C5", pile=(), run_out=8, options=Options(piles=0)), "3")[0].turn == 1


# The end
def ended(*houses: str, coins: tuple[int, ...] = (), two: str = "") -> Any:
    here = state(*houses, at="J11", coins=coins, options=with_card("N1:1 S1:1 E1:1 W1:1 H:1"))
    return GAME.outcome(carry_out(here, "1")[0])


def test_wc_15_ten_and_twenty() -> None:
    outcome = ended("A5 B6", "A4 C7+ D4+", "E9+")
    assert outcome.points == (20, 60, 20)
    assert (outcome.winners, outcome.margin, outcome.ruling) == ((1,), 40, "WC-15")


def test_wc_15_coins_break_a_tie() -> None:
    outcome = ended("A5", "B5", "C5", coins=(9, 12, 3))
    assert (outcome.winners, outcome.margin) == ((1,), 0)
    assert outcome.reason.endswith("{winners} wins with 10 points; 12 coins break the tie.")
    shared = ended("A5", "B5", "C6", coins=(12, 12, 3))
    assert (shared.winners, shared.margin) == ((0, 1), 0)
    assert shared.reason.endswith("{winners} each win with 10 points.")
    assert ended("A5 A6", "B5", coins=(0, 40)).winners == (0,)


def test_wc_15_whoever_is_out_cannot_win() -> None:
    here = state("", "J10", "", at="J11", coins=(0, 3, 3), out=(0,), active=1, options=LATE)
    outcome = GAME.outcome(carry_out(here, "1")[0])
    assert outcome is not None
    assert outcome.winners == (1,)


# Secrets
def test_wc_16_only_card_and_choice_are_secret() -> None:
    here = state("A11! B11", "A10", "B10", at="E5", card=7)
    for phase, texts in (
        ("plan", ()),
        ("renew", ("1 3",)),
        ("offer", ("1 3", "done")),
        ("insure", ("1 3", "done", "offer")),
    ):
        now = do(here, *texts)[0]
        assert now.phase == phase
        for viewer in (None, 1, 2):
            seen = GAME.view(now, viewer)
            assert (seen.card, seen.plan, set(seen.pile), seen.key) == (0, (), {0}, 0)
            assert seen == now._replace(card=0, plan=(), pile=seen.pile, key=Key(0))
        own = GAME.view(now, 0)
        assert own == now._replace(pile=(0,) * len(now.pile), key=Key(0))
    assert len({GAME.view(do(here, plan)[0], 1) for plan in ("1", "1 3", "4 3 1")}) == 1


def test_wc_16_shown_it_is_open() -> None:
    here = carry_out(state("A11", "J10", at="C6", options=LATE), "2 3")[0]
    assert here.phase == "build"
    assert GAME.view(here, 1) == here._replace(pile=(0,) * len(here.pile), key=Key(0))


def test_wc_16_who_draws_reads_the_card() -> None:
    here = state("A11", "A10", at="E5", phase="offer", plan=(3,))
    _, events = do(here, "no offer")
    (drew,) = told(events, Drew)
    assert seen_by(drew, 1) == drew
    assert seen_by(drew, 0) == seen_by(drew, None) == Drew(1, 0)
    assert GAME.describe(drew, ("Ann", "Bo")) == f"Bo draws card {drew.card}."
    assert GAME.describe(Drew(1, 0), ("Ann", "Bo")) == "Bo draws a card."


def test_wc_16_determinize_samples_cards_and_plans_uniformly() -> None:
    here = state("A11", "A10", at="E5", phase="insure", turn=1, plan=(3, 1), pile=(3, 4, 5), card=2)
    seen = GAME.view(here, 1)
    found = Counter(
        (each.card, each.plan) for each in (GAME.determinize(seen, 1, Key(key)) for key in range(4 * 84 * 12))
    )
    assert len(found) == 4 * 84
    assert max(found.values()) < 40
    assert {GAME.determinize(GAME.view(here, 0), 0, Key(key)).pile for key in range(60)} == {
        (3, 4, 5), (3, 5, 4), (4, 3, 5), (4, 5, 3), (5, 3, 4), (5, 4, 3),
    }  # fmt: skip


def test_wc_16_what_reveals_something() -> None:
    here = start_state(2, first=1)
    random = Random(2)
    while here.phase != "plan":
        action = random.choice(GAME.legal(here))
        step = GAME.apply(here, action)
        assert reveals(GAME, here, action, step.events) == (step.state.phase == "plan"), "the card is read"
        here = step.state
    choice = GAME.parse("1")
    assert GAME.preview(GAME.view(here, 0), choice) == (Chose(0),)
    assert not reveals(GAME, here, choice, GAME.apply(here, choice).events)
    here = do(here, "1", "offer")[0]
    done = Done()
    assert GAME.preview(GAME.view(here, 1), done) == ()
    assert reveals(GAME, here, done, GAME.apply(here, done).events), "what was chosen is shown"


def test_wc_17_the_bank_pays_before_anything_else() -> None:
    options = with_card("N1:1 S1:5 E1:1 W1:1 H:7")
    here = state("A9", "J10", at="E5", coins=(0, 40), options=options)
    asked, events = carry_out(here, "1 5")
    assert asked.phase == "build"
    assert asked.coins[0] == 8, "five for the station E6, three for calm"
    after, events = do(asked, "build A9")
    assert told(events, Paid) == [Paid(0, 8)]
    assert after.out == ()


def test_wc_18_questions_with_one_answer_are_not_asked() -> None:
    poor = state("A11! B11", "A10 B10", at="E5", coins=(1, 2))
    after, events = do(poor, "3")
    assert told(events, Lapsed) == [Lapsed(0, spaces("A11"))]
    assert told(events, Showed), "neither renewal nor an offer is asked for"
    assert after.active == 1
    all_insured = state("A11", "A10! B10!", at="E5")
    assert told(do(all_insured, "3")[1], Showed)


# Boards and cards of one's own
@pytest.mark.parametrize(
    ("seats", "board", "sentence"),
    [
        (
            5,
            BOARD._replace(columns=8, stations=()),
            "With 5 players the coast needs 9 columns, but this board has 8 (WC-19).",
        ),
        (2, BOARD._replace(columns=27), "A board has 1 to 26 columns, not 27 (WC-19)."),
        (2, BOARD._replace(sea_rows=0), "A board has 1 to 9 sea rows, not 0 (WC-19)."),
        (2, BOARD._replace(section_rows=0), "A board has 1 to 9 rows in a land section, not 0 (WC-19)."),
        (
            3,
            BOARD._replace(section_rows=2, stations=()),
            "With 3 players 15 houses need space behind the coast, but there is room for 10 (WC-19).",
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
def test_wc_19_boards_that_are_refused(seats: int, board: Board, sentence: str) -> None:
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
def test_wc_19_cards_that_are_refused(text: str, sentence: str) -> None:
    assert fault(cards=(CARDS[0], parse_card(text))) == sentence
    assert fault(cards=()) == "There are 1 to 99 cards, not 0 (WC-19)."


@pytest.mark.parametrize("seats", GAME.seats)
def test_wc_19_the_smallest_coast_is_large_enough(seats: int) -> None:
    columns = (seats - 1) * MAX_BEACH_HOUSES[seats] + 1
    board = Board(columns, 1, 5, ())
    for luck in range(30):
        here = placed(seats, luck=luck, board=board, piles=1)
        *_, last = turns(GAME, here, Key(luck))
        assert GAME.outcome(last[2].state)


# The rest
def test_random_games_end() -> None:
    """Some hundred, none of them longer than a bound that the rules give."""
    longest = {}
    for seats in GAME.seats:
        lengths = [len(list(turns(GAME, start_state(seats, key), Key(key)))) for key in range(40)]
        longest[seats] = max(lengths)
        most = 25 * Options().piles
        assert max(lengths) <= 1 + 12 * seats + most * (1 + 13 + 1 + 13 * (seats - 1) + 3)
    assert all(one < other for one, other in pairwise(longest.values()))


@pytest.mark.parametrize("luck", range(20))
def test_outlook_is_what_happens_if_nobody_insures(luck: int) -> None:
    here = placed(3, key=luck + 1, luck=luck)
    for plan in plans(here)[::7]:
        _, events = carry_out(here, " ".join(map(str, plan)))
        shown = forecast(GAME.view(here, here.active), plan)
        assert list(shown) == [event for event in events if isinstance(event, Moved | Earned | Paid)], plan
    assert forecast(GAME.view(here, None), (1,)) == ()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("e4", "house E4"), ("h e4", ""), ("ho E4", "house E4"), ("hu b1", "hurricane B1"), ("134", "1 3 4"),
        ("1,3,4", "1 3 4"),
        ("r e4", "renew E4"), ("i e4", "insure E4"), ("b e4", "build E4"), ("decline", "done"), ("no", "no offer"),
        ("", ""), ("1 1", ""), ("6", ""), ("1 2 3 4", ""), ("house 44", ""), ("fly E4", ""), ("house E0", ""),
    ],
)  # fmt: skip
def test_what_may_be_typed(typed: str, meant: str) -> None:
    if meant:
        assert str(GAME.parse(typed)) == meant
    else:
        with pytest.raises(ValueError, match=r"\.$"):
            GAME.parse(typed)


def test_presets() -> None:
    assert [preset.name for preset in PRESETS] == ["By the book", "No circling"]
    assert PRESETS[1].options.calm_bonus == "northward"


def test_a_deal_code_says_it_all() -> None:
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
def test_flaws(change: dict[str, Any]) -> None:
    here = state("A11", "B11", at="C5")
    broken = here._replace(**change)
    if change == {"houses": ((), ())}:
        assert GAME.validate_state(broken) == ()
    else:
        assert GAME.validate_state(broken)


def test_renew_is_told_to_views() -> None:
    here = do(state("A11! B11", "A10", at="E5"), "3")[0]
    assert GAME.legal(GAME.view(here, 0)) == GAME.legal(here) == (Renew(space("A11")), Done())
