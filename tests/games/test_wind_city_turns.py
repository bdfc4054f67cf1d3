"""A turn of Wind City apart from the hurricane (WC-4, WC-5, WC-6, WC-11, WC-12, WC-17, WC-18), and typed actions."""

from __future__ import annotations

from itertools import product

import pytest

from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.houses import points_of, stock
from cardtable.engine.games.wind_city.model import (
    BoughtNoHouse,
    Built,
    Earned,
    Insured,
    Lapsed,
    Paid,
    Showed,
    WentBankrupt,
)
from tests.builders import explain
from tests.games.wind_city_positions import (
    FAR_HOUSES,
    LATE,
    names,
    of_type,
    paths_of,
    plans,
    play_plan,
    play_typed,
    refusal,
    space,
    spaces,
    state,
    with_card,
)


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
        "Chose", "Insured", "Offered", "Insured", "Declined", "Insured", "Showed", "Moved", "Moved", "Moved", "Earned",
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
    assert refusal(position, "A10") == "You have no house on A10 (WC-6).", "a space on its own means the house there"
    assert refusal(position, "C10").startswith("Now insure houses"), "this house can be insured"
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
    assert explain(GAME, position, GAME.parse("offer")).endswith("(WC-6).")
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


# Buying houses
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
    assert (
        refusal(position, "build D6") == "A house you buy must be north of the hurricane's row, and D6 isn't (WC-11)."
    )
    assert refusal(position, "build J9").endswith("you have none on J9 (WC-11).")


def test_wc_11_without_a_destroyed_house_none_can_be_bought() -> None:
    houses = "A9 B10 C9 D9 E9 F9 G9 H9 I9 J9 A8 B8"
    position = state(houses, "J10", at="J5", options=LATE)
    _, events = play_plan(position, "2 3")
    assert not of_type(events, Built)
    (left_out,) = of_type(events, BoughtNoHouse)
    assert GAME.describe(left_out, ("Ann", "Ben")) == "Ann has no house to buy back."
    assert of_type(events, Paid) == [Paid(0, 1)]
    assert play_plan(state(houses[:-3], "J10", at="J5", options=LATE), "2 3")[0].phase == "build"


@pytest.mark.parametrize(("row", "buys"), [(7, True), (8, True), (9, False), (10, False)])
def test_wc_11_no_houses_are_bought_while_the_hurricane_is_in_the_last_three_rows(row: int, buys: bool) -> None:
    position = state("A11 B11", "J10", at=f"C{row}", options=LATE)
    after, events = play_plan(position, "2 3")
    assert (after.phase == "build") == buys
    assert of_type(events, BoughtNoHouse) == ([] if buys else [BoughtNoHouse(0, "far-north")])


def test_wc_11_declining_a_house_costs_nothing() -> None:
    position = play_plan(state("A11", "J10", at="C6", options=LATE), "2 3")[0]
    after, events = play_typed(position, "decline")
    assert of_type(events, Built) == []
    assert of_type(events, BoughtNoHouse) == [BoughtNoHouse(0, "declined")]
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


# The bank, and questions with one answer
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


# Typed actions
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
