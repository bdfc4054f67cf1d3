"""A test for each ruling of Exit Stage Right.  The worked examples of its source rules are in tests/examples."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields, replace
from itertools import product
from typing import Any

import pytest

from cardtable.engine.cards import CHARACTERISTICS, COMPLETES, FACE_DOWN, SINGLES, Complete, Single, face_down, in_order
from cardtable.engine.chance import Key
from cardtable.engine.game import BadOptions, Event, Seat, Step, reveals, seen_by
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import (
    CENTRE,
    COLUMNS,
    LARGEST_HAND,
    ROWS,
    Action,
    Began,
    Drew,
    Ended,
    FaceDown,
    FaceUp,
    Options,
    PlayedFaceDown,
    PlayedFaceUp,
    Refill,
    Refilled,
    Shifted,
    State,
)
from cardtable.engine.games.exit_stage_right.rules import resolve_defaults
from cardtable.engine.games.exit_stage_right.shift import EMPTY, LEFT, RIGHT, STAYS, Direction, shift_row
from cardtable.engine.games.exit_stage_right.words import PRESETS
from tests.builders import codes, completes, play_randomly, play_to_the_end, refusal, singles, validated
from tests.games.exit_stage_right_positions import after, choices, events_of, rows, shift, stage, start, state, steps
from tests.games.exit_stage_right_positions import refusal as why_not

CENTRED = stage(". . HRC . .", ". . PGS . .", ". . FBT . .")
"""A possible start with three Completes that share no characteristic."""
UNSEEN: Any = FACE_DOWN
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
REFILL_FIRST, ALL = Options(empty_grid="refill-first"), Options(refill_count="all")
OFF_CENTRE, NO_DRAWING = Options(refill_shift="off-centre"), Options(draw="none")
OPTION_SETS = (
    Options(),
    NO_DRAWING,
    ALL,
    OFF_CENTRE,
    REFILL_FIRST,
    Options(open_hands=True),
    Options(open_hands=False),
    Options(hand_size=5),
    Options(hand_size=6),
    Options(first=1),
    *(preset.options for preset in PRESETS),
    Options(5, "none", "all", "off-centre", "refill-first", open_hands=False, first=1),
)
"""Options with every value of every option, the presets, and one set without any default."""


def outcome(position: State) -> Any:
    ended = GAME.outcome(position)
    assert ended is not None
    return ended


# ES-1: the set-up


@pytest.mark.parametrize("seats", GAME.seats)
def test_es_1_three_completes_start_in_the_centre_of_three_rows_of_five(seats: int) -> None:
    opening = start(seats)
    assert [len(cells) for cells in opening.stage] == [COLUMNS] * 3 == [5] * 3
    centre = [cells[CENTRE] for cells in opening.stage]
    assert None not in centre
    assert all(cells.count(None) == 4 for cells in opening.stage)
    assert len(opening.complete_deck) == 24
    assert (opening.won, opening.lost, opening.face_up, opening.face_down) == ((), (), (), ((),) * seats)


def test_es_1_the_rows_are_called_top_middle_and_bottom() -> None:
    assert ROWS == ("top", "middle", "bottom")
    assert CENTRE == COLUMNS // 2


def test_es_1_the_box_has_every_single_and_every_complete() -> None:
    assert Counter(GAME.box(start())) == Counter(SINGLES) + Counter(COMPLETES)


def test_es_1_the_first_event_has_the_cards_in_the_centre() -> None:
    options = resolve_defaults(Options(first=2), 3)
    opening, (began,) = GAME.setup(options, 3, Key(7))
    assert began == Began(1, tuple(card for cells in opening.stage for card in cells if card))
    assert GAME.describe(began, NAMES).endswith("start in the centre. Ben begins.")


# ES-2: hands


@pytest.mark.parametrize(
    ("seats", "hand_size"), [(seats, size) for seats, largest in LARGEST_HAND.items() for size in range(5, largest + 1)]
)
def test_es_2_each_player_gets_a_hand_and_the_rest_is_the_draw_deck(seats: int, hand_size: int) -> None:
    opening = start(seats, Options(hand_size=hand_size))
    assert [len(hand) for hand in opening.hands] == [hand_size] * seats
    assert len(opening.draw_deck) == 36 - seats * hand_size


@pytest.mark.parametrize(("seats", "largest"), [(1, 9), (2, 9), (3, 9), (4, 9), (5, 7), (6, 6)])
def test_es_2_hand_sizes_have_limits(seats: int, largest: int) -> None:
    start(seats, Options(hand_size=5))
    start(seats, Options(hand_size=largest))
    for hand_size in (4, 0, largest + 1):
        with pytest.raises(BadOptions, match="5 to"):
            start(seats, Options(hand_size=hand_size))


@pytest.mark.parametrize("seats", GAME.seats)
def test_es_2_the_default_is_seven_and_six_with_six_players(seats: int) -> None:
    assert start(seats).options.hand_size == (6 if seats == 6 else 7)


def test_es_2_a_hand_is_in_deck_order() -> None:
    for code in range(20):
        assert all(hand == in_order(hand) for hand in start(3, code=code).hands)


@pytest.mark.parametrize("seats", [0, 7])
def test_es_2_the_game_is_for_one_to_six(seats: int) -> None:
    with pytest.raises(BadOptions, match=f"for 1 to 6 players, not {seats}"):
        start(seats)


# ES-3: drawing


@pytest.mark.parametrize("typed", ["R", "R down top"])
def test_es_3_a_player_draws_the_top_card_after_a_single(typed: str) -> None:
    before = state(
        stage("HRC . PGS . ."), ["R R G H C", "B B B B T"], draw="S T", options=Options(hand_size=5), face_down=["", ""]
    )
    result = after(before, typed)
    assert result.hands == (in_order(singles("R G H C S")), singles("B B B B T"))
    assert result.draw_deck == singles("T")
    *_, last = events_of(before, typed)
    assert last == Drew(0, Single.parse("S"), open=False)


def test_es_3_the_stage_shifts_before_the_card_is_drawn() -> None:
    before = state(CENTRED, "R R G H C", draw="S", options=Options(hand_size=5))
    assert [type(event) for event in events_of(before, "R")] == [PlayedFaceUp, Shifted, Drew]
    assert events_of(before, "R")[0] == PlayedFaceUp(0, Single.parse("R"))


def test_es_3_a_refill_draws_nothing() -> None:
    before = state(stage(), "R R G H C", draw="S T", options=Options(hand_size=5))
    result = after(before, "refill top")
    assert (result.hands, result.draw_deck) == (before.hands, before.draw_deck)


def test_es_3_once_the_draw_deck_is_empty_hands_shrink() -> None:
    result = after(state(CENTRED, "R R G"), "R")
    assert result.hands == (singles("R G"),)
    assert [type(event) for event in events_of(state(CENTRED, "R R G"), "R")] == [PlayedFaceUp, Shifted]


@pytest.mark.parametrize("typed", ["R", "R down top"])
def test_es_3_as_an_option_players_do_not_draw(typed: str) -> None:
    before = state(stage("HRC . PGS . ."), "R R G", draw="S T", options=NO_DRAWING)
    result = after(before, typed)
    assert result.hands == (singles("R G"),)
    assert result.draw_deck == singles("S T")


def test_es_3_without_drawing_a_game_ends_when_the_dealt_cards_are_played() -> None:
    last = play_to_the_end(GAME, start(3, Options(hand_size=6, draw="none")), 1)
    assert last.turn is None
    assert len(last.draw_deck) == 36 - 3 * 6
    assert len(last.face_up) + sum(map(len, last.face_down)) == 3 * 6


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


# ES-5: face up


@pytest.mark.parametrize("single", CHARACTERISTICS, ids=str)
def test_es_5_completes_that_match_go_right_and_the_others_left(single: Any) -> None:
    for at in range(0, 27, 3):
        shown = COMPLETES[at : at + 3]
        before = state(stage(*(f". . {card.code} . ." for card in shown)), single.letter * 1)
        goes = steps(before, single.letter)
        assert goes == {card.code: 1 if single.letter in card.code else -1 for card in shown}


def test_es_5_a_single_without_matches_moves_everything_left() -> None:
    assert steps(state(stage(". . HRC . .", ". . PRS . ."), "B"), "B") == {"HRC": -1, "PRS": -1}


def test_es_5_a_single_that_matches_everything_moves_everything_right() -> None:
    assert steps(state(stage(". . HRC . .", ". . PRS . ."), "R"), "R") == {"HRC": 1, "PRS": 1}


def test_es_5_singles_played_face_up_are_kept_in_order() -> None:
    before = state(CENTRED, "R G")
    result = after(before, "G", "R")
    assert result.face_up == (*before.face_up, *singles("G R"))
    assert result.face_down == ((),)


def test_es_5_only_singles_in_hand_are_legal_and_two_copies_are_one_action() -> None:
    assert choices(state(CENTRED, "R R R H T")) == ["Hollow", "Red", "Triangle"]


# ES-6: face down


def test_es_6_the_named_row_goes_right_and_the_others_left() -> None:
    before = state(stage("HRC . PGS . .", ". HRS HRT . .", ". . FBC . FGT"), "R H")
    assert rows(after(before, "R down top")) == [". HRC . PGS .", "HRS HRT . . .", ". FBC . FGT ."]
    assert rows(after(before, "R down middle")) == [". PGS . . .", ". . HRS HRT .", ". FBC . FGT ."]
    assert after(before, "R down middle").lost == completes("HRC")
    assert rows(after(before, "R down bottom")) == [". PGS . . .", "HRS HRT . . .", ". . . FBC ."]
    assert after(before, "R down bottom").won == completes("FGT")


def test_es_6_the_face_of_the_single_does_not_matter() -> None:
    before = state(stage("HRC . PGS . .", ". HRS . . .", ". . FBC . FGT"), "H P F R G B C S T", options=Options(9))
    for row, name in ((0, "top"), (2, "bottom")):
        stages = {after(before, FaceDown(card, row)).stage for card in before.hands[0]}
        assert len(stages) == 1, name


@pytest.mark.parametrize(
    ("cells", "open_"),
    [
        (". . . . .", False),
        (". . HRC . .", False),
        ("HRC . . . .", False),
        ("HRC . . . PGS", True),
        (". PGS HRC . .", True),
        ("HRC PGS FBT . .", True),
        ("HRC PGS FBT HGC .", True),
        ("HRC PGS FBT HGC FRS", True),
    ],
)
@pytest.mark.parametrize("at", range(3))
def test_es_6_a_named_row_needs_two_completes(cells: str, open_: bool, at: int) -> None:
    lines = [". . . . ."] * 3
    lines[at] = cells
    before = state(stage(*lines), "R G", complete_deck="")
    down = [f"{card} down {ROWS[at]}" for card in ("Red", "Green")]
    assert choices(before) == ["Red", "Green", *(down if open_ else ())]


def test_es_6_cards_that_leave_this_turn_count_for_naming_a_row() -> None:
    result = after(state(stage(". . . HRC PGS"), "R G"), "R down top")
    assert (rows(result)[0], result.won) == (". . . . HRC", completes("PGS"))


def test_es_6_the_single_goes_to_the_players_own_pile() -> None:
    before = state(stage("HRC PGS . . ."), ["R G", "B T"], face_down=["H", "P"], turn=1)
    result = after(before, "T down top")
    assert result.face_down == (singles("H"), singles("P T"))
    assert result.face_up == before.face_up


# ES-7: refilling


def test_es_7_cells_are_filled_from_the_top_row_down() -> None:
    before = state(stage(), "R", complete_deck="HRC PGS FBT HGS")
    result = after(before, "refill bottom top middle")
    assert rows(result) == [". . HRC . .", ". . PGS . .", ". . FBT . ."]
    assert result.complete_deck == completes("HGS")


def test_es_7_the_player_chooses_the_cells() -> None:
    before = state(stage(), "R", complete_deck="HRC PGS FBT HGS")
    assert rows(after(before, "refill bottom")) == [". . . . .", ". . . . .", ". . HRC . ."]
    assert rows(after(before, "refill top bottom")) == [". . HRC . .", ". . . . .", ". . PGS . ."]
    assert events_of(before, "refill top bottom")[0] == Refilled(0, (0, 2), completes("HRC PGS"))


def test_es_7_the_new_cards_stay_and_all_others_go_left() -> None:
    before = state(stage(". . . HBS .", ". . FGS . .", "PRT . . . PRC"), "R", complete_deck="HRC PGS")
    result = after(before, "refill top bottom")
    assert rows(result) == [". HBS HRC . .", ". FGS . . .", ". . PGS PRC ."]
    assert result.lost[-1] is Complete.parse("PRT")


def test_es_7_the_new_card_is_in_place_before_the_others_move() -> None:
    before = state(stage(". . . HBS .", ". HRS . FGS ."), "R", complete_deck="HRC PGS")
    assert rows(after(before, "refill top"))[0] == ". HBS HRC . ."
    assert rows(after(before, "refill middle"))[1] == "HRS FGS HRC . ."
    full = state(stage("FGC HRS . FGS ."), "R", complete_deck="HRC")
    assert rows(after(full, "refill top"))[0] == "HRS FGS HRC . ."
    assert after(full, "refill top").lost[-1] is Complete.parse("FGC")


def test_es_7_as_an_option_every_card_in_the_centre_stays() -> None:
    before = state(
        stage(". . . HBS .", ". HRS FGS FRC .", "PRT . . . PRC"), "R", complete_deck="HRC PGS", options=OFF_CENTRE
    )
    assert rows(after(before, "refill top")) == [". HBS HRC . .", "HRS FRC FGS . .", ". . . PRC ."]
    usual = before._replace(options=resolve_defaults(Options(), 1))
    assert rows(after(usual, "refill top")) == [". HBS HRC . .", "HRS FGS FRC . .", ". . . PRC ."]


@pytest.mark.parametrize("at", range(3))
def test_es_7_the_option_decides_for_each_row_whether_its_centre_card_stays(at: int) -> None:
    lines = [". . . . ."] * 3
    lines[at] = ". . FGS . ."
    other = ROWS[at - 1]
    assert rows(after(state(stage(*lines), "R", options=OFF_CENTRE), f"refill {other}"))[at] == ". . FGS . ."
    assert rows(after(state(stage(*lines), "R"), f"refill {other}"))[at] == ". FGS . . ."


@pytest.mark.parametrize("options", [Options(), OFF_CENTRE])
def test_es_7_cards_may_stop_in_a_centre_cell_that_stays_empty(options: Options) -> None:
    before = state(stage(". . . . .", "HRC . . HBS .", ". HRS . . FRC"), "R", options=options)
    assert rows(after(before, "refill top"))[1:] == [". . HBS . .", "HRS . . FRC ."]


def test_es_7_a_refill_leaves_the_hand_unchanged() -> None:
    before = state(stage(), ["R G", "B B"])
    result = after(before, "refill top")
    assert (result.hands, result.face_up, result.face_down) == (before.hands, before.face_up, before.face_down)
    assert result.turn == 1


@pytest.mark.parametrize("options", [Options(), ALL, OFF_CENTRE, REFILL_FIRST])
def test_es_7_only_empty_centre_cells_can_be_filled(options: Options) -> None:
    before = state(stage(". . HRC . .", "HRS . . . .", ". . PGS . ."), "R", options=options)
    assert choices(before) == ["Red", "refill middle"]
    assert choices(state(CENTRED, "R", options=options)) == ["Red"]


# ES-8: whose turn it is, and the end


@pytest.mark.parametrize("first", range(6))
def test_es_8_turns_go_clockwise(first: Seat) -> None:
    position = state(CENTRED, ["R"] * 4 + ["G"] * 2, turn=first)
    asked = []
    while position.turn is not None:
        asked.append(position.turn)
        position = GAME.apply(position, GAME.legal(position)[0]).state
    assert asked == [(first + step) % 6 for step in range(6)]


@pytest.mark.parametrize(
    ("hands", "turn", "following"),
    [
        (["R", "", "G"], 0, 2),
        (["R", "", "", "G", ""], 3, 0),
        (["", "R G", ""], 1, 1),
        (["", "R G", "", "", "B", ""], 4, 1),
        (["R R", "", "", "", "", ""], 0, 0),
    ],
)
def test_es_8_players_without_cards_are_skipped(hands: list[str], turn: Seat, following: Seat) -> None:
    before = state(stage(), hands, turn=turn)
    assert after(before, choices(before)[0]).turn == following
    assert after(before, "refill top").turn == following


def test_es_8_a_player_without_singles_cannot_refill() -> None:
    result = after(state(stage(), "R"), "R")
    assert result.complete_deck
    assert (result.turn, GAME.legal(result)) == (None, ())


def test_es_8_the_game_ends_when_every_hand_is_empty() -> None:
    one_left = state(CENTRED, ["R", "B"])
    last = after(one_left, "R")
    assert (last.turn, GAME.outcome(last)) == (1, None)
    result = after(last, "B")
    assert result.turn is None
    assert GAME.outcome(result) is not None
    assert events_of(last, "B")[-1] == Ended(1, len(result.won), len(result.lost), result.face_down)


def test_es_8_a_single_can_be_played_face_up_on_an_empty_stage() -> None:
    before = state(stage(), "R G", complete_deck="")
    assert choices(before) == ["Red", "Green"]
    result = after(before, "R")
    assert (result.stage, result.won, result.lost) == (before.stage, before.won, before.lost)


@pytest.mark.parametrize("seats", GAME.seats)
def test_es_8_players_with_a_single_always_have_a_legal_action_and_games_end_within_60_turns(seats: int) -> None:
    for options in (Options(), REFILL_FIRST, ALL):
        turns = 0
        for _, before, _, _ in play_randomly(GAME, start(seats, options), seats):
            assert GAME.legal(before)
            turns += 1
        assert turns <= 60


def test_es_8_six_players_with_six_cards_each_play_six_singles_each() -> None:
    opening = start(6, Options(first=4))
    assert not opening.draw_deck
    played: Counter[Seat] = Counter()
    for seat, _, action, _ in play_randomly(GAME, opening, 6):
        played[seat] += not isinstance(action, Refill)
    last = play_to_the_end(GAME, opening, 6)
    assert played == Counter(dict.fromkeys(range(6), 6))
    assert outcome(last).points == (len(last.won) - len(last.lost),) * 6


# ES-9: the result


@pytest.mark.parametrize(("won", "lost"), [(0, 0), (7, 7), (13, 14), (0, 1), (12, 15)])
def test_es_9_a_tie_is_a_loss(won: int, lost: int) -> None:
    ended = outcome(state(stage(), ["", ""], won=won, lost=lost, turn=None))
    assert ended.winners == ()
    assert (ended.margin, ended.points) == (won - lost, (won - lost,) * 2)
    assert f"{won}" in ended.reason
    assert f"{lost}" in ended.reason
    assert re.search(r"\blos[est]", ended.reason)


@pytest.mark.parametrize(("won", "lost"), [(1, 0), (8, 7), (14, 13), (27, 0)])
def test_es_9_all_players_win_with_one_more_won_than_lost(won: int, lost: int) -> None:
    ended = outcome(state(stage(), ["", "", ""], won=won, lost=lost, turn=None))
    assert ended.winners == (0, 1, 2)
    assert (ended.margin, ended.points) == (won - lost, (won - lost,) * 3)
    assert (ended.together, ended.ruling) == (True, "ES-9")
    assert re.search(r"\bw[oi]n", ended.reason)


def test_es_9_cards_left_on_the_stage_or_in_the_deck_do_not_count() -> None:
    crowd = stage("HRC HRS HRT HGC HGS", "PRC PRS PRT PGC PGS", ". . . FBS FBT")
    assert outcome(state(crowd, "", won=1, turn=None)).margin == 1
    assert outcome(state(crowd, "", lost=1, turn=None)).margin == -1


def test_es_9_there_is_no_outcome_before_the_end() -> None:
    assert GAME.outcome(state(stage(), ["", "R"], won=20, turn=1)) is None


# ES-10 and ES-11: hidden cards


@pytest.mark.parametrize("seats", GAME.seats)
def test_es_10_hands_are_open_only_with_one_player(seats: int) -> None:
    opening = start(seats)
    assert opening.options.open_hands is (seats == 1)
    for viewer in (None, *range(seats)):
        seen = GAME.view(opening, viewer).hands
        shown = {seat for seat in range(seats) if seen[seat] == opening.hands[seat]}
        backs = {seat for seat in range(seats) if seen[seat] == face_down(opening.hands[seat])}
        assert shown == ({0} if seats == 1 else {viewer} - {None})
        assert shown | backs == set(range(seats))


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("open_hands", [True, False])
def test_es_10_open_hands_are_an_option(seats: int, open_hands: bool) -> None:
    opening = start(seats, Options(open_hands=open_hands))
    assert (GAME.view(opening, None).hands == opening.hands) is open_hands
    assert GAME.view(opening, 0).hands[0] == opening.hands[0]


def test_es_10_players_who_see_a_hand_see_its_drawn_cards() -> None:
    for open_hands, others in ((False, UNSEEN), (True, Single.parse("S"))):
        options = Options(hand_size=5, open_hands=open_hands)
        before = state(CENTRED, ["R R R R G", "H H H H P"], draw="S", options=options)
        *_, drew = events_of(before, "R")
        assert isinstance(drew, Drew)
        assert [seen_by(drew, viewer) for viewer in (0, 1, None)] == [drew, *[replace(drew, card=others)] * 2]


def test_es_10_decks_are_hidden_even_with_open_hands() -> None:
    opening = start(2, Options(open_hands=True))
    seen = GAME.view(opening, 0)
    assert seen.draw_deck == face_down(opening.draw_deck)
    assert seen.complete_deck == face_down(opening.complete_deck)


FACE_DOWN_PILES = ["H H", "P", ""]


def test_es_11_only_the_player_sees_a_face_down_single_before_the_end() -> None:
    before = state(CENTRED, ["R", "G", "B"], face_down=FACE_DOWN_PILES)
    heaps = before.face_down
    backs = [face_down(heap) for heap in heaps]
    assert GAME.view(before, 0).face_down == (heaps[0], backs[1], backs[2])
    assert GAME.view(before, 1).face_down == (backs[0], heaps[1], backs[2])
    assert GAME.view(before, 2).face_down == GAME.view(before, None).face_down == tuple(backs)


def test_es_11_at_the_end_everyone_sees_face_down_singles() -> None:
    ended = state(CENTRED, ["", "", ""], face_down=FACE_DOWN_PILES, turn=None)
    for viewer in (None, 0, 1, 2):
        assert GAME.view(ended, viewer).face_down == ended.face_down


def test_es_11_other_players_logs_have_the_row_but_not_the_card() -> None:
    before = state(stage("HRC PGS . . ."), ["R G", "B B", "S"])
    played, *_ = events_of(before, "R down top")
    assert played == PlayedFaceDown(0, Single.parse("R"), 0, open=False)
    assert seen_by(played, 0) == played
    assert "Red" in GAME.describe(played, NAMES)
    for viewer in (1, 2, None):
        witnessed = seen_by(played, viewer)
        assert witnessed == PlayedFaceDown(0, UNSEEN, 0, open=False)
        assert "Ann plays a Single face down" in GAME.describe(witnessed, NAMES)
        assert "top row" in GAME.describe(witnessed, NAMES)


# ES-12: the first player


@pytest.mark.parametrize("seats", GAME.seats)
def test_es_12_the_first_player_comes_from_the_deal(seats: int) -> None:
    began = Counter(start(seats, code=code).turn for code in range(60))
    assert set(began) == set(range(seats))


@pytest.mark.parametrize("seats", GAME.seats)
def test_es_12_the_first_player_is_an_option(seats: int) -> None:
    for first in range(1, seats + 1):
        assert start(seats, Options(first=first)).turn == first - 1
    with pytest.raises(BadOptions, match=r"go first|First player|begin"):
        start(seats, Options(first=seats + 1))
    with pytest.raises(BadOptions, match="First player"):
        start(seats, Options(first=0))


def test_es_12_choosing_the_first_player_does_not_change_the_deal() -> None:
    named = start(3, Options(first=2), code=5)
    assert named[2:] == start(3, code=5)[2:]


# ES-13: the empty stage


def test_es_13_an_empty_stage_need_not_be_refilled() -> None:
    assert choices(state(stage(), "R G"))[:2] == ["Red", "Green"]


def test_es_13_as_an_option_an_empty_stage_must_be_refilled() -> None:
    refills = ["top", "middle", "bottom", "top middle", "top bottom", "middle bottom", "top middle bottom"]
    position = state(stage(), "R G", options=REFILL_FIRST)
    assert sorted(choices(position)) == sorted(f"refill {names}" for names in refills)
    assert why_not(position, "R") == "The stage is empty and there are Completes left, so refill first (ES-13)."
    assert why_not(position, "R down top") == why_not(position, "R")
    both = replace(REFILL_FIRST, refill_count="all")
    assert choices(state(stage(), "R G", options=both)) == ["refill top middle bottom"]


def test_es_13_a_stage_with_one_card_need_not_be_refilled() -> None:
    assert choices(state(stage("HRC . . . ."), "R", options=REFILL_FIRST))[0] == "Red"


def test_es_13_without_completes_left_singles_are_played_on_an_empty_stage() -> None:
    position = state(stage(), "R G", complete_deck="", options=REFILL_FIRST)
    assert choices(position) == ["Red", "Green"]
    assert after(position, "R").turn == 0


def test_es_13_the_margin_is_won_minus_lost() -> None:
    ended = state(stage(), "", won=9, lost=3, turn=None)
    assert (outcome(ended).margin, outcome(ended).points) == (6, (6,))


# ES-15: how many cells a refill fills


def test_es_15_a_player_may_refill_fewer_cells_than_are_empty() -> None:
    position = state(stage(". . . HRC .", ". . PGS . ."), "R")
    assert sorted(choices(position)) == ["Red", "refill bottom", "refill top", "refill top bottom"]


def test_es_15_as_an_option_every_empty_centre_cell_is_filled() -> None:
    position = state(stage(". . . HRC .", ". . PGS . ."), "R", options=ALL)
    assert choices(position) == ["Red", "refill top bottom"]
    assert why_not(position, "refill top").endswith("(ES-15).")


@pytest.mark.parametrize(
    ("deck", "up_to", "everything"),
    [
        ("", [], []),
        ("HRC", ["bottom", "middle", "top"], ["top"]),
        (
            "HRC PGS",
            ["bottom", "middle", "middle bottom", "top", "top bottom", "top middle"],
            ["top middle"],
        ),
    ],
)
def test_es_15_a_short_deck_fills_as_many_cells_as_it_can(deck: str, up_to: list[str], everything: list[str]) -> None:
    for options, expected in ((Options(), up_to), (ALL, everything)):
        position = state(stage(), "R", complete_deck=deck, options=options)
        assert sorted(choices(position)) == ["Red", *(f"refill {names}" for names in expected)]
        for action in GAME.legal(position):
            result = after(position, action)
            cards = len(action.rows) if isinstance(action, Refill) else 0
            assert len(result.complete_deck) == len(position.complete_deck) - cards


def test_es_15_a_short_deck_fills_the_upper_cells() -> None:
    position = state(stage(". . HBS . ."), "R", complete_deck="HRC", options=ALL)
    assert choices(position) == ["Red", "refill middle"]
    assert rows(after(position, "refill middle")) == [". HBS . . .", ". . HRC . .", ". . . . ."]


SURE_WIN = (
    "R / refill top / R down top / refill top / R down top / R down top / G down top / refill top / "
    + " / ".join(["G down top"] * 3)
)
"""A line of play that wins even in the worst case, when the first Single matches nothing."""


def test_es_15_filling_a_row_one_card_at_a_time_wins_with_any_eight_singles() -> None:
    position = state(
        stage(". . HBC . .", ". . PBS . .", ". . FBT . ."), "R R R R G G G G", options=Options(hand_size=8)
    )
    ended = after(position, *SURE_WIN.split(" / "))
    assert (len(ended.won), len(ended.lost)) == (3, 2)
    assert outcome(ended).winners == (0,)


def test_es_15_as_an_option_a_row_cannot_be_filled_one_card_at_a_time() -> None:
    options = Options(hand_size=8, refill_count="all")
    position = state(stage(". . HBC . .", ". . PBS . .", ". . FBT . ."), "R R R R G G G G", options=options)
    assert why_not(after(position, "R"), "refill top").endswith("(ES-15).")


# ES-16 and ES-17: visible cards


def test_es_16_with_open_hands_singles_played_face_down_are_open() -> None:
    before = state(
        stage("HRC PGS . . ."), ["R G", "B B", "S"], face_down=FACE_DOWN_PILES, options=Options(open_hands=True)
    )
    played, *_ = events_of(before, "R down top")
    for viewer in (None, 0, 1, 2):
        assert GAME.view(before, viewer).face_down == before.face_down
        assert seen_by(played, viewer) == played
        assert "Red" in GAME.describe(seen_by(played, viewer), NAMES)


def test_es_16_a_spectator_of_a_single_player_sees_what_the_player_sees() -> None:
    before = state(CENTRED, "R", face_down=["H H"])
    assert GAME.view(before, None) == GAME.view(before, 0)


def test_es_17_everything_else_is_open() -> None:
    before = state(
        stage("HRC PGS . . ."), ["R G", "B B"], won="HGC HGS", lost="FBC", face_down=["T T", "S"], complete_deck="PRT"
    )
    for viewer in (None, 0, 1):
        seen = GAME.view(before, viewer)
        assert (seen.stage, seen.won, seen.lost, seen.face_up) == before[2:3] + before[6:9]
        assert [len(hand) for hand in seen.hands] == [2, 2]
        assert (len(seen.complete_deck), len(seen.draw_deck)) == (1, 0)
        assert (seen.options, seen.turn) == (before.options, before.turn)


def test_es_17_players_may_look_at_their_own_face_down_singles() -> None:
    before = state(stage("HRC PGS . . ."), ["R G", "B B"], face_down=["", ""])
    result = after(before, "G down top", "B down top")
    assert GAME.view(result, 0).face_down == (singles("G"), face_down(singles("B")))
    assert GAME.view(result, 1).face_down == (face_down(singles("G")), singles("B"))


# ES-19: talking


def test_es_19_players_have_no_action_for_telling_others_about_their_hands() -> None:
    assert GAME.actions == (FaceUp, FaceDown, Refill)
    before = state(stage("HRC PGS . . ."), ["R G B H C", "B B B S S"], draw="T", options=Options(hand_size=5))
    for action in GAME.legal(before):
        events = events_of(before, action)
        line = " ".join(GAME.describe(seen_by(event, 1), NAMES) for event in events)
        named = [each.name for each in CHARACTERISTICS if each.name in line]
        assert named == ([action.card.name] if isinstance(action, FaceUp) else [])


# Refusals and explanations


@pytest.mark.parametrize(
    ("position", "action", "sentence"),
    [
        (state(CENTRED, "R G"), "B", r"You don't have Blue\."),
        (state(CENTRED, ["R G", "B"]), "B", r"You don't have Blue\."),
        (state(stage("HRC PGS . . ."), "R"), "B down top", r"You don't have Blue\."),
        (
            state(stage("HRC PGS . . ."), "R"),
            "R down middle",
            r"The middle row has no Completes; playing face down needs two or more \(ES-6\)\.",
        ),
        (
            state(stage("HRC PGS . . .", ". . . . .", ". FBT . . ."), "R"),
            "R down bottom",
            r"The bottom row has 1 Complete; playing face down needs two or more \(ES-6\)\.",
        ),
        (
            state(stage(), "R", options=REFILL_FIRST),
            "R",
            r"The stage is empty and there are Completes left, so refill first \(ES-13\)\.",
        ),
        (
            state(stage(), "R", options=REFILL_FIRST),
            "R down top",
            r"The stage is empty and there are Completes left, so refill first \(ES-13\)\.",
        ),
        (state(CENTRED, "R"), "refill top", r"The centre cell of the top row isn't empty \(ES-7\)\."),
        (
            state(stage(". . . HRC .", ". . PGS . ."), "R"),
            "refill top middle",
            r"The centre cell of the middle row isn't empty \(ES-7\)\.",
        ),
        (state(stage(), "R", complete_deck=""), "refill top", r"The Complete deck .*\(ES-7\)\."),
        (
            state(stage(), "R", complete_deck="HRC"),
            "refill top bottom",
            r"The Complete deck has (1|one|only one) card left, not 2 \(ES-7\)\.",
        ),
        (
            state(stage(), "R", complete_deck="HRC PGS"),
            "refill top middle bottom",
            r"The Complete deck has (only )?2 cards left, not 3 \(ES-7\)\.",
        ),
        (
            state(stage(), "R", options=ALL),
            "refill top bottom",
            r"Refill every empty centre cell, or as many as the Complete deck allows \(ES-15\)\.",
        ),
        (
            state(stage(), "R", complete_deck="HRC", options=ALL),
            "refill middle",
            r"Refill every empty centre cell, or as many as the Complete deck allows \(ES-15\)\.",
        ),
        (state(stage(), "R"), Refill(()), r"Name the rows in order .*\(ES-7\)\."),
        (state(stage(), "R"), Refill((1, 0)), r"Name the rows in order .*\(ES-7\)\."),
        (state(stage(), "R"), Refill((1, 1)), r"Name the rows in order .*\(ES-7\)\."),
        (state(stage(), "R"), Refill((3,)), r"Name the rows in order .*\(ES-7\)\."),
        (state(stage(), ["", ""], turn=None), "R", r"The game is over: every hand is empty \(ES-8\)\."),
        (state(stage(), ["", ""], turn=None), "refill top", r"The game is over: every hand is empty \(ES-8\)\."),
    ],
)
def test_illegal_actions_are_refused_with_a_sentence(position: State, action: Action | str, sentence: str) -> None:
    said = why_not(position, action)
    assert re.fullmatch(sentence, said), said
    assert (
        GAME.explain(GAME.view(position, position.turn), GAME.parse(action) if isinstance(action, str) else action)
        == said
    )


def test_anything_but_an_action_of_the_game_is_refused() -> None:
    assert "Exit Stage Right" in str(_reason_against(start(), ("R",)))


def _reason_against(position: State, action: Any) -> str:
    with pytest.raises(ValueError, match="a move in") as error:
        after(position, action)
    return str(error.value)


def test_a_missing_single_is_the_first_reason_given() -> None:
    assert refusal(GAME, state(stage(), "R", options=REFILL_FIRST), "B down top") == "You don't have Blue."


@pytest.mark.parametrize(
    ("typed", "ruling", "count"),
    [
        ("H", "ES-5", "2 right, 3 left"),
        ("B", "ES-5", "1 right, 4 left"),
        ("H down top", "ES-6", "2 right, 3 left"),
        ("H down bottom", "ES-6", "2 right, 3 left"),
        ("refill top", "ES-7", "0 right, 5 left"),
    ],
)
def test_legal_actions_are_explained_with_ruling_and_numbers(typed: str, ruling: str, count: str) -> None:
    position = state(stage("HRC PGS . . .", ". . FRS . .", ". HBC . FGC ."), ["H B", "R"])
    said = GAME.explain(GAME.view(position, 0), GAME.parse(typed))
    assert ruling in said
    assert count in said


@pytest.mark.parametrize(
    "position",
    [
        state(stage(". . HRC . ."), "R", options=REFILL_FIRST),
        state(stage(), "R", complete_deck="", options=REFILL_FIRST),
        state(stage(), "R"),
    ],
)
def test_singles_are_explained_normally_if_no_refill_is_required(position: State) -> None:
    assert "(ES-5)" in GAME.explain(position, GAME.parse("R"))


def test_every_legal_action_has_an_explanation_with_a_ruling() -> None:
    for seat, before, *_ in play_randomly(GAME, start(2), 3):
        for action in GAME.legal(before):
            said = GAME.explain(GAME.view(before, seat), action)
            assert re.search(r"\(ES-[567]\)", said), said


# Typed actions

RED, RED_DOWN_TOP = FaceUp(Single("red")), FaceDown(Single("red"), 0)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        *((text, RED) for text in ("R", "r", "red", "Red", "RED", "  red ", "red up", "r UP")),
        *((text, RED_DOWN_TOP) for text in ("R down top", "r down t", "red down TOP", "Red  Down  top", "r, down t")),
        ("T", FaceUp(Single("triangle"))),
        ("t down t", FaceDown(Single("triangle"), 0)),
        ("b down m", FaceDown(Single("blue"), 1)),
        ("partial down bottom", FaceDown(Single("partial"), 2)),
        *((text, Refill((0,))) for text in ("refill top", "refill t", "Refill Top", "REFILL top top")),
        *(
            (text, Refill((0, 2)))
            for text in ("refill top bottom", "refill top, bottom", "refill top,bottom", "refill b t")
        ),
        ("refill bottom and top", Refill((0, 2))),
        ("refill middle top bottom", Refill((0, 1, 2))),
    ],
)
def test_actions_may_be_typed_in_many_ways(text: str, action: Action) -> None:
    assert GAME.parse(text) == action


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        *((text, r"^Type a Single \('Red' or 'R'\)") for text in ("", "   ", " , ")),
        ("purple", r"^There is no Single called 'purple'\.$"),
        ("hrc", r"^There is no Single called 'hrc'\.$"),
        ("x down top", r"^There is no Single called 'x'\.$"),
        ("red down", r"^Name a row as well, as in 'Red down top'\.$"),
        ("red down left", r"^The rows are top, middle and bottom, not 'left'\.$"),
        ("red down 1", r"^The rows are top, middle and bottom, not '1'\.$"),
        ("red top", r"^After a Single you can type 'down' and a row, but not 'top'\.$"),
        ("red down top now", r"^After a Single you can type 'down' and a row, but not 'down top now'\.$"),
        ("red blue", r"^After a Single you can type 'down' and a row, but not 'blue'\.$"),
        ("refill", r"^Say which centre cells to refill, as in 'refill top bottom'\.$"),
        ("refill centre", r"^The rows are top, middle and bottom, not 'centre'\.$"),
        ("refill top x", r"^The rows are top, middle and bottom, not 'x'\.$"),
        ("red\x1b[31m", r"^There is no Single called 'red\\x1b\[31m'\.$"),
    ],
)
def test_invalid_texts_are_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        GAME.parse(text)


def test_every_actions_notation_parses_back() -> None:
    nine = [Single(each.name.lower()) for each in CHARACTERISTICS]
    every: list[Action] = [
        *(FaceUp(card) for card in nine),
        *(FaceDown(card, row) for card in nine for row in range(3)),
        *(Refill(some) for some in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2))),
    ]
    assert [GAME.parse(str(action)) for action in every] == every
    assert [str(action) for action in (RED, RED_DOWN_TOP, Refill((0, 2)))] == [
        *("Red", "Red down top", "refill top bottom"),
    ]


# Options


def test_there_are_two_presets() -> None:
    assert {preset.name: preset.options for preset in PRESETS} == {"By the book": Options(), "Challenge": ALL}
    assert all(preset.help.endswith(".") for preset in PRESETS)


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
@pytest.mark.parametrize("seats", [1, 3, 6])
def test_every_option_value_plays_to_an_end(options: Options, seats: int) -> None:
    last = play_to_the_end(GAME, start(seats, options), 11)
    assert outcome(last).margin == len(last.won) - len(last.lost)


def test_resolved_options_have_every_value_the_rules_need() -> None:
    for seats in GAME.seats:
        resolved = resolve_defaults(Options(), seats)
        assert None not in (resolved.hand_size, resolved.open_hands)
        assert resolve_defaults(resolved, seats) == resolved
        assert GAME.validate_options(resolved, seats) == ()
    chosen = Options(hand_size=5, open_hands=True)
    assert resolve_defaults(chosen, 4) == chosen


def test_each_fault_of_the_options_is_one_sentence() -> None:
    assert GAME.validate_options(resolve_defaults(Options(hand_size=8), 5), 5) == (
        "With 5 players, a hand has 5 to 7 Singles (ES-2).",
    )
    assert GAME.validate_options(resolve_defaults(Options(hand_size=10), 5), 5) == (
        "Hand size must be a number from 5 to 9, not 10.",
    )
    faults = GAME.validate_options(Options(hand_size=9, first=6), 5)
    assert len(faults) == 2
    assert all(fault.endswith(".") for fault in faults)


def test_number_options_have_bounds() -> None:
    bounds = {each.name: (each.metadata["low"], each.metadata["high"]) for each in fields(Options)}
    assert {name: pair for name, pair in bounds.items() if pair != (None, None)} == {
        "hand_size": (5, max(LARGEST_HAND.values())),
        "first": (1, max(GAME.seats)),
    }


def test_every_option_has_a_title_a_help_text_and_a_ruling() -> None:
    for each in fields(Options):
        text = GAME.option_texts[each.name]
        assert text.title
        assert text.help.endswith(".")
        assert each.metadata["ruling"].startswith("ES-")


# Previews


def _expected_preview(events: tuple[Event, ...], deck: int) -> tuple[object, ...]:
    """Return the preview expected for these events: new Completes are hidden and drawn cards left out."""
    expected: list[object] = []
    for event in events:
        match event:
            case Drew() if deck:
                continue
            case Refilled(seat, filled, cards):
                expected.append((seat, filled, len(cards)))
            case Shifted():
                expected.append((event.moves, event.net))
            case Ended(seat, won, lost, turned_up):
                expected.append((seat, won, lost, [len(heap) for heap in turned_up]))
            case _:
                expected.append(event)
    return tuple(expected)


def _shows_new_card(events: tuple[Event, ...], seat: Seat, before: State) -> bool:
    """Return whether these events show the seat a card that it couldn't see before."""
    heaps = [heap for event in events if isinstance(event, Ended) for heap in event.turned_up]
    others = any(heap for owner, heap in enumerate(heaps) if owner != seat) and not before.options.open_hands
    return others or any(isinstance(event, Drew | Refilled) for event in events)


