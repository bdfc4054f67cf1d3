"""The rest of a game is played at once, and undone and redone at once."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.engine.games.exit_stage_right.model import State
from tests.games.exit_stage_right_positions import stage, state
from tests.tui.screens import press, run, screen_text, sit_at, table_of

SETTLED = state(stage(), "R G B H", complete_deck="")
AHEAD = state(stage(), "R G B H", complete_deck="HRC FRC", won=14)


@pytest.mark.parametrize(
    ("position", "keys"), [(SETTLED, ["enter"]), (AHEAD, ["up", "enter"])], ids=["settled", "ahead"]
)
def test_one_undo_takes_back_the_whole_rest_and_one_redo_plays_it(position: State, keys: list[str]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        session = table_of(pilot).session
        await press(pilot, *keys)
        assert session.turn is None
        await press(pilot, "t", "u")
        assert session.actions == ()
        assert "Undone: " in screen_text(pilot)
        assert session.undone == 1, "it was one move to the player"
        await press(pilot, "U")
        assert session.turn is None
        assert len(session.actions) == 4

    run(play, sit_at(position))
