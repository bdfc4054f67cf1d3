"""`cardtable doctor`: whatever it meets it tells, line by line; it changes nothing unasked and shows no card."""

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
from cardtable.formats.record import read_file
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

posix = pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    kept = tmp_path / "kept"
    kept.mkdir(mode=0o700)
    monkeypatch.setenv("CARDTABLE_DATA", str(kept))
    return kept


Doctor = Callable[..., tuple[int, str]]


@pytest.fixture
def doctor(capsys: pytest.CaptureFixture[str]) -> Doctor:
    """Calls it; the exit code and what was printed, which is fit for any screen."""

    def call(*words: str) -> tuple[int, str]:
        code = cli.main(["doctor", *words])
        out, err = capsys.readouterr()
        assert err == ""
        assert all(line.isprintable() for line in out.splitlines())
        assert out.splitlines()[-1] == "All is sound." or code == 1
        return code, out

    return call


def games_in(folder: Path) -> list[Session]:
    shelf, sessions = saved_games_in(folder), []
    for game in SHIPPED.values():
        session = sit(game, game.seats[0], 77)
        keeper = shelf.save(session)
        play_on(session, Key(5), 6)
        keeper.release()
        sessions.append(session)
    shelf.close()
    return sessions


def spoiled(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / "archive.sqlite3", isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_where_nothing_is_kept_yet(folder: Path, doctor: Doctor) -> None:
    code, told = doctor()
    assert code == 0
    for line in ("Python: 3.", "textual: ", "SQLite: 3.", "Standard output: no terminal", "There is none yet."):
        assert line in told
    assert list(folder.iterdir()) == []


def test_a_sound_archive_is_left_as_it_is(folder: Path, doctor: Doctor) -> None:
    sessions = games_in(folder)
    save_settings(Settings())
    before = contents(folder)
    code, told = doctor()
    assert code == 0
    assert f"The file is sound: version {SCHEMA_VERSION}, 5 games." in told
    assert contents(folder) == before
    for session in sessions:
        assert str(session.code) not in told
        assert not [name for name in session.names if name in told]


def test_it_looks_while_a_game_is_played(folder: Path, doctor: Doctor) -> None:
    shelf = saved_games_in(folder)
    shelf.save(sit(SHIPPED["clash"], 2, 7))
    code, told = doctor()
    assert code == 0
    assert "Cardtables that are open: 1" in told
    assert "1 game." in told
    shelf.close()


def test_a_damaged_game_is_told_and_mended(folder: Path, doctor: Doctor) -> None:
    sessions = games_in(folder)
    spoiled(folder, "UPDATE action SET sum = 1 WHERE game = 2 AND number = 3", "UPDATE game SET names = 3 WHERE id = 4")
    length = len(sessions[1].actions)
    code, told = doctor()
    assert code == 1
    assert f"Wrong: game 2 is damaged: 2 of {length} actions are sound." in told
    assert "Wrong: game 4 is damaged: 6 of 6 actions are sound." in told
    assert told.endswith("2 things are wrong; cardtable doctor --mend mends what can be mended.\n")
    code, told = doctor("--mend")
    assert code == 0
    assert f": 4 games saved, game 2 in part (2 of {length} moves)." in told
    assert "with 5 games, 4 of them whole." in told
    with Archive() as archive:
        assert [entry.id for entry in archive.entries()] == [5, 4, 3, 2, 1]
    assert doctor("--mend")[0] == 0
    assert len(list(folder.glob("archive-damaged-*"))) == 1


def test_a_damaged_file_is_mended(folder: Path, doctor: Doctor) -> None:
    path = folder / "archive.sqlite3"
    path.touch(0o600)
    path.write_bytes(b"rubbish" * 1_000)
    code, told = doctor()
    assert code == 1
    assert "Wrong: The saved-games database can't be read: it isn't a database, or you may not read it." in told
    assert path.read_bytes() == b"rubbish" * 1_000
    assert doctor("--mend")[0] == 0
    (kept,) = folder.glob("archive-damaged-*")
    assert kept.read_bytes() == b"rubbish" * 1_000


def test_what_another_has_open_is_not_mended(folder: Path, doctor: Doctor) -> None:
    games_in(folder)
    shelf = saved_games_in(folder)
    assert not shelf.archive.faults()
    spoiled(folder, "CREATE TABLE stranger (x)")
    code, told = doctor("--mend")
    assert code == 1
    assert "another Cardtable has it open" in told
    shelf.close()
    assert doctor("--mend")[0] == 0


@posix
def test_what_others_may_read_is_closed(folder: Path, doctor: Doctor) -> None:
    games_in(folder)
    save_settings(Settings())
    for path in (folder, *folder.iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    code, told = doctor()
    assert code == 1
    assert told.count("others may read it") == 4
    assert doctor("--mend")[0] == 0
    assert all(path.stat().st_mode & 0o077 == 0 for path in (folder, *folder.iterdir()))


@posix
def test_a_folder_with_other_things_in_it_is_not_closed(folder: Path, doctor: Doctor) -> None:
    (folder / "mine.txt").write_text("mine")
    folder.chmod(0o755)
    assert doctor("--mend")[0] == 1
    assert folder.stat().st_mode & 0o777 == 0o755


def test_old_locks_are_removed(folder: Path, doctor: Doctor) -> None:
    shelf = saved_games_in(folder)
    assert not shelf.archive.faults()
    (folder / "sittings" / "0123456789abcdef.lock").touch()
    code, told = doctor()
    assert code == 1
    assert "Wrong: 1 lock was left behind" in told
    code, told = doctor("--mend")
    assert code == 0
    assert "Old locks removed: 1" in told
    assert len(list((folder / "sittings").iterdir())) == 1
    shelf.close()


def test_copies_that_were_left_behind_are_removed(folder: Path, doctor: Doctor) -> None:
    (folder / ".rescue-abc").mkdir()
    (folder / ".rescue-abc" / "copy.sqlite3").touch()
    assert "Old copies removed: 1" in doctor("--mend")[1]
    assert not (folder / ".rescue-abc").exists()


@posix
def test_on_a_terminal_it_tells_what_that_can_do(tmp_path: Path) -> None:
    import pty

    mine, theirs = pty.openpty()
    env = {**environ(TERM="xterm-256color", COLORTERM="truecolor"), "CARDTABLE_DATA": str(tmp_path)}
    command = (sys.executable, "-m", "cardtable", "doctor")
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, env=env) as process:
        os.close(theirs)
        told = b""
        with suppress(OSError):  # it has ended
            while chunk := os.read(mine, 4096):
                told += chunk
    os.close(mine)
    assert process.returncode == 0
    for line in (b"Standard output: a terminal", b"Colours: 16 million", b"The table can be drawn.", b"All is sound."):
        assert line in told


def test_every_game_is_exported(folder: Path, doctor: Doctor, tmp_path: Path) -> None:
    games_in(folder)
    spoiled(folder, "UPDATE action SET sum = 1 WHERE game = 2 AND number = 3")
    out = tmp_path / "out"
    code, told = doctor("--export", str(out))
    assert code == 1
    assert "can lay out every hidden card" in told
    assert ": 4 games saved, game 2 in part" in told
    assert len([read_file(path) for path in out.iterdir()]) == 5
    doctor("--mend")
    before = contents(out)
    assert doctor("--export", str(out))[0] == 0
    assert contents(out).items() >= before.items()


def test_an_export_that_cannot_be(folder: Path, doctor: Doctor, tmp_path: Path) -> None:
    games_in(folder)
    (tmp_path / "file").touch()
    code, told = doctor("--export", str(tmp_path / "file" / "out"))
    assert code == 1
    assert "Wrong: archive.sqlite3: Can't create the folder: " in told


# What it may meet
def newer(folder: Path) -> None:
    Archive().close()
    spoiled(folder, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")


def foreign(folder: Path) -> None:
    spoiled(folder, "CREATE TABLE theirs (x)")
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
    spoiled(folder, "DROP TABLE game", f"CREATE VIEW game AS {endless}")


def links(folder: Path) -> None:
    (folder / "archive.sqlite3").symlink_to("archive.sqlite3")
    (folder / "settings.json").symlink_to("nowhere")


@posix
@pytest.mark.parametrize("met", [newer, foreign, a_folder, folders, nothing_but_a_file, an_endless_view, links])
def test_it_tells_whatever_it_meets(folder: Path, doctor: Doctor, met: Callable[[Path], None], tmp_path: Path) -> None:
    met(folder)
    before = contents(folder)
    code, told = doctor()
    assert code == 1
    assert "could be found out" not in told
    assert contents(folder) == before
    code, told = doctor("--mend", "--export", str(tmp_path / "out"))
    assert "could be found out" not in told
    assert code == (0 if met is an_endless_view else 1)
    if met in (newer, foreign):
        assert contents(folder) == before


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_it_tells_that_nothing_can_be_written(folder: Path, doctor: Doctor) -> None:
    games_in(folder)
    folder.chmod(0o500)
    try:
        code, told = doctor("--mend")
    finally:
        folder.chmod(0o700)
    assert code == 1
    assert "it cannot be written" in told


def test_a_fault_of_its_own_ends_only_its_part(folder: Path, doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("Red down, K7QF-2M9X")

    monkeypatch.setattr("cardtable.store.checkup.locations", fail)
    code, told = doctor()
    assert code == 1
    assert "Wrong: no more could be found out here (RuntimeError)." in told
    assert "K7QF" not in told
    assert "There is none yet." in told


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
def test_it_runs_in_any_surroundings(env: dict[str, str], tmp_path: Path) -> None:
    surroundings = {**environ(), "HOME": str(tmp_path), **env}
    command = (sys.executable, "-m", "cardtable", "doctor", "--mend", "--export", str(tmp_path / "out"))
    done = subprocess.run(command, env=surroundings, capture_output=True, timeout=30, check=False)
    assert done.stderr == b""
    assert done.returncode in (0, 1)
    assert b"\x1b" not in done.stdout
    assert b"Traceback" not in done.stdout


@pytest.mark.parametrize("payload", [*MARKUP, *CONTROL])
def test_nothing_in_the_archive_reaches_the_screen(folder: Path, doctor: Doctor, payload: str) -> None:
    games_in(folder)
    with closing(sqlite3.connect(folder / "archive.sqlite3", isolation_level=None)) as db:
        text = payload.encode("utf-8", "replace").decode()
        for column in ("kind", "head", "names", "options", "deal", "started", "touched", "daily", "holder", "outcome"):
            db.execute(f"UPDATE game SET {column} = ? WHERE id = 1", (text,))
        db.execute("UPDATE action SET said = ? WHERE game = 2", (text,))
    doctor()
    doctor("--mend")


@posix
def test_settings_are_for_nobody_else(folder: Path) -> None:
    settings_file().touch(0o644)
    save_settings(Settings())
    assert settings_file().stat().st_mode & 0o777 == 0o600
    assert [path.name for path in folder.iterdir()] == ["settings.json"]


# Many damaged games
def damaged_many(folder: Path, games: int) -> None:
    """So many copies of a game, each damaged in its row."""
    shelf = saved_games_in(folder)
    session = sit(SHIPPED["exit-stage-right"], 1, 77)
    keeper = shelf.save(session)
    play_on(session, Key(5), 6)
    keeper.release()
    shelf.close()
    columns = "kind, head, names, alone, options, deal, started, touched, length, turn"
    numbers = f"WITH RECURSIVE n(x) AS (SELECT 2 UNION ALL SELECT x + 1 FROM n WHERE x < {games})"
    spoiled(
        folder,
        f"INSERT INTO game (id, {columns}) {numbers} SELECT x, {columns} FROM n, game",
        f"INSERT INTO action {numbers} SELECT x, number, said, sum FROM n, action",
        "UPDATE game SET length = -1",
    )


def test_of_many_damaged_games_the_first_few_are_told(folder: Path, doctor: Doctor) -> None:
    damaged_many(folder, 300)
    code, told = doctor()
    assert code == 1
    assert told.count(" is damaged: 6 of 6 actions are sound.") == 5
    assert "  Wrong: 295 more games are damaged.\n" in told
    assert len(told.splitlines()) < 50
    code, told = doctor("--mend")
    assert code == 0
    assert "300 games saved." in told
    assert "with 300 games, 300 of them whole." in told
    with Archive() as archive:
        assert len(archive.entries()) == 300


def test_the_work_for_each_damaged_game_does_not_grow_with_their_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Counted in questions to SQLite and in games that are dealt; a clock would say something else on each machine."""
    counts: Counter[str] = Counter()

    def counted(owner: object, name: str) -> None:
        real = getattr(owner, name)

        def call(*given: Any, **named: Any) -> Any:
            counts[name] += 1
            return real(*given, **named)

        monkeypatch.setattr(owner, name, call)

    counted(found_games, "readable_rows")
    counted(Session, "__init__")
    counted(Archive, "query")

    def work(games: int) -> Counter[str]:
        folder = tmp_path / str(games)
        folder.mkdir(mode=0o700)
        monkeypatch.setenv("CARDTABLE_DATA", str(folder))
        damaged_many(folder, games)
        found_games._sound_lengths.clear()
        counts.clear()
        cli.main(["doctor"])
        cli.main(["doctor", "--mend"])
        # What was set aside then goes further than the games that are there, so all of these are compared.
        spoiled(folder, "DELETE FROM action WHERE number = 6", "UPDATE game SET length = 5")
        cli.main(["doctor", "--mend"])
        assert f"{games} games saved." in capsys.readouterr().out
        return Counter(counts)

    more = work(90) - work(30)
    assert more["readable_rows"] <= 60 * 20
    assert more["query"] <= 60 * 2
    assert more["__init__"] <= 60 * 4


def test_progress_is_one_line_that_goes_again_and_only_on_a_terminal(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    damaged_many(folder, 20)
    monkeypatch.setattr("cardtable.commands.progress.DELAY", 0)
    monkeypatch.setattr("cardtable.commands.progress.EVERY", 0)
    assert cli.main(["doctor"]) == 1
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys, "stderr", shown := Terminal())
    assert cli.main(["doctor", "--mend"]) == 0
    steps = shown.getvalue().split("\r")
    assert "Checking games: 7 of 20" in [step.rstrip() for step in steps]
    assert "Saving games: 19 of 20" in [step.rstrip() for step in steps]
    assert "\n" not in shown.getvalue()
    assert steps[-1] == ""
    assert steps[-2].isspace()
