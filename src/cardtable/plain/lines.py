"""Lines in and lines out, whatever the two streams are: a terminal, a pipe, a closed one, one that knows only ASCII."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping
from typing import TextIO

from cardtable.table.text import safe_text

LONGEST = 1_000
"""Characters of a line that are read, or shown."""

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""To the top left corner; clear the screen, and what has scrolled off it."""

BLANK_LINES = 120
"""Enough to push everything off any screen that cannot be cleared."""


class EndOfInput(Exception):
    """Nothing more will be typed."""


class Lines:
    """A conversation by lines.

    Whatever is said is printable: control characters in it are dropped, and what the stream cannot show becomes `?`.
    """

    def __init__(self, stdin: TextIO | None, stdout: TextIO | None, environ: Mapping[str, str]) -> None:
        self._in = stdin
        self._out = stdout if stdout is not None else io.StringIO()
        self._is_screen = _is_terminal(self._out)
        self._can_clear = self._is_screen and environ.get("TERM", "") not in ("", "dumb", "unknown")

    @classmethod
    def of_process(cls) -> Lines:
        """Standard input and output."""
        return cls(sys.stdin, sys.stdout, os.environ)

    def say(self, *lines: str) -> None:
        """Write these lines."""
        for line in lines:
            self._out.write(f"{_shown(line)}\n")

    def ask(self, prompt: str) -> str:
        """What is typed in answer; EndOfInput when that was all."""
        while True:
            self._write_prompt(prompt)
            line = self._read()
            if line.endswith("\n") or len(line) < LONGEST:
                return line.strip()
            while not line.endswith("\n"):
                line = self._read()
            self.say("That line is too long.")

    def cover(self) -> None:
        """Hide what was said so far from whoever looks at the screen next."""
        if self._is_screen:
            self._out.write(CLEAR if self._can_clear else "\n" * BLANK_LINES)

    @property
    def _echoes(self) -> bool:
        """Whether what is typed, Enter too, appears behind the prompt."""
        return self._is_screen and _is_terminal(self._in)

    def _write_prompt(self, prompt: str) -> None:
        self._out.write(_shown(prompt) + (" " if self._echoes else "\n"))
        self._out.flush()

    def _read(self) -> str:
        """A line, or as much of it as is read at once; EndOfInput when there is none."""
        try:
            line = self._in.readline(LONGEST) if self._in is not None else ""
        except (OSError, ValueError):  # the terminal has gone, or the stream is closed
            line = ""
        except KeyboardInterrupt:
            self._end_line()
            raise
        if not line:
            self._end_line()
            raise EndOfInput
        return line

    def _end_line(self) -> None:
        if self._echoes:
            self.say("")


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def _shown(line: str) -> str:
    return line if line.isascii() and line.isprintable() else safe_text(line, LONGEST)
