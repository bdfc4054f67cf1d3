"""Saved games in the app: saving after every action, continuing, and the list of games."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.games import SHIPPED
from cardtable.formats.notation import read_record_file
from cardtable.table.recording import open_session, record_of
from cardtable.table.session import Session
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.replay import ReplayScreen
from cardtable.tui.screens.saved_games import GamesScreen
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.widgets.menu import Menu
from tests.table.saved_games import games_on_disk, save
from tests.table.sittings import play_on
from tests.tui.screens import (
    MOVES,
    SHORT,
    actions_of,
    click,
    click_item,
    flowing_text,
    golden,
    on,
    press,
    rest,
    run,
    screen_text,
    send,
    sit,
    table_of,
    type_text,
)


def test_every_action_is_saved_before_it_is_shown() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert games_on_disk() == [(1, 0)]
        for length in range(1, 4):
            await press(pilot, "enter")
            assert games_on_disk() == [(1, length)]
        await press(pilot, "u")
        assert games_on_disk() == [(1, 2)]
        await press(pilot, "U")
        assert games_on_disk() == [(1, 3)]

    run(play, sit())


def test_leaving_a_game_in_progress_saves_it_without_asking() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "q")
        assert on(pilot, Lobby)
        assert "Your game of Exit Stage Right is saved." in screen_text(pilot)
        await press(pilot, "enter")
        assert actions_of(pilot) == list(MOVES)

    run(play, sit(moves=MOVES))


# Continuing


def test_a_game_can_be_continued_from_the_lobby_with_keys() -> None:
    session = sit(moves=MOVES)
    save(session)

    async def play(pilot: Pilot[int]) -> None:
        assert "Continue" in screen_text(pilot)
        assert re.search(r"> Exit Stage Right +score 0, \d+ moves +just now", screen_text(pilot))
        await press(pilot, "enter")
        assert record_of(table_of(pilot).session) == record_of(session)
        await press(pilot, "q")
        assert on(pilot, Lobby)

    run(play)


@pytest.mark.parametrize(("width", "has_room"), [(80, True), (40, False)])
def test_lists_of_games_name_every_player_if_there_is_room(width: int, has_room: bool) -> None:
    save(sit(4, MOVES[:1], names=("Ann", "Ben", "Cyd", "Dot")))

    async def play(pilot: Pilot[int]) -> None:
        assert ("turn, with Ann, Ben and Dot" in screen_text(pilot)) == has_room
        await press(pilot, "g")
        assert ("Exit Stage Right, Ann, Ben, Cyd, Dot: Cyd's turn" in screen_text(pilot)) == has_room
        assert has_room or "Exit Stage Right: Cyd's turn" in screen_text(pilot)
        assert "Ann, Ben, Cyd, Dot. Enter: continue." in flowing_text(pilot), "at the bottom, always"

    run(play, size=(width, 24))


def test_a_game_can_be_continued_from_the_lobby_with_the_mouse() -> None:
    session = sit(3, MOVES[:1])
    save(session)

    async def play(pilot: Pilot[int]) -> None:
        assert f"{session.names[session.turn or 0]}'s turn, with " in screen_text(pilot)
        menu = pilot.app.screen.query_one(Menu)
        await click(pilot, menu, menu.at)
        assert any(isinstance(screen, TableScreen) for screen in pilot.app.screen_stack)

    run(play)


def test_the_lobby_lists_four_games_and_the_list_has_all() -> None:
    for moves in range(1, 8):
        save(sit(moves=MOVES[:moves]))

    async def play(pilot: Pilot[int]) -> None:
        assert screen_text(pilot).count("just now") == 4
        assert "3 more" in screen_text(pilot)
        await press(pilot, "g")
        assert screen_text(pilot).count("Exit Stage Right: last played at") == 7

    run(play)


@pytest.mark.parametrize("size", [(40, 12), (60, 20)], ids=str)
def test_a_small_lobby_leaves_room_for_new_games(size: tuple[int, int]) -> None:
    for moves in range(1, 4):
        save(sit(moves=MOVES[:moves]))
    game = SHIPPED["rummy-like"]
    names = ("Annabel", "Bartholomew", "Clementine")
    save(Session(game, game.options(), names, DealCode(7), (0, 1, 2)))

    async def play(pilot: Pilot[int]) -> None:
        await rest(pilot)
        lines = screen_text(pilot).splitlines()
        row = re.compile(r"[ >]+(Rummy-like|Exit Stage Right) +(Annabel's turn|score [-+]?\d,)")
        assert sum(bool(row.match(line)) for line in lines) == 2
        assert any("Annabel's turn" in line for line in lines), "the score has no room"
        assert "just now" not in screen_text(pilot)
        assert "2 more: g" in screen_text(pilot)
        assert "New here?" in screen_text(pilot), "the part below"
        await pilot.resize_terminal(80, 24)
        await rest(pilot)
        scores = re.findall(r"Exit Stage Right +score [-+]?\d, \d moves? +just now", screen_text(pilot))
        assert len(scores) == 3, "a larger one lists the others, with their scores"
        await pilot.resize_terminal(*size)
        await rest(pilot)
        await click_item(pilot, "more")
        assert on(pilot, GamesScreen)
        await press(pilot, "escape", "g")
        assert on(pilot, GamesScreen)

    run(play, size=size)


def test_snapshot_of_the_lobby_with_games() -> None:
    save(sit(moves=MOVES))
    save(sit(3, MOVES[:1]))

    async def play(pilot: Pilot[int]) -> None:
        text = screen_text(pilot)
        for clock in set(re.findall(r"\d\d:\d\d", text)):
            text = text.replace(clock, "21:40")
        golden("lobby-under-way.txt", text)

    run(play)


# The list of games


def test_the_list_of_games_can_save_to_a_file_and_delete(tmp_path: Path) -> None:
    first = sit(moves=MOVES)
    save(first)
    over = sit(**SHORT)
    play_on(over, Key(1))
    save(over)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "g")
        assert on(pilot, GamesScreen)
        assert "Finished" in screen_text(pilot)
        await press(pilot, "s")
        await type_text(pilot, str(tmp_path / "x.json"))
        assert record_of(open_session(read_record_file(tmp_path / "x.json"))) == record_of(first)
        await press(pilot, "d")
        assert "Delete this game?" in screen_text(pilot)
        await press(pilot, "enter")
        assert len(games_on_disk()) == 2
        await press(pilot, "t", "y")
        assert [number for number, _ in games_on_disk()] == [2]
        await press(pilot, "q")
        assert on(pilot, Lobby)

    run(play)


# Keys pressed twice


def on_the_stack(pilot: Pilot[int], kind: type[Screen[Any]]) -> int:
    """Return the number of screens of this kind on the stack."""
    return sum(isinstance(screen, kind) for screen in pilot.app.screen_stack)


def test_a_key_pressed_twice_opens_one_table() -> None:
    save(sit(3, MOVES[:1]))

    async def play(pilot: Pilot[int]) -> None:
        send(pilot, "enter", "enter")
        await rest(pilot)
        assert on_the_stack(pilot, TableScreen) == 1

    run(play)


def test_a_key_pressed_twice_in_the_list_of_games_counts_once() -> None:
    save(sit(3, MOVES[:1]))

    async def play(pilot: Pilot[int]) -> None:
        send(pilot, "g", "g")
        await rest(pilot)
        assert on_the_stack(pilot, GamesScreen) == 1
        send(pilot, "w", "w")
        await rest(pilot)
        assert on_the_stack(pilot, ReplayScreen) == 1
        await press(pilot, "q")
        send(pilot, "enter", "enter")
        await rest(pilot)
        assert on_the_stack(pilot, TableScreen) == 1

    run(play)


def test_a_game_without_moves_is_not_saved_when_the_app_ends() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert games_on_disk() == [(1, 0)]

    run(play, sit())
    assert games_on_disk() == []
