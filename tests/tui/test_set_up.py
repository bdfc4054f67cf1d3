"""The set-up form, as players meet it."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from cardtable.engine.games import SHIPPED
from cardtable.tui.screens.hand_over import PublicMoment
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.set_up import SetUpScreen
from cardtable.tui.screens.table import TableScreen
from tests.tui.forms import ALONE, BY_NAME, TOGETHER, answer, form_of, go_to_row, open_form, start
from tests.tui.key_bars import click_label
from tests.tui.screens import (
    click_item,
    flowing_text,
    key_bar,
    on,
    press,
    run,
    screen_text,
    set_up,
    table_of,
    tap_at,
    usually_diagonal,
    wait_for,
)


@pytest.mark.parametrize(("size", "by_mouse"), usually_diagonal([(80, 24), (40, 12)], [False, True]))
def test_a_newcomer_chooses_the_game_to_play_alone_or_together(size: tuple[int, int], by_mouse: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        for way, game_id, who in (
            (ALONE, "clash", "me against the computer"),
            (TOGETHER, "tradewinds", "4 people"),
            (ALONE, "wind-city", "me against the computer"),
            (TOGETHER, "clash", "2 people"),
            (ALONE, "tradewinds", "me for all"),
            (TOGETHER, "wind-city", "2 people"),
        ):
            await set_up(pilot, way)
            assert f"Play {way}. Which game?" in screen_text(pilot)
            await (click_item if by_mouse else set_up)(pilot, game_id)
            assert on(pilot, SetUpScreen), game_id
            (shown,) = [row.shown for row in form_of(pilot).rows if row.id == "who"]
            assert shown == who
            await press(pilot, "escape")

    run(play, size=size)


def test_escape_leaves_the_choice_of_a_game() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot, TOGETHER)
        await press(pilot, "escape")
        assert on(pilot, Lobby)

    run(play)


def test_play_together_means_people_even_after_a_game_against_the_computer() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_form(pilot, TOGETHER)
        await press(pilot, "down", "down", "left")
        assert "me with the computer" in screen_text(pilot)
        await press(pilot, "escape")
        await set_up(pilot, BY_NAME)
        assert "me with the computer" in screen_text(pilot), "the last answers are kept"
        await press(pilot, "q")
        await open_form(pilot, TOGETHER)
        assert "2 people" in screen_text(pilot)

    run(play)


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
def test_the_smallest_form_keeps_the_way_out_while_a_name_can_be_typed(by_mouse: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await press(pilot, "down", "right")
        go_to_row(pilot, "name0")
        await press(pilot, "up", "down")
        assert form_of(pilot).types_letters
        assert key_bar(pilot) == "? Help  enter Choose  esc Lobby"
        await (click_label(pilot, "Lobby") if by_mouse else press(pilot, "escape"))
        assert on(pilot, Lobby)

    run(play, size=(40, 12))


def test_one_person_can_play_every_seat() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await press(pilot, "down", "right", "down", "q")
        assert "Names go on the lines below" in screen_text(pilot), "a `q` may belong to a name"
        assert key_bar(pilot) == "? Help  arrows Move  home To Start  enter Choose  esc Lobby"
        await press(pilot, "r")
        assert on(pilot, SetUpScreen)
        assert "To start, or to read the rules, press home first." in flowing_text(pilot)
        await press(pilot, "home")
        assert "r Rules" in key_bar(pilot)
        await press(pilot, "down", "down")
        await press(pilot, "right", "home", "enter")
        await wait_for(pilot, lambda: on(pilot, TableScreen))
        assert table_of(pilot).session.has_one_player

    run(play)


def test_a_game_with_invalid_answers_does_not_start_and_says_why() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await press(pilot, "down", "left")
        await answer(pilot, "name0", "Ann")
        await answer(pilot, "name1", "ann")
        await start(pilot)
        assert on(pilot, SetUpScreen)
        assert "Players 1 and 2 can't both be called ann." in screen_text(pilot)

    run(play)


@pytest.mark.parametrize("game_id", SHIPPED)
def test_set_up_cites_no_rulings(game_id: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot, game_id)
        assert not [row.about for row in form_of(pilot).rows if re.search(r"[A-Z]{2}-\d", row.about)]

    run(play)


SAM = ("s", "a", "m")


@pytest.mark.parametrize(
    ("who", "size"),
    usually_diagonal(
        ["me with the computer", "2 people", "me for both", "choose for each seat"], [(80, 24), (120, 40)]
    ),
)
def test_a_name_typed_where_players_are_chosen_starts_nothing(size: tuple[int, int], who: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_form(pilot, TOGETHER)
        await press(pilot, "down", "down")
        while who not in screen_text(pilot):
            await press(pilot, "right")
        form = form_of(pilot)
        assert form.row.id == "who"
        assert "home To Start" in key_bar(pilot)
        await press(pilot, *SAM, *SAM)
        assert on(pilot, SetUpScreen)
        assert form.row.id == "who"
        assert ("press home first" in flowing_text(pilot)) == (who in ("2 people", "choose for each seat"))
        await press(pilot, "home")
        assert form.row.id == "start"
        assert "Press Enter to start." in flowing_text(pilot)
        assert "To Start" not in key_bar(pilot)
        await press(pilot, "enter")
        await wait_for(pilot, lambda: on(pilot, TableScreen) or on(pilot, PublicMoment))

    run(play, size=size)


async def click_text(pilot: Pilot[int], text: str) -> None:
    lines = screen_text(pilot).splitlines()
    (y,) = [y for y, line in enumerate(lines) if text in line]
    await tap_at(pilot, lines[y].index(text), y)


@pytest.mark.parametrize("row", ["who", "preset", "option hand_size"])
def test_a_click_on_to_start_goes_there_and_a_click_on_start_starts(row: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_form(pilot, TOGETHER)
        go_to_row(pilot, row)
        await press(pilot, "right")
        await click_text(pilot, "To Start")
        assert form_of(pilot).row.id == "start"
        assert on(pilot, SetUpScreen)
        await click_text(pilot, "[ Start ]")
        await wait_for(pilot, lambda: on(pilot, TableScreen) or on(pilot, PublicMoment))

    run(play)


def test_a_number_takes_only_digits_and_home_goes_to_the_start() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot, "clash")
        go_to_row(pilot, "option target")
        await press(pilot, "t")
        assert "Type a number here." in screen_text(pilot)
        await press(pilot, "9", "9", "9", "enter")
        assert "Target must be a number from 0 to 100" in flowing_text(pilot)
        await press(pilot, "escape", "end")
        assert form_of(pilot).row.id == "deal"
        await press(pilot, "home")
        assert form_of(pilot).row.id == "start"
        assert "Type a number" not in screen_text(pilot)

    run(play)


def test_a_preset_sets_its_options() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        go_to_row(pilot, "preset")
        await press(pilot, "right", "home", "enter")
        assert table_of(pilot).session.options.refill_count == "all"

    run(play)


@pytest.mark.parametrize("game_id", SHIPPED)
def test_no_presets_help_is_cut(game_id: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot, game_id)
        go_to_row(pilot, "preset")
        for _ in SHIPPED[game_id].presets:
            await press(pilot, "right")
            assert form_of(pilot).row.about in flowing_text(pilot)

    run(play)


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
