"""Lines in and lines out, whatever the two streams are: a terminal, a pipe, a closed one, one that knows only ASCII."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TextIO

from cardtable.formats.text import safe_text
from cardtable.plain.private_screen import PrivateScreen
from cardtable.plain.signals import Signals

LONGEST = 1_000
"""Characters of a line that are read, or shown."""

BLANK_LINES = 120
"""Enough to push everything off any screen that cannot be cleared."""

WAITS = "The game waits. To go on with it, type: fg"


class EndOfInput(Exception):
    """Nothing more will be typed."""


class Lines:
    """A conversation by lines.

    Whatever is said is printable: control characters in it are dropped, and what the stream cannot show becomes `?`.
    """

    def __init__(self, stdin: TextIO | None, stdout: TextIO | None, environ: Mapping[str, str]) -> None:
        self._in = stdin
        self._out = stdout if stdout is not None else io.StringIO()
        self.is_on_screen = _is_terminal(self._out)
        """Whether what is said stands on a terminal for everybody to see."""
        can_wipe = self._echoes and environ.get("TERM", "") not in ("", "dumb", "unknown")
        self._private = PrivateScreen(self._out) if can_wipe else None
        self._hand_is_shown = False
        self.signals = Signals(self._step_aside, is_on_terminal=self.is_on_screen)

    @classmethod
    def of_process(cls) -> Lines:
        """Standard input and output."""
        return cls(sys.stdin, sys.stdout, os.environ)

    def say(self, *lines: str) -> None:
        """Write these lines."""
        shown = [_shown(line) for line in lines]
        if (screen := self._private_screen) is not None:
            screen.say(shown)
        else:
            self._out.write("".join(f"{line}\n" for line in shown))

    def ask(self, prompt: str) -> str:
        """What is typed in answer; EndOfInput when that was all, Woken where the process was stopped meanwhile."""
        while True:
            self._write_prompt(_shown(prompt))
            line = self._read()
            if (screen := self._private_screen) is not None:
                screen.add_typed(_shown(prompt), line)
            if line.endswith("\n") or len(line) < LONGEST:
                return line.strip()
            while not line.endswith("\n"):
                line = self._read()
            self.say("That line is too long.")

    @property
    def cannot_hide(self) -> bool:
        """True if anyone who scrolls back on the terminal can read what `cover` has hidden."""
        return self.is_on_screen and self._private is None

    def go_private(self) -> None:
        """Say the next lines, which show a hand, where they can be hidden."""
        self._hand_is_shown = self.is_on_screen
        if self._private is not None:
            self._private.enter()

    def cover(self) -> None:
        """Hide what was said since `go_private` from the next person who looks at the screen."""
        was_shown, self._hand_is_shown = self._hand_is_shown, False
        if (screen := self._private_screen) is not None:
            screen.wipe()
        elif was_shown:
            self._out.write("\n" * BLANK_LINES)

    def go_public(self) -> bool:
        """Hide the same, and say the next lines where everything else stands; return whether that changed anything."""
        was_shown = self._hand_is_shown
        if (screen := self._private_screen) is None:
            self.cover()
            return was_shown
        self._hand_is_shown = False
        screen.leave()
        return True

    def _step_aside(self) -> bool:
        was_shown = self.go_public()
        if was_shown:
            self.say(WAITS)
        self._out.flush()
        return was_shown

    @property
    def _private_screen(self) -> PrivateScreen | None:
        """The screen for hands, if we are on it."""
        return self._private if self._private is not None and self._private.is_on else None

    @property
    def _echoes(self) -> bool:
        """Whether what is typed, Enter too, appears behind the prompt."""
        return self.is_on_screen and _is_terminal(self._in)

    def _write_prompt(self, prompt: str) -> None:
        if (screen := self._private_screen) is not None:
            screen.show(prompt, self._read)
        else:
            self._out.write(prompt + (" " if self._echoes else "\n"))
            self._out.flush()

    def _read(self) -> str:
        """A line, or as much of it as is read at once; EndOfInput when there is none."""
        try:
            with self.signals.waiting():
                line = self._in.readline(LONGEST) if self._in is not None else ""
        except (OSError, ValueError):  # the terminal has gone, or the stream is closed
            line = ""
        except KeyboardInterrupt:
            self._end_line()
            raise
        if not line:
            with self.signals.waiting():  # the terminal may have gone, which is a signal
                self._end_line()
            raise EndOfInput
        return line

    def _end_line(self) -> None:
        with suppress(OSError):
            if self._echoes:
                self.say("")


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def _shown(line: str) -> str:
    return line if line.isascii() and line.isprintable() else safe_text(line, LONGEST)
