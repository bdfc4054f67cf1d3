"""Wind City in plain mode."""

from __future__ import annotations

import re

import pytest

from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.model import Moved
from cardtable.games.wind_city.view.view import VIEW
from cardtable.plain.view import move_lines
from cardtable.rooms.kit.goto import ToReplay
from cardtable.table.replay import Replay
from tests.games.wind_city_positions import state, with_card
from tests.plain.transcripts import last_turn, opened, output_of
from tests.tui.boards.boards import status
from tests.tui.boards.wind_city_boards import board_of, sit, sit_at

ONE_NORTH = with_card("N1:2 S2:1 E1:1 W1:1 H:4")


def test_insurance_names_the_houses_in_reach_first_and_once() -> None:
    session = sit_at(state("A5", "E11 F5 G5 F6+", at="E5", card=1, options=ONE_NORTH))
    output = output_of(session, "1", "offer", "moves", "why f6", "why e11")
    listed = [
        "In reach this turn: F5 with 6 of 6 cards, for 3 coins; F6 with 6 of 6 cards, for 6 coins.",
        "Out of reach this turn: G5 and E11 for 3 coins each.",
        "done: buy no more insurance.",
    ]
    question = "Insure your houses with Ann: type one or more spaces, or done. All 4 would cost 15 coins."
    turns = output.split("Your move, Bob:\n")
    assert turns[0].splitlines()[-4:] == [question, *listed]
    assert turns[1].splitlines() == listed
    assert turns[2].splitlines()[1] == "6 of 6 cards can hit it."
    assert turns[3].splitlines()[1] == "No card can hit it."


def test_the_seller_still_has_the_turn_while_others_may_buy_insurance() -> None:
    session = sit_at(state("A5", "E11 F5 G5 F6+", at="E5", card=1, options=ONE_NORTH))
    output = output_of(session, "1", "offer", "done", "quit")
    turns = [line for line in output.splitlines() if "'s turn" in line]
    assert turns == ["Ann's turn.", "It's still Ann's turn, but Bob may buy insurance.", "Bob's turn."]


def test_after_a_purchase_only_the_coins_and_the_houses_still_in_reach_are_read() -> None:
    session = sit_at(state("A5", "E11 F5 G5 F6+", at="E5", card=1, options=ONE_NORTH))
    output = output_of(session, "1", "offer", "f5", "g5 and f6", "look")
    turns = output.split("Your move, Bob:\n")
    assert turns[1].splitlines() == [
        "Bob insures F5 with Ann for 3.",
        "You have 37 coins left.",
        "Type more spaces, or done.",
        "Still in reach this turn: G5 with 6 of 6 cards, for 3 coins; F6 with 6 of 6 cards, for 6 coins.",
    ]
    assert turns[2].splitlines() == [
        "Bob insures G5 with Ann for 3.",
        "Bob insures F6 with Ann for 6.",
        "You have 28 coins left.",
        "Type more spaces, or done.",
        "Nothing else that you can insure is in reach this turn.",
    ]
    assert turns[3].splitlines()[-2:] == ["Out of reach this turn: E11 for 3 coins.", "done: buy no more insurance."]


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        ("f5 f7", "you have no house on F7 (WC-6)."),
        ("f5, f5", "you named one of them twice."),
        ("f5, g5, f6", "together they cost 12, but you have 10 coins."),
    ],
)
def test_several_houses_are_insured_only_if_all_of_them_can_be(typed: str, refusal: str) -> None:
    session = sit_at(state("A5", "F5 G5 F6+", at="E5", card=1, options=ONE_NORTH, coins=(40, 10)))
    output = output_of(session, "1", "offer", typed)
    assert f"Your move, Bob:\nNo house is insured: {refusal}\n" in output
    assert session.look(None).state.insured == ()


