"""The command palette: its commands run, and some of them ask for more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.widgets import Input

from cardtable.formats.notation import format_position
from cardtable.store.settings import load_settings
from cardtable.tui.screens.reader import Reader
from cardtable.tui.screens.table import TableScreen
from tests.tui.screens import (
    MOVES,
    SHORT,
    on,
    play_out,
    press,
    run,
    screen_text,
    sit,
    table_of,
    tap,
    type_text,
    wait_for,
)


async def command(pilot: Pilot[int], text: str) -> None:
    """Run the first command of the palette that matches a text."""
    await press(pilot, "ctrl+p")
    palette = pilot.app.screen
    assert isinstance(palette, CommandPalette)
    palette.query_one(Input).value = text
    await wait_for(pilot, lambda: palette._list_visible and not palette._show_busy and palette._hit_count > 0)
    await press(pilot, "enter")
    await wait_for(pilot, lambda: not pilot.app.is_running or pilot.app.screen is not palette)


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("Keys", lambda pilot: on(pilot, Reader)),
        ("Rules: Exit", lambda pilot: on(pilot, Reader)),
        ("Animation: slow", lambda pilot: load_settings().speed == "slow" and table_of(pilot).speed == "slow"),
        ("Cards: ascii", lambda pilot: screen_text(pilot).isascii() and load_settings().cards == "ascii"),
        ("Theme", lambda pilot: on(pilot, CommandPalette)),
    ],
)
def test_palette_commands_run(text: str, done: Callable[[Pilot[int]], bool]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await command(pilot, text)
        await wait_for(pilot, lambda: done(pilot))

    run(play, sit())


@pytest.mark.parametrize("text", ["redo", "what if", "undo", "save", "larger", "hint", "replay"])
def test_commands_are_found_by_the_words_that_plain_mode_knows(text: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = [each.title.lower() for each in pilot.app.get_system_commands(pilot.app.screen)]
        assert any(text in each for each in found)
        await command(pilot, text)

    run(play, sit())


def test_the_result_can_be_shared_from_the_palette() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        await command(pilot, "share")
        assert pilot.app.clipboard.startswith("exit-stage-right")

    run(play, sit(**SHORT))


def test_the_palette_has_a_key_bar_of_its_own() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "ctrl+p")
        assert screen_text(pilot).rstrip().split("\n")[-1].strip() == "esc Close"
        await press(pilot, "escape")
        assert on(pilot, TableScreen)

    run(play, sit())


def test_the_palette_can_open_the_game_in_a_file(tmp_path: Path) -> None:
    path, session = tmp_path / "here.txt", sit(moves=MOVES)

    async def play(pilot: Pilot[int]) -> None:
        await command(pilot, "Open a game")
        await press(pilot, *"nowhere", "enter")
        assert "Can't read the file" in screen_text(pilot)
        path.write_text(format_position(session.game, session.full_state()), "utf-8")
        await type_text(pilot, str(path))
        await wait_for(pilot, lambda: on(pilot, TableScreen))
        assert "from a position" in screen_text(pilot)
        await press(pilot, "d")
        assert "From a position." in screen_text(pilot)
        await press(pilot, "ctrl+p", *"open a game")
        assert "Open a game" not in screen_text(pilot)

    run(play)


def test_the_palette_can_quit_the_app() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await command(pilot, "Quit")

    assert run(play).return_code == 0


def test_page_down_works_before_the_palette_has_its_list() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await tap(pilot, "ctrl+p", "pagedown")
        assert pilot.app._exception is None

    run(play, sit())
