"""Choosing on the Exit Stage Right board, with keys and with the mouse."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from textual.pilot import Pilot

from cardtable.engine.games.exit_stage_right.model import FaceDown, FaceUp, State
from cardtable.games.exit_stage_right.board.board import RefusedRow
from cardtable.games.exit_stage_right.board.layout import layout_for
from cardtable.tui.board.choices import Target
from cardtable.tui.board.widget import BoardWidget
from tests.games.exit_stage_right_positions import stage, state
from tests.tui.boards.boards import COMPACT, LARGE, LAYOUTS, USUAL, shown, status
from tests.tui.boards.exit_stage_right_boards import PAIRS, random_boards
from tests.tui.screens import (
    MOVES,
    board_of,
    board_on,
    click,
    flowing_text,
    press,
    rest,
    run,
    sit,
    sit_at,
    spot,
    table_of,
)

CENTRE = (". . HRC . .", ". . PGS . .", ". . FBT . .")


def where(board: BoardWidget) -> tuple[int, int]:
    return board.group, board.action_index


def test_the_groups_are_the_hand_and_the_deck() -> None:
    board = board_of(sit())
    hand = [card.name for card in board.seen.state.hands[0]] if board.seen else []
    assert [group.name for group in board.groups] == [*hand, "Complete deck"]


def test_every_card_can_be_played_face_up_or_face_down_on_a_row() -> None:
    board = board_of(sit_at(PAIRS))
    for group in board.groups[:-1]:
        up, *downs = (listed.action for listed in group.actions)
        assert up == FaceUp(up.card)
        assert downs == [FaceDown(up.card, row) for row in range(3)]


def test_a_way_to_play_a_card_stays_chosen_for_the_next_card() -> None:
    board = board_of(sit_at(PAIRS))
    board.move_cursor(0, 2)
    board.action_move(1)
    assert where(board) == (1, 2)
    board.action_pick(1)
    assert where(board) == (0, 2)


def test_the_deck_offers_every_refill_with_its_cells() -> None:
    board = board_of(sit_at(state(stage())))
    labels = [listed.label for listed in board.groups[-1].actions]
    assert labels == ["all three", "top middle", "top bottom", "middle bottom", "top", "middle", "bottom"]


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)], ids=str)
def test_on_an_empty_stage_a_digit_still_picks_a_card_which_says_that_it_moves_nothing(
    size: tuple[int, int], by_mouse: bool
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        assert where(board) == (5, 0), "the cursor begins on the refills"
        if by_mouse:
            await click(pilot, board, Target(1))
        else:
            await press(pilot, "2")
        assert where(board) == (1, 0)
        assert "The stage is empty, so Red moves nothing. Press c to refill it." in flowing_text(pilot)
        assert table_of(pilot).session.actions == ()
        await press(pilot, "c")
        assert where(board) == (5, 0)
        assert "The new Completes go on the stage, and nothing else moves." in flowing_text(pilot)

    run(play, sit_at(state(stage())), size=size)


def test_a_single_that_moves_nothing_does_not_offer_a_refill_without_completes() -> None:
    board = board_of(sit_at(state(stage(), complete_deck="")))
    board.action_pick(2)
    assert "Press c" not in status(board)


def test_a_deck_without_refills_says_why() -> None:
    board = board_of(sit())
    board.action_last()
    assert not board.is_legal
    assert status(board) == "The centre cell of the top row isn't empty (ES-7)."


@pytest.mark.parametrize(("size", "heading"), [(USUAL, "won lost"), (LARGE, "won lost right left")])
@pytest.mark.parametrize("card", ["Red", "Triangle"])
def test_the_list_says_what_its_numbers_are(card: str, size: tuple[int, int], heading: str) -> None:
    board = board_of(sit_at(state(stage("FRC . HBS . ."), "T R")))
    board.move_cursor([group.name for group in board.groups].index(card), 0)
    lines = shown(board, size).splitlines()
    (title,) = [line for line, below in pairwise(lines) if re.search(r"> face up .*\d$", below)]
    assert f" {card}" in title
    assert title.endswith(f" {heading}")


def test_left_and_right_wrap_around() -> None:
    board = board_of(sit())
    board.action_move(-1)
    assert board.group == 7
    board.action_move(1)
    assert board.group == 0


def test_the_same_keys_always_lead_to_the_same_row() -> None:
    """Rows that can't be named keep their places, no row is skipped, and the list ends at its ends."""
    for session in (sit(), sit_at(PAIRS)):
        board = board_of(session)
        found = list[tuple[int, int]]()
        for step in (-1, 1, 1, 1, 1, -1):
            board.action_cycle(step)
            found.append(where(board))
        assert [row for _, row in found] == [0, 1, 2, 3, 3, 2]


def test_escape_leads_back_from_the_deck_to_the_card() -> None:
    board = board_of(sit(moves=MOVES[:8]))
    board.move_cursor(2)
    assert not board.can("back-to-hand")
    board.refill()
    board.refill()
    assert board.can("back-to-hand")
    board.back_to_hand()
    assert where(board) == (2, 0)