def test_several_houses_are_renewed_at_once() -> None:
    session = sit_at(state("A5! D6! C7!", "F5", at="D5", card=1, options=ONE_NORTH))
    output = output_of(session, "1", "renew a5, c7", "f5", "done")
    assert "Ann renews A5 for 2.\nAnn renews C7 for 2.\nYou have 36 coins left.\n" in output
    assert "\nStill on your path: D6 for 2 coins.\n" in output
    assert "You have no insurance to renew on F5 (WC-5)." in output


def test_a_space_without_a_house_is_refused_with_the_reason() -> None:
    session = sit_at(state("A5", "F5 G5", at="E5", card=1, options=ONE_NORTH))
    output = output_of(session, "1", "offer", "f6")
    assert "\nYou have no house on F6 (WC-6). Type moves to hear what you can play.\n" in output
    assert "Both would cost 6 coins." in output


def test_a_price_with_a_house_says_what_is_paid_without_it() -> None:
    full = state("A4 A5 B5 C5 D5 E5 F5 G5 H5 I5 J5 A7", "B4", at="E1", card=1, options=ONE_NORTH)
    assert last_turn(output_of(sit_at(full), "why 1 3 5")) == [
        "1 3 5: North 1, then east 1, then house, costs 3, or 7 if a house is bought.",
        "Effect: to F2; you buy no house, because none is lost, and pay 3.",
        "Then Bob can reach no house of yours.",
    ]


def test_players_hear_that_insurance_has_saved_a_house() -> None:
    session = sit_at(state("A5", "E11 E7! E8", at="E5", card=1, options=with_card("N3:2 S1:1 E1:1 W1:1 H:4")))
    output = output_of(session, "1", "offer", "e8", "done", "log 1")
    assert output.count("The hurricane goes north to E8. Bob's E7 and E8 are insured and still stand.\n") == 2
    first = next(event for event in session.look(None).log[-1] if isinstance(event, Moved))
    assert VIEW.retell(first, ("Ann", "You")) == (
        "The hurricane goes north to E8. Your E7 and E8 are insured and still stand.",
    )


def test_the_ending_and_the_points_are_told_once() -> None:
    output = output_of(sit_at(state("A7 B7", "E5", at="D11", card=1, options=ONE_NORTH)), "1", "no")
    assert output.count("northern edge") == 1
    assert (
        "The hurricane goes north.\nThe hurricane has left the board over the northern edge. Ann 20, Bob 10.\n"
        "The game is over.\nAnn wins with 20 points.\n"
    ) in output
    assert "Points:" not in output
    assert (
        "\nAnn wins with 20 points.\nAnn: 2 houses left, 0 lost to the hurricane, 0 of the others' destroyed; "
        in output
    )


def test_a_game_that_ends_with_the_pile_says_so_once() -> None:
    once = with_card("N1:2 S2:1 E1:1 W1:1 H:4", piles=1)
    last = state("A5", "F9", at="E5", card=1, pile=[], discards=[2, 3, 4, 5, 6], options=once)
    output = output_of(sit_at(last), "4", "no")
    assert output.count("run out") == 1
    assert "The pile has run out once.\nAnn 10, Bob 10.\nThe game is over.\n" in output


def test_a_player_who_waits_hears_no_moves_of_the_buyer() -> None:
    session = sit_at(state("A5", "F5 G5", at="E5", card=1, options=ONE_NORTH))
    session.act(GAME.parse("1"))
    session.act(GAME.parse("offer"))
    assert move_lines(session.look(0), VIEW) == ()
    assert move_lines(session.look(1), VIEW)[-1] == "done: buy no more insurance."


def test_players_hear_their_coins_before_they_choose_actions_even_if_unchanged() -> None:
    free = with_card("N1:0 S1:0 E1:0 W1:0 H:4", calm_bonus="northward")
    session = sit_at(state("A5", "F9", at="E5", card=1, options=free))
    output = output_of(session, "3", "no", "3", "no")
    turn = output.split("Ann's turn.\n")[-1].splitlines()
    assert [line for line in turn if "coins, and" in line] == ["Ann has 40 coins, and houses worth 10 points."]


