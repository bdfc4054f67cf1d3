"""Files are made private: only the player's own, and never through a link."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest

from cardtable import cli
from cardtable.games import GAMES
from cardtable.store import checkup
from cardtable.store.archive import Archive
from cardtable.store.errors import StorageError
from cardtable.store.fault_log import MAX_LOGS, write_fault_log
from cardtable.store.paths import archive_file
from cardtable.store.process_lock import ProcessLock, running_processes
from cardtable.store.schema import upgrade
from cardtable.store.settings import Settings, save_settings, settings_file
from tests.commands.processes import environ
from tests.table.saved_games import saved_games_in
from tests.table.sittings import sit

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links and permissions of POSIX")

FILES = ("archive.sqlite3", "archive.sqlite3-wal", "archive.sqlite3-shm", "settings.json", "archive-damaged-1.sqlite3")
FOLDERS = ("sittings", "log")
LOCK = "0123456789abcdef.lock"


@pytest.fixture
def folder() -> Path:
    folder = archive_file().parent
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Return a folder that other users can read, with a file in it."""
    place = tmp_path / "elsewhere"
    place.mkdir()
    place.chmod(0o755)
    (place / "theirs").write_bytes(b"theirs")
    (place / "theirs").chmod(0o666)
    return place


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def with_a_game(folder: Path) -> Path:
    saved_games = saved_games_in(folder)
    saved_games.save(sit(GAMES["exit-stage-right"], 1, 1)).release()
    saved_games.close()
    return saved_games.path


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
def test_doctor_does_not_change_link_targets(
    folder: Path, elsewhere: Path, name: str, link: Callable[[Path, Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    link(folder / name, elsewhere / "theirs")
    assert cli.main(["doctor", "--repair"]) == 1
    out = capsys.readouterr().out
    assert "it can't be made private (" in out
    assert "could be found out" not in out
    assert mode(elsewhere / "theirs") == 0o666
    assert (elsewhere / "theirs").read_bytes() == b"theirs"


@pytest.mark.parametrize("name", FOLDERS)
def test_doctor_does_not_change_linked_folders(folder: Path, elsewhere: Path, name: str) -> None:
    (folder / name).symlink_to(elsewhere)
    names = ("poetry.lock", "fault-of-theirs.log", "0123456789abcdef")
    for each in names:
        (elsewhere / each).write_text("theirs")
    cli.main(["doctor", "--repair"])
    assert mode(elsewhere) == 0o755
    assert {path.name: path.read_text() for path in elsewhere.iterdir()} == dict.fromkeys((*names, "theirs"), "theirs")


@pytest.mark.parametrize("name", FILES)
def test_doctor_leaves_special_files_alone(folder: Path, name: str) -> None:
    os.mkfifo(folder / name)
    (folder / name).chmod(0o644)
    assert cli.main(["doctor", "--repair"]) == 1
    assert mode(folder / name) == 0o644


def test_doctor_leaves_other_users_files_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings_file().write_text("{}")
    settings_file().chmod(0o644)
    folder.chmod(0o755)
    monkeypatch.setattr(os, "geteuid", lambda: settings_file().stat().st_uid + 1)
    results = list(checkup.make_all_private())
    assert [(place.kind, failure.strerror) for place, failure in results if failure is not None] == [
        (checkup.ContentKind.DATA, "it belongs to another user"),
        (checkup.ContentKind.SETTINGS, "it belongs to another user"),
    ]
    assert (mode(folder), mode(settings_file())) == (0o755, 0o644)


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
def test_a_file_replaced_by_a_link_is_left_alone(
    folder: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch, link: Callable[[Path, Path], None]
) -> None:
    """A link appears between the check and the change."""
    path = settings_file()
    path.write_text("{}")
    path.chmod(0o644)
    for name in ("open", "chmod"):
        real = getattr(os, name)

        def swap(what: object, *more: int, real: Callable[..., int] = real, **named: object) -> int:
            if os.fspath(what) == str(path):  # type: ignore[call-overload]  # any path
                path.unlink()
                link(path, elsewhere / "theirs")
            return real(what, *more, **named)

        monkeypatch.setattr(os, name, swap)
    ((place, failure),) = checkup.make_all_private()
    assert (place.kind, failure is None) == (checkup.ContentKind.SETTINGS, False)
    assert mode(elsewhere / "theirs") == 0o666


def test_settings_are_only_written_through_links_to_own_files(
    folder: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(elsewhere / "pipe")
    settings_file().symlink_to(elsewhere / "pipe")
    with pytest.raises(OSError, match="link"):
        save_settings(Settings())
    assert (elsewhere / "pipe").is_fifo()
    settings_file().unlink()
    settings_file().symlink_to(elsewhere / "theirs")
    uid = folder.stat().st_uid
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: uid + 1)
        with pytest.raises(OSError, match="link"):
            save_settings(Settings())
    assert (elsewhere / "theirs").read_bytes() == b"theirs"
    save_settings(Settings())
    assert settings_file().is_symlink()
    assert b"theme" in (elsewhere / "theirs").read_bytes()


def test_a_database_that_is_no_file_is_refused_unchanged(folder: Path, elsewhere: Path) -> None:
    os.mkfifo(elsewhere / "pipe")
    (elsewhere / "pipe").chmod(0o644)
    os.utime(elsewhere / "pipe", (1, 1))
    archive_file().symlink_to(elsewhere / "pipe")
    with pytest.raises(StorageError, match="NOT_A_FILE"):
        Archive()
    assert mode(elsewhere / "pipe") == 0o644
    assert (elsewhere / "pipe").stat().st_mtime == 1


def test_a_backup_is_not_written_through_a_link(folder: Path, elsewhere: Path) -> None:
    path = with_a_game(folder)
    (folder / "archive-before-version-2.sqlite3").symlink_to(elsewhere / "theirs")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("DROP TABLE progress")
        db.execute("DROP TABLE seat")
        db.execute("DROP TABLE note")
        db.execute("ALTER TABLE game DROP COLUMN levels")
        db.execute("ALTER TABLE game DROP COLUMN code")
        db.execute("PRAGMA user_version = 1")
        upgrade(db, path)
    assert (elsewhere / "theirs").read_bytes() == b"theirs"
    assert not (folder / "archive-before-version-2.sqlite3").is_symlink()
    assert mode(folder / "archive-before-version-2.sqlite3") == 0o600


def test_only_own_locks_are_opened_and_removed(folder: Path, elsewhere: Path) -> None:
    sittings = folder / "sittings"
    sittings.mkdir(mode=0o700)
    (sittings / LOCK).symlink_to(elsewhere / "theirs")
    for name in ("poetry.lock", f"0{LOCK}"):
        (sittings / name).write_text("theirs")
    (sittings / LOCK.replace("0", "f")).touch()
    ProcessLock(folder).close()
    assert checkup.remove_stale_locks() == 0
    assert running_processes(folder) == []
    assert {path.name for path in sittings.iterdir()} == {LOCK, f"0{LOCK}", "poetry.lock"}
    assert (sittings / "poetry.lock").read_text() == "theirs"
    assert (elsewhere / "theirs").read_bytes() == b"theirs"


def test_only_old_logs_are_deleted(folder: Path, elsewhere: Path) -> None:
    log = folder / "log"
    log.mkdir()
    (log / "fault-of-mine.log").touch()
    (log / "fault-20000101-000000-000000.log").symlink_to(elsewhere / "theirs")
    for _ in range(MAX_LOGS + 2):
        write_fault_log([ValueError()], log)
    assert len(list(log.iterdir())) == MAX_LOGS + 2
    assert (log / "fault-of-mine.log").exists()
    assert (log / "fault-20000101-000000-000000.log").is_symlink()


def test_a_device_in_place_of_a_quarantined_file_does_not_fill_the_disk(folder: Path) -> None:
    (folder / "archive-damaged-1.sqlite3").symlink_to("/dev/zero")
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (2**20, 2**20)); "
    limited += "resource.setrlimit(resource.RLIMIT_CPU, (20, 20)); from cardtable.cli import main; sys.exit(main())"
    command = (sys.executable, "-c", limited, "doctor", "--repair")
    done = subprocess.run(command, env=environ(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert "-1.sqlite3. The file can't be copied for reading: it is not an ordinary file." in done.stdout


@pytest.mark.parametrize("words", [("games",), ("resume", "1", "--plain"), ("statistics",), ("--plain",)])
def test_a_database_is_made_private_when_it_is_opened(
    folder: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = with_a_game(folder)
    folder.chmod(0o755)
    path.chmod(0o644)
    monkeypatch.setattr(sys, "stdin", StringIO())
    cli.main(words)
    assert mode(path) == 0o600
    assert "can read" not in capsys.readouterr().err


def test_sqlites_other_files_are_made_private_too(folder: Path) -> None:
    path = with_a_game(folder)
    for part in ("", "-wal", "-shm"):
        Path(f"{path}{part}").touch()
        Path(f"{path}{part}").chmod(0o644)
    with Archive(path) as archive:
        assert len(archive.entries()) == 1
        assert {mode(each) for each in folder.glob("archive.sqlite3*")} == {0o600}
        assert len(list(folder.glob("archive.sqlite3*"))) == 3


def test_the_privacy_notice_is_shown_once(
    folder: Path, elsewhere: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_a_game(folder).rename(elsewhere / "mine.sqlite3")
    archive_file().symlink_to(elsewhere / "mine.sqlite3")
    (elsewhere / "mine.sqlite3").chmod(0o644)
    assert cli.main(["games"]) == 0
    assert capsys.readouterr().err == ""  # other users can't enter the folders of tests
    monkeypatch.setattr("cardtable.store.privacy.ENTER", 0o111)
    results = []
    for _ in range(2):
        assert cli.main(["games"]) == 0
        results.append(capsys.readouterr().err)
    sentence = (
        "Others can read your saved games, and Cardtable can't change that. `cardtable doctor --repair` explains why.\n"
    )
    assert results == [sentence, ""]
    assert mode(elsewhere / "mine.sqlite3") == 0o644
