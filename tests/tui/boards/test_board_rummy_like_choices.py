"""Choosing on the Rummy-like board, with keys and with the mouse."""

from __future__ import annotations

import re
from itertools import product

import pytest
from textual.pilot import Pilot

from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import KINDS, Call, Draw, Options, Play, Send, State
from cardtable.games.rummy_like.board import RummyLikeBoard, layout_for
from cardtable.tui.board.choices import Target
from cardtable.tui.drawing.faces import BLOCKS
from cardtable.tui.screens.dialogs import ChoiceDialog
from tests.games.rummy_like_positions import A, B, C, state
from tests.tui.boards.boards import SIZES, USUAL, status
from tests.tui.boards.rummy_like_boards import (
    CALLS,
    LEADS,
    NO_SET,
    PASSES,
    PLAYS,
    SITS_OUT,
    board_of,
    random_boards,
    sit_at,
)
from tests.tui.screens import on, press, run, screen_text, usually, wait_for
from tests.tui.table.whole_rounds import Choose, by_mouse, play_out


@pytest.mark.parametrize("position", [CALLS, SITS_OUT])
def test_up_and_down_move_in_the_list(position: State) -> None:
    board = board_of(sit_at(position))
    rows = [board.group]
    for _ in board.groups:
        board.action_cycle(1)
        rows.append(board.group)
    assert rows == [*range(len(board.groups)), 0]
    board.action_cycle(-1)
    assert board.group == len(board.groups) - 1


def test_the_arrows_move_only_to_kinds_that_match() -> None:
    board = board_of(sit_at(PLAYS))
    for move in (board.action_cycle, board.action_move):
        found = [board.choice and str(board.choice.action)]
        for _ in range(2):
            move(1)
            found.append(board.choice and str(board.choice.action))
        assert found == ["Hollow", "Red", "Hollow"]
    board.posts_illegal_choices = True
    board.action_move(1)
    assert str(board.choice and board.choice.action) == "Partial", "a lesson may ask which kinds match"
    board.action_pick(2)
    board.action_cycle(1)
    assert str(board.choice and board.choice.action) == "Red"


def test_a_lead_and_the_chard_that_follows_it_are_chosen_together() -> None:
    board = board_of(sit_at(LEADS))
    board.move_cursor(2)
    board.action_cycle(1)
    assert board.choice is not None
    assert (str(board.choice.action), str(board.choice.then)) == ("lead Filled-Red-Triangle", "Red")
    board.posts_illegal_choices = True  # in a lesson, a lead is a move of its own
    board.show(sit_at(LEADS).look(A))
    assert [listed.then for group in board.groups for listed in group.actions] == [None] * 3


def test_the_cursor_starts_where_no_set_is_broken() -> None:
    board = board_of(sit_at(PASSES))
    assert status(board) == "Send 2 Chards; this keeps your four Hollows."


def test_a_new_choice_starts_at_its_first_line() -> None:
    session = sit_at(CALLS)
    board = board_of(session)
    board.score()
    session.act(GAME.parse("draw"))
    board.show(session.look(C))
    assert (board.group, board.is_legal) == (0, True)
    board.action_last()
    board.show(sit_at(CALLS).look(C))
    assert isinstance(board.choice and board.choice.action, Draw)


def test_the_cursor_starts_on_a_legal_action() -> None:
    for board in random_boards(2):
        assert board.is_legal


def test_every_kind_has_its_digit() -> None:
    for position in (PLAYS, PASSES):
        board = board_of(sit_at(position))
        for digit, kind in enumerate(KINDS, 1):
            board.action_pick(digit)
            assert board.groups[board.group].name == kind.name


def test_a_pair_to_send_can_be_chosen_from_either_kind() -> None:
    board = board_of(sit_at(PASSES))
    pair = GAME.parse("send H P")
    with_it = [group.name for group in board.groups if pair in [listed.action for listed in group.actions]]
    assert with_it == ["Hollow", "Partial"]


def test_an_illegal_choice_says_why() -> None:
    board = board_of(sit_at(PLAYS))
    board.action_pick(2)
    assert (board.is_legal, status(board)) == (False, "Partial doesn't match Hollow-Red-Circle (RM-3).")
    board = board_of(sit_at(PASSES))
    board.action_pick(8)
    assert (board.is_legal, status(board)) == (False, "You don't have Square.")
    board = board_of(sit_at(NO_SET))
    board.score()
    assert status(board) == 'You need all four Chards of a kind to say "Score" (RM-6).'


def test_s_goes_to_the_call() -> None:
    board = board_of(sit_at(CALLS))
    board.score()
    assert isinstance(board.choice and board.choice.action, Call)
    board = board_of(sit_at(PLAYS))
    board.score()
    assert isinstance(board.choice and board.choice.action, Play)


def test_a_click_on_a_kind_chooses_it() -> None:
    for size, position in product(SIZES, (PLAYS, PASSES)):
        board = board_of(sit_at(position))
        layout, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
        for at in range(len(KINDS)):
            meant = canvas.target_at(layout.kind_x(at) + 1, layout.counts)
            assert isinstance(meant, Target)
            assert meant.group == at


LAST = state(
    ("H H H P P P P R R R S S", "F F F G G G G B B C C", "H R B C C S S T T T T"),
    ("HRC FRC HGC", "PBC PBS PBT", "FBC FGS FBS"),
    led="FBT", picked="F B", turn=B, leader=B, sat_out=[A], deck="HRS FGT", reshuffled="HRT HGS HGT",
    options=Options(target=0),
)  # fmt: skip
"""A position near the end of a single round."""


async def by_keys(pilot: Pilot[int], group: int, action: int) -> None:
    await press(pilot, str(group + 1), *["down"] * action, "enter")


@pytest.mark.parametrize("choose", usually([by_mouse], [by_keys, by_mouse]))
@pytest.mark.parametrize("size", usually([(60, 20)], [(80, 24), (60, 20)]), ids=str)
def test_a_round_can_be_played_to_its_end(choose: Choose, size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot, choose, last=(Call, Send))
        await wait_for(pilot, lambda: on(pilot, ChoiceDialog))
        assert re.search(r"(Ann|Bo|Cy) wins", screen_text(pilot))

    run(play, sit_at(LAST), size=size)


def test_the_score_key_is_shown_only_when_the_call_is_offered() -> None:
    board = RummyLikeBoard(BLOCKS)
    board.show(sit_at(CALLS).look(C))
    assert board.command("score").name(board) == "Score"
    board.show(sit_at(PLAYS).look(A))
    assert board.command("score").name(board) == ""
    board.say(board.command("score").why_not(board))
    assert "instead of leading" in board.drawn(*USUAL).text()
