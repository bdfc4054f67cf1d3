"""Undoing and redoing moves."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import DealCode
from cardtable.engine.games.clash import GAME as CLASH
from cardtable.store.settings import Settings, Speed
from cardtable.table.session import Session
from cardtable.tui.screens.dialogs import ChoiceDialog
from tests.games.exit_stage_right_positions import stage, state
from tests.tui.screens import (
    SHORT,
    act,
    board_on,
    lift_curtain,
    on,
    play_out,
    press,
    press_later,
    run,
    screen_text,
    sit,
    sit_at,
    table_of,
    wait_for,
)
from tests.tui.table.computer_players import MEDIUM


@pytest.mark.parametrize("speed", ["off", "fast"])
def test_the_first_move_after_a_computer_player_has_opened_can_be_undone_and_redone(speed: Speed) -> None:
    session = Session(CLASH, CLASH.options(first=2), ("Ann", "Ada"), DealCode(1), None, (None, MEDIUM))

    async def play(pilot: Pilot[int]) -> None:
        table = table_of(pilot)
        await wait_for(pilot, lambda: session.turn == 0 and not table.board.is_animating)
        played = len(session.actions)
        await press(pilot, "enter")
        await wait_for(pilot, lambda: session.turn == 0 and not table.board.is_animating)
        assert len(session.actions) > played
        await press(pilot, "u")
        assert "Press U to redo it." in screen_text(pilot)
        assert len(session.actions) == played
        await press(pilot, "U")
        await wait_for(pilot, lambda: len(session.actions) > played)

    run(play, session, settings=Settings(speed=speed))


@pytest.mark.parametrize("agree", [False, True])
def test_the_move_of_another_person_is_undone_only_if_everybody_agrees(agree: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        session = table_of(pilot).session
        await lift_curtain(pilot)
        await act(pilot, "refill bottom")
        await lift_curtain(pilot)
        assert table_of(pilot).room.viewer == 1
        await press(pilot, "u")
        assert "Bob has already seen the table." in screen_text(pilot)
        assert table_of(pilot).room.viewer is None, "everybody reads the question"
        await press(pilot, "y" if agree else "n")
        assert len(session.actions) == (not agree)
        assert table_of(pilot).room.viewer is None
        await lift_curtain(pilot)
        assert session.turn == (not agree)

    run(play, sit_at(state(stage("HRC . . . ."), ["R G B H C", "R G B H C"])))


def test_a_move_that_revealed_nothing_can_be_undone_before_the_keyboard_is_passed() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "enter")
        assert "Pass the keyboard to Bob." in screen_text(pilot)
        await press_later(pilot, "u")
        await lift_curtain(pilot)
        assert "The last move is undone." in screen_text(pilot)
        assert table_of(pilot).session.turn == 0
        assert board_on(pilot).groups

    run(play, sit_at(state(stage("HRC . . . ."), ["R G B H C", "R G B H C"])))


def test_undoing_the_last_move_continues_the_game() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        await press(pilot, "t", "u")
        assert table_of(pilot).session.turn == 0
        await press(pilot, "enter")
        await wait_for(pilot, lambda: on(pilot, ChoiceDialog))
        assert "Moves undone: 1." in screen_text(pilot)

    run(play, sit(**SHORT))
