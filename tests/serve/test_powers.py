"""What a guest may not open."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cardtable.engine.games import SHIPPED
from cardtable.formats.computers import ProgramAtSeat
from cardtable.players.at_table import ProgramNotAllowed, choose
from cardtable.rooms.kit.command import NOT_FOR_GUESTS
from cardtable.rooms.kit.goto import ToTable
from cardtable.rooms.kit.records import Records
from cardtable.rooms.lobby import LobbyRoom
from cardtable.rooms.saved_games import SavedGamesRoom
from cardtable.rooms.set_up import open_game
from cardtable.rooms.table import TableRoom
from cardtable.store.fault_log import crash_message
from cardtable.store.known_programs import allow_program
from cardtable.store.powers import GUEST_VARIABLE, is_guest, may_open
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.shared_game import host
from tests.rooms.examples import refusal
from tests.table.sittings import played, sit
from tests.tui.screens import run

ROOT = Path(__file__).parents[2]


@pytest.fixture
def as_guest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GUEST_VARIABLE, "1")


def press_everything(tmp_path: Path, *rooms: str, is_guest: bool) -> list[str]:
    """Return what is opened outside the player's folder, in a process of its own, as hooks stay for good."""
    data, outside, tables = tmp_path / "data", tmp_path / "outside", tmp_path / "tables"
    for folder in (data, outside, tables):
        folder.mkdir()
    with closing(LazyArchive(tables / "archive.sqlite3")) as archive:
        host(archive, sit(SHIPPED["clash"], 2))
    (outside / "game.json").write_text("{}", "utf-8")
    environment = {
        **os.environ,
        "CARDTABLE_DATA": str(data),
        "HOME": str(outside),
        GUEST_VARIABLE: "mia" * is_guest,
    }
    command = [sys.executable, "-B", "-m", "tests.serve.press_everything", str(data), str(tables), str(outside), *rooms]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    *found, last = done.stdout.splitlines()
    assert last == "pressed"
    return found


def test_no_command_of_any_room_takes_a_guest_outside(tmp_path: Path) -> None:
    assert press_everything(tmp_path, is_guest=True) == []


def test_the_host_gets_outside_in_the_same_way(tmp_path: Path) -> None:
    found = press_everything(tmp_path, "LobbyRoom", "TableRoom", is_guest=False)
    for command in ("LobbyRoom: open-game", "TableRoom: save"):
        assert any(each.startswith(command) and "game.json" in each for each in found)


@pytest.mark.usefixtures("as_guest")
def test_commands_for_files_do_not_exist_for_a_guest() -> None:
    assert is_guest()
    records = Records()
    for room, command_id in (
        (LobbyRoom(records), "open-game"),
        (SavedGamesRoom(records), "save-record"),
        (TableRoom(sit(SHIPPED["clash"], 2), None), "save"),
    ):
        assert room.can(command_id) is False
        assert command_id not in {each.id for each in room.known}
        assert refusal(room, command_id, "1 file") == NOT_FOR_GUESTS
    records.close()


def test_they_do_for_the_host() -> None:
    assert may_open("files")
    assert LobbyRoom(Records()).can("open-game")


FOR_FILES = {"Save a picture of the screen (SVG)", "Open a game"}
"""The palette's commands that read or write files."""


@pytest.mark.parametrize("guest", ["1", ""])
def test_the_palette_has_no_commands_for_files_for_a_guest(guest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GUEST_VARIABLE, guest)

    async def check(pilot: Pilot[int]) -> None:
        titles = {each.title for each in pilot.app.get_system_commands(pilot.app.screen)}
        assert titles & FOR_FILES == (set() if guest else FOR_FILES)
        assert "Settings" in titles

    run(check, None)


@pytest.mark.usefixtures("as_guest")
def test_a_guest_sees_a_deal_code_only_when_it_is_no_secret() -> None:
    assert TableRoom(played(SHIPPED["clash"], most=15), None).can("deal") is False
    assert TableRoom(played(SHIPPED["clash"]), None).can("deal")
    assert TableRoom(sit(SHIPPED["exit-stage-right"], 1), None).can("deal")


@pytest.mark.usefixtures("as_guest")
def test_a_guest_opens_deal_lines_but_no_files(tmp_path: Path) -> None:
    (tmp_path / "clash, K7QF-2M9X").write_text("", "utf-8")
    assert isinstance(open_game("clash, K7QF-2M9X"), ToTable)
    for path in ("/etc/passwd", "nothing", str(tmp_path)):
        with pytest.raises(ValueError, match=r"^Guests can open deal lines, but no files\.$"):
            open_game(path)


@pytest.mark.usefixtures("as_guest")
def test_no_program_plays_with_a_guest(tmp_path: Path) -> None:
    allow_program("touch started", tmp_path)
    session = sit(SHIPPED["clash"], 2)
    choice = choose(session.look(session.turn), ProgramAtSeat("medium", 1, "touch started"), session.thinking_key())
    assert isinstance(choice.fault, ProgramNotAllowed)
    assert not (tmp_path / "started").exists()


@pytest.mark.usefixtures("as_guest")
def test_a_guest_is_not_told_where_the_host_s_files_are(tmp_path: Path) -> None:
    message = crash_message([ValueError()], tmp_path / "log", 3)
    assert str(tmp_path) not in message
    assert message.endswith("Your game is saved: come back to continue it. The host has the details.")
    assert len(list((tmp_path / "log").iterdir())) == 1
