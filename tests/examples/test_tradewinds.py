"""The worked examples in the source rules of Tradewinds, sentence by sentence.

The source's figures are missing, so each state is made to fit everything that the sentences say.
"""

from __future__ import annotations

import pytest

from cardtable.engine.cards import CHARACTERISTICS, COMPLETES, Complete
from cardtable.engine.game import Seat
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import PILES, TurnedUp
from cardtable.engine.games.tradewinds.rules import scoring_mask
from tests.builders import codes, completes
from tests.games.tradewinds_positions import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    after,
    blew,
    events_of,
    refusal,
    routes,
    rows,
    start,
    state,
)

# It's West's turn.  The grid fits every sentence: the right column has a Red, a Circle and a third Single that
# Hollow-Red-Circle would blow; there is a Red in the middle of the bottom row, and a Circle in the upper left corner
# with a Partial beside it; nothing else matches Filled-Red-Circle, and nothing at all matches Filled-Green-Triangle.

GRID = ("Cg?? P??? Rb??", "B??? S??? H???", "H??? Rt?? C???")
NORTHS_HAND = "HGT PRT HRC PGT HBC PBT"
WESTS_TURN = state(GRID, "FRC FRS HGS PRC PBC FBC", WEST, hands={NORTH: NORTHS_HAND})
NORTHS_TURN = after(WESTS_TURN, "FRC")

# Setting up: what scores for whom


@pytest.mark.parametrize(
    ("seat", "names"),
    [
        (NORTH, "Partial Blue Square"),
        (WEST, "Filled Green Circle Hollow Red Triangle"),
        (SOUTH, ""),
        (EAST, " ".join(map(str, CHARACTERISTICS))),
    ],
)
def test_which_singles_score_for_whom(seat: Seat, names: str) -> None:
    mask = scoring_mask(WESTS_TURN.covering, WESTS_TURN.sides[seat])
    assert {each.name for each in CHARACTERISTICS if each.mask & mask} == set(names.split())


def test_the_covering_completes_contain_all_nine_characteristics() -> None:
    assert {each for card in WESTS_TURN.covering for each in card.characteristics} == set(CHARACTERISTICS)


def test_36_singles_lie_in_nine_piles_of_four_and_six_completes_are_dealt_to_each() -> None:
    for position in (start(), WESTS_TURN):
        assert [(len(pile.face_up), len(pile.face_down)) for pile in position.grid] == [(1, 3)] * 9
        assert [len(hand) for hand in position.hands] == [6] * 4
        assert [len(side) for side in position.sides] == [3] * 4


# The first example


def test_the_ideal_card_for_north_would_blow_nothing() -> None:
    assert routes(state(GRID, "FGT", NORTH), "FGT") == []


def test_wests_perfect_play_would_blow_three_singles_that_score_to_east() -> None:
    perfect = blew(state(GRID, "HRC", WEST), "HRC")
    assert (len(perfect.scored), perfect.deducted) == (3, ())


def test_west_does_not_have_that_card() -> None:
    assert Complete.parse("HRC") not in WESTS_TURN.hands[WEST]
    assert refusal(WESTS_TURN, "HRC") == "You don't have Hollow-Red-Circle."


def test_filled_red_circle_moves_the_right_column_first_then_the_middle_then_the_left() -> None:
    assert routes(WESTS_TURN, "FRC") == ["R A3 > East +", "C C3 > East +", "R C2 > C3", "C A1 > A2"]


def test_every_single_that_matches_moves_one_column_to_the_right_and_no_other() -> None:
    tops = {place: pile.face_up[0] for place, pile in zip(PILES, WESTS_TURN.grid, strict=True)}
    moved = {f"{card.code} {'ABC'[at.row]}{at.column + 1}" for card, at, _ in blew(WESTS_TURN, "FRC").moves}
    assert moved == {f"{card.code} {place}" for place, card in tops.items() if card.code in "FRC"}


def test_tw_8_on_top_of_the_circle_means_the_pile_that_had_the_circle() -> None:
    """The source says "on top of the Circle card in the bottom right corner", which has just been blown off."""
    assert codes(NORTHS_TURN.grid[8].face_up) == "R"
    assert len(NORTHS_TURN.grid[8].face_down) == 3


def test_after_the_moves_the_board_is_ready_for_north() -> None:
    assert rows(NORTHS_TURN) == ["G?? CP??? B??", "B??? S??? H???", "H??? T?? R???"]
    assert GAME.turn(NORTHS_TURN) == NORTH
    assert codes(NORTHS_TURN.scored[EAST]) == "R C"


# North wants to push nothing off the board


def test_all_singles_collected_by_south_deduct() -> None:
    assert scoring_mask(NORTHS_TURN.covering, NORTHS_TURN.sides[SOUTH]) == 0


