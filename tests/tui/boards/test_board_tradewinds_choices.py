"""Choosing on the Tradewinds board, with keys and with the mouse."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from textual.pilot import Pilot

from cardtable.games.tradewinds.board import layout_for
from cardtable.tui.board.choices import Target
from tests.tui.boards.tradewinds_boards import ALONE, LAYOUTS, board_of, sit
from tests.tui.screens import board_on, press, run, screen_text, spot
from tests.tui.terminal.monkey import STEPS, run_monkey


def test_digits_choose_cards_in_the_hand() -> None:
    board = board_of(sit())
    board.action_pick(5)
    assert board.group == 4
    board.action_pick(7)
    assert board.group == 4


@pytest.mark.parametrize("persons", [ALONE, None])
def test_after_the_end_no_key_offers_a_choice(persons: tuple[int, ...] | None) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "t")
        bar = screen_text(pilot).splitlines()[-1]
        assert "enter Go on" in bar
        assert "Choose" not in bar
        assert "Play" not in bar
        assert ("Undo" in bar) == (persons is ALONE)

    run(play, sit(24, persons=persons))


@LAYOUTS
def test_every_card_can_be_clicked(size: tuple[int, int]) -> None:
    board = board_of(sit())
    layout, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    for at in range(6):
        assert canvas.target_at(*layout.hand_card(at)) == Target(at)
        assert canvas.target_at(*layout.net(at)) == Target(at)
        spot(canvas, Target(at))


def test_a_game_can_be_played_to_its_end_with_keys_and_mouse() -> None:
    """Play some turns with Enter and some with two clicks."""

    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        for turn in range(24):
            hand = len(board.groups)
            assert hand == 6 - turn // 4
            if turn % 2:
                x, y = spot(board.canvas, Target(hand - 1))
                for _ in range(2):  # the first click only chooses
                    await pilot.click(offset=(board.region.x + x, board.region.y + y))
            else:
                await pilot.press("right", "enter")
            await pilot.pause()
        assert "Singles scored" in screen_text(pilot)

    run(play, sit())


@pytest.mark.parametrize("persons", [ALONE, (0, 1, 0, 2), None])
@pytest.mark.usefixtures("no_quitting")
def test_random_keys_do_no_harm(persons: tuple[int, ...] | None) -> None:
    asyncio.run(run_monkey(sit(persons=persons, first="west"), Random(8), STEPS))
