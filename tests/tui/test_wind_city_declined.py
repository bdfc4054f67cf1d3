"""Players who decline insurance are named in the log, by keyboard and by mouse."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.engine.games.wind_city import GAME
from cardtable.tui.screens.log import LogScreen
from tests.games.wind_city_positions import state
from tests.tui.key_bars import click_label
from tests.tui.screens import on, press, rest, run, screen_text, table_of
from tests.tui.wind_city_boards import sit_at


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
def test_the_log_names_those_who_buy_no_insurance(by_mouse: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        for action in ("1 3 4", "renew A11", "offer", "done", "done"):
            table_of(pilot).act(GAME.parse(action))
            await rest(pilot)
        if by_mouse:
            await click_label(pilot, "Log")
        else:
            await press(pilot, "l")
        assert on(pilot, LogScreen)
        assert "Bob insures no house." in screen_text(pilot)
        assert "Cleo insures no house." in screen_text(pilot)

    run(play, sit_at(state("A11! B11", "A10 B10", "C10", at="E5", card=2)), size=(120, 40))
