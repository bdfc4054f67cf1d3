"""Bursts of keys sent to the real program in one write."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from tests.tui.terminal.pty_tools import Terminal, python, shown

PLAY = ("-m", "cardtable", "play", "exit-stage-right", "--seed", "K7QF-2M9X")
TABLE, LOBBY = "Leave", "games, one deck"
"""Words that only the table shows, and words that only the lobby shows."""
RANDOM_KEYS = ("\r", "\r", "\r", "\x1b", " ", "/", "?", "\x10", "\x1b[A", "\x1b[B", *"ynqtlrwsu12vopdgh")


def table(tmp_path: Path, *words: str) -> Terminal:
    return Terminal(python(*(words or PLAY)), columns=80, rows=24, env={"CARDTABLE_DATA": str(tmp_path)})


def redrawn(terminal: Terminal) -> str:
    """Return the whole screen after the program has handled everything sent to it."""
    terminal.wait_until_quiet(0.3)  # the cursor of an input blinks twice a second
    before = len(terminal.output)
    for columns in (79, 80):
        before = len(terminal.output)
        terminal.resize(columns, 24)
        terminal.wait_for(b"\x1b[", since=before)
        terminal.wait_until_quiet(0.2)
    return shown(terminal.output[before:])


def close_all(terminal: Terminal) -> str:
    """Press Escape until the table or the lobby is shown, and return its text."""
    text = redrawn(terminal)
    for _ in range(6):
        if TABLE in text or LOBBY in text:
            return text
        terminal.send("\x1b")
        text = redrawn(terminal)
    raise AssertionError(f"neither the table nor the lobby is shown, but\n{text}")


def test_enters_in_one_read_keep_the_table_open(tmp_path: Path) -> None:
    with table(tmp_path) as terminal:
        terminal.wait_for("start in the centre.")
        for burst in ("/\r\r", "/" + "\r" * 7, "?" + "\r" * 4, "\x10" + "\r" * 3, "q" + "\r" * 20):
            terminal.send(burst)
            assert TABLE in close_all(terminal), burst
        assert terminal.process.poll() is None


def test_keys_typed_after_leaving_do_nothing_in_the_lobby(tmp_path: Path) -> None:
    with table(tmp_path) as terminal:
        terminal.wait_for("start in the centre.")
        terminal.send("\r")
        terminal.wait_for("You play")
        terminal.send("qyyyy")
        terminal.wait_for(LOBBY)
        assert LOBBY in close_all(terminal)
        terminal.send("q")
        assert terminal.wait() == 0


@pytest.mark.deep  # fifty bursts, ten times
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("number", range(10))
def test_random_bursts_are_harmless(number: int, tmp_path: Path) -> None:
    """Send fifty bursts of up to twenty keys; only `q` may end the program, which is then started again."""
    luck = Random(number)
    program = table(tmp_path)
    program.__enter__()
    try:
        program.wait_for("start in the centre.")
        for _ in range(50):
            burst = "".join(luck.choices(RANDOM_KEYS, k=luck.randint(2, 20)))
            program.send(burst)
            program.wait_until_quiet(0.3)
            if program.process.poll() is not None:
                assert program.wait() == 0, burst
                assert "q" in burst
                program.__exit__(None, None, None)
                program = table(tmp_path, "-m", "cardtable")
                program.__enter__()
                program.wait_for(LOBBY)
            assert re.search(r"\w{3}", redrawn(program)), f"a blank screen after {burst!r}"
    finally:
        program.__exit__(None, None, None)
