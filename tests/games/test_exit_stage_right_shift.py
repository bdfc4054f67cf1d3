"""How cards move in Exit Stage Right (ES-4)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from cardtable.engine.games.exit_stage_right.model import COLUMNS
from cardtable.engine.games.exit_stage_right.shift import EMPTY, LEFT, RIGHT, STAYS, Direction, shift_row
from tests.builders import codes, completes
from tests.games.exit_stage_right_positions import after, rows, shift, stage, state

# ES-4: the shift


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        (". . HBS . .", ". . . HBS ."),
        (". . FBS . .", ". FBS . . ."),
        (". . HBS HRT .", ". . . HBS HRT"),  # neighbours move one after the other
        (". HBS HRT HGC .", ". . HBS HRT HGC"),
        (". . HBS FRT .", ". . FRT . HBS"),  # one jumps, and the other moves into the gap
        (". HBS FRT FGC .", ". FRT FGC . HBS"),  # jumps over two
        (". HGC HBS FRT .", ". FRT HGC . HBS"),  # the rightmost jumps before the next one moves
        (". HBS . FRT .", ". FRT HBS . ."),  # one moves, and is jumped over
        (". FRT . HBS .", "FRT . . . HBS"),  # not in each other's way
        ("HBS FRT . . .", "FRT . HBS . ."),
    ],
)
def test_es_4_cards_jump_over_others_to_the_next_empty_cell(before: str, expected: str) -> None:
    result = after(state(stage(before), "H H"), "H")
    assert rows(result)[0] == expected
    assert not result.won + result.lost


@pytest.mark.parametrize(
    ("before", "expected", "won", "lost"),
    [
        (". . . . HBS", ". . . . .", "HBS", ""),
        ("FBS . . . .", ". . . . .", "", "FBS"),
        (". . . HBS HRT", ". . . . HBS", "HRT", ""),
        ("FBS FRT . . .", "FRT . . . .", "", "FBS"),
        (". . . HBS FRT", ". . . FRT .", "HBS", ""),  # jumps off the stage
        ("HBS FRT . . .", "FRT . HBS . .", "", ""),  # the second stays, in the gap that the first leaves
        ("HBS FRT FGC . .", "FRT FGC . HBS .", "", ""),
        (". . HGC HBS FRT", ". . FRT HGC .", "HBS", ""),
        ("FGC HBS FRT . .", ". FRT . HBS .", "", "FGC"),
        ("HRC HGC HBC HRS HGS", ". HRC HGC HBC HRS", "HGS", ""),
        ("FRC FGC FBC FRS FGS", "FGC FBC FRS FGS .", "", "FRC"),
        ("HRC FGC HBC FRS HGS", "FGC FRS HRC . HBC", "HGS", ""),
    ],
)
def test_es_4_a_card_with_no_empty_cell_ahead_leaves(before: str, expected: str, won: str, lost: str) -> None:
    result = after(state(stage(before), "H H"), "H")
    assert rows(result)[0] == expected
    assert (codes(result.won), codes(result.lost)) == (won, lost)


def test_es_4_it_takes_three_steps_from_the_centre_off_the_stage() -> None:
    position = state(stage(". . HBS . ."), "H H H H")
    assert [rows(after(position, *["H"] * turns))[0] for turns in (1, 2, 3)] == [
        ". . . HBS .",
        ". . . . HBS",
        ". . . . .",
    ]
    assert after(position, *["H"] * 3).won == completes("HBS")


def test_es_4_rows_are_independent() -> None:
    before = state(stage(". . . HBS FRT", "FGC HRC . . .", ". . FBC HGC ."), "H H")
    assert rows(after(before, "H")) == [". . . FRT .", ". . HRC . .", ". FBC . . HGC"]
    assert (after(before, "H").won, after(before, "H").lost) == (completes("HBS"), completes("FGC"))


def test_es_4_moves_are_listed_in_order() -> None:
    before = state(stage("FRS FGS . HBS HRT", "FRT . HGC . .", ". . HBC FGC HRS"), "H H")
    moves = [f"{move.card.code} {move.target.zone} {move.target.column}" for move in shift(before, "H").moves]
    assert moves == [
        *("HRT won 0", "HBS stage 4", "HGC stage 3", "HRS won 0", "HBC stage 4"),  # right: rows down, rightmost first
        *("FRS lost 0", "FGS stage 0", "FRT lost 0", "FGC stage 2"),  # then left: rows down, leftmost first
    ]
    assert after(before, "H").won == completes("HRT HRS")
    assert after(before, "H").lost == completes("FRS FRT")
    assert shift(before, "H").net == 5 - 4


def test_es_4_a_move_has_the_cell_the_card_comes_from() -> None:
    before = state(stage(". . . HBS .", "FRT . . . ."), "H H")
    assert [tuple(move.source) for move in shift(before, "H").moves] == [("stage", 0, 3), ("stage", 1, 0)]


def shift_by_hand(ways: tuple[Direction, ...]) -> tuple[list[int], list[int], list[int]]:
    """Return a row's cells (-1 is empty), its cards won and those lost; cards are their original columns."""
    cells = {column: column for column, way in enumerate(ways) if way != EMPTY}
    gone: dict[int, list[int]] = {+1: [], -1: []}
    for way, step, order in ((RIGHT, +1, range(4, -1, -1)), (LEFT, -1, range(5))):
        for card in order:
            if ways[card] != way:
                continue
            free = [column for column in range(card, 5 if step > 0 else -1, step) if column not in cells]
            del cells[card]
            if free:
                cells[free[0]] = card
            else:
                gone[step].append(card)
    return [cells.get(column, -1) for column in range(5)], gone[+1], gone[-1]


def test_es_4_every_possible_row_shifts_as_in_a_second_implementation() -> None:
    for ways in product((EMPTY, RIGHT, LEFT, STAYS), repeat=COLUMNS):
        result = shift_row(*ways)
        numbered: Any = (*(column if way != EMPTY else -1 for column, way in enumerate(ways)), -1)
        arranged: Any = result.rearrange(numbered)
        assert (list(arranged), list(result.won), list(result.lost)) == shift_by_hand(ways), ways
        assert result.loses_cards == bool(result.won or result.lost)
