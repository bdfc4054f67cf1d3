"""Screens in ASCII alone, for terminals that can't draw other characters."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from tests.tui.screens import DEAL, MOVES, SHORT, play_out, press, run, screen_text, sit, stand_still


def test_the_result_is_ascii_if_the_cards_are() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        await stand_still(pilot)
        text = " ".join(screen_text(pilot).replace("|", " ").split())
        assert f"{DEAL}." in text
        assert text.isascii()

    run(play, sit(**SHORT), ascii_only=True)


@pytest.mark.parametrize("key", ["q", "slash", "question_mark", "r", "l", "d", "ctrl+p", "ctrl+c"])
def test_every_screen_is_ascii_if_the_cards_are(key: str) -> None:
    """In a terminal with wide line and block characters, a single one would shift its row."""

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, key)
        await stand_still(pilot)
        strange = {each for each in screen_text(pilot) if not each.isascii()}
        assert not strange

    run(play, sit(moves=MOVES), ascii_only=True)
