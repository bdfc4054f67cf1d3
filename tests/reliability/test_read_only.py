"""Saved games on a disk that is full or read-only: they can be read and played on, and the player is told of it."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable import cli
from cardtable.engine.chance import Key
from cardtable.formats.notation import read_record_file
from cardtable.formats.record import dumps
from cardtable.games import GAMES
from cardtable.store import database_files, read_only
from cardtable.store.errors import StorageError, StorageFault
from cardtable.store.read_only import why_not_writable
from cardtable.store.schema import SCHEMA_VERSION
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.recording import record_of
from cardtable.table.session import Session
from cardtable.table.storage_words import explain
from tests.reliability import small_disks
from tests.reliability.disk import CANNOT_OPEN, FULL, Call, Disk, why_not
from tests.reliability.programs import command
from tests.reliability.small_disks import OnDisk
from tests.reliability.write_goldens import FOLDER as GOLDENS
from tests.table.shelves import keeper_of, number_of, shelf_in
from tests.table.sittings import play_on, played, sit
from tests.tui.pty_tools import Terminal, environment, python
from tests.tui.screens import press, screen_text, table_of, wait_for
from tests.tui.screens import run as run_app

STAGE = GAMES["exit-stage-right"]
READ_ONLY = "The data folder is read-only."
CAN_BE_READ = "You can open your saved games, but nothing can be saved right now."
NOT_SAVED = "You can play on, but this game isn't being saved."

needs_a_disk = pytest.mark.skipif(bool(small_disks.why_not()), reason=small_disks.why_not())
needs_sqlite = pytest.mark.skipif(bool(why_not()), reason=why_not())


def two_games(folder: Path) -> tuple[Session, Session]:
    """One that is under way, as game 1, and one that is over, as game 2."""
    shelf = shelf_in(folder)
    under_way, over = sit(STAGE, 1, 7), played(STAGE, 1)
    keeper = shelf.save(under_way)
    play_on(under_way, Key(1), 4)
    keeper.release()
    shelf.add_game(over)
    shelf.close()
    return under_way, over


def kept_in(folder: Path) -> dict[int, Any]:
    """Every game by its number, as somebody finds them whose disk works."""
    shelf = shelf_in(folder)
    found = {entry.id: shelf.archive.record(entry.id) for entry in shelf.archive.entries()}
    shelf.close()
    return found


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# The real program on a real disk


DISK_IS_FULL = explain(StorageError(StorageFault.DISK_FULL))
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
"""Several commands, one after the other in one process; what each of them said."""
Answer = tuple[int, str, str]
"""An exit code, the output, and what went to standard error."""


def run(where: OnDisk, tmp_path: Path, *asked: tuple[str, str]) -> list[Answer]:
    """Run commands, each with what is typed, on a disk with a copy of `tmp_path / "data"`."""
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
def test_saved_games_can_be_read_and_played_on(where: OnDisk, why: str, tmp_path: Path) -> None:
    under_way, over = two_games(tmp_path / "data")
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
    assert "   1  Exit Stage Right: played " in games[1]
    assert "   2  Exit Stage Right: " in games[1]
    assert games[::2] == (0, f"{why} {CAN_BE_READ}\n")
    assert export[1] == dumps(record_of(under_way))
    assert export[2].count(why) == 1
    assert over.outcome is not None
    assert over.outcome.reason in replay[1]
    assert "Exit Stage Right" in statistics[1]
    assert resume[::2] == (0, f"{why} {CAN_BE_READ}\n")
    assert resume[1].count(f"{why} {NOT_SAVED}") == 1
    assert "The game continues after 4 moves." in resume[1]
    assert "To continue from where it was last saved:\ncardtable resume 1 --plain\n" in resume[1]
    assert len(read_record_file(elsewhere).actions) == 6
    assert doctor[0] == 1
    assert ("cannot be written" if why == READ_ONLY else f"Wrong: {why}") in doctor[1]
    assert "From archive.sqlite3: 2 games saved." in doctor[1]
    assert {read_record_file(path) for path in out.iterdir()} == {record_of(session) for session in (under_way, over)}


@needs_a_disk
@pytest.mark.parametrize(
    ("where", "why"),
    [pytest.param(*FULL_DISK, id="full"), pytest.param(*READ_ONLY_DISK, id="read-only", marks=pytest.mark.deep)],
)
def test_a_game_is_played_on_on_the_screen(where: OnDisk, why: str, tmp_path: Path) -> None:
    two_games(tmp_path / "data")
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
        terminal.wait_for("What shall we play?")
        terminal.send("q")
        assert terminal.wait() == 0
    assert "Traceback" not in terminal.text


@needs_a_disk
@on_both
def test_what_cannot_be_saved_is_told_with_the_reason(where: OnDisk, why: str, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    path = tmp_path / "evening.json"
    path.write_text(dumps(record_of(sit(STAGE, 1, 3))))
    play, take_in = run(where, tmp_path, ("play exit-stage-right --plain", "1\n1\n"), (f"import {path}", ""))
    assert play[::2] == (0, "")
    assert play[1].count(f"{why} {NOT_SAVED}") == 1
    assert take_in[0] == 2
    assert why in take_in[2]


@needs_a_disk
@on_both
def test_the_journal_of_a_program_that_died_is_read(where: OnDisk, why: str, tmp_path: Path) -> None:
    session = left_in_the_journal(tmp_path / "data")
    out = tmp_path / "out"
    games, export, _ = run(where, tmp_path, ("games", ""), ("export 1", ""), (f"doctor --export {out}", ""))
    assert games[2] == f"{why} {CAN_BE_READ}\n"
    assert export[1] == dumps(record_of(session))
    assert [read_record_file(path) for path in out.iterdir()] == [record_of(session)]


def left_in_the_journal(folder: Path) -> Session:
    """A game of which the last actions stand only in the journal, without the index that SQLite makes beside it."""
    living = folder.with_name("living")
    shelf = shelf_in(living)
    session = sit(STAGE, 1, 7)
    shelf.save(session)
    play_on(session, Key(1), 2)
    shelf.archive.query("PRAGMA wal_checkpoint")
    play_on(session, Key(2), 3)
    folder.mkdir()
    for name in ("archive.sqlite3", "archive.sqlite3-wal"):
        shutil.copyfile(living / name, folder / name)
    shelf.close()
    return session


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_read_only(tmp_path: Path) -> None:
    under_way, _ = two_games(tmp_path)
    tmp_path.chmod(0o500)
    try:
        shelf = shelf_in(tmp_path)
        assert record_of(shelf.resume(1)) == record_of(under_way)
        assert shelf.notices == [f"{READ_ONLY} {CAN_BE_READ}"]
        shelf.close()
    finally:
        tmp_path.chmod(0o700)


# The same on any system: the calls fail that would


class Unwritable(Disk):
    """A disk on which the archive can't be written, nor the index that SQLite needs beside it, until it is `well`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, number: int = errno.ENOSPC) -> None:
        super().__init__()
        self.well = False
        self.fails = lambda at, call: CANNOT_OPEN if self._is_beside(call) and not self.well else 0
        usual = tempfile.TemporaryFile

        def temporary_file(**given: Any) -> Any:
            if not self.well:
                raise OSError(number, os.strerror(number))
            return usual(**given)

        monkeypatch.setattr(read_only, "TemporaryFile", temporary_file)

    @staticmethod
    def _is_beside(call: Call) -> bool:
        return call.kind == "open" and call.file == "archive.sqlite3-wal"


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (errno.ENOSPC, StorageFault.DISK_FULL),
        (errno.EDQUOT, StorageFault.DISK_FULL),
        (errno.EROFS, StorageFault.FOLDER_READ_ONLY),
        (errno.EACCES, StorageFault.FOLDER_READ_ONLY),
        (errno.EPERM, StorageFault.FOLDER_READ_ONLY),
        (errno.EIO, None),
    ],
)
def test_a_folder_is_asked_why_it_cannot_be_written(
    number: int, why: StorageFault | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert why_not_writable(tmp_path) is None
    assert list(tmp_path.iterdir()) == [], "nothing is left there"
    assert why_not_writable(tmp_path / "nowhere") is None
    Unwritable(monkeypatch, number)
    assert why_not_writable(tmp_path) == why


@needs_sqlite
def test_an_archive_that_cannot_be_written_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    under_way, over = two_games(tmp_path)
    before = contents(tmp_path)
    with Unwritable(monkeypatch):
        shelf = shelf_in(tmp_path)
        assert [entry.id for entry in shelf.archive.entries()] == [2, 1]
        assert shelf.archive.record(1) == record_of(under_way)
        assert record_of(shelf.load(2)) == record_of(over)
        assert shelf.notices == [f"{DISK_IS_FULL} {CAN_BE_READ}"]
        with pytest.raises(StorageError, match="DISK_FULL"):
            shelf.archive.delete(1, "")
        with pytest.raises(StorageError, match="DISK_FULL"):
            shelf.archive.save_progress("lesson", 1)
        shelf.close()
    assert contents(tmp_path) == before


@needs_sqlite
def test_a_game_that_could_only_be_read_is_saved_when_the_disk_is_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, over = two_games(tmp_path)
    with Unwritable(monkeypatch) as unwritable:
        shelf = shelf_in(tmp_path)
        session = shelf.resume(1)
        keeper = keeper_of(session)
        assert keeper.fault == f"{DISK_IS_FULL} {NOT_SAVED}"
        play_on(session, Key(3), 2)
        assert keeper.fault
        unwritable.well = True
        keeper._retry_at = 0
        play_on(session, Key(4), 1)
        assert (keeper.fault, keeper.number) == ("", 1)
        assert not keeper.is_taken_over()
        play_on(session, Key(5), 1)
        shelf.close()
    assert kept_in(tmp_path) == {1: record_of(session), 2: record_of(over)}


@needs_sqlite
@pytest.mark.parametrize("is_left", [True, False], ids=["left", "ended by force"])
def test_what_another_has_played_since_is_not_written_over(
    is_left: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, over = two_games(tmp_path)
    with Unwritable(monkeypatch) as unwritable:
        shelf = shelf_in(tmp_path)
        session = shelf.resume(1)
        play_on(session, Key(3), 2)
        unwritable.well = True
        other = shelf_in(tmp_path)
        theirs = other.resume(1)
        play_on(theirs, Key(9), 1)
        if is_left:
            keeper_of(theirs).release()
        other.close()
        keeper_of(session).retry(session)
        assert keeper_of(session).fault == ""
        assert number_of(session) == 3
        play_on(session, Key(5), 1)
        shelf.close()
    assert kept_in(tmp_path) == {1: record_of(theirs), 2: record_of(over), 3: record_of(session)}


@needs_sqlite
def test_a_game_that_was_removed_since_is_saved_as_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, over = two_games(tmp_path)
    with Unwritable(monkeypatch) as unwritable:
        shelf = shelf_in(tmp_path)
        session = shelf.resume(1)
        unwritable.well = True
        other = shelf_in(tmp_path)
        other.archive.delete(1, "")
        other.close()
        play_on(session, Key(5), 1)
        shelf.close()
    assert kept_in(tmp_path) == {2: record_of(over), 3: record_of(session)}


@needs_sqlite
def test_what_is_listed_is_refreshed_and_nothing_told_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    two_games(tmp_path)
    with Unwritable(monkeypatch) as unwritable:
        shelf = shelf_in(tmp_path)
        assert len(shelf.archive.entries()) == 2
        shelf.refresh()
        assert len(shelf.archive.entries()) == 2
        assert shelf.notices == [f"{DISK_IS_FULL} {CAN_BE_READ}"]
        unwritable.well = True
        other = shelf_in(tmp_path)
        other.archive.delete(2, "")
        other.close()
        shelf.refresh()
        assert [entry.id for entry in shelf.archive.entries()] == [1]
        assert len(shelf.notices) == 1
        shelf.close()


@needs_sqlite
def test_the_command_line_says_once_that_nothing_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    under_way, _ = two_games(tmp_path / "data")
    with Unwritable(monkeypatch):
        assert cli.main(["games"]) == 0
        assert capsys.readouterr().err == f"{DISK_IS_FULL} {CAN_BE_READ}\n"
        assert cli.main(["export", "1"]) == 0
        assert capsys.readouterr().out == dumps(record_of(under_way))
        monkeypatch.setattr(sys, "stdin", StringIO("1\n1\n"))
        assert cli.main(["resume", "1", "--plain"]) == 0
        told = capsys.readouterr()
        assert told.out.count(NOT_SAVED) == 1
        assert told.err == f"{DISK_IS_FULL} {CAN_BE_READ}\n"
        assert cli.main(["doctor"]) == 1
        assert f"Wrong: {DISK_IS_FULL}" in capsys.readouterr().out


@needs_sqlite
def test_in_the_app_a_game_is_played_on_and_saved_when_the_disk_is_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_games(tmp_path / "data")

    async def play(pilot: Pilot[int]) -> None:
        assert "Saved games can" in screen_text(pilot)
        await press(pilot, "enter")
        assert NOT_SAVED in " ".join(screen_text(pilot).split())
        await press(pilot, "p", "enter")
        assert "not saved" in screen_text(pilot)
        session = table_of(pilot).session
        assert (len(session.actions), bool(keeper_of(session).fault)) == (5, True)
        unwritable.well = True
        keeper_of(session)._retry_at = 0
        await press(pilot, "enter")
        await wait_for(pilot, lambda: "Your game is being saved again." in screen_text(pilot))
        assert kept_in(tmp_path / "data")[1] == record_of(session)

    with Unwritable(monkeypatch) as unwritable:
        run_app(play)


@needs_sqlite
def test_a_disk_that_fills_up_while_the_archive_is_open(tmp_path: Path) -> None:
    under_way, _ = two_games(tmp_path)
    with Disk() as full:
        shelf = shelf_in(tmp_path)
        assert len(shelf.archive.entries()) == 2
        full.fails = lambda at, call: FULL if call.kind == "write" else 0
        session = shelf.resume(1)
        assert record_of(session) == record_of(under_way)
        assert keeper_of(session).fault == f"{DISK_IS_FULL} {NOT_SAVED}"
        shelf.close()


@needs_sqlite
def test_what_stands_in_the_journal_is_read_from_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = left_in_the_journal(tmp_path / "data")
    before = contents(tmp_path / "data")
    with Unwritable(monkeypatch):
        shelf = shelf_in(tmp_path / "data")
        assert shelf.archive.record(1) == record_of(session)
        assert shelf.notices == [f"{DISK_IS_FULL} {CAN_BE_READ}"]
        shelf.close()
    assert contents(tmp_path / "data") == before


@needs_sqlite
def test_where_no_copy_can_be_made_it_is_said_what_may_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = left_in_the_journal(tmp_path / "data")
    monkeypatch.setattr(database_files, "_folders", lambda path: [Path(os.devnull)])
    with Unwritable(monkeypatch):
        shelf = shelf_in(tmp_path / "data")
        assert shelf.archive.record(1).actions == record_of(session).actions[:2]
        assert shelf.notices == [
            f"{DISK_IS_FULL} {CAN_BE_READ} The last moves may be missing.",
        ]
        shelf.close()


@needs_sqlite
def test_an_older_archive_is_read_and_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "archive.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.executescript((GOLDENS / "archive-1.sql").read_text("utf-8"))
        db.execute("PRAGMA journal_mode = WAL")
    before = contents(tmp_path)
    with Unwritable(monkeypatch):
        shelf = shelf_in(tmp_path)
        assert shelf.archive.entries()
        assert shelf.archive.progress("lesson") is None
        assert shelf.notices == [f"{DISK_IS_FULL} {CAN_BE_READ}"]
        shelf.close()
    assert contents(tmp_path) == before


@needs_sqlite
@pytest.mark.parametrize(
    ("statement", "why"),
    [
        (f"PRAGMA user_version = {SCHEMA_VERSION + 1}", "was made by a newer cardtable"),
        ("PRAGMA application_id = 1", "a database of another program"),
        ("DROP TABLE action", "The disk is full. The saved-games database is also damaged"),
    ],
)
def test_what_else_is_wrong_with_the_archive_is_said(
    statement: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_games(tmp_path)
    with closing(sqlite3.connect(tmp_path / "archive.sqlite3")) as db:
        db.execute(statement)
    before = contents(tmp_path)
    with Unwritable(monkeypatch):
        shelf = LazyArchive(tmp_path / "archive.sqlite3")
        with pytest.raises(StorageError) as refused:
            shelf.archive.entries()
        assert re.search(why, explain(refused.value))
        shelf.close()
    assert contents(tmp_path) == before
