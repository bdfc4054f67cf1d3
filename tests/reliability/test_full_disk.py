"""A full disk: the system limits the size of every file."""

from __future__ import annotations

import resource
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from cardtable.engine.chance import Key
from cardtable.formats.notation import read_record_file
from cardtable.formats.record import dump_record
from cardtable.games import GAMES
from cardtable.store.archive import Archive
from cardtable.store.paths import save_as
from cardtable.store.settings import Settings, load_settings, save_settings, settings_file
from cardtable.table.recording import open_session, record_of
from tests.reliability.programs import command
from tests.table.sittings import play_on, sit
from tests.tui.terminal.pty_tools import Terminal, environment, python

PLAY = ("play", "exit-stage-right", "--players", "2", "--one-person", "--seed", "K7QF-2M9X")
CRAMPED = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
os.execvp(sys.argv[2], sys.argv[2:])
"""
"""A program that limits the size of its files and then becomes another program."""


@contextmanager
def file_size_limit(size: int) -> Iterator[None]:
    """Limit the size of this process's files, in bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_settings_are_saved_completely_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDTABLE_DATA", str(tmp_path))
    before, after = Settings(speed="slow"), Settings(speed="fast", cards="ascii")
    save_settings(after)
    enough = settings_file().stat().st_size
    for size in range(enough):
        save_settings(before)
        with file_size_limit(size), pytest.raises(OSError, match="File too large"):
            save_settings(after)
        assert load_settings() == before
        assert list(tmp_path.iterdir()) == [settings_file()], "no other file is left"
    with file_size_limit(enough):
        save_settings(after)
    assert load_settings() == after


def test_linked_settings_stay_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDTABLE_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    (tmp_path / "mine.json").write_text("{}")
    settings_file().symlink_to(tmp_path / "mine.json")
    save_settings(Settings(speed="slow"))
    assert settings_file().is_symlink()
    assert load_settings() == Settings(speed="slow")


def test_a_record_is_written_completely_or_not_at_all(tmp_path: Path) -> None:
    session = sit(GAMES["clash"], 2, 7)
    play_on(session, Key(1), 20)
    path, text = tmp_path / "evening.json", dump_record(record_of(session))
    for size in range(0, len(text.encode()), 97):
        with file_size_limit(size), pytest.raises(ValueError, match="can't be saved there: File too large"):
            save_as(str(path), text)
        assert list(tmp_path.iterdir()) == []
    with file_size_limit(len(text.encode())):
        save_as(str(path), text)
    assert record_of(open_session(read_record_file(path))) == record_of(session)


def command_on_small_disk(size: int, *words: str) -> list[str]:
    """Return the command that starts the real program with a limit on file sizes."""
    return python("-c", CRAMPED, str(size), *command(*words))


def saved_actions(folder: Path) -> tuple[str, ...]:
    """Return the actions of the only game in a sound database."""
    with Archive(folder / "archive.sqlite3") as archive:
        assert archive.faults() == []
        (entry,) = archive.entries()
        return archive.record(entry.id).actions


def count_saved(folder: Path) -> int:
    """Return the number of actions in a database that a program has open."""
    with closing(sqlite3.connect(f"file:{folder / 'archive.sqlite3'}?mode=ro", uri=True)) as db:
        return int(db.execute("SELECT count(*) FROM action").fetchone()[0])


@pytest.mark.parametrize("size", [66_000, 100_000, 150_000])
def test_a_plain_game_goes_on_and_can_be_saved_elsewhere(size: int, tmp_path: Path) -> None:
    """The database has the actions up to the notice that nothing is saved; the file has all of them."""
    moves, elsewhere = 30, tmp_path / "elsewhere.json"
    ended = subprocess.run(
        command_on_small_disk(size, *PLAY, "--plain"),
        input="1\n" * moves + f"save {elsewhere}\n",
        env=environment({"CARDTABLE_DATA": str(tmp_path / "data")}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0
    assert ended.stderr == ""
    before, _, after = ended.stdout.partition("You can play on, but this game isn't being saved.\n")
    assert "To save it to a file, type save and a name" in after, "the disk was full"
    everything = read_record_file(elsewhere).actions
    assert len(everything) == moves
    saved = saved_actions(tmp_path / "data")
    assert saved == everything[: len(saved)]
    assert len(saved) >= before.count("Your move") - 1, "as many as the disk had room for"


def test_a_game_on_the_screen_goes_on_and_its_saved_part_is_resumed(tmp_path: Path) -> None:
    env = {"CARDTABLE_DATA": str(tmp_path)}
    (tmp_path / "settings.json").write_text('{"speed": "off"}')
    moves = 0
    with Terminal(command_on_small_disk(66_000, *PLAY), env=env) as terminal:
        terminal.wait_for("? Help")
        for _ in range(30):
            if "Save to a file" in terminal.text:
                break
            terminal.send("\r")
            moves += 1
            while count_saved(tmp_path) < moves and "Save to a file" not in terminal.text:
                time.sleep(0.02)  # otherwise the next Enter could answer the question
        terminal.wait_for("Save to a file")
        terminal.send("p")
        terminal.wait_for("not saved")
        terminal.signal(signal.SIGTERM)
        assert terminal.wait() == 143
    saved = saved_actions(tmp_path)
    with Terminal(command("resume", "1"), env=env) as terminal:
        terminal.wait_for("? Help")
        terminal.signal(signal.SIGKILL)
        terminal.wait()
    assert saved_actions(tmp_path) == saved