@pytest.mark.parametrize("options", [Options(), *OPTION_SETS[1:7], OPTION_SETS[-1]], ids=str)
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_preview_agrees_with_what_happens(options: Options, seats: int) -> None:
    for seat, before, action, step in play_randomly(GAME, start(seats, options, code=seats), seats + 20):
        preview = GAME.preview(GAME.view(before, seat), action)
        seen = tuple(seen_by(event, seat) for event in step.events)
        assert _expected_preview(preview, 0) == _expected_preview(seen, len(before.draw_deck))
        turns_up = _shows_new_card(step.events, seat, before)
        assert reveals(GAME, before, action, step.events) is turns_up
        assert (preview == seen) is not turns_up


def test_a_preview_of_a_refill_hides_new_cards_and_shows_the_shift() -> None:
    position = state(stage(". . . HBS .", "FRT . . . ."), "R", complete_deck="HRC PGS")
    refilled, shifted = GAME.preview(GAME.view(position, 0), GAME.parse("refill top middle"))
    assert refilled == Refilled(0, (0, 1), (UNSEEN, UNSEEN))
    assert isinstance(shifted, Shifted)
    assert shifted.moves == shift(position, "refill top middle").moves


def test_a_preview_of_the_last_single_has_the_end() -> None:
    position = state(stage(". . . . HRC"), ["R", ""], won=2, lost=1)
    assert GAME.preview(GAME.view(position, 0), RED)[-1] == Ended(0, 3, 1, position.face_down)


