"""Saved games that can be read but not written, on any system: calls fail as they would on such a disk."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
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
from cardtable.formats.record import dump_record
from cardtable.store import database_files, read_only
from cardtable.store.errors import StorageError, StorageFault
from cardtable.store.read_only import why_not_writable
from cardtable.store.schema import SCHEMA_VERSION
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.recording import record_of
from cardtable.table.storage_words import storage_sentence
from tests.reliability.disk import CANNOT_OPEN, FULL, Call, Disk, why_unavailable
from tests.reliability.unwritable import CAN_BE_READ, DISK_IS_FULL, NOT_SAVED, leave_in_journal, save_two_games
from tests.reliability.write_goldens import FOLDER as GOLDENS
from tests.table.saved_games import contents, number_of, saved_games_in, saver_of
from tests.table.sittings import play_on
from tests.tui.screens import press, screen_text, table_of, wait_for
from tests.tui.screens import run as run_app

needs_sqlite = pytest.mark.skipif(bool(why_unavailable()), reason=why_unavailable())


def saved_actions(folder: Path) -> dict[int, Any]:
    """Return every game by its number, as found on a working disk."""
    saved_games = saved_games_in(folder)
    found = {entry.id: saved_games.archive.record(entry.id) for entry in saved_games.archive.entries()}
    saved_games.close()
    return found


class Unwritable(Disk):
    """A disk on which neither the database nor SQLite's index beside it can be written until `works` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, number: int = errno.ENOSPC) -> None:
        super().__init__()
        self.works = False
        self.fails = lambda at, call: CANNOT_OPEN if self._is_beside(call) and not self.works else 0
        usual = tempfile.TemporaryFile

        def temporary_file(**given: Any) -> Any:
            if not self.works:
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
def test_the_reason_why_a_folder_is_not_writable(
    number: int, why: StorageFault | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert why_not_writable(tmp_path) is None
    assert list(tmp_path.iterdir()) == [], "no file is left there"
    assert why_not_writable(tmp_path / "nowhere") is None
    Unwritable(monkeypatch, number)
    assert why_not_writable(tmp_path) == why


@needs_sqlite
def test_an_unwritable_database_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    under_way, over = save_two_games(tmp_path)
    before = contents(tmp_path)
    with Unwritable(monkeypatch):
        saved_games = saved_games_in(tmp_path)
        assert [entry.id for entry in saved_games.archive.entries()] == [2, 1]
        assert saved_games.archive.record(1) == record_of(under_way)
        assert record_of(saved_games.load(2)) == record_of(over)
        assert saved_games.notices == [f"{DISK_IS_FULL} {CAN_BE_READ}"]
        with pytest.raises(StorageError, match="DISK_FULL"):
            saved_games.archive.delete(1, "")
        with pytest.raises(StorageError, match="DISK_FULL"):
            saved_games.archive.save_progress("lesson", 1)
        saved_games.close()
    assert contents(tmp_path) == before


@needs_sqlite
def test_a_read_only_game_is_saved_once_the_disk_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, over = save_two_games(tmp_path)
    with Unwritable(monkeypatch) as unwritable:
        saved_games = saved_games_in(tmp_path)
        session = saved_games.resume(1)
        saver = saver_of(session)
        assert saver.fault == f"{DISK_IS_FULL} {NOT_SAVED}"
        play_on(session, Key(3), 2)
        assert saver.fault
        unwritable.works = True
        saver._retry_at = 0
        play_on(session, Key(4), 1)
        assert (saver.fault, saver.number) == ("", 1)
        assert not saver.is_taken_over()
        play_on(session, Key(5), 1)
        saved_games.close()
    assert saved_actions(tmp_path) == {1: record_of(session), 2: record_of(over)}


@needs_sqlite
@pytest.mark.parametrize("is_left", [True, False], ids=["left", "ended by force"])
def test_moves_played_elsewhere_meanwhile_are_not_overwritten(
    is_left: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, over = save_two_games(tmp_path)
    with Unwritable(monkeypatch) as unwritable:
        saved_games = saved_games_in(tmp_path)
        session = saved_games.resume(1)
        play_on(session, Key(3), 2)
        unwritable.works = True
        other = saved_games_in(tmp_path)
        theirs = other.resume(1)
        play_on(theirs, Key(9), 1)
        if is_left:
            saver_of(theirs).release()
        other.close()
        saver_of(session).retry(session)
        assert saver_of(session).fault == ""
        assert number_of(session) == 3
        play_on(session, Key(5), 1)
        saved_games.close()
    assert saved_actions(tmp_path) == {1: record_of(theirs), 2: record_of(over), 3: record_of(session)}


@needs_sqlite
def test_a_game_deleted_meanwhile_is_saved_as_a_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, over = save_two_games(tmp_path)
    with Unwritable(monkeypatch) as unwritable:
        saved_games = saved_games_in(tmp_path)
        session = saved_games.resume(1)
        unwritable.works = True
        other = saved_games_in(tmp_path)
        other.archive.delete(1, "")
        other.close()
        play_on(session, Key(5), 1)
        saved_games.close()
    assert saved_actions(tmp_path) == {2: record_of(over), 3: record_of(session)}


@needs_sqlite
def test_the_list_is_refreshed_and_no_notice_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_two_games(tmp_path)
    with Unwritable(monkeypatch) as unwritable:
        saved_games = saved_games_in(tmp_path)
        assert len(saved_games.archive.entries()) == 2
        saved_games.refresh()
        assert len(saved_games.archive.entries()) == 2
        assert saved_games.notices == [f"{DISK_IS_FULL} {CAN_BE_READ}"]
        unwritable.works = True
        other = saved_games_in(tmp_path)
        other.archive.delete(2, "")
        other.close()
        saved_games.refresh()
        assert [entry.id for entry in saved_games.archive.entries()] == [1]
        assert len(saved_games.notices) == 1
        saved_games.close()


@needs_sqlite
def test_the_command_line_says_once_that_nothing_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    under_way, _ = save_two_games(tmp_path / "data")
    with Unwritable(monkeypatch):
        assert cli.main(["games"]) == 0
        assert capsys.readouterr().err == f"{DISK_IS_FULL} {CAN_BE_READ}\n"
        assert cli.main(["export", "1"]) == 0
        assert capsys.readouterr().out == dump_record(record_of(under_way))
        monkeypatch.setattr(sys, "stdin", StringIO("1\n1\n"))
        assert cli.main(["resume", "1", "--plain"]) == 0
        told = capsys.readouterr()
        assert told.out.count(NOT_SAVED) == 1
        assert told.out.count(f"{DISK_IS_FULL} {CAN_BE_READ}\n") == 1
        assert not told.err
        assert cli.main(["doctor"]) == 1
        assert f"Problem: {DISK_IS_FULL}" in capsys.readouterr().out


@needs_sqlite
def test_the_app_saves_a_game_once_the_disk_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_two_games(tmp_path / "data")

    async def play(pilot: Pilot[int]) -> None:
        assert "but nothing can be saved" in screen_text(pilot)
        await press(pilot, "enter")
        assert "The disk is full. You can play on, but" in screen_text(pilot)
        await press(pilot, "p", "enter")
        assert "not saved" in screen_text(pilot)
        session = table_of(pilot).session
        assert (len(session.actions), bool(saver_of(session).fault)) == (5, True)
        unwritable.works = True
        saver_of(session)._retry_at = 0
        await press(pilot, "enter")
        await wait_for(pilot, lambda: "Your game is being saved again." in screen_text(pilot))
        assert saved_actions(tmp_path / "data")[1] == record_of(session)

    with Unwritable(monkeypatch) as unwritable:
        run_app(play)


@needs_sqlite
def test_a_disk_that_fills_up_while_the_database_is_open(tmp_path: Path) -> None:
    under_way, _ = save_two_games(tmp_path)
    with Disk() as full:
        saved_games = saved_games_in(tmp_path)
        assert len(saved_games.archive.entries()) == 2
        full.fails = lambda at, call: FULL if call.kind == "write" else 0
        session = saved_games.resume(1)
        assert record_of(session) == record_of(under_way)
        assert saver_of(session).fault == f"{DISK_IS_FULL} {NOT_SAVED}"
        saved_games.close()


@needs_sqlite
def test_the_journal_is_read_from_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = leave_in_journal(tmp_path / "data")
    before = contents(tmp_path / "data")
    with Unwritable(monkeypatch):
        saved_games = saved_games_in(tmp_path / "data")
        assert saved_games.archive.record(1) == record_of(session)
        assert saved_games.notices == [f"{DISK_IS_FULL} {CAN_BE_READ}"]
        saved_games.close()
    assert contents(tmp_path / "data") == before


@needs_sqlite
def test_without_a_copy_the_player_is_told_what_may_be_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = leave_in_journal(tmp_path / "data")
    monkeypatch.setattr(database_files, "_folders", lambda path: [Path(os.devnull)])
    with Unwritable(monkeypatch):
        saved_games = saved_games_in(tmp_path / "data")
        assert saved_games.archive.record(1).actions == record_of(session).actions[:2]
        assert saved_games.notices == [
            f"{DISK_IS_FULL} {CAN_BE_READ} The last moves may be missing.",
        ]
        saved_games.close()


@needs_sqlite
def test_an_older_database_is_read_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "archive.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.executescript((GOLDENS / "archive-1.sql").read_text("utf-8"))
        db.execute("PRAGMA journal_mode = WAL")
    before = contents(tmp_path)
    with Unwritable(monkeypatch):
        saved_games = saved_games_in(tmp_path)
        assert saved_games.archive.entries()
        assert saved_games.archive.progress("lesson") is None
        assert saved_games.notices == [f"{DISK_IS_FULL} {CAN_BE_READ}"]
        saved_games.close()
    assert contents(tmp_path) == before


@needs_sqlite
@pytest.mark.parametrize(
    ("statement", "why"),
    [
        (f"PRAGMA user_version = {SCHEMA_VERSION + 1}", "come from a newer Cardtable"),
        ("PRAGMA application_id = 1", "another program's database"),
        ("DROP TABLE action", "The disk is full. The saved-games database is also damaged"),
    ],
)
def test_damage_of_a_read_only_database_is_reported(
    statement: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_two_games(tmp_path)
    with closing(sqlite3.connect(tmp_path / "archive.sqlite3")) as db:
        db.execute(statement)
    before = contents(tmp_path)
    with Unwritable(monkeypatch):
        saved_games = LazyArchive(tmp_path / "archive.sqlite3")
        with pytest.raises(StorageError) as refused:
            saved_games.archive.entries()
        assert re.search(why, storage_sentence(refused.value))
        saved_games.close()
    assert contents(tmp_path) == before