def test_the_next_card_keeps_the_chosen_kind_of_play() -> None:
    board = board_of(sit_at(PAIRS))
    board.action_cycle(2)
    board.action_move(1)
    assert where(board) == (1, 2)


def test_the_deck_starts_with_its_first_refill() -> None:
    board = board_of(sit(moves=MOVES[:8]))
    board.move_cursor(0, 3)
    board.action_move(-1)
    assert where(board) == (7, 0)


def test_home_end_and_digits_move_the_cursor() -> None:
    board = board_of(sit())
    board.action_last()
    assert board.group == 7
    board.action_first()
    assert board.group == 0
    board.action_pick(5)
    assert board.group == 4
    board.action_pick(9)
    assert board.group == 4


def test_a_digit_beyond_the_hand_does_nothing() -> None:
    board = board_of(sit())
    board.action_pick(8)
    assert board.group == 0


def test_f_cycles_through_the_rows_that_can_be_named() -> None:
    rows = stage("HRC . PRC . .", ". . PGS . .", "FBT . FGC . .")
    board = board_of(sit_at(state(rows)))
    board.face_down()
    assert where(board) == (0, 1)
    board.face_down()
    assert where(board) == (0, 3)
    board.face_down()
    assert where(board) == (0, 1)


def test_f_says_why_if_no_row_can_be_named() -> None:
    board = board_of(sit_at(state(stage(*CENTRE))))
    assert not board.can("face-down")
    board.say(board.command("face-down").why_not(board))
    assert where(board) == (0, 0)
    assert status(board) == "No row has two Completes, so you can't play face down now (ES-6)."


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (state(stage(*CENTRE)), "Every centre cell has a Complete, so there's nothing to refill (ES-7)."),
        (state(stage("HRC FRC . . ."), complete_deck=""), "The Complete deck is empty (ES-7)."),
    ],
)
def test_c_says_why_if_nothing_can_be_refilled(position: State, reason: str) -> None:
    board = board_of(sit_at(position))
    assert not board.can("refill")
    board.say(board.command("refill").why_not(board))
    assert status(board) == reason


@pytest.mark.parametrize("action", range(7))
def test_f_goes_back_from_the_deck_to_the_hand(action: int) -> None:
    board = board_of(sit_at(state(stage("HRC FRC . . ."))))
    board.move_cursor(len(board.groups) - 1, action)
    board.face_down()
    assert where(board) == (0, 1)


def test_c_goes_to_the_deck() -> None:
    board = board_of(sit())
    board.refill()
    assert board.groups[board.group].name == "Complete deck"


def test_the_cursor_starts_at_the_first_card_for_the_next_player() -> None:
    """The last position would reveal which card of the sorted hand was played face down."""
    session = sit(2, first=1)
    board = board_of(session)
    board.move_cursor(5)
    session.act(board.seen.legal[0] if board.seen else None)
    for viewer in (0, None, 1):
        board.show(session.look(viewer))
    assert where(board) == (0, 0)


@LAYOUTS
def test_a_click_on_a_card_chooses_it(size: tuple[int, int]) -> None:
    board = board_of(sit())
    layout, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    for at in range(7):
        if at:  # clicks on the panel and the stage also choose the first card
            assert spot(canvas, Target(at))[1] >= layout.hand_top
    assert spot(canvas, Target(7))[1] >= layout.hand_top


@LAYOUTS
def test_every_action_of_every_cell_can_be_clicked(size: tuple[int, int]) -> None:
    """Compact rows show one refill at a time, and only refills of one cell can be clicked there."""
    for board in random_boards(1, 9, every=4):
        for group in range(len(board.groups)):
            board.move_cursor(group)
            canvas = board.drawn(*size)
            for action, each in enumerate(board.groups[group].actions):
                if board.seen and each.action in board.seen.legal and not (size == COMPACT and each.label.count(" ")):
                    spot(canvas, Target(group, action))


def test_a_click_on_the_stage_names_its_row() -> None:
    board = board_of(sit(moves=MOVES[:4]))
    board.move_cursor(2)
    layout, canvas = layout_for(80, 21), board.drawn(*USUAL)
    for row in range(3):
        assert canvas.target_at(layout.x(1) + 2, layout.y(row) + 2) == Target(2, 1 + row)


@LAYOUTS
@pytest.mark.parametrize(
    ("group", "reason"),
    [(0, "The middle row has 1 Complete; playing face down needs two or more"), (7, "middle row isn't empty")],
)
def test_a_click_on_a_row_that_cannot_be_chosen_says_why(size: tuple[int, int], group: int, reason: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        board.move_cursor(group)
        await rest(pilot)
        await click(pilot, board, RefusedRow(1) if group == 7 else Target(0, 2))
        assert reason in flowing_text(pilot)
        assert board.group == group
        assert not table_of(pilot).session.actions

    run(play, sit(), size=(size[0], size[1] + 1))
