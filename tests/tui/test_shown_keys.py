"""Every key that a key bar shows does something, and every room leads back to where it was opened."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.tui.screens.board_screen import PlayScreen
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.screens.hand_over import HandOverScreen
from cardtable.tui.screens.result import ResultScreen
from cardtable.tui.screens.table import TableScreen
from tests.tui.openings import OPENINGS, Opening, go_home, go_to, screens_of
from tests.tui.screens import key_bar, on, press, press_later, rest, run, screen_text, sit, tap_at, usually

QUITS = ("app.quit", "quit")
NO_FILL = [each for each in OPENINGS if each.fill is None]
OFTEN = [each for each in NO_FILL if each.title in ("set-up form", "no games", "help", "replay", "result")]
"""The screens on which the keys are tried by default."""


def shown_keys(pilot: Pilot[int]) -> list[str]:
    """Return the keys behind the key bar, without the arrows, which may have nowhere to go."""
    return [
        key
        for key, active in pilot.app.screen.active_bindings.items()
        if active.enabled and active.binding.show and active.binding.description
        if active.binding.action not in QUITS and active.binding.key_display != "arrows"
    ]


async def press_shown(pilot: Pilot[int], opening: Opening, key: str) -> None:
    """Press a key, check that it does something, and go back from any screen that it opened."""
    before, text = screens_of(pilot), screen_text(pilot)
    await (
        press_later(pilot, key) if isinstance(pilot.app.screen, HandOverScreen | ResultScreen) else press(pilot, key)
    )
    after = screens_of(pilot)
    assert (after, screen_text(pilot)) != (before, text), f"{opening.title}: {key} does nothing"
    if after[:-1] == before and not issubclass(after[-1], PlayScreen):
        await press(pilot, "escape")
        assert screens_of(pilot) == before, f"{opening.title}: {key}, then Escape"


async def try_keys(pilot: Pilot[int], opening: Opening) -> None:
    await go_to(pilot, opening)
    fresh = screens_of(pilot), screen_text(pilot)
    for key in shown_keys(pilot):
        if key in shown_keys(pilot):  # a lesson continues elsewhere
            await press_shown(pilot, opening, key)
        if (screens_of(pilot), screen_text(pilot)) != fresh:
            await go_home(pilot)
            await go_to(pilot, opening)


@pytest.mark.parametrize("opening", usually(OFTEN, NO_FILL), ids=lambda opening: opening.title)
def test_every_shown_key_does_something_and_escape_leads_back(opening: Opening) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await try_keys(pilot, opening)

    run(play)


def test_dialogs_show_their_own_keys_and_close_in_four_ways() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert " Undo" not in key_bar(pilot), "there is nothing to undo"
        for key in ("q", "escape", "question_mark", ""):
            await press(pilot, "question_mark")
            assert on(pilot, ChoiceDialog)
            assert key_bar(pilot) == "enter Choose  esc Close"
            if key:
                await press(pilot, key)
            else:
                await tap_at(pilot, 2, 2)
                await rest(pilot)
            assert on(pilot, TableScreen), key
        await press(pilot, "slash")
        await tap_at(pilot, 7, 3)  # elsewhere, as a double click is ignored
        await rest(pilot)
        assert on(pilot, TableScreen)
        await press(pilot, "enter")
        assert " Undo" in key_bar(pilot)

    run(play, sit())
