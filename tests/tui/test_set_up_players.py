"""The players in the set-up form, taken from the latest saved game of its kind or from a form closed since then."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from textual.pilot import Pilot

from cardtable.engine.games import SHIPPED
from cardtable.table.dealing import open_hands
from cardtable.table.session import Session, fresh_code
from cardtable.tui.screens.curtain import PublicMoment
from cardtable.tui.screens.who_plays import Who, WhoPlays
from tests.table.entries import row
from tests.table.saved_games import save
from tests.tui.computer_players import EASY, PERSON, sit_with
from tests.tui.forms import answer, go_to_row, start
from tests.tui.screens import (
    NAMES,
    flowing_text,
    lift_curtain,
    on,
    press,
    rest,
    run,
    screen_text,
    set_up,
    sit,
    table_of,
    wait_for,
)

USUAL = ("Tess",)


@pytest.mark.parametrize(
    ("names", "levels", "alone", "expected"),
    [
        (("Ann", "Ben"), (), False, ("people", ("Ann", "Ben"), "medium")),
        (("Player 1", "Player 2"), (), False, ("people", USUAL, "medium")),
        (("Player 1", "Player 2"), (), True, ("one", USUAL, "medium")),
        (("Ann", "Ada"), ("", "easy"), False, ("company", ("Ann", ""), "easy")),
        (("Player 1", "Ada"), ("", "hard"), True, ("company", USUAL, "hard")),
        (("Ada", "Ann"), ("hard", ""), False, ("each", ("", "Ann"), "medium")),
        (("Ada", "Emmy"), ("hard", "easy"), False, ("each", USUAL, "medium")),
    ],
)
def test_the_players_of_a_saved_game(
    names: tuple[str, ...], levels: tuple[str, ...], alone: bool, expected: tuple[Who, tuple[str, ...], str]
) -> None:
    entry = replace(row(1, kind="wind-city", seats=2), names=names, levels=levels, alone=alone)
    players = WhoPlays.of_saved_game(SHIPPED["wind-city"], entry, USUAL)
    assert (players.who, players.names, players.level) == expected
    if expected[0] in ("company", "each"):
        assert players.seat_levels == tuple(level or None for level in levels)


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


def test_the_form_starts_with_the_players_of_the_latest_game_of_its_kind() -> None:
    save(sit_with("clash", PERSON, EASY))
    save(sit(3, names=("Ann", "Ben", "Cleo")))  # a later game of another kind

    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot, "clash")
        text = screen_text(pilot)
        assert re.search(r"Who plays +< me against the computer >", text)
        assert re.search(r"Its level +< easy >", text)
        assert re.search(rf"Your name +< {NAMES[0]} >", text)
        assert "Plays like a beginner, and makes mistakes." not in text
        go_to_row(pilot, "level")
        await press(pilot, "right", "left")
        assert "Plays like a beginner, and makes mistakes." in flowing_text(pilot)

    run(play)


@pytest.mark.parametrize("seats", [1, 2])
def test_the_form_starts_with_the_options_of_the_latest_game_of_its_kind(seats: int) -> None:
    game = SHIPPED["exit-stage-right"]
    options = game.presets[1].options
    names = ("You",) if seats == 1 else ("Player 1", "Player 2")
    save(Session(game, open_hands(options) if seats == 2 else options, names, fresh_code(), (0,) * seats))

    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        assert "The options are as you last left them: Challenge." in flowing_text(pilot)
        assert re.search(r"Preset +< Challenge >", screen_text(pilot)), "open hands come from playing both players"
        await start(pilot)
        assert table_of(pilot).session.options.refill_count == "all"

    run(play)


def test_a_game_continued_later_changes_who_plays_but_a_form_closed_later_keeps_its_answers() -> None:
    save(sit_with("clash", PERSON, EASY))

    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot, "clash")
        go_to_row(pilot, "who")
        await press(pilot, "right")
        await answer(pilot, "name1", "Ben")
        await press(pilot, "home", "q")
        await set_up(pilot, "clash")
        assert re.search(r"Who plays +< 2 people >", screen_text(pilot)), "the form was closed after the last game"
        await start(pilot)
        await wait_for(pilot, lambda: on(pilot, PublicMoment))
        await lift_curtain(pilot)
        await press(pilot, "q")
        pilot.app.games.resume(1)  # type: ignore[attr-defined]  # the app is ours
        await rest(pilot)
        await wait_for(pilot, lambda: bool(table_of(pilot).session.look(0).legal))
        table_of(pilot)._act(table_of(pilot).session.look(0).legal[0])
        await press(pilot, "q")
        await set_up(pilot, "clash")
        assert re.search(r"Who plays +< me against the computer >", screen_text(pilot)), "this was played last"

    run(play)
