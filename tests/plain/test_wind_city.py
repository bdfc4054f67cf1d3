"""Wind City in plain mode."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import islice, permutations

import pytest

from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.hidden import forecast
from cardtable.engine.games.wind_city.model import Moved
from cardtable.engine.games.wind_city.outlook import house_bought
from cardtable.plain.replay import watch
from cardtable.plain.views.view import move_lines
from cardtable.plain.views.wind_city import VIEW
from cardtable.plain.views.wind_city_moves import plan_details, plan_overview
from cardtable.table.replay import Replay
from cardtable.table.seen import Seen
from tests.games.wind_city_positions import state, with_card
from tests.plain.transcripts import output_of, transcript
from tests.tui.boards import random_turns, status
from tests.tui.wind_city_boards import board_of, sit, sit_at

ONE_NORTH = with_card("N1:2 S2:1 E1:1 W1:1 H:4")


def last_turn(output: str) -> list[str]:
    """Return the lines read out between the last two prompts."""
    return output.split("Your move, ")[-2].splitlines()[1:]


def test_insurance_names_the_houses_in_reach_first_and_once() -> None:
    session = sit_at(state("A5", "E11 F5 G5 F6+", at="E5", card=1, options=ONE_NORTH))
    output = output_of(session, "1", "offer", "moves", "why f6", "why e11")
    listed = [
        "In reach this turn: F5 for 3 coins; F6 for 6 coins.",
        "Out of reach this turn: G5 and E11 for 3 coins each.",
        "done: buy no more insurance.",
    ]
    question = "Buy insurance from Ann: type one or more spaces, or done. All 4 would cost 15 coins."
    turns = output.split("Your move, Bob:\n")
    assert turns[0].splitlines()[-4:] == [question, *listed]
    assert turns[1].splitlines() == listed
    assert turns[2].splitlines()[1] == "In reach this turn: a card can take the hurricane there."
    assert turns[3].splitlines()[1] == "Out of reach this turn: no card can take the hurricane there."


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
        "Still in reach this turn: G5 for 3 coins; F6 for 6 coins.",
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
    assert f"Your move, Bob:\nNo house is insured: {refusal}\nYour move, Bob:\n" in output
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
        "1 3 5: North 1, then east 1, then house, costs 3, or 7 if a house is bought (WC-4).",
        "Effect: to F2; you buy no house, as you have lost none, and pay 3.",
    ]


def test_players_hear_that_insurance_has_saved_a_house() -> None:
    session = sit_at(state("A5", "E11 E7! E8", at="E5", card=1, options=with_card("N3:2 S1:1 E1:1 W1:1 H:4")))
    output = output_of(session, "1", "offer", "e8", "done", "log 1")
    assert output.count("The hurricane goes north to E8. Bob's E7 and Bob's E8 are insured and stand.\n") == 2
    first = next(event for event in session.look(None).log[-1] if isinstance(event, Moved))
    assert VIEW.retell(first, ("Ann", "You")) == (
        "The hurricane goes north to E8. Your E7 and your E8 are insured and stand.",
    )


def test_the_ending_and_the_points_are_told_once() -> None:
    output = output_of(sit_at(state("A7 B7", "E5", at="D11", card=1, options=ONE_NORTH)), "1", "no")
    assert output.count("northern edge") == 1
    assert (
        "The hurricane goes north.\nThe hurricane has left the board over the northern edge. Ann 20, Bob 10.\n"
        "The game is over.\nAnn wins with 20 points.\n"
    ) in output
    assert "Points:" not in output


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
    turn = output.split("Ann draws a card")[1].splitlines()
    assert [line for line in turn if "coins, and" in line] == ["Ann has 40 coins, and houses worth 10 points."]


def test_renewing_says_which_houses_are_on_the_players_own_path() -> None:
    session = sit_at(state("A5! D6!", "F5", at="D5", card=1, options=ONE_NORTH))
    output = output_of(session, "1", "why a5")
    assert "On your path: D6 for 2 coins.\nOff your path: A5 for 2 coins.\n" in output
    assert last_turn(output)[-1] == "Off your path."


def test_the_screen_says_the_same_about_renewing() -> None:
    session = sit_at(state("A5! D6!", "F5", at="D5", card=1, options=ONE_NORTH))
    session.act(GAME.parse("1"))
    board = board_of(session)
    board.action_cycle(-1)
    assert "On your path." in status(board)


def test_moves_says_what_players_can_do_and_where_the_hurricane_then_stops() -> None:
    output = output_of(sit_at(state("A7", "E5 F6", at="D5", card=1, options=ONE_NORTH)), "moves")
    card, *_ = output.partition("Your card is ")[2].splitlines()
    assert card == (
        "1. Action 1: north 1, costs 2. Action 2: south 2, costs 1. Action 3: east 1, costs 1. "
        "Action 4: west 1, costs 1. Action 5: buy back a house, costs 4."
    )
    assert last_turn(output) == [
        "Action 1 alone: to D6; you get 3 (calm) and pay 2.",
        "Action 2 alone: to D3; you pay 1.",
        "Action 3 alone: to E5 (or F5 if E5 is insured), destroys Bob's E5; you pay 1.",
        "Action 4 alone: to C5; you get 3 (calm) and pay 1.",
        "Action 5, in some plans: you buy back a house and pay 4; type moves house.",
        "Destroy only others' houses: Bob's E5 (stop on D3, E3, E4, D5, E5, D6 or E6).",
        "Get 5 or more, and destroy nothing: stop on E6.",
        "Get 3, and destroy nothing: stop on C4, D4, E4, C5, D5, C6 or D6.",
        "Destroy nothing: stop on C3, D3 or E3.",
        "To hear the plans for a stop, type moves and its space.",
    ]


def test_every_turn_tells_in_brief_what_to_destroy_to_get_and_to_avoid() -> None:
    told = [
        "Destroy Bob's E5 (stop on E5, E6 or 5 others).",
        "Get 5 coins or more: stop on E6.",
        "Lose a house of yours: stop on C5.",
        "To hear more, type moves.",
    ]
    session = sit_at(state("A7 C5", "E5 F6 D9", at="D5", card=1, options=ONE_NORTH))
    first, again, _ = output_of(session, "look").split("Your move, Ann:\n")
    assert first.splitlines()[-4:] == again.splitlines()[-4:] == told
    later = output_of(session, "4", "no", "4", "no").split("Ann's turn.\n")[-1].splitlines()
    assert later[3].startswith("Your card is 2. Action 1: ")
    assert later[5:] == [
        "Get 3 coins: stop on A5, C5 or 7 others.",
        "To hear more, type moves.",
        "Your move, Ann:",
        "You left the game.",
    ]


def test_people_hear_once_that_coins_only_break_ties() -> None:
    session = sit_at(state("A7 C5", "E5 F6 D9", at="D5", card=1, options=ONE_NORTH))
    output = output_of(session, "1", "no", "1", "no", "1", "no")
    assert output.count("Coins only break ties.\n") == 1


def test_of_many_houses_to_destroy_two_choices_are_told_every_turn() -> None:
    many = state("A7", "C5 E5 D6 D4 B4", at="D5", card=1, options=ONE_NORTH)
    (line,) = re.findall("^Destroy .*", output_of(sit_at(many)), re.MULTILINE)
    assert re.fullmatch(r"Destroy [^;]+\); [^;]+\); and \d+ other choices\.", line), line


def test_a_stop_that_costs_too_much_and_a_win_are_told_every_turn_too() -> None:
    poor = state("A7 C5", "E5", at="D5", card=1, options=ONE_NORTH, coins=(1, 40))
    assert "\nPay more than you have: stop on E3.\n" in output_of(sit_at(poor))
    winning = output_of(sit_at(state("A7 B7", "E5", at="D11", card=1, options=ONE_NORTH)))
    losing = output_of(sit_at(state("A7", "E5 F5", at="D11", card=1, options=ONE_NORTH)))
    assert "\nEnd the game and win: type moves end.\n" in winning
    assert "\nEnd the game and lose: type moves end.\n" in losing


def test_a_house_is_bought_back_in_the_same_words_everywhere() -> None:
    output = output_of(sit_at(state("A7 C7", "E5 F6", at="D5", card=1, options=ONE_NORTH)), "3 5", "no", "c7")
    assert "Action 5: buy back a house, costs 4." in output
    assert "Ann shows card 1 and these actions: east 1, then buy back a house.\n" in output
    assert "\nPlace the house you buy back: type the space of one of your houses, or done.\n" in output
    assert "\ndone: don't buy back a house.\n" in output
    assert "\nAnn buys back a house and adds it to C7.\n" in output


def test_moves_warns_of_stops_that_cost_too_much_and_names_each_stop_for_its_best_use() -> None:
    poor = state("A7 C5", "E5", at="D5", card=1, options=ONE_NORTH, coins=(1, 40))
    overview = last_turn(output_of(sit_at(poor), "moves"))
    assert "Pay more than you have, so that you may be out: stop on E3." in overview
    assert "Destroy only others' houses: Bob's E5 (stop on E5 or E6)." in overview
    assert not any(line.startswith("Lose") and "E5" in line for line in overview)


def test_moves_and_a_space_reads_the_plans_for_that_stop_the_best_first() -> None:
    output = output_of(sit_at(state("A7", "E5 F6", at="D5", card=1, options=ONE_NORTH)), "moves e6")
    assert last_turn(output) == [
        "3 1: to E6, destroys Bob's E5; you get 5 (station) and pay 3.",
        "3 1 5, 3 5 1 or 5 3 1: to E6, destroys Bob's E5; you buy back a house, get 5 (station) and pay 7.",
        "1 3: to E6; you get 8 (station and calm) and pay 3.",
        "1 3 5, 1 5 3 or 5 1 3: to E6; you buy back a house, get 8 (station and calm) and pay 7.",
    ]


def test_moves_end_reads_the_plans_that_end_the_game() -> None:
    output = output_of(sit_at(state("A7 B7", "E5", at="D11", card=1, options=ONE_NORTH)), "moves", "moves end")
    assert "End the game: you win with 20 points. To hear how, type moves end.\n" in output
    first = last_turn(output)[0]
    assert first.startswith("1, 3 1, ")
    assert first.endswith(": leaves the board: the game ends and you win with 20 points.")
    assert "1 2" not in first, "what comes after the end is never carried out"


def test_moves_says_who_would_win_if_the_game_ended() -> None:
    tight = state("E11 A5", "A11 B11 C11", at="D11", card=1, options=with_card("N1:1 W1:1 W1:1 W1:1 H:1"))
    output = output_of(sit_at(tight), "moves", "moves end")
    assert (
        "End the game: you and Bob win with 20 points, you win with 20 points or Bob wins with 30 points. "
        "To hear how, type moves end.\n"
    ) in output
    assert last_turn(output)[-1] == "1: leaves the board: the game ends and Bob wins with 30 points."


def test_moves_offers_no_house_that_only_the_end_of_the_game_would_leave_out() -> None:
    tight = state("E11 A5", "A11 B11 C11", at="D11", card=1, options=with_card("N1:1 W1:1 W1:1 W1:1 H:1"))
    output = output_of(sit_at(tight), "moves", "moves house")
    assert "Action 5: you'd buy no house so far north.\n" in output
    assert "type moves house" not in output
    assert "No plan would buy back a house." in output


def test_an_overview_is_short_and_its_groups_hold_every_plan() -> None:
    for seen in islice(plan_turns(), 0, None, 8):
        overview = tuple(plan_overview(seen))
        assert len(overview) <= 13
        assert ("type moves house" in "\n".join(overview)) is bool(details_or_nothing(seen, "house"))
        listed = {space for line in overview for space in re.findall(r"\b[A-J][0-9]+\b", line)}
        groups = [*listed, *(["end"] if any(line.startswith("End the game") for line in overview) else [])]
        details = (line for group in groups for line in details_or_nothing(seen, group))
        read = {plan for line in details for plan in read_plans(line)}
        for plan in (action.plan for action in seen.legal):
            buys_nothing = house_bought(seen.state, plan).startswith("no ")
            ends_sooner = any(plan[:at] in read and has_left(seen, plan[:at]) for at in range(1, len(plan)))
            assert (plan in read) is not (buys_nothing or ends_sooner), plan


def plan_turns() -> Iterator[Seen]:
    """Yield every turn of some random games on which a player chooses actions."""
    for seats in (2, 3, 5):
        for session in random_turns(sit(seats), seats):
            if session._state.phase == "plan":
                yield session.look(session.turn)


def has_left(seen: Seen, plan: tuple[int, ...]) -> bool:
    return any(isinstance(event, Moved) and event.left for event in forecast(seen.state, plan))


def details_or_nothing(seen: Seen, group: str) -> tuple[str, ...]:
    """Return the details of a group, or nothing for a space that isn't a stop, as that of a house."""
    try:
        return plan_details(seen, group)
    except ValueError:
        return ()


