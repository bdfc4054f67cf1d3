"""Helpers for tests that fill in a form: the set-up form and the Settings screen."""

from __future__ import annotations

from textual.pilot import Pilot

from cardtable.tui.screens.set_up import SetUpScreen
from cardtable.tui.widgets.form import Form
from tests.tui.screens import press, screen_text, set_up, type_text

ALONE, TOGETHER, BY_NAME = "alone", "together", "exit-stage-right"
"""Items of the lobby that lead to a set-up form."""


def form_of(pilot: Pilot[int]) -> Form:
    """Return the form on the current screen."""
    return pilot.app.screen.query_one(Form)


def index_of(pilot: Pilot[int], row: str) -> int:
    """Return the index of the row with this id, which may be among the options of a set-up."""
    screen = pilot.app.screen
    if isinstance(screen, SetUpScreen) and row not in [each.id for each in form_of(pilot).rows]:
        screen.unfold()
    return [each.id for each in form_of(pilot).rows].index(row)


def go_to_row(pilot: Pilot[int], row: str) -> None:
    """Move the cursor to the row with this id."""
    form_of(pilot).at = index_of(pilot, row)


async def answer(pilot: Pilot[int], row: str, text: str) -> None:
    """Open a row of the form and type this text."""
    go_to_row(pilot, row)
    await press(pilot, "enter")
    await type_text(pilot, text)


async def start(pilot: Pilot[int]) -> None:
    """Start the game from the top row of the form."""
    form_of(pilot).at = 0
    await press(pilot, "enter")


async def choose_short(pilot: Pilot[int]) -> None:
    """Choose the options of a short game of Exit Stage Right."""
    for row in ("option hand_size", "option draw"):
        go_to_row(pilot, row)
        await press(pilot, "right")
    assert "custom" in screen_text(pilot)


async def open_form(pilot: Pilot[int], way: str, game_id: str = BY_NAME) -> None:
    """Open a game's form from the list of games, or from the list of those to play alone or together."""
    await set_up(pilot, game_id if way == BY_NAME else way)
    if way != BY_NAME:
        await set_up(pilot, game_id)
