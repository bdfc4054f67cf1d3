"""Terminal checks that run before Textual is imported."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TextIO

from cardtable.formats.streams import CANT_DRAW, is_terminal

ASK = b"\x1b[6n"
"""The escape sequence that asks for the cursor position. The terminal answers ESC [ row ; column R."""

ANSWER = re.compile(rb"\x1b\[(\d{1,4});(\d{1,4})R")

PROBE = b"\x1b7" + ASK + "─".encode() + ASK + b"\x1b8\x1b[K"
"""A sequence that asks for the cursor position before and after drawing a line, and then restores the screen."""

RESTORE_TERMINAL = (
    b"\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"  # mouse
    b"\x1b[?1004l\x1b[?2004l\x1b[?2048l"  # reports of focus, paste and size
    b"\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?7h\x1b[0m"  # keyboard, screen, cursor, line wrap, style
)
"""Escape sequences that restore the terminal's normal mode after drawing."""


def why_no_screen(stdin: TextIO | None, stdout: TextIO | None, environ: Mapping[str, str]) -> str | None:
    """Return the reason why the table can't be shown, or None if the table can be shown."""
    kind = environ.get("TERM", "")
    if not is_terminal(stdin):
        problem = "standard input is not a terminal"
    elif not is_terminal(stdout):
        problem = "standard output is not a terminal"
    elif os.name == "posix" and kind in CANT_DRAW:
        problem = f"a terminal with TERM={kind} can't draw screens" if kind else "TERM is not set"
    else:
        return None
    return f"Can't show the table: {problem}."


def colourless(environ: Mapping[str, str]) -> bool:
    """Return whether the player wants no colours, that is, whether NO_COLOR is set and not empty."""
    return bool(environ.get("NO_COLOR"))


def draws_ambiguous_wide(
    stdin: TextIO | None = sys.__stdin__, stdout: TextIO | None = sys.__stdout__, *, seconds: float = 0.3
) -> bool:
    """Return whether the terminal draws lines and blocks two cells wide.

    Return False if the terminal doesn't answer. Before returning, erase the line drawn as a test, and restore the
    cursor and the terminal's settings. Keys pressed in the meantime may be lost.
    """
    if os.name != "posix" or not is_terminal(stdin) or not is_terminal(stdout):
        return False
    assert stdin is not None
    assert stdout is not None
    import termios

    try:
        with _raw_input(stdin.fileno()):
            answers = _ask(stdin.fileno(), stdout.fileno(), seconds)
    except (OSError, termios.error):  # the terminal has gone
        return False
    if len(answers) < 2:
        return False
    (row, column), (row_after, column_after) = answers[:2]
    return row == row_after and column_after - column == 2


@contextmanager
def _raw_input(keyboard: int) -> Iterator[None]:
    """Turn off echo and line input, with signals blocked so that the terminal can't be left in this state."""
    import termios

    before = termios.tcgetattr(keyboard)
    raw = termios.tcgetattr(keyboard)
    raw[3] &= ~(termios.ECHO | termios.ICANON)
    unmasked = signal.pthread_sigmask(
        signal.SIG_BLOCK, (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP)
    )
    try:
        termios.tcsetattr(keyboard, termios.TCSANOW, raw)
        try:
            yield
        finally:
            termios.tcsetattr(keyboard, termios.TCSANOW, before)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, unmasked)


def _ask(keyboard: int, screen: int, seconds: float) -> list[tuple[int, int]]:
    """Return the cursor's row and column before and after drawing the line. Late or missing answers are left out."""
    end = time.monotonic() + seconds
    if not select.select([], [screen], [], seconds)[1]:  # the player has stopped output with ctrl+s
        return []
    os.write(screen, PROBE)
    answers: list[tuple[bytes, bytes]] = []
    received = b""
    while len(answers) < 2 and select.select([keyboard], [], [], max(0.0, end - time.monotonic()))[0]:
        chunk = os.read(keyboard, 1024)
        received += chunk
        answers = ANSWER.findall(received)
        if not chunk or time.monotonic() > end:
            break
    # The rest of a partial answer would be taken for keys. Textual recognises a whole one that comes later.
    for _ in range(10 if received and len(answers) < 2 else 0):
        if not select.select([keyboard], [], [], 0.05)[0] or not os.read(keyboard, 1024):
            break
    return [(int(row), int(column)) for row, column in answers]
