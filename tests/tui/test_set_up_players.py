"""The players in the set-up form, taken from the latest saved game of its kind or from a form closed since then."""

from __future__ import annotations

import re
from dataclasses import asdict

from textual.pilot import Pilot

from cardtable.engine.games import SHIPPED
from tests.table.saved_games import save
from tests.tui.computer_players import EASY, PERSON, sit_with
from tests.tui.forms import go_to_row
from tests.tui.screens import (
    NAMES,
    flowing_text,
    press,
    run,
    screen_text,
    set_up,
    sit,
)


def test_looking_at_other_answers_changes_nobody_at_a_seat() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot, "tradewinds")
        go_to_row(pilot, "who")
        await press(pilot, "right")
        assert screen_text(pilot).count("< someone here >") == 4
        await press(pilot, "right")
        assert "me with computer players" in screen_text(pilot)
        await press(pilot, "left")
        assert screen_text(pilot).count("< someone here >") == 4

    run(play)


def test_the_form_names_the_options_of_the_latest_game_of_its_kind() -> None:
    save(sit(**asdict(SHIPPED["exit-stage-right"].presets[1].options)))

    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        assert "The options are as you last left them: Challenge." in flowing_text(pilot)
        assert re.search(r"Options +Challenge, a new deal", screen_text(pilot))

    run(play)


def test_the_form_starts_with_the_players_of_the_latest_game_of_its_kind() -> None:
    save(sit_with("clash", PERSON, EASY))
    save(sit(3, names=("Ann", "Ben", "Cleo")))  # a later game of another kind

    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot, "clash")
        text = screen_text(pilot)
        assert re.search(r"Who's playing +< me against the computer >", text)
        assert re.search(r"Its level +< easy >", text)
        assert re.search(rf"Your name +< {NAMES[0]} >", text)
        assert "Plays like a beginner, and makes mistakes." not in text
        go_to_row(pilot, "level")
        await press(pilot, "right", "left")
        assert "Plays like a beginner, and makes mistakes." in flowing_text(pilot)

    run(play)
