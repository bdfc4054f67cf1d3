"""Games that can't be saved, and a saved-games database that is damaged or unreadable."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Static

from cardtable.engine.chance import Key
from cardtable.formats.notation import read_record_file
from cardtable.rooms.kit.goto import ToTable
from cardtable.store.paths import archive_file
from cardtable.table.recording import open_session
from cardtable.tui.screens.dialogs import TextDialog
from tests.table.saved_games import games_on_disk, saver_of
from tests.table.sittings import play_on
from tests.tui.screens import SHORT, on, open_place, press, run, screen_text, sit, table_of, type_text, wait_for


def block_folder() -> None:
    """Put a file in place of the folder of saved games."""
    folder = archive_file().parent
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    folder.write_text("in the way")


def test_the_result_says_that_the_game_is_not_saved(tmp_path: Path) -> None:
    session = sit(**SHORT)
    play_on(session, Key(1))

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "t")
        saver_of(session).fault = "The disk is full. You can play on, but this game isn't being saved."
        await press(pilot, "enter")
        assert "This game isn't saved." in screen_text(pilot)
        await press(pilot, "t", "s")
        await type_text(pilot, str(tmp_path / "x.json"))
        assert open_session(read_record_file(tmp_path / "x.json")).turn is None

    run(play, session)


def test_the_game_goes_on_if_nothing_can_be_saved(tmp_path: Path) -> None:
    async def play(pilot: Pilot[int]) -> None:
        block_folder()
        await open_place(pilot, ToTable(sit()))
        assert "The saved-games database can't be opened: Not a directory." in screen_text(pilot)
        await press(pilot, "s")
        assert on(pilot, TextDialog)
        await type_text(pilot, str(tmp_path / "evening.json"))
        assert open_session(read_record_file(tmp_path / "evening.json")).turn == 0
        await press(pilot, "enter")
        assert len(table_of(pilot).session.actions) == 1
        assert "not saved" in screen_text(pilot)
        archive_file().parent.unlink()
        saver_of(table_of(pilot).session)._retry_at = 0
        await press(pilot, "enter")
        await wait_for(pilot, lambda: "Your game is being saved again." in screen_text(pilot))
        assert games_on_disk() == [(1, 2)]

    run(play)


def test_a_damaged_archive_is_reported() -> None:
    archive_file().parent.mkdir(parents=True)
    archive_file().write_bytes(b"garbage" * 1_000)

    async def play(pilot: Pilot[int]) -> None:
        await wait_for(pilot, lambda: "The saved-games database was damaged." in screen_text(pilot))

    run(play)


def test_an_unreadable_archive_is_reported_once() -> None:
    async def play(pilot: Pilot[int]) -> None:
        block_folder()
        told = 0
        for _ in range(3):
            await press(pilot, "g")
            told += len(pilot.app._notifications)
            assert "The saved-games database can't be opened" in str(
                pilot.app.screen.query_one("#about", Static).content
            )
            await press(pilot, "q")
            told += len(pilot.app._notifications)
        assert told == 1

    run(play)
