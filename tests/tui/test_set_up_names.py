"""Names in the set-up form: typed, chosen from those in recent games, and given up."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from cardtable.store.settings import Settings
from cardtable.tui.screens.dialogs import TextDialog
from cardtable.tui.screens.hand_over import PublicMoment
from cardtable.tui.screens.lobby import Lobby
from tests.table.saved_games import save
from tests.tui.forms import TOGETHER, answer, form_of, go_to_row, open_form, start
from tests.tui.key_bars import click_label
from tests.tui.screens import (
    flowing_text,
    key_bar,
    on,
    press,
    run,
    screen_text,
    set_up,
    wait_for,
)
from tests.tui.table.computer_players import sit_with


def test_typing_on_a_name_edits_it_and_escape_forgets_nothing() -> None:
    save(sit_with("rummy-like", None, None, None))

    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await press(pilot, "down", "right", "down", "down")
        assert key_bar(pilot) == "? Help  arrows Move  home To Start  enter Choose  esc Lobby"
        await press(pilot, *"sam")
        assert on(pilot, TextDialog)
        await press(pilot, "enter", "right")  # Enter has gone on to the next name
        assert "Left and right: Ann, Bob or Cleo." in flowing_text(pilot)
        form = form_of(pilot)
        assert [each.text for each in form.rows if each.id.startswith("name")] == ["sam", "Ann"]
        await press(pilot, "enter", "enter")  # and after the last name, to the first line
        assert form.row.id == "start"
        await press(pilot, "escape")
        assert on(pilot, Lobby)
        await set_up(pilot)
        assert re.search(r"Player 1 +< sam >\n +Player 2 +< Ann >", screen_text(pilot))
        await start(pilot)
        await wait_for(pilot, lambda: on(pilot, PublicMoment))
        assert re.search(r"(sam|Ann), it's your turn: press space", screen_text(pilot))
        assert "Pass the keyboard" not in screen_text(pilot)

    run(play)


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
def test_escape_restores_the_old_name_and_still_offers_the_new_one(by_mouse: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_form(pilot, TOGETHER)
        await answer(pilot, "name0", "Ann")
        await press(pilot, "up", *"Anna")
        assert "Enter or Down accepts, Esc closes." in screen_text(pilot)
        assert key_bar(pilot) == "enter Accept  esc Close"
        await (click_label(pilot, "Close") if by_mouse else press(pilot, "escape"))
        assert re.search(r"Player 1 +< Ann >\n +Player 2 +< \(no name\) >", screen_text(pilot))
        await press(pilot, "right")
        assert form_of(pilot).row.text == "Anna"

    run(play)


def test_up_and_down_accept_a_typed_answer_and_go_on() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_form(pilot, TOGETHER)
        go_to_row(pilot, "name0")
        await press(pilot, *"Ann", "down")
        assert form_of(pilot).row.id == "name1"
        await press(pilot, *"Ben", "up")
        form = form_of(pilot)
        assert form.row.id == "name0"
        assert [each.text for each in form.rows if each.id.startswith("name")] == ["Ann", "Ben"]
        go_to_row(pilot, "deal")
        await press(pilot, *"zzz", "up")
        assert on(pilot, TextDialog), "it isn't a deal code"
        await press(pilot, "escape")
        assert re.search(r"Deal +a new deal", screen_text(pilot))

    run(play)


def test_enter_brings_back_a_deal_that_was_left_with_escape() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        go_to_row(pilot, "deal")
        await press(pilot, *"nbvv-bh", "escape")
        assert re.search(r"Deal +a new deal", screen_text(pilot))
        assert "To go on with 'nbvv-bh', which you left, press Enter." in flowing_text(pilot)
        await press(pilot, "home", "escape")
        await set_up(pilot)
        go_to_row(pilot, "deal")
        await press(pilot, "enter", *"ge", "enter")
        assert re.search(r"Deal +NBVV-BHGE", screen_text(pilot))
        go_to_row(pilot, "deal")
        assert "which you left" not in flowing_text(pilot)

    run(play)


def test_typing_replaces_the_name_and_enter_corrects_it() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        form = form_of(pilot)
        await press(pilot, "down", "right", "down", "down")
        name = form.row
        for keys, expected in ((("S", "a"), "Sa"), (("P", "i"), "Pi"), (("enter", "end", "a"), "Pia")):
            await press(pilot, *keys, "enter", "up")
            assert (form.row.id, form.row.text) == (name.id, expected)

    run(play, settings=Settings(speed="off", names=("Ann", "Ben")))
