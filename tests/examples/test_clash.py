"""The worked examples of the text of Clash, sentence by sentence.

The figures are missing, so each position is built to fit everything that the sentences say of it.
"""

from __future__ import annotations

import pytest

from cardtable.engine import Chard, Complete
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import Drew, Options, PlayPair, PlayThree, State, cards_left
from cardtable.engine.games.clash.rules import is_matched
from tests.builders import chards, codes
from tests.games.clash_positions import after, cards, choices, events_of, hand, refusal, showing, state

PLAYER_1, PLAYER_2 = 0, 1

START = state(
    "H R T",
    "",
    ("FRC T FGT H B T C", "F FRS G P S HBS PBT"),
    draw=("S 22", 23),
    played=0,
)
"""Before the opening.  The pattern that shows is not Filled and the shape is no Square, as both are played later."""


def test_the_board_after_the_initial_set_up_shows_three_chards_and_no_complete() -> None:
    assert showing(START) == "H R T ."
    assert cards_left(START) == (30, 30)


def test_player_1_goes_first_and_plays_filled_red_circle_which_ends_the_turn_and_draws_a_square() -> None:
    assert GAME.turn(START) == START.dealer == PLAYER_1
    done = after(START, "FRC")
    assert showing(done) == "H R T FRC"
    assert GAME.turn(done) == PLAYER_2
    assert events_of(START, "FRC")[1] == Drew(PLAYER_1, cards("S"))


def test_player_2_plays_filled_by_play_2_then_filled_red_square_by_play_1_as_both_are_filled_and_red() -> None:
    here = after(START, "FRC")
    assert "Play 2" in GAME.explain(here, GAME.parse("F"))
    here = after(here, "F")
    assert showing(here) == "F R T FRC"
    assert GAME.explain(here, GAME.parse("FRS")).startswith("Play 1: it shares Filled and Red with the top Complete")
    assert showing(after(here, "FRS")) == "F R T FRS"


def test_they_complete_the_turn_with_green_by_play_6_and_draw_three_cards() -> None:
    here = after(START, "FRC", "F", "FRS")
    assert "Play 6" in GAME.explain(here, GAME.parse("G last"))
    assert "CL-4" in refusal(here, "G"), "nothing but play 6 allows it"
    done = after(here, "G last")
    assert showing(done) == "F G T FRS"
    _, drew = events_of(here, "G last")
    assert isinstance(drew, Drew)
    assert len(drew.cards) == 3
    assert GAME.turn(done) == PLAYER_1


@pytest.fixture
def second_turn() -> State:
    """Where player 1's long turn begins."""
    return after(START, "FRC", "F", "FRS", "G last")


def test_player_1_plays_the_square_by_play_2(second_turn: State) -> None:
    assert hand(second_turn, PLAYER_1) == "H B C S T T FGT"
    assert "Play 2" in GAME.explain(second_turn, GAME.parse("S"))
    assert showing(after(second_turn, "S")) == "F G S FRS"


def test_cl_9_the_special_move_is_triangle_and_filled_green_triangle(second_turn: State) -> None:
    here = after(second_turn, "S")
    partial = PlayPair(Chard("triangle"), Complete("partial-green-triangle"))
    assert "You don't have Partial-Green-Triangle" in refusal(here, partial)
    assert "Play 5: Filled and Green are on top" in GAME.explain(here, GAME.parse("T + FGT"))
    done = after(here, "T + FGT")
    assert showing(done) == "F G T FGT"
    assert is_matched(done), "a solid match"


def test_cl_9_with_partial_green_triangle_it_could_not_have_been_played() -> None:
    here = state("F G S", "FRS", ("H B C T T PGT", "R G"))
    assert "Of the top Chards it matches only Green; play 5 needs exactly two (CL-3)" in refusal(here, "T + PGT")


def test_play_4_takes_hollow_blue_and_triangle_as_there_are_no_completes(second_turn: State) -> None:
    here = after(second_turn, "S", "T + FGT")
    assert hand(here, PLAYER_1) == "H B C T"
    assert PlayThree(*chards("H B T")) in GAME.legal(here)
    assert showing(after(here, "H + B + T")) == "H B T FGT"


def test_the_last_card_a_circle_is_played_by_play_6_and_by_no_other(second_turn: State) -> None:
    here = after(second_turn, "S", "T + FGT", "H + B + T")
    assert hand(here, PLAYER_1) == "C"
    assert choices(here) == ["Circle last", "end"]
    done = after(here, "C last")
    assert showing(done) == "H B C FGT"
    assert GAME.turn(done) == PLAYER_2, "they do not continue playing"
    assert hand(done, PLAYER_1) == codes(done.hands[PLAYER_1])
    assert len(done.hands[PLAYER_1]) == 7


def test_by_plays_1_to_5_the_last_card_would_have_gone_on_with_seven_new_ones() -> None:
    """Had the Complete on top been a Circle."""
    here = state("H B T", "FGC", ("C", "R G"), draw=(22, 23), played=6)
    done = after(here, "C")
    assert GAME.turn(done) == PLAYER_1
    assert len(done.hands[PLAYER_1]) == 7


@pytest.mark.parametrize("target", [0, 10])
def test_player_2_plays_the_final_card_and_scores_the_two_cards_that_player_1_has_left(target: int) -> None:
    here = state("H B C", "FGT", ("P S", "G"), draw=("", ""), turn=PLAYER_2, played=0, options=Options(target=target))
    done = after(here, "G")
    assert done.scores == (0, 2)
    assert (GAME.outcome(done) is None) == (target == 10), "a match goes on"
