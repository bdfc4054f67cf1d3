"""`cardtable doctor`: it reports any damage, changes nothing unless asked, and never shows a card."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from cardtable import cli
from cardtable.engine.chance import Key
from cardtable.engine.games import SHIPPED
from cardtable.formats.notation import read_record_file
from cardtable.store import found_games
from cardtable.store.archive import Archive
from cardtable.store.schema import SCHEMA_VERSION
from cardtable.store.settings import Settings, save_settings, settings_file
from cardtable.table.session import Session
from tests.commands.test_cli import environ
from tests.table.saved_games import saved_games_in
from tests.table.sittings import play_on, sit
from tests.tui.payloads import CONTROL, MARKUP

pytestmark = pytest.mark.usefixtures("without_pydantic")

posix = pytest.mark.skipif(os.name != "posix", reason="it is about POSIX permissions")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    monkeypatch.setenv("CARDTABLE_DATA", str(data))
    return data


Doctor = Callable[..., tuple[int, str]]


@pytest.fixture
def doctor(capsys: pytest.CaptureFixture[str]) -> Doctor:
    """Return a function that runs the command, checks that its output is printable, and returns code and output."""

    def call(*words: str) -> tuple[int, str]:
        code = cli.main(["doctor", *words])
        out, err = capsys.readouterr()
        assert err == ""
        assert all(line.isprintable() for line in out.splitlines())
        assert out.splitlines()[-1] == "No problems found." or code == 1
        return code, out

    return call


def save_a_game_of_each_kind(folder: Path) -> list[Session]:
    shelf, sessions = saved_games_in(folder), []
    for game in SHIPPED.values():
        session = sit(game, game.seats[0], 77)
        keeper = shelf.save(session)
        play_on(session, Key(5), 6)
        keeper.release()
        sessions.append(session)
    shelf.close()
    return sessions


def execute_sql(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / "archive.sqlite3", isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


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
        assert str(session.code) not in output
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
    assert f"Problem: game 2 is damaged: 2 of {length} moves are intact." in output
    assert "Problem: game 4 is damaged: 6 of 6 moves are intact." in output
    assert output.endswith("2 problems found. `cardtable doctor --repair` repairs what it can.\n")
    code, output = doctor("--repair")
    assert code == 0
    assert f": 4 games saved, game 2 partly saved (2 of {length} moves)." in output
    assert "with 5 games, 4 of them complete." in output
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
    assert code == 1
    assert "Problem: 1 stale lock left by a program that was killed." in output
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


# Damage of every kind


def newer(folder: Path) -> None:
    Archive().close()
    execute_sql(folder, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")


def foreign(folder: Path) -> None:
    execute_sql(folder, "CREATE TABLE theirs (x)")
    (folder / "archive.sqlite3").chmod(0o600)


def a_folder(folder: Path) -> None:
    (folder / "archive.sqlite3").mkdir(mode=0o700)


def folders(folder: Path) -> None:
    for name in ("archive.sqlite3", "settings.json", "archive-damaged-x.sqlite3"):
        (folder / name).mkdir(mode=0o700)
    (folder / "sittings").touch(0o600)
    (folder / "log").touch(0o600)


def nothing_but_a_file(folder: Path) -> None:
    folder.rmdir()
    folder.touch(0o600)


def an_endless_view(folder: Path) -> None:
    Archive().close()
    endless = "WITH RECURSIVE c(id) AS (SELECT 1 UNION ALL SELECT id FROM c) SELECT id, id AS touched FROM c"
    execute_sql(folder, "DROP TABLE game", f"CREATE VIEW game AS {endless}")


def links(folder: Path) -> None:
    (folder / "archive.sqlite3").symlink_to("archive.sqlite3")
    (folder / "settings.json").symlink_to("nowhere")


@posix
@pytest.mark.parametrize("damage", [newer, foreign, a_folder, folders, nothing_but_a_file, an_endless_view, links])
def test_it_reports_any_damage(folder: Path, doctor: Doctor, damage: Callable[[Path], None], tmp_path: Path) -> None:
    damage(folder)
    before = contents(folder)
    code, output = doctor()
    assert code == 1
    assert "this check failed" not in output
    assert contents(folder) == before
    code, output = doctor("--repair", "--export", str(tmp_path / "out"))
    assert "this check failed" not in output
    assert code == (0 if damage is an_endless_view else 1)
    if damage in (newer, foreign):
        assert contents(folder) == before


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root can write everywhere")
def test_a_read_only_folder_is_reported(folder: Path, doctor: Doctor) -> None:
    save_a_game_of_each_kind(folder)
    folder.chmod(0o500)
    try:
        code, output = doctor("--repair")
    finally:
        folder.chmod(0o700)
    assert code == 1
    assert "it can't be written" in output


def test_a_failed_check_does_not_end_the_others(folder: Path, doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("Red down, K7QF-2M9X")

    monkeypatch.setattr("cardtable.store.checkup.locations", fail)
    code, output = doctor()
    assert code == 1
    assert "Problem: this check failed (RuntimeError)." in output
    assert "K7QF" not in output
    assert "Not created yet." in output


@posix
@pytest.mark.parametrize(
    "env",
    [
        {},
        {"HOME": "/nowhere"},
        {"CARDTABLE_DATA": "/dev/null/x"},
        {"CARDTABLE_DATA": "~nobody-of-this-name/x"},
        {"CARDTABLE_DATA": "\x1b[2J\u202e" * 50},
        {"TERM": "", "LANG": "C", "NO_COLOR": "1", "COLORTERM": "\x1b[2J[/]"},
    ],
)
def test_it_runs_in_any_environment(env: dict[str, str], tmp_path: Path) -> None:
    environment = {**environ(), "HOME": str(tmp_path), **env}
    command = (sys.executable, "-m", "cardtable", "doctor", "--repair", "--export", str(tmp_path / "out"))
    done = subprocess.run(command, env=environment, capture_output=True, timeout=30, check=False)
    assert done.stderr == b""
    assert done.returncode in (0, 1)
    assert b"\x1b" not in done.stdout
    assert b"Traceback" not in done.stdout


@pytest.mark.parametrize("payload", [*MARKUP, *CONTROL])
def test_no_text_of_the_database_reaches_the_screen(folder: Path, doctor: Doctor, payload: str) -> None:
    save_a_game_of_each_kind(folder)
    with closing(sqlite3.connect(folder / "archive.sqlite3", isolation_level=None)) as db:
        text = payload.encode("utf-8", "replace").decode()
        for column in ("kind", "head", "names", "options", "deal", "started", "touched", "daily", "holder", "outcome"):
            db.execute(f"UPDATE game SET {column} = ? WHERE id = 1", (text,))
        db.execute("UPDATE action SET said = ? WHERE game = 2", (text,))
    doctor()
    doctor("--repair")


@posix
def test_settings_are_private(folder: Path) -> None:
    settings_file().touch(0o644)
    save_settings(Settings())
    assert settings_file().stat().st_mode & 0o777 == 0o600
    assert [path.name for path in folder.iterdir()] == ["settings.json"]


# Many damaged games


def save_damaged_games(folder: Path, games: int) -> None:
    """Save copies of a game, each with a damaged row."""
    shelf = saved_games_in(folder)
    session = sit(SHIPPED["exit-stage-right"], 1, 77)
    keeper = shelf.save(session)
    play_on(session, Key(5), 6)
    keeper.release()
    shelf.close()
    columns = "kind, head, names, alone, options, deal, started, touched, length, turn"
    numbers = f"WITH RECURSIVE n(x) AS (SELECT 2 UNION ALL SELECT x + 1 FROM n WHERE x < {games})"
    execute_sql(
        folder,
        f"INSERT INTO game (id, {columns}) {numbers} SELECT x, {columns} FROM n, game",
        f"INSERT INTO action {numbers} SELECT x, number, said, sum FROM n, action",
        "UPDATE game SET length = -1",
    )


def test_only_the_first_of_many_damaged_games_are_listed(folder: Path, doctor: Doctor) -> None:
    save_damaged_games(folder, 300)
    code, output = doctor()
    assert code == 1
    assert output.count(" is damaged: 6 of 6 moves are intact.") == 5
    assert "  Problem: 295 more games are damaged.\n" in output
    assert len(output.splitlines()) < 50
    code, output = doctor("--repair")
    assert code == 0
    assert "300 games saved." in output
    assert "with 300 games, 300 of them complete." in output
    with Archive() as archive:
        assert len(archive.entries()) == 300


def test_the_work_for_each_damaged_game_does_not_grow_with_their_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The work is counted in SQL queries and dealt games, because times differ between machines."""
    counts: Counter[str] = Counter()

    def count_calls(owner: object, name: str) -> None:
        original = getattr(owner, name)

        def call(*arguments: Any, **keywords: Any) -> Any:
            counts[name] += 1
            return original(*arguments, **keywords)

        monkeypatch.setattr(owner, name, call)

    count_calls(found_games, "readable_rows")
    count_calls(Session, "__init__")
    count_calls(Archive, "query")

    def work(games: int) -> Counter[str]:
        folder = tmp_path / str(games)
        folder.mkdir(mode=0o700)
        monkeypatch.setenv("CARDTABLE_DATA", str(folder))
        save_damaged_games(folder, games)
        found_games._sound_lengths.clear()
        counts.clear()
        cli.main(["doctor"])
        cli.main(["doctor", "--repair"])
        # The quarantined games are now longer than the saved ones, so all of them have to be compared.
        execute_sql(folder, "DELETE FROM action WHERE number = 6", "UPDATE game SET length = 5")
        cli.main(["doctor", "--repair"])
        assert f"{games} games saved." in capsys.readouterr().out
        return Counter(counts)

    more = work(90) - work(30)
    assert more["readable_rows"] <= 60 * 20
    assert more["query"] <= 60 * 2
    assert more["__init__"] <= 60 * 4


def test_progress_is_one_temporary_line_on_a_terminal_only(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    save_damaged_games(folder, 20)
    monkeypatch.setattr("cardtable.commands.progress.DELAY", 0)
    monkeypatch.setattr("cardtable.commands.progress.INTERVAL", 0)
    assert cli.main(["doctor"]) == 1
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    assert cli.main(["doctor", "--repair"]) == 0
    steps = terminal.getvalue().split("\r")
    assert "Checking games: 7 of 20" in [step.rstrip() for step in steps]
    assert "Recovering games: 19 of 20" in [step.rstrip() for step in steps]
    assert "\n" not in terminal.getvalue()
    assert steps[-1] == ""
    assert steps[-2].isspace()
