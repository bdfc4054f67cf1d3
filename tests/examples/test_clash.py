"""The worked examples in the source rules of Clash, sentence by sentence.

The source's figures are missing, so each state is made to fit everything that the sentences say.
"""

from __future__ import annotations

import pytest

from cardtable.engine.cards import Chard, Complete
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import Drew, Options, PlayPair, PlayThree, State, cards_left
from cardtable.engine.games.clash.rules import is_matched
from tests.builders import chards, codes, explain
from tests.games.clash_positions import after, cards, choices, events_of, hand, refusal, showing, state

PLAYER_1, PLAYER_2 = 0, 1

START = state(
    "H R T",
    "",
    ("FRC T FGT H B T C", "F FRS G P S HBS PBT"),
    draw=("S 22", 23),
    played=0,
)
"""Before the opening.  The top Chards aren't Filled or Square, because both are played later."""


def test_after_the_set_up_three_chards_and_no_complete_are_on_top() -> None:
    assert showing(START) == "H R T ."
    assert cards_left(START) == (30, 30)


def test_player_1_goes_first_and_plays_filled_red_circle_which_ends_the_turn_and_draws_a_square() -> None:
    assert GAME.turn(START) == START.dealer == PLAYER_1
    result = after(START, "FRC")
    assert showing(result) == "H R T FRC"
    assert GAME.turn(result) == PLAYER_2
    assert events_of(START, "FRC")[1] == Drew(PLAYER_1, cards("S"))


def test_player_2_plays_the_matching_filled_then_filled_red_square_as_both_are_filled_and_red() -> None:
    position = after(START, "FRC")
    assert "Filled is a matching Chard" in explain(GAME, position, GAME.parse("F"))
    position = after(position, "F")
    assert showing(position) == "F R T FRC"
    reason = explain(GAME, position, GAME.parse("FRS"))
    assert reason.startswith("Filled-Red-Square is a sharing Complete, with Filled and Red")
    assert showing(after(position, "FRS")) == "F R T FRS"


def test_they_complete_the_turn_with_green_as_the_last_chard_and_draw_three_cards() -> None:
    position = after(START, "FRC", "F", "FRS")
    assert "so it goes as a last Chard" in explain(GAME, position, GAME.parse("G last"))
    assert "CL-4" in refusal(position, "G"), "it could only be a last Chard"
    result = after(position, "G last")
    assert showing(result) == "F G T FRS"
    _, drew = events_of(position, "G last")
    assert isinstance(drew, Drew)
    assert len(drew.cards) == 3
    assert GAME.turn(result) == PLAYER_1


@pytest.fixture
def second_turn() -> State:
    """Return the state before player 1's long turn."""
    return after(START, "FRC", "F", "FRS", "G last")


def test_player_1_plays_the_matching_square(second_turn: State) -> None:
    assert hand(second_turn, PLAYER_1) == "H B C S T T FGT"
    assert "Square is a matching Chard" in explain(GAME, second_turn, GAME.parse("S"))
    assert showing(after(second_turn, "S")) == "F G S FRS"


def test_cl_9_the_special_move_is_triangle_and_filled_green_triangle(second_turn: State) -> None:
    position = after(second_turn, "S")
    partial = PlayPair(Chard("triangle"), Complete("partial-green-triangle"))
    assert "You don't have Partial-Green-Triangle" in refusal(position, partial)
    reason = explain(GAME, position, GAME.parse("T + FGT"))
    assert "Triangle and Filled-Green-Triangle are a pair: Filled and Green are on top" in reason
    result = after(position, "T + FGT")
    assert showing(result) == "F G T FGT"
    assert is_matched(result), "all four piles match"


def test_cl_9_partial_green_triangle_could_not_have_been_played() -> None:
    position = state("F G S", "FRS", ("H B C T T PGT", "R G"))
    refused = refusal(position, "T + PGT")
    assert "Of the top Chards, it matches only Green; to go with a Chard, it must match exactly two (CL-3)" in refused


def test_play_4_takes_hollow_blue_and_triangle_as_there_are_no_completes(second_turn: State) -> None:
    position = after(second_turn, "S", "T + FGT")
    assert hand(position, PLAYER_1) == "H B C T"
    assert PlayThree(*chards("H B T")) in GAME.legal(position)
    assert showing(after(position, "H + B + T")) == "H B T FGT"


def test_the_last_card_a_circle_can_only_be_a_last_chard(second_turn: State) -> None:
    position = after(second_turn, "S", "T + FGT", "H + B + T")
    assert hand(position, PLAYER_1) == "C"
    assert choices(position) == ["Circle last", "end"]
    result = after(position, "C last")
    assert showing(result) == "H B C FGT"
    assert GAME.turn(result) == PLAYER_2, "they do not continue playing"
    assert hand(result, PLAYER_1) == codes(result.hands[PLAYER_1])
    assert len(result.hands[PLAYER_1]) == 7


def test_with_a_circle_complete_on_top_the_turn_would_continue_with_seven_new_cards() -> None:
    position = state("H B T", "FGC", ("C", "R G"), draw=(22, 23), played=6)
    result = after(position, "C")
    assert GAME.turn(result) == PLAYER_1
    assert len(result.hands[PLAYER_1]) == 7


@pytest.mark.parametrize("target", [0, 10])
def test_player_2_plays_the_final_card_and_scores_the_two_cards_that_player_1_has_left(target: int) -> None:
    position = state(
        "H B C", "FGT", ("P S", "G"), draw=("", ""), turn=PLAYER_2, played=0, options=Options(target=target)
    )
    result = after(position, "G")
    assert result.scores == (0, 2)
    assert (GAME.outcome(result) is None) == (target == 10), "a match goes on"
