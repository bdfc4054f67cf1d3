"""Whole games in the app, from the lobby to the result and back, with keys and with the mouse."""

from __future__ import annotations

from textual.pilot import Pilot

from cardtable.tui.board.choices import Target
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.set_up import SetUpScreen
from cardtable.tui.screens.table import TableScreen
from tests.tui.forms import answer, choose_short, form_of, index_of
from tests.tui.screens import (
    DEAL,
    actions_of,
    board_on,
    click,
    click_item,
    on,
    play_out,
    press,
    run,
    screen_text,
    set_up,
    sit,
    table_of,
    wait_for,
)


def test_a_whole_game_can_be_played_with_keys() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert "What would you like to play?" in screen_text(pilot)
        await set_up(pilot)
        assert on(pilot, SetUpScreen)
        await answer(pilot, "deal", "qb9r xbdb")
        await choose_short(pilot)
        await press(pilot, "home", "enter")
        assert str(table_of(pilot).session.deal_code) == DEAL
        await play_out(pilot)
        assert on(pilot, ChoiceDialog)
        assert "Completes won, " in screen_text(pilot)
        assert DEAL in screen_text(pilot)

    run(play)


def test_a_whole_game_can_be_played_with_the_mouse() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await click_item(pilot, "exit-stage-right")
        form = form_of(pilot)
        for row in ("option hand_size", "option draw"):
            await click(pilot, form, (index_of(pilot, row), 1))
        await click(pilot, form, (0, 0))
        board = board_on(pilot)
        for left in (5, 4, 3, 2, 1):
            await click(pilot, board, Target(left - 1))
            if len(actions_of(pilot)) == 5 - left:  # the first click only selects
                assert (board.group, board.action_index) == (left - 1, 0)
                await click(pilot, board, Target(left - 1))
        await wait_for(pilot, lambda: on(pilot, ChoiceDialog))
        await click_item(pilot, "leave")
        await wait_for(pilot, lambda: on(pilot, Lobby))

    run(play)


def test_the_app_starts_at_the_table_of_a_session() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert on(pilot, TableScreen)
        assert isinstance(pilot.app.screen_stack[1], Lobby)

    run(play, sit())