def read_plans(line: str) -> Iterator[tuple[int, ...]]:
    """Yield the plans at the beginning of a line such as `1 3 or 2 4 in any order: to E6`."""
    for text in re.split(", | or ", line.partition(":")[0]):
        plan = tuple(map(int, text.removesuffix(" in any order").split()))
        yield from permutations(plan) if text.endswith("order") else [plan]


def test_moves_refuses_a_group_that_is_not_there() -> None:
    output = output_of(
        sit_at(state("A7", "F6", at="D5", card=1, options=ONE_NORTH)), "moves C9", "moves end", "moves all"
    )
    assert "No plan makes the hurricane stop on C9. To hear where it can stop, type moves.\n" in output
    assert "No plan ends the game. To hear where it can stop, type moves.\n" in output
    assert last_turn(output) == [
        "Type moves and the space where the hurricane should stop, or moves house or moves end."
    ]


def test_help_says_how_to_hear_a_group_of_moves() -> None:
    output = output_of(sit_at(state("A7", "F6", at="D5", card=1, options=ONE_NORTH)), "help")
    assert last_turn(output)[:2] == [
        "To play, type a move's numbers, in order.",
        "To hear the plans for a stop, type moves and its space.",
    ]


def test_moves_says_once_that_no_house_can_be_bought() -> None:
    twelve = "A4 B4 C4 A5 B5 A6 B6 A8 B8 C8 D8 E8"
    output = output_of(sit_at(state(twelve, "F6", at="E5", card=1, options=ONE_NORTH)), "moves", "moves house")
    assert "Action 5: you'd buy no house, as you have lost none.\n" in output
    assert output.count("lost none") == 1
    assert last_turn(output) == ["No plan would buy back a house. To hear where it can stop, type moves."]


def test_the_table_says_once_that_the_board_has_no_eastern_edge() -> None:
    output = output_of(sit(2), "A1")
    assert output.count("Columns J and A are joined: one step east of J is A.\n") == 1


def test_while_houses_are_placed_moves_says_how_to_type_one_and_lists_none() -> None:
    turns = output_of(sit(3), "moves", "A1", "moves").split("Your move, ")
    assert turns[1].splitlines()[1:] == ["Place the hurricane: type a space from A1 to J1."]
    assert turns[3].splitlines()[1:] == [
        "There are 76 free spaces; to hear where, type look.",
        "Place a house: type the letter and the number of a space.",
    ]


def test_what_a_player_chooses_next_does_not_sound_like_an_event() -> None:
    assert "Next: Bob places the hurricane.\n" in transcript(partial(watch, Replay(sit(2))))
