"""The worked examples in the source rules of Exit Stage Right, sentence by sentence.

The source's figures are missing, so each state is made to fit everything that the sentences say.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardtable.engine.cards import CHARACTERISTICS, Complete
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Options, State
from tests.builders import completes, explain
from tests.games.exit_stage_right_positions import (
    after,
    choices,
    refusal,
    rows,
    shift,
    stage,
    start,
    state,
    steps,
)

# The first example: three Completes in the centre

START = state(stage(". . FBS . .", ". . FGC . .", ". . HGS . ."), "F S B R")


def test_the_first_example_is_a_start() -> None:
    opening = start()
    assert [cells.count(None) for cells in opening.stage] == [cells.count(None) for cells in START.stage]
    assert all(cells[2] for cells in (*opening.stage, *START.stage))


@pytest.mark.parametrize(
    ("single", "goes"),
    [
        ("Filled", {"FBS": 1, "FGC": 1, "HGS": -1}),
        ("Square", {"FBS": 1, "HGS": 1, "FGC": -1}),
        ("Blue", {"FBS": 1, "FGC": -1, "HGS": -1}),
    ],
)
def test_filled_square_and_blue_move_the_cards_as_described(single: str, goes: dict[str, int]) -> None:
    assert steps(START, single) == goes


def test_es_14_with_red_both_cards_means_all_three() -> None:
    assert steps(START, "Red") == {"FBS": -1, "FGC": -1, "HGS": -1}


@pytest.mark.parametrize("single", ["Filled", "Square", "Blue", "Red"])
def test_matching_cards_move_first(single: str) -> None:
    ways = [move.target.column - move.source.column for move in shift(START, single).moves]
    assert ways == sorted(ways, reverse=True)


def test_three_shifts_right_win_a_card_from_the_centre() -> None:
    one = state(stage(". . FBS . ."), "F S B H")
    assert not after(one, "F", "S").won
    assert after(one, "F", "S", "B").won == completes("FBS")


def test_cards_that_leave_on_the_left_are_lost() -> None:
    one = state(stage(". . FBS . ."), "R R R H")
    assert after(one, "R", "R", "R").lost == completes("FBS")


# Before and after: two cards in a row, and a Hollow is played


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        (". . HBS HRT .", ". . . HBS HRT"),
        (". HBS HRT . .", ". . HBS HRT ."),
        (". HBS . HRT .", ". . HBS . HRT"),
        ("HBS . . HRT .", ". HBS . . HRT"),
    ],
)
def test_two_matching_cards_both_move_one_to_the_right(before: str, expected: str) -> None:
    position = state(stage(before), "H")
    assert rows(after(position, "H"))[0] == expected
    assert steps(position, "H") == {"HBS": 1, "HRT": 1}


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        (". . HBS FRT .", ". . FRT . HBS"),
        (". HBS FRT . .", ". FRT . HBS ."),
        ("HBS FRT . . .", "FRT . HBS . ."),
    ],
)
def test_a_matching_card_jumps_over_one_that_does_not_match(before: str, expected: str) -> None:
    """Hollow-Blue-Square stops right behind Filled-Red-Triangle, which then moves one to the left."""
    position = state(stage(before), "H")
    assert rows(after(position, "H"))[0] == expected
    assert steps(position, "H") == {"HBS": 2, "FRT": -1}
    assert [move.card.code for move in shift(position, "H").moves] == ["HBS", "FRT"]


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        (". . HBS . FRT", ". . FRT HBS ."),
        (". HBS . FRT .", ". FRT HBS . ."),
        ("HBS . FRT . .", "FRT HBS . . ."),
    ],
)
def test_a_matching_card_slides_and_the_other_jumps_over_it(before: str, expected: str) -> None:
    position = state(stage(before), "H")
    assert rows(after(position, "H"))[0] == expected
    assert steps(position, "H") == {"HBS": 1, "FRT": -2}


# A Single face down: three Partials and two Triangles in the hand of the fourth player

HANDS = ["R G B C S", "R G B C S", "R G B C S", "P P P T T"]
FIVE_CARDS = {
    "the Triangle in the middle row": (". . HRC FGS .", ". . PBT . .", ". FRS HGC . ."),
    "the Triangle in the top row": (". PBT . FGS .", ". . HRC . .", ". FRS . HGC ."),
    "the Triangle in the bottom row": (". HRC FGS . .", ". . . HGS .", ". FRC . PBT ."),
}
by_stage = pytest.mark.parametrize("lines", FIVE_CARDS.values(), ids=FIVE_CARDS)


def fourth_player(lines: tuple[str, str, str]) -> State:
    return state(stage(*lines), HANDS, turn=3, options=Options(hand_size=5))


@by_stage
@pytest.mark.parametrize("single", ["Partial", "Triangle"])
def test_any_of_the_five_singles_moves_one_card_right_and_four_left(lines: tuple[str, str, str], single: str) -> None:
    position = fourth_player(lines)
    goes = steps(position, single)
    assert len(goes) == 5
    assert goes["PBT"] > 0
    assert [code for code, columns in goes.items() if columns > 0] == ["PBT"]
    assert shift(position, single).net == -3
    assert explain(GAME, position, GAME.parse(single)).endswith("1 right, 4 left.")


def test_without_obstacles_each_card_moves_one_step() -> None:
    position = fourth_player(FIVE_CARDS["the Triangle in the middle row"])
    for single in ("Partial", "Triangle"):
        assert steps(position, single) == {"PBT": 1, "HRC": -1, "FGS": -1, "FRS": -1, "HGC": -1}


@by_stage
@pytest.mark.parametrize("single", ["Partial", "Triangle"])
@pytest.mark.parametrize(("row", "at"), [("top", 0), ("bottom", 2)])
def test_face_down_both_cards_of_the_row_go_right_and_three_left(
    lines: tuple[str, str, str], single: str, row: str, at: int
) -> None:
    position = fourth_player(lines)
    named = {code for code in lines[at].split() if code != "."}
    goes = steps(position, f"{single} down {row}")
    assert goes == {code: 1 if code in named else -1 for code in goes}
    assert (len(named), len(goes)) == (2, 5)
    assert shift(position, f"{single} down {row}").net == -1


@by_stage
@pytest.mark.parametrize("single", ["Partial", "Triangle"])
def test_the_middle_row_cannot_be_named_as_there_is_only_one_card_in_it(
    lines: tuple[str, str, str], single: str
) -> None:
    said = refusal(fourth_player(lines), f"{single} down middle")
    assert "middle row" in said
    assert "(ES-6)" in said


@by_stage
def test_these_are_all_the_legal_actions(lines: tuple[str, str, str]) -> None:
    singles = [choice for choice in choices(fourth_player(lines)) if not choice.startswith("refill")]
    downs = [f"{single} down {row}" for single in ("Partial", "Triangle") for row in ("top", "bottom")]
    assert singles == ["Partial", "Triangle", *downs]


# Refilling: a Hollow, two Reds and a Circle in the hand of the third player

REFILL = state(
    stage(". . . PBT .", ". . . PBS .", ". . FGS . ."), ["G B", "P P", "H R R C"], turn=2, complete_deck="HRC FBC FRT"
)


@pytest.mark.parametrize("single", ["Hollow", "Red", "Circle"])
def test_any_of_the_singles_moves_all_cards_left(single: str) -> None:
    assert set(steps(REFILL, single).values()) == {-1}
    assert len(steps(REFILL, single)) == 3


def test_es_18_the_three_singles_are_three_different_ones_and_the_draw_deck_has_run_out() -> None:
    assert [choice for choice in choices(REFILL) if not choice.startswith("refill")] == ["Hollow", "Red", "Circle"]
    assert len(REFILL.hands[2]) == 4
    assert not REFILL.draw_deck


def test_no_row_has_two_cards_so_nothing_can_be_played_face_down() -> None:
    assert not any("down" in choice for choice in choices(REFILL))
    for row in ("top", "middle", "bottom"):
        assert "(ES-6)" in refusal(REFILL, f"Red down {row}")


def test_the_two_empty_cells_are_filled_from_the_top_of_the_deck() -> None:
    assert "refill top middle" in choices(REFILL)
    assert not any("bottom" in choice for choice in choices(REFILL))
    result = after(REFILL, "refill top, middle")
    assert rows(result) == [". PBT HRC . .", ". PBS FBC . .", ". FGS . . ."]
    assert result.complete_deck == completes("FRT")


def test_the_triangle_and_the_partial_square_jump_over_the_new_cards_and_the_green_card_moves_one_step() -> None:
    assert steps(REFILL, "refill top middle") == {"PBT": -2, "PBS": -2, "FGS": -1}


def test_es_14_the_two_singles_added_are_completes_and_the_hand_is_unchanged() -> None:
    result = after(REFILL, "refill top middle")
    assert all(type(cells[2]) is Complete for cells in result.stage[:2])
    assert result.hands == REFILL.hands
    assert (result.face_up, result.face_down) == (REFILL.face_up, REFILL.face_down)


def test_with_the_off_centre_option_the_green_card_would_stay() -> None:
    other = REFILL._replace(options=replace(REFILL.options, refill_shift="off-centre"))
    assert steps(other, "refill top middle") == {"PBT": -2, "PBS": -2}


# The table of hands and draw decks

DRAW_DECKS = {
    1: ((5, 31), (9, 27)),
    2: ((5, 26), (9, 18)),
    3: ((5, 21), (9, 9)),
    4: ((5, 16), (9, 0)),
    5: ((5, 11), (7, 1)),
    6: ((5, 6), (6, 0)),
}
"""For each number of players, the smallest and largest hand, each with the size of the draw deck."""


@pytest.mark.parametrize(
    ("seats", "hand_size", "left"),
    [(seats, hand_size, left) for seats, ends in DRAW_DECKS.items() for hand_size, left in ends],
)
def test_the_table_of_hand_sizes(seats: int, hand_size: int, left: int) -> None:
    opening = start(seats, Options(hand_size=hand_size))
    assert [len(hand) for hand in opening.hands] == [hand_size] * seats
    assert len(opening.draw_deck) == left


def test_the_table_has_a_line_for_each_number_of_players() -> None:
    assert list(DRAW_DECKS) == list(GAME.seats)


# The end


@pytest.mark.parametrize(("won", "lost", "all_win"), [(8, 7, True), (7, 7, False), (7, 8, False)])
def test_strictly_more_won_than_lost_or_all_lose(won: int, lost: int, all_win: bool) -> None:
    ended = GAME.outcome(state(stage(". . HRC . ."), [""] * 3, won=won, lost=lost, turn=None))
    assert ended is not None
    assert ended.winners == ((0, 1, 2) if all_win else ())


def test_the_first_school_a_refill_of_an_empty_stage_costs_nothing() -> None:
    position = state(stage(), "R")
    assert steps(position, "refill top middle bottom") == {}


def test_the_second_school_a_crowded_stage_gives_a_single_more_to_move() -> None:
    crowd = state(stage(". HRC HRS . .", ". HGC . HBC .", ". . PRC . ."), "C R H")
    assert max(shift(crowd, each.letter).net for each in CHARACTERISTICS if each.letter in "CRH") == 3