def test_renewing_says_which_houses_are_on_the_players_own_path() -> None:
    session = sit_at(state("A5! D6!", "F5", at="D5", card=1, options=ONE_NORTH))
    output = output_of(session, "1", "why a5")
    assert "On your path: D6 for 2 coins.\nOff your path: A5 for 2 coins.\n" in output
    assert last_turn(output)[-1] == "No card can hit it."


def test_the_screen_says_the_same_about_renewing() -> None:
    session = sit_at(state("A5! D6!", "F5", at="D5", card=1, options=ONE_NORTH))
    session.act(GAME.parse("1"))
    board = board_of(session)
    board.action_cycle(-1)
    assert "Your plan hits it." in status(board)


def test_players_hear_their_houses_and_which_are_insured_before_they_choose_actions() -> None:
    session = sit_at(state("A7 C5", "E5! F6+ D9", at="D5", card=1, options=ONE_NORTH))
    output = output_of(session, "4", "no", "4", "done", "no")
    assert re.findall("^Your houses: .*", output, re.MULTILINE) == [
        "Your houses: E5 (insured), F6 (two families), D9.",
        "Your houses: A7.",
    ]


def test_people_hear_once_that_coins_only_break_ties() -> None:
    session = sit_at(state("A7 C5", "E5 F6 D9", at="D5", card=1, options=ONE_NORTH))
    output = output_of(session, "1", "no", "1", "no", "1", "no")
    assert output.count("Coins only break ties.\n") == 1


def test_the_table_says_once_that_the_board_has_no_eastern_edge() -> None:
    output = output_of(sit(2), "A1")
    assert output.count("Columns J and A are joined: one step east of J is A.\n") == 1


def test_how_to_type_a_plan_is_said_until_the_player_has_chosen_one() -> None:
    session = sit_at(state("A5", "F5 G5", at="E5", card=1, options=ONE_NORTH), persons=(0, 1))
    output = output_of(session, "", "1", "no", "", "2", "no", "")
    (question,) = {line for line in output.splitlines() if line.startswith("Choose one to three actions, ")}
    assert [line for line in output.splitlines() if line.startswith("Choose")] == [
        question,
        question,
        "Choose one to three actions.",
    ]


def test_the_log_of_a_new_game_says_that_it_is_empty() -> None:
    assert "\nNothing has happened yet.\n" in output_of(sit(2), "log")


def test_the_introduction_promises_no_numbers_that_are_not_read_out() -> None:
    output = output_of(sit(2))
    assert "\nOn every turn, you hear what to type. To hear what a move would do, type why and the move.\n" in output
    assert "number of a move" not in output


def test_while_houses_are_placed_moves_says_how_to_type_one_and_what_is_free() -> None:
    turns = output_of(sit(3), "moves", "A1", "moves").split("Your move, ")
    assert turns[1].splitlines()[1:] == ["Place the hurricane: type a space from A1 to J1."]
    question, first, *_, last = turns[3].splitlines()[1:]
    assert question == "Place a house: type the letter and the number of a space."
    assert first == "Free in row 4, 20 points each: A4 to J4."
    assert last == "Free in row 11, 10 points each: A11 to F11, H11 to J11."


def test_a_house_that_cannot_be_placed_is_refused_with_what_is_free_instead() -> None:
    output = output_of(sit(2), "A2", "A1", "B9", "A4", "A4", "A1")
    assert "Type a space from A1 to J1.\n" in output
    assert (
        "B9 is a weather station; no house can stand there (WC-1). Free in row 9, 10 points each: A9, C9 to J9.\n"
    ) in output
    taken = "There is already a house on A4 (WC-3). Free in row 4, 20 points each: B4 to J4.\n"
    assert taken in output
    off_land = output.partition(taken)[2].splitlines()[1]
    assert off_land.startswith(
        "Now place a house, on land (WC-3). Free in row 4, 20 points each: B4 to J4. Free in row 5"
    )


def test_what_a_player_chooses_next_does_not_sound_like_an_event() -> None:
    assert "Next: Bob places the hurricane.\n" in opened(ToReplay(Replay(sit(2))))
