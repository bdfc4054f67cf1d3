"""A move that a lesson shows: the text before it says what to watch, and the text after it what happened."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from tests.tui.key_bars import click_label
from tests.tui.learn.learning import SHOW, TELL, open_steps, text_of
from tests.tui.screens import press, run

SHOW_AND_SAY = f'{SHOW}\nthen = "Both of them went right."'


@pytest.mark.parametrize("by_mouse", [False, True])
def test_what_happened_is_said_after_the_move_and_stays_until_the_learner_goes_on(by_mouse: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await open_steps(pilot, SHOW_AND_SAY, TELL)

        async def go_on(label: str) -> None:
            if by_mouse:
                await click_label(pilot, label)
            else:
                await press(pilot, "enter")

        assert "Both of them" not in text_of(screen)
        await go_on("Play it")
        shown = text_of(screen)
        assert shown.index("Red fits two.") < shown.index("Both of them went right.")
        assert "Right." not in shown, "nobody has answered anything"
        assert screen.room.walk.at == 0
        await go_on("Next")
        assert screen.room.walk.at == 1
        assert "Both of them" not in text_of(screen)

    run(play)
