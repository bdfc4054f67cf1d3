"""The set-up form explains every answer at once if there is room for that."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.engine.games import SHIPPED
from cardtable.tui.drawing.canvas import wrap
from cardtable.tui.widgets.form import HELP_COLUMN
from tests.tui.forms import form_of, index_of
from tests.tui.screens import click, press, run, screen_text, set_up


def explained(pilot: Pilot[int]) -> list[str]:
    """Return the ids of the rows whose help is on the screen, in as many lines as it needs there."""
    form = form_of(pilot)
    lines = {line[HELP_COLUMN:].strip() for line in form.text().split("\n")}
    width = form.size.width - HELP_COLUMN
    return [row.id for row in form.rows if row.about and set(wrap(row.about, width, 99)) <= lines]


@pytest.mark.parametrize("game_id", SHIPPED)
def test_a_large_form_says_what_the_game_is_about_and_what_every_answer_means(game_id: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot, game_id)
        await press(pilot, "up", "enter")
        assert SHIPPED[game_id].summary in screen_text(pilot).split("\n")[0]
        assert explained(pilot) == [row.id for row in form_of(pilot).rows]

    run(play, size=(120, 40))


def test_a_usual_form_explains_the_current_row_only() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        form = form_of(pilot)
        assert screen_text(pilot).split("\n")[0].strip() == "Exit Stage Right: set up"
        assert form.row.about in screen_text(pilot)
        assert not [row for row in form.rows if row is not form.row and row.about in screen_text(pilot)]

    run(play, size=(80, 24))


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
def test_a_large_form_explains_the_preset_and_the_level_that_are_chosen(by_mouse: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot, "wind-city")
        form = form_of(pilot)
        for row_id, before, after in (
            ("preset", "The usual rules.", "A calm turn pays"),
            ("level", "Plays soundly and at once.", "Thinks"),
        ):
            at = index_of(pilot, row_id)
            assert before in screen_text(pilot)
            if by_mouse:
                await click(pilot, form, (at, 1))
            else:
                await press(pilot, *["up" if form.at > at else "down"] * abs(form.at - at), "right")
            assert before not in screen_text(pilot)
            assert after in screen_text(pilot)

    run(play, size=(120, 40))


def test_a_form_without_room_for_every_explanation_shows_only_one() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot, "wind-city")
        await press(pilot, "up", "enter")
        assert len(explained(pilot)) == len(form_of(pilot).rows)
        await pilot.resize_terminal(120, 20)
        assert explained(pilot) == []
        assert form_of(pilot).row.about in screen_text(pilot)

    run(play, size=(120, 40))
