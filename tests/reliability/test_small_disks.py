"""The real program on a full or read-only disk: players can continue saved games, and see why nothing is saved."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from cardtable.formats.notation import read_record_file
from cardtable.formats.record import dump_record
from cardtable.table.recording import record_of
from tests.reliability import small_disks
from tests.reliability.programs import command
from tests.reliability.small_disks import OnDisk
from tests.reliability.unwritable import CAN_BE_READ, DISK_IS_FULL, NOT_SAVED, leave_in_journal, save_two_games
from tests.table.saved_games import saved_games_in
from tests.table.sittings import STAGE, sit
from tests.tui.terminal.pty_tools import Terminal, environment, python

READ_ONLY = "The data folder is read-only."
needs_a_disk = pytest.mark.skipif(bool(small_disks.why_unavailable()), reason=small_disks.why_unavailable())


FULL_DISK = (small_disks.full, DISK_IS_FULL)
READ_ONLY_DISK = (small_disks.read_only, READ_ONLY)
SEVERAL = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
from cardtable.cli import main
told = []
for words, typed in json.loads(sys.argv[1]):
    sys.modules.pop("pydantic", None)
    sys.stdin, out, err = io.StringIO(typed), io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(words)
    told.append((code, out.getvalue(), err.getvalue()))
json.dump(told, sys.stdout)
"""
"""A program that runs several commands in one process, and prints the output of each as JSON."""
Answer = tuple[int, str, str]
"""The exit code, the output and the errors of a command."""


def run(where: OnDisk, tmp_path: Path, *asked: tuple[str, str]) -> list[Answer]:
    """Run commands, each with typed input, on a disk with a copy of `tmp_path / "data"`."""
    (tmp_path / "disk").mkdir(exist_ok=True)
    words = json.dumps([(line.split(), typed) for line, typed in asked])
    done = subprocess.run(
        where(tmp_path / "disk", tmp_path / "data", python("-c", SEVERAL, words)),
        env=environment({"CARDTABLE_DATA": str(tmp_path / "disk")}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [(code, out, err) for code, out, err in json.loads(done.stdout)]


on_both = pytest.mark.parametrize(("where", "why"), [FULL_DISK, READ_ONLY_DISK], ids=["full", "read-only"])


@needs_a_disk
@on_both
def test_saved_games_can_be_read_and_continued(where: OnDisk, why: str, tmp_path: Path) -> None:
    under_way, over = save_two_games(tmp_path / "data")
    elsewhere, out = tmp_path / "evening.json", tmp_path / "out"
    games, export, replay, statistics, resume, doctor = run(
        where,
        tmp_path,
        ("games", ""),
        ("export 1", ""),
        ("replay 2 --plain --all", ""),
        ("statistics", ""),
        ("resume 1 --plain", f"1\n1\nsave {elsewhere}\n1\n"),
        (f"doctor --export {out}", ""),
    )
    assert "   1  Exit Stage Right: last played at " in games[1]
    assert "   2  Exit Stage Right: " in games[1]
    assert games[::2] == (0, f"{why} {CAN_BE_READ}\n")
    assert export[1] == dump_record(record_of(under_way))
    assert export[2].count(why) == 1
    assert over.outcome is not None
    assert over.outcome.reason in replay[1]
    assert "Exit Stage Right" in statistics[1]
    assert resume[::2] == (0, "")
    assert resume[1].count(f"{why} {CAN_BE_READ}\n") == 1
    assert resume[1].count(f"{why} {NOT_SAVED}") == 1
    assert "Continuing the game after 4 moves." in resume[1]
    assert "To continue the game from its last saved move:\ncardtable resume 1 --plain\n" in resume[1]
    assert len(read_record_file(elsewhere).actions) == 6
    assert doctor[0] == 1
    assert ("can't be written" if why == READ_ONLY else f"Problem: {why}") in doctor[1]
    assert "From archive.sqlite3: 2 games saved." in doctor[1]
    assert {read_record_file(path) for path in out.iterdir()} == {record_of(session) for session in (under_way, over)}


@needs_a_disk
@pytest.mark.parametrize(
    ("where", "why"),
    # The tests above try a disk that is read-only.
    [pytest.param(*FULL_DISK, id="full"), pytest.param(*READ_ONLY_DISK, id="read-only", marks=pytest.mark.deep)],
)
def test_a_game_is_continued_on_the_screen(where: OnDisk, why: str, tmp_path: Path) -> None:
    save_two_games(tmp_path / "data")
    (tmp_path / "disk").mkdir()
    line = where(tmp_path / "disk", tmp_path / "data", command("resume", "1"))
    with Terminal(line, env={"CARDTABLE_DATA": str(tmp_path / "disk")}) as terminal:
        terminal.wait_for(why)
        terminal.wait_for("Save to a file")
        terminal.send("p")
        terminal.wait_for("not saved")
        terminal.send("q")
        terminal.wait_for("Leave (unsaved moves are lost)")
        assert "Leave and delete this game" not in terminal.text
        terminal.send("y")
        terminal.wait_for("What would you like to play?")
        terminal.send("q")
        assert terminal.wait() == 0
    assert "Traceback" not in terminal.text


@needs_a_disk
@on_both
def test_the_player_is_told_why_nothing_is_saved(where: OnDisk, why: str, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    path = tmp_path / "evening.json"
    path.write_text(dump_record(record_of(sit(STAGE, 1, 3))))
    play, take_in = run(
        where, tmp_path, ("play exit-stage-right --seed K7QF-2M9X --plain", "1\n1\n"), (f"import {path}", "")
    )
    assert play[::2] == (0, "")
    assert play[1].count(f"{why} {NOT_SAVED}") == 1
    assert take_in[0] == 2
    assert why in take_in[2]


@needs_a_disk
@on_both
def test_the_journal_of_a_dead_process_is_read(where: OnDisk, why: str, tmp_path: Path) -> None:
    session = leave_in_journal(tmp_path / "data")
    out = tmp_path / "out"
    games, export, _ = run(where, tmp_path, ("games", ""), ("export 1", ""), (f"doctor --export {out}", ""))
    assert games[2] == f"{why} {CAN_BE_READ}\n"
    assert export[1] == dump_record(record_of(session))
    assert [read_record_file(path) for path in out.iterdir()] == [record_of(session)]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_write_permission_is_read_only(tmp_path: Path) -> None:
    under_way, _ = save_two_games(tmp_path)
    tmp_path.chmod(0o500)
    try:
        saved_games = saved_games_in(tmp_path)
        assert record_of(saved_games.resume(1)) == record_of(under_way)
        assert saved_games.notices == [f"{READ_ONLY} {CAN_BE_READ}"]
        saved_games.close()
    finally:
        tmp_path.chmod(0o700)