@pytest.mark.parametrize(
    "card", [card for card in COMPLETES if card not in WESTS_TURN.covering], ids=lambda card: card.code
)
def test_north_should_not_play_hollow_red_or_triangle(card: Complete) -> None:
    """Only these would push cards off the board."""
    blown = blew(state(("G?? CP??? B??", "B??? S??? H???", "H??? T?? R???"), card.code, NORTH), card.code)
    assert bool(blown.deducted) == any(letter in card.code for letter in "HRT")


def test_all_of_norths_cards_have_one_of_them_and_three_have_two() -> None:
    shared = {card.code: sum(letter in card.code for letter in "HRT") for card in NORTHS_TURN.hands[NORTH]}
    assert min(shared.values()) == 1
    assert {code for code, count in shared.items() if count == 2} == {"HGT", "PRT", "HRC"}


def test_partial_green_triangle_blows_the_triangle_off_and_the_green_onto_the_blue() -> None:
    assert routes(NORTHS_TURN, "PGT") == ["T C2 > South -", "G A1 > B1"]
    assert codes(after(NORTHS_TURN, "PGT").grid[3].face_up) == "G B"


def test_the_pile_in_the_upper_left_corner_has_its_top_card_revealed_before_the_next_turn() -> None:
    *_, turned_up = events_of(NORTHS_TURN, "PGT")
    assert isinstance(turned_up, TurnedUp)
    assert turned_up.piles == (7, 0)
    assert rows(after(NORTHS_TURN, "PGT"))[0].split()[0] == f"{turned_up.cards[1].code}?"


# Blowing over missing piles: East plays Filled-Red-Triangle.  The left column has only a Circle.  The middle one has a
# Filled on face-down cards and a Red that is the last of its pile.  The right one has a Filled on a face-up Blue, a
# Triangle on a face-up Red, and a Triangle on a face-down card.

GAPS = state((". F?? FB?", "C? R TR?", ". . T??"), "FRT HRC", EAST, rest=SOUTH)
STEPS = ["F A2 > West +", "R B2 > B1", "F A3 > A2", "T B3 > B1", "R B3 > B1", "T C3 > West +"]


def test_the_steps_1_to_5_in_their_order() -> None:
    assert routes(GAPS, "FRT") == STEPS


def test_step_0_the_circle_in_the_far_left_column_does_not_match() -> None:
    assert not any(step.startswith("C B1") for step in routes(GAPS, "FRT"))
    assert codes(after(GAPS, "FRT").grid[3].face_up)[-1] == "C"


def test_step_1_the_filled_flies_over_the_gap_to_west_and_scores() -> None:
    assert GAPS.grid[0] == ((), ())
    assert codes(blew(GAPS, "FRT").scored) == "F T"


def test_step_2_the_red_lands_on_the_circle_and_leaves_a_new_gap() -> None:
    assert after(GAPS, "FRT").grid[4] == ((), ())


def test_step_3_the_filled_lands_where_the_other_was_and_the_blue_below_it_stays() -> None:
    result = after(GAPS, "FRT")
    assert rows(result)[0] == ". F?? B?"


def test_step_4_the_triangle_flies_over_the_new_gap_and_the_red_below_it_follows_on_top() -> None:
    """The source says "on top of the Circle": on the pile with the Circle, which is under the Red by now (TW-8)."""
    assert rows(after(GAPS, "FRT"))[1].split()[0] == "RTRC?"


def test_step_5_the_triangle_flies_over_two_missing_piles_to_west_and_scores() -> None:
    assert GAPS.grid[6] == GAPS.grid[7] == ((), ())
    assert routes(GAPS, "FRT")[-1] == "T C3 > West +"


def test_the_card_is_discarded_after_the_wind_and_before_cards_are_turned_up() -> None:
    result = after(GAPS, "FRT")
    assert result.discards == (*GAPS.discards, *completes("FRT"))
    *_, turned_up = events_of(GAPS, "FRT")
    assert isinstance(turned_up, TurnedUp)
    assert turned_up.piles == (5, 8)


def test_an_uncovered_card_is_blown_immediately_only_if_it_is_face_up() -> None:
    up = state((". . .", "C? . TR", ". . T?"), "FRT HRC", EAST)
    down = state((". . .", "C? . Tr", ". . T?"), "FRT HRC", EAST)
    assert routes(up, "FRT")[:2] == ["T B3 > B1", "R B3 > B1"]
    assert routes(down, "FRT")[0] == "T B3 > B1"
    assert not any(way.startswith("R") for way in routes(down, "FRT"))


def test_each_player_has_six_turns_and_then_no_cards_are_left() -> None:
    position, turns = start(), []
    while (seat := GAME.turn(position)) is not None:
        turns.append(seat)
        position = after(position, GAME.legal(position)[0])
    assert len(turns) == 24
    assert [turns.count(seat) for seat in range(4)] == [6] * 4
    assert position.hands == ((),) * 4
