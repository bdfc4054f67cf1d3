"""System calls of the real program fail: the k-th of its kind, for every k, by means of `strace`."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cardtable.engine.chance import Key
from cardtable.formats.notation import read_record_file
from cardtable.formats.record import Record
from cardtable.games import GAMES
from cardtable.table.recording import record_of
from tests.reliability.figures import note
from tests.reliability.programs import command
from tests.table.saved_games import saved_games_in
from tests.table.sittings import play_on, sit
from tests.tui.terminal.pty_tools import environment

PLAY = ("play", "exit-stage-right", "--players", "2", "--one-person", "--seed", "K7QF-2M9X", "--plain")
TYPED = "1\n1\nundo\n1\n1\nsave {}\n"
CALLS = {
    "pwrite64": "ENOSPC",
    "fdatasync": "EIO",
    "ftruncate": "EIO",
    "flock": "EIO",
    "mkdir": "EROFS",
    "unlink": "EROFS",
    "openat": "EMFILE",
}
"""The calls that fail, with their errors.  Only the database's files fail to open, as a program needs its modules."""
JOBS = 2


def strace(path: Path, call: str, when: str, log: Path, *words: str) -> list[str]:
    """Return the command that makes the at-th such call fail."""
    of_the_archive = [word for part in ("", "-wal", "-shm") for word in ("-P", f"{path}{part}")]
    only = of_the_archive if call == "openat" else []
    inject = f"inject={call}:error={CALLS[call]}:when={when}"
    return ["strace", "-f", "-qq", "-o", str(log), *only, "-e", f"trace={call}", "-e", inject, *words]


def works_here() -> bool:
    """Return whether strace is installed and allowed."""
    words = ["strace", "-qq", "-o", "/dev/null", "-e", "inject=mkdir:error=EIO:when=1", "true"]
    return shutil.which("strace") is not None and subprocess.run(words, check=False).returncode == 0


def an_older_game(folder: Path) -> Record:
    saved_games, session = saved_games_in(folder), sit(GAMES["clash"], 2, 1)
    saved_games.save(session)
    play_on(session, Key(5), 4)
    saved_games.close()
    return record_of(session)


def refused(folder: Path, call: str, when: str) -> bool:
    """Play while the call fails; return whether it did."""
    data, elsewhere, log = folder / "data", folder / "elsewhere.json", folder / "log"
    older = an_older_game(data)
    ended = subprocess.run(
        strace(data / "archive.sqlite3", call, when, log, *command(*PLAY)),
        input=TYPED.format(elsewhere),
        env=environment({"CARDTABLE_DATA": str(data)}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    played = read_record_file(elsewhere)
    assert (len(played.actions), played.undone) == (3, 1), "the game went on"
    fault, again = (
        ended.stdout.rfind("You can play on, but this game isn't being saved."),
        ended.stdout.rfind("is being saved again"),
    )
    saved_games = saved_games_in(data)
    assert saved_games.archive.faults() == []
    saved = {entry.id: saved_games.archive.record(entry.id) for entry in saved_games.archive.entries()}
    saved_games.close()
    assert list(data.glob("*damaged*")) == []
    assert saved.pop(1) == older
    if fault <= again:
        assert played in saved.values(), "an action acknowledged without a notice is saved"
    return "(INJECTED)" in log.read_text("utf-8", "replace")


def numbers(call: str, folder: Path) -> Iterator[int]:
    """Return the numbers of the calls that are made if none fails."""
    log = folder / "log"
    data = folder / "data"
    an_older_game(data)
    subprocess.run(
        strace(data / "archive.sqlite3", call, "65535", log, *command(*PLAY)),
        input=TYPED.format(folder / "elsewhere.json"),
        env=environment({"CARDTABLE_DATA": str(data)}),
        capture_output=True,
        text=True,
        check=True,
    )
    return iter(range(1, sum(f"{call}(" in line for line in log.read_text("utf-8", "replace").splitlines()) + 1))


@pytest.mark.deep  # hundreds of processes
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("call", CALLS)
def test_the_game_goes_on_when_any_system_call_fails(call: str, tmp_path: Path) -> None:
    if not works_here():
        pytest.skip("there is no strace that may be used")
    (tmp_path / "none").mkdir()
    whens = [f"{number}{more}" for number in numbers(call, tmp_path / "none") for more in ("", "+")]
    assert whens
    folders = [tmp_path / when for when in whens]
    for folder in folders:
        folder.mkdir()
    with ThreadPoolExecutor(JOBS) as pool:
        failed = sum(pool.map(lambda folder: refused(folder, call, folder.name), folders))
    note("failing disk", f"the system answers {call} with {CALLS[call]}", {"failures": failed, "lost": 0})
