"""`cardtable doctor`: what it reports, repairs and exports, and that it never shows a card."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from cardtable.engine.games import SHIPPED
from cardtable.formats.notation import read_record_file
from cardtable.store.archive import Archive
from cardtable.store.schema import SCHEMA_VERSION
from cardtable.store.settings import Settings, save_settings
from tests.commands.data_folders import Doctor, execute_sql, save_a_game_of_each_kind
from tests.commands.processes import environ, posix
from tests.table.saved_games import contents, saved_games_in
from tests.table.sittings import sit


def test_it_finds_no_problem_before_anything_is_saved(folder: Path, doctor: Doctor) -> None:
    code, output = doctor()
    assert code == 0
    for line in ("Python: 3.", "textual: ", "SQLite: 3.", "Standard output: not a terminal", "Not created yet."):
        assert line in output
    assert list(folder.iterdir()) == []


def test_a_sound_database_is_not_changed(folder: Path, doctor: Doctor) -> None:
    sessions = save_a_game_of_each_kind(folder)
    save_settings(Settings())
    before = contents(folder)
    code, output = doctor()
    assert code == 0
    assert f"The file is sound: version {SCHEMA_VERSION}, 5 games." in output
    assert contents(folder) == before
    for session in sessions:
        assert str(session.deal_code) not in output
        assert not [name for name in session.names if name in output]


def test_it_works_while_a_game_is_open(folder: Path, doctor: Doctor) -> None:
    shelf = saved_games_in(folder)
    shelf.save(sit(SHIPPED["clash"], 2, 7))
    code, output = doctor()
    assert code == 0
    assert "Cardtable windows open: 1" in output
    assert "1 game." in output
    shelf.close()


def test_a_damaged_game_is_reported_and_recovered(folder: Path, doctor: Doctor) -> None:
    sessions = save_a_game_of_each_kind(folder)
    execute_sql(
        folder, "UPDATE action SET sum = 1 WHERE game = 2 AND number = 3", "UPDATE game SET names = 3 WHERE id = 4"
    )
    length = len(sessions[1].actions)
    code, output = doctor()
    assert code == 1
    assert f"Problem: game 2 is damaged. Intact moves: 2 of {length}." in output
    assert "Problem: game 4 is damaged. Intact moves: 6 of 6." in output
    assert output.endswith("2 problems found. `cardtable doctor --repair` repairs what it can.\n")
    code, output = doctor("--repair")
    assert code == 0
    assert f": 4 games saved, game 2 partly saved (2 of {length} moves)." in output
    assert "with 5 games (4 complete)." in output
    with Archive() as archive:
        assert [entry.id for entry in archive.entries()] == [5, 4, 3, 2, 1]
    assert doctor("--repair")[0] == 0
    assert len(list(folder.glob("archive-damaged-*"))) == 1


def test_a_damaged_file_is_replaced_and_quarantined(folder: Path, doctor: Doctor) -> None:
    path = folder / "archive.sqlite3"
    path.touch(0o600)
    path.write_bytes(b"rubbish" * 1_000)
    code, output = doctor()
    assert code == 1
    assert "Problem: The saved-games file can't be read: it isn't a database, or access is denied." in output
    assert path.read_bytes() == b"rubbish" * 1_000
    assert doctor("--repair")[0] == 0
    (quarantined,) = folder.glob("archive-damaged-*")
    assert quarantined.read_bytes() == b"rubbish" * 1_000


def test_a_database_open_in_another_window_is_not_repaired(folder: Path, doctor: Doctor) -> None:
    save_a_game_of_each_kind(folder)
    shelf = saved_games_in(folder)
    assert not shelf.archive.faults()
    execute_sql(folder, "CREATE TABLE stranger (x)")
    code, output = doctor("--repair")
    assert code == 1
    assert "another Cardtable has it open" in output
    shelf.close()
    assert doctor("--repair")[0] == 0


@posix
def test_files_that_others_can_read_are_made_private(folder: Path, doctor: Doctor) -> None:
    save_a_game_of_each_kind(folder)
    save_settings(Settings())
    for path in (folder, *folder.iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    code, output = doctor()
    assert code == 1
    assert output.count("other users can read it") == 4
    assert doctor("--repair")[0] == 0
    assert all(path.stat().st_mode & 0o077 == 0 for path in (folder, *folder.iterdir()))


@posix
def test_a_folder_with_other_files_is_not_made_private(folder: Path, doctor: Doctor) -> None:
    (folder / "mine.txt").write_text("mine")
    folder.chmod(0o755)
    assert doctor("--repair")[0] == 1
    assert folder.stat().st_mode & 0o777 == 0o755


def test_stale_locks_are_removed(folder: Path, doctor: Doctor) -> None:
    shelf = saved_games_in(folder)
    assert not shelf.archive.faults()
    (folder / "sittings" / "0123456789abcdef.lock").touch()
    code, output = doctor()
    assert code == 0, "a killed program leaves nothing that needs repair"
    assert "  1 stale lock left behind when a program was killed. This does no harm.\n" in output
    assert "No problems found." in output
    code, output = doctor("--repair")
    assert code == 0
    assert "Stale locks removed: 1" in output
    assert len(list((folder / "sittings").iterdir())) == 1
    shelf.close()


def test_stale_copies_are_removed(folder: Path, doctor: Doctor) -> None:
    (folder / ".rescue-abc").mkdir()
    (folder / ".rescue-abc" / "copy.sqlite3").touch()
    assert "Stale copies removed: 1" in doctor("--repair")[1]
    assert not (folder / ".rescue-abc").exists()


@posix
def test_on_a_terminal_it_reports_what_the_terminal_can_do(tmp_path: Path) -> None:
    import pty

    mine, theirs = pty.openpty()
    env = {**environ(TERM="xterm-256color", COLORTERM="truecolor"), "CARDTABLE_DATA": str(tmp_path)}
    command = (sys.executable, "-m", "cardtable", "doctor")
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, env=env) as process:
        os.close(theirs)
        output = b""
        with suppress(OSError):  # it has ended
            while chunk := os.read(mine, 4096):
                output += chunk
    os.close(mine)
    assert process.returncode == 0
    for line in (
        b"Standard output: a terminal",
        b"Colours: 16 million",
        b"The app can run here.",
        b"No problems found.",
    ):
        assert line in output


def test_every_game_is_exported(folder: Path, doctor: Doctor, tmp_path: Path) -> None:
    save_a_game_of_each_kind(folder)
    execute_sql(folder, "UPDATE action SET sum = 1 WHERE game = 2 AND number = 3")
    out = tmp_path / "out"
    code, output = doctor("--export", str(out))
    assert code == 1
    assert "can reconstruct every hidden card" in output
    assert ": 4 games saved, game 2 partly saved" in output
    assert len([read_record_file(path) for path in out.iterdir()]) == 5
    doctor("--repair")
    before = contents(out)
    assert doctor("--export", str(out))[0] == 0
    assert contents(out).items() >= before.items()


def test_an_export_that_fails_is_reported(folder: Path, doctor: Doctor, tmp_path: Path) -> None:
    save_a_game_of_each_kind(folder)
    (tmp_path / "file").touch()
    code, output = doctor("--export", str(tmp_path / "file" / "out"))
    assert code == 1
    assert "Problem: archive.sqlite3: Can't create the folder: " in output
