"""Turns at a table of several players: how many keys they take, who needs no curtain, and how to watch them again."""

from __future__ import annotations

from textual.pilot import Pilot

from cardtable.engine.games.rummy_like.model import Lead
from cardtable.tui.screens.hand_over import HandOverScreen
from cardtable.tui.screens.replay import ReplayScreen
from cardtable.tui.screens.table import TableScreen
from tests.games.exit_stage_right_positions import stage, state
from tests.tui.boards import clash_boards as clash
from tests.tui.boards import rummy_like_boards as rummy_like
from tests.tui.screens import (
    act,
    board_on,
    lift_curtain,
    on,
    press,
    press_later,
    run,
    screen_text,
    sit,
    sit_at,
    table_of,
)

MAX_KEYS_BETWEEN_LEADS = 8
"""Four hand-overs, two Chards played and two choices of Chards to send; the lead plays the leader's own Chard."""


def test_a_trick_of_rummy_like_takes_few_keys() -> None:
    """Everybody plays the choice under the cursor; no leader has a set and could say "Score" instead of drawing."""
    counts = list[int]()

    async def play(pilot: Pilot[int]) -> None:
        keys = 0
        while len(counts) < 3:
            choice = board_on(pilot).choice
            if isinstance(pilot.app.screen, HandOverScreen):
                await lift_curtain(pilot)
            elif choice is not None and isinstance(choice.action, Lead):
                counts.append(keys)
                await press(pilot, "enter")
                keys = 0
                continue
            else:
                await press(pilot, "enter")
            keys += 1
        leads = [action for action in table_of(pilot).session.actions if isinstance(action, Lead)]
        assert len(leads) == len(counts)

    run(play, rummy_like.sit(code=3, first=1))
    assert counts == [1, MAX_KEYS_BETWEEN_LEADS, MAX_KEYS_BETWEEN_LEADS]


def test_the_next_player_can_watch_a_long_turn_again() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "enter", "enter", "e", "enter")
        await press_later(pilot, "w")
        replay = pilot.app.screen
        assert isinstance(replay, ReplayScreen)
        texts = []
        for _ in range(3):
            await press(pilot, "right")
            texts.append(screen_text(pilot))
        assert ["played T FGT" in text for text in texts] == [True, True, False]
        assert replay.room.replay.viewer is None, "it shows only what everybody may see"
        await press(pilot, "q")
        await lift_curtain(pilot)
        assert table_of(pilot).viewer == 1

    run(play, clash.sit_at(clash.CHAIN))


def test_there_is_no_curtain_after_the_end() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await act(pilot, "R")
        assert not on(pilot, HandOverScreen)
        assert "q Lobby" in screen_text(pilot)

    run(play, sit_at(state(stage("HRC . . . ."), ["R", ""])))


def test_the_options_and_the_players_are_shown_at_the_table_and_while_the_keyboard_is_passed_on() -> None:
    async def play(pilot: Pilot[int]) -> None:
        for come in (press_later, press):
            await come(pilot, "o")
            assert "Hand size: 7 " in screen_text(pilot)
            assert "At the table: Ann, Bob." in screen_text(pilot)
            await press(pilot, "escape")
            if come is press_later:
                await lift_curtain(pilot)
        assert on(pilot, TableScreen)

    run(play, sit(2))