# Validation, and sampling hidden cards


def _validate_changed(**change: Any) -> tuple[str, ...]:
    return GAME.validate_state(state(CENTRED, ["R G", "B"])._replace(**change))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"hands": ((),) * 7}, "1 to 6 players, not 7"),
        ({"options": Options()}, "written out in full"),
        ({"options": resolve_defaults(Options(hand_size=4), 2)}, "from 5 to 9"),
        ({"options": resolve_defaults(Options(first=3), 2)}, "ES-12"),
        ({"face_down": ((),)}, "face-down"),
        ({"face_down": ((),) * 3}, "face-down"),
        ({"stage": ((None,) * 5,) * 2}, "ES-1"),
        ({"stage": ((None,) * 5, (None,) * 4, (None,) * 5)}, "ES-1"),
        ({"hands": (singles("H H P P F F R R"), ())}, "ES-2"),
        ({"hands": (singles("G R"), singles("B"))}, "deck order"),
        ({"turn": None}, "ES-8"),
        ({"turn": 2}, "ES-8"),
        ({"turn": -1}, "ES-8"),
        ({"hands": ((), singles("B"))}, "ES-8"),
    ],
)
def test_an_invalid_state_is_refused_with_the_reason(change: dict[str, Any], sentence: str) -> None:
    faults = _validate_changed(**change)
    assert any(sentence in fault for fault in faults), faults
    assert all(fault.endswith(".") for fault in faults)


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_determinize_keeps_the_view_and_changes_hidden_cards(seats: int) -> None:
    differ = 0
    for _, before, *_ in play_randomly(GAME, start(seats), seats):
        for viewer in (None, *range(seats)):
            seen = GAME.view(before, viewer)
            again = validated(GAME, GAME.determinize(seen, viewer, Key(99)))
            assert GAME.view(again, viewer) == seen
            differ += again != before
    assert differ > 20


