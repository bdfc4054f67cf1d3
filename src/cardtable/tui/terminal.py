"""What the terminal is and can do, asked before Textual is imported."""

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

PLAIN = "`cardtable --plain` plays line by line."

ASK = b"\x1b[6n"
"""Asks where the cursor is; the answer is ESC [ row ; column R."""

ANSWER = re.compile(rb"\x1b\[(\d{1,4});(\d{1,4})R")

PROBE = b"\x1b7" + ASK + "─".encode() + ASK + b"\x1b8\x1b[K"
"""Where is the cursor, and where is it after a line was drawn? Then all is as if nothing had been."""


def why_no_screen(stdin: TextIO | None, stdout: TextIO | None, environ: Mapping[str, str]) -> str | None:
    """Why the table cannot be drawn, in one sentence with the way out; None if it can be."""
    if not _is_terminal(stdin):
        return f"The table needs a keyboard, and standard input is not a terminal; {PLAIN}"
    if not _is_terminal(stdout):
        return f"The table needs a screen, and standard output is not a terminal; {PLAIN}"
    kind = environ.get("TERM", "")
    if os.name == "posix" and kind in ("", "dumb", "unknown"):
        return f"The table needs a screen, and {f'TERM={kind} has none' if kind else 'TERM is not set'}; {PLAIN}"
    return None


def colourless(environ: Mapping[str, str]) -> bool:
    """Whether no colours are wanted: NO_COLOR is set and not empty."""
    return bool(environ.get("NO_COLOR"))


def draws_ambiguous_wide(
    stdin: TextIO | None = sys.__stdin__, stdout: TextIO | None = sys.__stdout__, *, seconds: float = 0.3
) -> bool:
    """Whether the terminal gives two cells to the lines and blocks that cards are made of; False if it does not say.

    Cursor, line and settings are afterwards what they were. Keys typed meanwhile may be lost.
    """
    if os.name != "posix" or not _is_terminal(stdin) or not _is_terminal(stdout):
        return False
    assert stdin is not None
    assert stdout is not None
    import termios

    try:
        with _silent(stdin.fileno()):
            answers = _ask(stdin.fileno(), stdout.fileno(), seconds)
    except (OSError, termios.error):  # the terminal has gone
        return False
    if len(answers) < 2:
        return False
    (row, column), (row_after, column_after) = answers[:2]
    return row == row_after and column_after - column == 2


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


@contextmanager
def _silent(keyboard: int) -> Iterator[None]:
    """While it lasts the terminal neither echoes nor gathers lines, and signals wait, so that it does not stay so."""
    import termios

    before = termios.tcgetattr(keyboard)
    silent = termios.tcgetattr(keyboard)
    silent[3] &= ~(termios.ECHO | termios.ICANON)
    unmasked = signal.pthread_sigmask(
        signal.SIG_BLOCK, (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP)
    )
    try:
        termios.tcsetattr(keyboard, termios.TCSANOW, silent)
        try:
            yield
        finally:
            termios.tcsetattr(keyboard, termios.TCSANOW, before)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, unmasked)


def _ask(keyboard: int, screen: int, seconds: float) -> list[tuple[int, int]]:
    """Where the terminal says that its cursor is, before and after; fewer places if it does not say so in time."""
    end = time.monotonic() + seconds
    if not select.select([], [screen], [], seconds)[1]:  # somebody holds the screen with ctrl+s
        return []
    os.write(screen, PROBE)
    answers: list[tuple[bytes, bytes]] = []
    heard = b""
    while len(answers) < 2 and select.select([keyboard], [], [], max(0.0, end - time.monotonic()))[0]:
        chunk = os.read(keyboard, 1024)
        heard += chunk
        answers = ANSWER.findall(heard)
        if not chunk or time.monotonic() > end:
            break
    # The other half of an answer would arrive as keys. A whole one may come later: Textual knows what it is.
    for _ in range(10 if heard and len(answers) < 2 else 0):
        if not select.select([keyboard], [], [], 0.05)[0] or not os.read(keyboard, 1024):
            break
    return [(int(row), int(column)) for row, column in answers]
