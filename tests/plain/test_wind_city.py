"""Wind City in plain mode."""

from __future__ import annotations

from functools import partial

from cardtable.engine.games.wind_city import GAME
from cardtable.plain.replay import watch
from cardtable.table.replay import Replay
from tests.games.wind_city_positions import state, with_card
from tests.plain.transcripts import output_of, transcript
from tests.tui.boards import status
from tests.tui.wind_city_boards import board_of, sit, sit_at

ONE_NORTH = with_card("N1:2 S2:1 E1:1 W1:1 H:4")


def last_turn(output: str) -> list[str]:
    """Return the lines read out between the last two prompts."""
    return output.split("Your move, ")[-2].splitlines()[1:]


def test_insurance_names_the_houses_in_reach_first_and_once() -> None:
    session = sit_at(state("A5", "E11 F5 G5 F6+", at="E5", card=1, options=ONE_NORTH))
    output = output_of(session, "1", "offer", "moves", "why f6", "why e11")
    in_reach = "In reach this turn: F5 (1 step) costs 3 coins; F6 (2 steps) costs 6 coins."
    listed = [
        in_reach,
        "Out of reach this turn: G5 (2 steps) costs 3 coins; E11 (6 steps) costs 3 coins.",
        "done: buy no more insurance.",
    ]
    turns = output.split("Your move, Bob:\n")
    assert turns[0].splitlines()[-3:] == listed
    assert turns[1].splitlines() == listed
    assert turns[2].splitlines()[1] == "In reach this turn (2 steps)."
    assert turns[3].splitlines()[1] == "Out of reach this turn (6 steps)."


def test_renewing_says_which_houses_are_on_the_players_own_path() -> None:
    session = sit_at(state("A5! D6!", "F5", at="D5", card=1, options=ONE_NORTH))
    output = output_of(session, "1", "why a5")
    assert "On your path: D6 (1 step) costs 2 coins.\nOff your path: A5 (3 steps) costs 2 c" in output
    assert last_turn(output)[-1] == "Off your path (3 steps)."


def test_the_screen_says_the_same_about_renewing() -> None:
    session = sit_at(state("A5! D6!", "F5", at="D5", card=1, options=ONE_NORTH))
    session.act(GAME.parse("1"))
    board = board_of(session)
    board.action_cycle(-1)
    assert "On your path (1 step)." in status(board)


def test_moves_reads_each_plan_once_by_the_place_where_the_hurricane_ends() -> None:
    output = output_of(sit_at(state("A7", "E5 F6", at="D5", card=1, options=ONE_NORTH)), "moves")
    card, *_ = output.partition("Your card is ")[2].splitlines()
    assert card == (
        "1. Action 1: north 1, costs 2. Action 2: south 2, costs 1. Action 3: east 1, costs 1. "
        "Action 4: west 1, costs 1. Action 5: buy a house, costs 4."
    )
    moves = last_turn(output)
    assert moves[0].startswith("To D6. 1: you get 3 (calm) and pay 2.")
    start = "To E5 (or F5 if E5 is insured). 3: destroys Bob's E5; you pay 1. 3 5 in any order: destroys Bob's E5"
    assert any(line.startswith(start) for line in moves)
    assert (
        "To E6. 1 3: you get 8 (station and calm) and pay 3. 3 1: destroys Bob's E5; you get 5 (station) and pay 3."
        in "\n".join(moves)
    )
    assert len(moves) == len({line.partition(".")[0] for line in moves}) < 15
    assert not any("alone" in line for line in moves)


def test_moves_says_once_that_no_house_can_be_bought() -> None:
    twelve = "A4 B4 C4 A5 B5 C5 D5 A8 B8 C8 D8 E8"
    output = output_of(sit_at(state(twelve, "F6", at="E5", card=1, options=ONE_NORTH)), "moves")
    assert last_turn(output)[-1] == "Left out: plans in which you'd buy no house, as you have lost none."
    assert output.count("lost none") == 1
    assert not any("5" in line.partition(". ")[2].partition(":")[0] for line in last_turn(output)[:-1])


def test_while_houses_are_placed_moves_says_how_to_type_one_and_lists_none() -> None:
    turns = output_of(sit(3), "moves", "A1", "moves").split("Your move, ")
    assert turns[1].splitlines()[1:] == ["Place the hurricane: type a space from A1 to J1."]
    assert turns[3].splitlines()[1:] == [
        "There are 76 free spaces; to hear where, type look.",
        "Place a house: type the letter and the number of a space.",
    ]


def test_what_a_player_chooses_next_does_not_sound_like_an_event() -> None:
    assert "Next: Bob places the hurricane.\n" in transcript(partial(watch, Replay(sit(2))))
