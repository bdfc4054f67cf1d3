"""`cardtable doctor` with damage of every kind, in any environment, and with many damaged games."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from cardtable import cli
from cardtable.engine.chance import Key
from cardtable.engine.games import SHIPPED
from cardtable.store import found_games
from cardtable.store.archive import Archive
from cardtable.store.schema import SCHEMA_VERSION
from cardtable.store.settings import Settings, save_settings, settings_file
from cardtable.table.session import Session
from tests.commands.data_folders import Doctor, execute_sql, save_a_game_of_each_kind
from tests.commands.processes import environ, posix
from tests.table.saved_games import contents, saved_games_in
from tests.table.sittings import play_on, sit
from tests.tui.terminal.payloads import CONTROL, MARKUP

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


@pytest.fixture(scope="module")
def games_of_each_kind(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with saved games, to be copied."""
    saved = tmp_path_factory.mktemp("saved") / "data"
    saved.mkdir(mode=0o700)
    save_a_game_of_each_kind(saved)
    return saved


@pytest.mark.parametrize("payload", [*MARKUP, *CONTROL])
def test_no_text_of_the_database_reaches_the_screen(
    games_of_each_kind: Path, folder: Path, doctor: Doctor, payload: str
) -> None:
    shutil.copytree(games_of_each_kind, folder, dirs_exist_ok=True)
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
    assert output.count(" is damaged. Intact moves: 6 of 6.") == 5
    assert "  Problem: 295 more games are damaged.\n" in output
    assert len(output.splitlines()) < 50
    code, output = doctor("--repair")
    assert code == 0
    assert "300 games saved." in output
    assert "with 300 games (300 complete)." in output
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
    monkeypatch.setattr("cardtable.commands.progress_line.DELAY", 0)
    monkeypatch.setattr("cardtable.commands.progress_line.INTERVAL", 0)
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
