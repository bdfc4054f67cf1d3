"""Deal codes and deal lines: entering them in the set-up form, and seeing them at the table."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.screens import (
    DEAL,
    SHORT,
    flowing_text,
    lift_curtain,
    play_out,
    press,
    run,
    screen_text,
    sit,
)


def test_several_players_see_the_deal_code_only_after_a_warning() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "d")
        assert DEAL not in screen_text(pilot)
        assert "Anyone with the deal code" in screen_text(pilot)
        await press(pilot, "n")
        assert DEAL not in screen_text(pilot)
        await press(pilot, "d", "y")
        assert f"This deal is exit-stage-right · 2 players · {DEAL}." in screen_text(pilot)

    run(play, sit(2))


@pytest.mark.parametrize("width", [80, 40])
def test_the_result_says_what_a_friend_needs_to_play_the_same(width: int) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        assert f"Deal exit-stage-right, 1 player, challenge, {DEAL}." in flowing_text(pilot)

    run(play, sit(refill_count="all", empty_grid="refill-first"), size=(width, 24))


MANY: dict[str, Any] = {**SHORT, "refill_count": "all", "refill_shift": "off-centre", "first": 1}


@pytest.mark.parametrize(("size", "known"), [((80, 24), 1), ((40, 12), 0), ((40, 24), 0)], ids=str)
def test_the_deal_is_shown_as_a_line_if_it_fits(size: tuple[int, int], known: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "d")
        assert DEAL in screen_text(pilot)
        assert ("hand-size 5" in screen_text(pilot)) == known
        await play_out(pilot)
        assert DEAL in screen_text(pilot)
        await press(pilot, "c")
        assert "hand-size 5" in pilot.app.clipboard
        assert "q Lobby" in screen_text(pilot)
        assert not pilot.app.screen.show_vertical_scrollbar

    run(play, sit(**MANY), size=size)
