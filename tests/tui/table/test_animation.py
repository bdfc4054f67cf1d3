"""Animations of moves, and the keys and clicks that end them."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.store.settings import Settings
from cardtable.tui.board.choices import Target
from cardtable.tui.screens.hand_over import PublicMoment
from tests.tui.key_bars import click_label
from tests.tui.screens import (
    actions_of,
    board_on,
    key_bar,
    lift_curtain,
    on,
    press,
    run,
    screen_text,
    settle,
    sit,
    spot,
    tap,
    tap_at,
    wait_for,
)


def is_animating(pilot: Pilot[int]) -> bool:
    return board_on(pilot).is_animating


@pytest.mark.usefixtures("endless_animations")
def test_enter_and_space_end_the_animation_and_do_nothing_else() -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        for done, key in enumerate(("enter", "space", "x")):
            cursor = board.group
            board.choose()
            await settle(pilot)
            assert is_animating(pilot)
            await tap(pilot, key)
            assert not is_animating(pilot)
            assert (len(actions_of(pilot)), board.group) == (done + 1, cursor), key

    run(play, sit(), settings=Settings(speed="slow"))


@pytest.mark.usefixtures("endless_animations")
def test_other_keys_end_the_animation_and_do_their_work() -> None:
    """A player who types quickly plays the card that the digit chose, and can undo a slip at once."""

    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        board.choose()
        await settle(pilot)
        assert is_animating(pilot)
        await tap(pilot, "7")
        assert not is_animating(pilot)
        chosen = board.choice
        assert (len(actions_of(pilot)), board.group) == (1, 6)
        await tap(pilot, "enter")
        assert chosen is not None
        assert actions_of(pilot)[1] == str(chosen.action)
        await settle(pilot)
        assert is_animating(pilot)
        await tap(pilot, "u")
        await settle(pilot)
        assert not is_animating(pilot)
        assert "undo" in board.notice.lower(), "it says that the move is undone, or why not"

    run(play, sit(), settings=Settings(speed="slow"))


@pytest.mark.usefixtures("endless_animations")
def test_a_click_during_an_animation_ends_it_and_chooses_a_card_but_never_plays() -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        x, y = spot(board.canvas, Target(2))
        board.choose()
        await settle(pilot)
        assert is_animating(pilot)
        await tap_at(pilot, board.region.x + x, board.region.y + y)
        assert not is_animating(pilot)
        assert (len(actions_of(pilot)), board.group, board.is_chosen) == (1, 2, True)
        await tap_at(pilot, board.region.x + x, board.region.y + y)
        assert len(actions_of(pilot)) == 2

    run(play, sit(), settings=Settings(speed="slow"))


def test_the_animation_ends_with_the_cards_in_place() -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        board.choose()
        await settle(pilot)
        assert is_animating(pilot)
        await wait_for(pilot, lambda: not is_animating(pilot))
        assert board.text() == board.drawn(80, 23).text()

    run(play, sit(), settings=Settings(speed="fast"))


@pytest.mark.usefixtures("endless_animations")
@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
def test_a_key_skips_an_animation_that_everybody_sees(by_mouse: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await tap(pilot, "enter")
        moment = pilot.app.screen
        assert isinstance(moment, PublicMoment)
        assert moment.board.is_animating
        await settle(pilot)
        assert "enter Skip" in key_bar(pilot)
        assert "I'm here" not in key_bar(pilot)
        assert "Pass the keyboard" not in screen_text(pilot)
        await (click_label(pilot, "Skip") if by_mouse else press(pilot, "space"))
        assert "space I'm here" in key_bar(pilot)
        assert "Pass the keyboard to" in screen_text(pilot)
        assert on(pilot, PublicMoment), "the key has only ended the animation"
        assert not moment.board.is_animating

    run(play, sit(2), settings=Settings(speed="slow"))


def test_there_is_no_animation_if_it_is_switched_off() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        assert not board_on(pilot).is_animating

    run(play, sit())
