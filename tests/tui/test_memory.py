"""An evening's memory stays flat: what is closed is let go."""

from __future__ import annotations

import gc

from textual._styles_cache import StylesCache
from textual.pilot import Pilot

from tests.tui.screens import press, run, sit


def test_pages_and_dialogs_that_were_closed_are_forgotten() -> None:
    def drawn() -> int:
        gc.collect()
        return sum(isinstance(each, StylesCache) for each in gc.get_objects())

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "r", "q", "slash", "escape")
        before = drawn()
        for _ in range(4):
            await press(pilot, "r", "q", "slash", "escape", "question_mark", "k", "q")
        assert drawn() <= before + 2

    run(play, sit())
