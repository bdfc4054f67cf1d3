"""Choosing on the Clash board, with keys and with the mouse."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import (
    COMPLETE_PILE,
    EndTurn,
    Options,
    PlayChard,
    PlayLast,
    PlayPair,
    PlayThree,
    cards_of,
)
from cardtable.games.clash.board import ClashBoard, layout_for
from cardtable.tui.board.choices import Target
from cardtable.tui.screens.dialogs import ChoiceDialog
from tests.games.clash_positions import state
from tests.tui.boards.boards import LAYOUTS, USUAL, status
from tests.tui.boards.clash_boards import CHAIN, MATCHED, board_of, random_boards, sit_at
from tests.tui.screens import (
    board_on,
    lift_curtain,
    on,
    press,
    run,
    screen_text,
    spot,
    usually,
    wait_for,
)
from tests.tui.table.whole_rounds import Choose, by_mouse, play_out


def labels(board: ClashBoard, group: int) -> list[str]:
    return [listed.label for listed in board.groups[group].actions]


def test_the_groups_are_the_hand_and_the_end_of_the_turn() -> None:
    board = board_of(sit_at(MATCHED))
    hand = [card.name for card in MATCHED.hands[0]]
    assert [group.name for group in board.groups] == [*hand, "End of the turn"]


def test_a_chard_can_be_played_alone_last_and_with_others() -> None:
    board = board_of(sit_at(MATCHED))
    assert labels(board, 0) == ["play it", "play it last", "with Blue, Circle", "with Blue, Triangle"]
    first, last, *threes = (listed.action for listed in board.groups[0].actions)
    assert isinstance(first, PlayChard)
    assert isinstance(last, PlayLast)
    assert all(isinstance(three, PlayThree) for three in threes)


def test_a_pair_can_be_chosen_from_either_card() -> None:
    board = board_of(sit_at(CHAIN))
    hand = [card.code for card in CHAIN.hands[0]]
    assert "with FGT" in labels(board, hand.index("T"))
    assert labels(board, hand.index("FGT")) == ["play it", "with Triangle"]
    assert labels(board, hand.index("PBC")) == ["play it"]


def test_a_pair_is_listed_only_with_a_chard_in_the_hand() -> None:
    assert labels(board_of(sit_at(state("F G S", "FRS", ("H FGT", "R G")))), 1) == ["play it"]
    assert labels(board_of(sit_at(state("F G S", "FRS", ("T FGT", "R G")))), 1) == ["play it", "with Triangle"]


def test_before_the_opening_no_pair_is_listed() -> None:
    for board in random_boards(2, every=200):
        assert {label for at in range(board.hand_size) for label in labels(board, at)} == {"play it", "play it last"}


def test_the_line_of_a_chard_that_can_only_go_last_says_why_it_cannot_go_now() -> None:
    board = board_of(sit_at(state("F R C", "HRC", ("C S PBT", "R G"))))
    assert board.choice is not None
    assert board.choice.label == "play it last"
    assert status(board) == "Circle is already on top of its pile, so it goes as a last Chard."
    board.move_cursor(0)
    assert status(board) == "Circle is already on top of its pile; alone, it can only go last (CL-3, CL-4)."
    board.move_cursor(1, 1)
    assert status(board) == "Square doesn't match the top Complete, so it goes as a last Chard."


def test_ending_a_turn_without_playing_is_a_pass() -> None:
    assert labels(board_of(sit_at(CHAIN)), 7) == ["end turn (pass)"]
    session = sit_at(CHAIN)
    session.act(GAME.parse("T + FGT"))
    assert labels(board_of(session), 5) == ["end turn"]


def test_three_chards_can_be_chosen_from_each_of_them() -> None:
    board = board_of(sit_at(MATCHED))
    for three in (action for action in board.seen.legal if isinstance(action, PlayThree)) if board.seen else ():
        with_it = [at for at, group in enumerate(board.groups) if three in [listed.action for listed in group.actions]]
        assert [board.groups[at].name for at in with_it] == [card.name for card in cards_of(three)]


def test_e_goes_to_the_end_of_the_turn() -> None:
    board = board_of(sit_at(MATCHED))
    board.end_turn()
    assert isinstance(board.choice and board.choice.action, EndTurn)


def test_digits_choose_cards_in_the_hand() -> None:
    board = board_of(sit_at(MATCHED))
    board.action_pick(6)
    assert board.groups[board.group].name == "Hollow-Green-Triangle"


def test_a_card_marked_as_playable_is_never_refused() -> None:
    """Enter plays it with as many others as it can, and a turn starts on the first card that can be played."""
    for board in random_boards(3, every=2):
        hints = [board._hint(at) for at in range(board.hand_size)]
        wanted = next((hint for hint in ("play", "last") if hint in hints), None)
        assert wanted == (hints[board.group] if board.group < board.hand_size else None)
        assert wanted is None or board.group == hints.index(wanted), "the best card would be a hint"
        for at, hint in enumerate(hints):
            board.action_pick(at + 1)
            assert (board.is_legal, bool(hint)) in ((True, True), (False, False))
            assert not hint or isinstance(board.choice and board.choice.action, PlayLast) == (hint == "last")
    pair = board_of(sit_at(state("F G S", "FRS", ("T FGT", "R G"), played=0)))
    assert isinstance(pair.choice and pair.choice.action, PlayPair)


@LAYOUTS
def test_a_click_on_a_card_chooses_it(size: tuple[int, int]) -> None:
    board = board_of(sit_at(MATCHED))
    layout, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    for at in range(1, 8):
        assert spot(canvas, Target(at, board.preferred(at)))[1] >= layout.hand_top


def test_a_click_on_a_pile_chooses_the_play_that_puts_a_card_there() -> None:
    board = board_of(sit_at(CHAIN))
    board.move_cursor(6)
    layout, canvas = layout_for(80, 21), board.drawn(*USUAL)
    meant = canvas.target_at(layout.pile_x(2) + 2, layout.top + 2)
    assert isinstance(meant, Target)
    assert isinstance(board.groups[6].actions[meant.action_index].action, PlayPair)
    assert canvas.target_at(layout.pile_x(COMPLETE_PILE) + 2, layout.top + 2) == Target(6, meant.action_index)
    assert canvas.target_at(layout.pile_x(0) + 2, layout.top + 2) is None


def test_a_long_turn_is_played_with_keys_and_undone_step_by_step() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "7", "enter")
        assert "played T FGT" in screen_text(pilot)
        await press(pilot, "1", "down", "enter")
        assert "played T FGT H B T" in screen_text(pilot)
        await press(pilot, "u")
        assert "played T FGT" in screen_text(pilot)
        await press(pilot, "u")
        assert "Undone: " in screen_text(pilot)
        await press(pilot, "u")
        assert "There's nothing to undo yet." in screen_text(pilot)
        await press(pilot, "e", "enter")
        assert "Pass the keyboard to Bob." in screen_text(pilot)

    run(play, sit_at(CHAIN))


@pytest.mark.parametrize("is_by_mouse", [False, True], ids=["keys", "mouse"])
@pytest.mark.parametrize("size", usually([(40, 12)], [(80, 24), (60, 20), (40, 12)]), ids=str)
def test_a_pass_warns_that_another_pass_ends_the_round(is_by_mouse: bool, size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        if is_by_mouse:
            await pilot.click(ClashBoard, offset=spot(board_on(pilot).canvas, Target(len(MATCHED.hands[0]))))
        else:
            await press(pilot, "e")
        text = " ".join(screen_text(pilot).split())
        assert " may end round" in text
        assert "If Bob passes too, the round ends and you score 3 points." in text

    run(play, sit_at(MATCHED), size=size)


SHORT = state("H R S", "FGC", ("F G C B HGC PGC T", "H P R B T S C"), draw=(3, 3), options=Options(target=0), played=0)
"""A position near the end of a single round."""


async def by_keys(pilot: Pilot[int], group: int, action: int) -> None:
    board = board_on(pilot)
    await press(pilot, *(["e"] if group == len(board.groups) - 1 else [str(group + 1)]))
    steps = (action - board.action_index) % len(board.groups[group].actions)
    await press(pilot, *["down"] * steps, "enter")


@pytest.mark.parametrize("choose", usually([by_keys], [by_keys, by_mouse]))
@pytest.mark.parametrize("size", usually([(60, 20)], [(80, 24), (60, 20)]), ids=str)
def test_a_round_can_be_played_to_its_end(choose: Choose, size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot, choose)
        await wait_for(pilot, lambda: on(pilot, ChoiceDialog))
        assert re.search(r"(Ann|Bob) wins \d+–0\.|Nobody wins\.", screen_text(pilot))

    run(play, sit_at(SHORT), size=size)
