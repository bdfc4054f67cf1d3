"""Deal codes and deal lines: entering them in the set-up form, and seeing them at the table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.tui.screens.dialogs import TextDialog
from cardtable.tui.screens.hand_over import PublicMoment
from tests.tui.forms import answer, start
from tests.tui.screens import (
    DEAL,
    SHORT,
    flowing_text,
    lift_curtain,
    on,
    play_out,
    press,
    run,
    screen_text,
    set_up,
    sit,
    table_of,
    type_text,
    wait_for,
)


def test_an_invalid_deal_code_is_rejected_with_a_reason() -> None:
    rejected = {
        "K7QF": "A deal code has 8 symbols, like K7QF-2M9X, not 4.",
        "K7QF-2M9!": "A deal code can't contain '!'",
        "[/]": "A deal code can't contain '['",
    }

    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await answer(pilot, "deal", "K")
        for code, sentence in rejected.items():
            await type_text(pilot, code)
            assert on(pilot, TextDialog)
            assert sentence in screen_text(pilot)
        await press(pilot, "escape")
        assert "a new deal" in screen_text(pilot)

    run(play)


def test_a_deal_line_sets_players_and_options() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await answer(pilot, "name0", "Ann")
        await answer(pilot, "deal", f"exit-stage-right · 2 players · hand-size 8 · {DEAL}")
        text = screen_text(pilot)
        assert re.search(r"Players +< 2 >", text)
        assert re.search(r"Hand size +< 8 >", text)
        assert re.search(r"Open hands +< only when you play alone >", text)
        assert re.search(rf"Deal +{DEAL}", text)
        await start(pilot)
        await wait_for(pilot, lambda: on(pilot, PublicMoment))
        session = table_of(pilot).session
        assert (session.names, session.options.hand_size, str(session.deal_code)) == (("Ann", "Player 2"), 8, DEAL)

    run(play)


def test_a_line_that_is_not_a_deal_of_this_game_is_rejected_with_a_reason() -> None:
    rejected = {
        f"clash · {DEAL}": "This is a deal of Clash, not of Exit Stage Right.",
        f"exit-stage-right · 12 cards · {DEAL}": "The option hand-size must be 5, 6, 7, 8, 9",
        f"whist · {DEAL}": "A deal line must start with the game, not 'whist'",
        f"exit-stage-right · 9 players · {DEAL}": "Exit Stage Right is for 1 to 6 players, not '9'.",
    }

    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await answer(pilot, "deal", "K")
        for line, sentence in rejected.items():
            await type_text(pilot, line)
            assert on(pilot, TextDialog)
            assert sentence in screen_text(pilot)
        await press(pilot, "escape")
        assert re.search(r"Players +< 1 >", screen_text(pilot))

    run(play)


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