# Log lines


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (PlayedFaceUp(1, Single.parse("R")), ["Ben", "Red"]),
        (PlayedFaceDown(2, Single.parse("T"), 1, open=False), ["Cleo", "Triangle", "face down", "middle row"]),
        (Refilled(0, (0, 2), completes("HRC PGS")), ["Ann", "HRC top", "PGS bottom"]),
        (Drew(4, Single.parse("P"), open=True), ["Eve", "draws", "Partial"]),
        (Drew(4, UNSEEN, open=False), ["Eve", "draws a Single"]),
        (Ended(5, 8, 3, ()), ["8 won", "3 lost"]),
    ],
)
def test_log_lines_of_events(event: Event, words: list[str]) -> None:
    line = GAME.describe(event, NAMES)
    assert all(word in line for word in words), line
    assert line.endswith(".")


def test_a_shift_has_a_log_line_with_every_card() -> None:
    position = state(stage(". . HRC . .", ". . PGS . .", "FBT . . . HGS"), "H")
    line = GAME.describe(shift(position, "H"), NAMES)
    assert re.findall(r"HRC|HGS|PGS|FBT|won|lost|[1-5]", line) == ["HRC", "4", "HGS", "won", "PGS", "2", "FBT", "lost"]
    assert "nothing moves" in GAME.describe(shift(state(stage(), "H"), "H"), NAMES).lower()


def test_a_step_has_a_state_and_events() -> None:
    step = GAME.setup(resolve_defaults(Options(), 2), 2, Key(1))
    assert isinstance(step, Step)
    assert GAME.turn(step.state) == step.events[0].seat
