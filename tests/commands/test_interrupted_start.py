"""Ctrl+C while the program starts: it ends at once and prints nothing."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from tests.tui.terminal.pty_tools import Terminal, environment

ROOT = Path(__file__).parents[2]
MODULE, FUNCTION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]["cardtable"].split(
    ":"
)
SCRIPT = f"""
import os, signal, sys
from {MODULE} import {FUNCTION}

class Watch:
    left = int(sys.argv.pop(1))

    def find_spec(self, name, path=None, target=None):
        if name == "cardtable.cli":
            os.write(2, b"started\\n")
        Watch.left -= 1
        if not Watch.left:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Watch())
sys.exit({FUNCTION}())
"""
"""The script `cardtable` as pip writes it, interrupting itself at the import with the given number; 0 for never."""
KILLED = (-signal.SIGINT, 130)
PLAIN = ("play", "exit-stage-right", "--plain")


def script(at: int, *words: str) -> list[str]:
    return [sys.executable, "-c", SCRIPT, str(at), *words]


@pytest.mark.parametrize(
    ("words", "imports"),
    [(PLAIN, (1, 3, 10, 30, 100, 150)), (("games",), (2, 20, 50)), (("--version",), (1, 4)), (("--help",), (50,))],
    ids=str,
)
def test_an_interrupt_during_an_import_ends_the_program_quietly(
    words: tuple[str, ...], imports: tuple[int, ...], tmp_path: Path
) -> None:
    processes = [
        subprocess.Popen(
            script(at, *words),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment({"CARDTABLE_DATA": str(tmp_path)}),
        )
        for at in imports
    ]
    for process in processes:
        out, err = process.communicate(timeout=60)
        assert (out, err) in ((b"", b"started\n"), (b"", b""))
        assert process.returncode in KILLED


@pytest.mark.parametrize(  # fifty starts take a minute
    "delays", [(0, 30, 120, 400), pytest.param(range(0, 1000, 20), marks=pytest.mark.deep)], ids=str
)
def test_an_interrupt_at_any_moment_ends_plain_mode_quietly(delays: tuple[int, ...], tmp_path: Path) -> None:
    for delay in delays:
        with subprocess.Popen(
            script(0, *PLAIN),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment({"CARDTABLE_DATA": str(tmp_path)}),
        ) as process:
            assert process.stderr is not None
            assert process.stderr.readline() == b"started\n"
            time.sleep(delay / 1000)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)
            assert (process.returncode in KILLED, err) == (True, b""), delay


@pytest.mark.parametrize(  # forty starts take a minute
    "delays", [(0, 100, 500), pytest.param(range(0, 2000, 50), marks=pytest.mark.deep)], ids=str
)
def test_an_interrupt_at_any_moment_ends_the_app_quietly(delays: tuple[int, ...], tmp_path: Path) -> None:
    for delay in delays:
        with Terminal(script(0), env={"CARDTABLE_DATA": str(tmp_path)}) as terminal:
            terminal.wait_for("started")
            time.sleep(delay / 1000)
            terminal.signal(signal.SIGINT)
            assert terminal.wait() == 130, delay
            assert terminal.leftovers() == [], delay
            assert "Traceback" not in terminal.text
            assert "KeyboardInterrupt" not in terminal.text


def test_an_ignored_interrupt_stays_ignored(tmp_path: Path) -> None:
    """Signals are ignored after nohup, or in the background of a script."""
    with Terminal(script(3, "--version"), env={"CARDTABLE_DATA": str(tmp_path)}, ignore=[signal.SIGINT]) as terminal:
        assert terminal.wait() == 0
