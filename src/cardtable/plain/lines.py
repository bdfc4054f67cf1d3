"""Line input and output on any two streams, such as a terminal, a pipe, or a stream limited to ASCII."""

from __future__ import annotations

import io
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import TextIO

from cardtable.formats.streams import is_terminal
from cardtable.formats.text import safe_text, width
from cardtable.plain.piped_input import PipedInput
from cardtable.plain.private_screen import MORE, NO_STOPS, PrivateScreen, screen_size, wrapped
from cardtable.plain.signals import CAN_WAIT, Signals
from cardtable.store.powers import is_guest
from cardtable.store.settings import load_settings, save_settings

MAX_LINE_LENGTH = 1_000
"""The maximum length of a line, in characters, when it is read or shown."""

LATEST_ROWS = 30
"""The number of latest lines to show to a teacher who is looking over a pupil's shoulder."""
BACKGROUND_SECONDS = 1.0

BLANK_LINES = 120
"""The number of blank lines that push everything off a screen that can't be cleared."""

SUSPENDED = "The game is waiting. To continue it, type: fg"


class EndOfInput(Exception):
    """An exception raised when the input ends or the player quits."""


class Lines:
    """A conversation with the player, line by line.

    All output is printable: control characters are dropped, and characters that the stream can't show become `?`.
    """

    def __init__(self, stdin: TextIO | None, stdout: TextIO | None, environ: Mapping[str, str]) -> None:
        self._out = stdout if stdout is not None else io.StringIO()
        self.is_on_screen = is_terminal(self._out)
        """Whether the output is a terminal, which everyone can see."""
        self._echoes = self.is_on_screen and is_terminal(stdin)
        """Whether the terminal echoes the text typed after the prompt, including Enter."""
        self._in: TextIO | PipedInput | None = stdin
        if stdin is not None and not self._echoes:
            with suppress(OSError, ValueError):  # a stream in memory, or closed
                self._in = PipedInput(stdin)
        can_wipe = self._echoes and environ.get("TERM", "") not in ("", "dumb", "unknown")
        self._private = PrivateScreen(self._out) if can_wipe else None
        self._hand_is_shown = False
        self.background: Callable[[Callable[[], Sequence[str]]], Sequence[str]] | None = None
        """A function that returns the news that doesn't depend on the place. Its argument returns the latest rows."""
        self._latest = deque[str](maxlen=LATEST_ROWS)
        self.signals = Signals(self._hide, is_on_terminal=self.is_on_screen)

    @classmethod
    def of_process(cls) -> Lines:
        """Return a conversation on standard input and output."""
        return cls(sys.stdin, sys.stdout, os.environ)

    def say(self, *lines: str) -> None:
        """Write lines."""
        printable = [_printable(line) for line in lines]
        self._latest += printable
        if (screen := self._private_screen) is not None:
            screen.say(printable)
        else:
            self._out.write("".join(f"{row}\n" for line in printable for row in self._rows(line)))

    def read_out(self, *lines: str) -> None:
        """Write long text. On a terminal, stop after each page unless the player has switched these stops off."""
        if self._private_screen is not None or not self._echoes or not _stops_after_pages():
            self.say(*lines)
            return
        rows = [row for line in lines for row in self._rows(_printable(line))]
        page = max(1, screen_size(self._out)[1] - 2)
        while rows:
            self._out.write("".join(f"{row}\n" for row in rows[:page]))
            rows = rows[page:]
            if rows:
                self._write_prompt(MORE)
                typed = self._read_between_pages()
                if typed.lower() in ("skip", "quit", "q"):
                    return
                page = len(rows) if typed.lower() == NO_STOPS else page

    def keep_together(self) -> None:
        """Keep all lines from here to the next prompt on one page, if one page has room for them."""
        if (screen := self._private_screen) is not None:
            screen.keep_together()

    def ask(self, prompt: str, news: Callable[[], Sequence[str]] | None = None, seconds: float | None = None) -> str:
        """Return the line typed after a prompt. Raise EndOfInput if the input ends, or Resumed after a suspension.

        Meanwhile, `news` is called every few `seconds`. Its lines are read out, except for the last line, which is a
        new prompt.
        """
        if self.background is not None:
            news, seconds = (
                partial(self._all_news, prompt, news),
                min(seconds or BACKGROUND_SECONDS, BACKGROUND_SECONDS),
            )
        while True:
            self._write_prompt(_printable(prompt))
            if news is not None and self.can_tell_news:
                self._tell_while_waiting(news, seconds)
            line = self._read()
            if (screen := self._private_screen) is not None:
                screen.add_typed(_printable(prompt), line)
            if line.endswith("\n") or len(line) < MAX_LINE_LENGTH:
                return line.strip()
            while not line.endswith("\n"):
                line = self._read(is_rest=True)
            self.say("That line is too long.")

    def _all_news(self, prompt: str, news: Callable[[], Sequence[str]] | None) -> Sequence[str]:
        """Return the place's own news, if there is any, and the news that doesn't depend on the place."""
        assert self.background is not None, "there is such a function"
        *lines, prompt = (news() if news is not None else ()) or (prompt,)
        found = self.background(lambda: [*self._latest, prompt])
        return [*lines, *found, prompt] if lines or found else []

    def _tell_while_waiting(self, news: Callable[[], Sequence[str]], seconds: float | None) -> None:
        while not self._wait_for_line(seconds):
            if found := news():
                *lines, prompt = found
                self.end_prompt()
                self.say(*lines)
                self._write_prompt(_printable(prompt))

    def _wait_for_line(self, seconds: float | None) -> bool:
        assert self._in is not None, "somebody can type"
        if not isinstance(self._in, PipedInput):
            return self.signals.wait_for_input(self._in, seconds)
        return self._in.has_line or (self.signals.wait_for_input(self._in, seconds) and self._in.read_more())

    @contextmanager
    def working(self) -> Iterator[None]:
        """Show all pending lines, and let signals take effect during long work, which ends if a hand must be hidden."""
        self._out.flush()
        with self.signals.waiting():
            yield

    def discard_typed(self) -> None:
        """Discard lines that were typed on a terminal during some work, if the platform allows that."""
        if self._in is not None and self._echoes:
            with suppress(ImportError, OSError, ValueError):
                import termios

                termios.tcflush(self._in.fileno(), termios.TCIFLUSH)

    def ring(self) -> None:
        """Ring the terminal's bell."""
        if self._echoes:
            self._out.write("\a")

    @property
    def can_tell_news(self) -> bool:
        """Whether news can be read out while the player may type."""
        return self._in is not None and (self._echoes or CAN_WAIT)

    @property
    def cannot_hide(self) -> bool:
        """Whether a player can scroll back on the terminal to see what `cover` has hidden."""
        return self.is_on_screen and self._private is None

    def go_private(self) -> None:
        """Switch to a screen that can be cleared, because the next lines show a hand."""
        self._hand_is_shown = self.is_on_screen
        if self._private is not None:
            self._private.enter()

    def cover(self) -> None:
        """Hide everything shown since `go_private`, so that the next player at the screen can't see it."""
        was_shown, self._hand_is_shown = self._hand_is_shown, False
        if (screen := self._private_screen) is not None:
            screen.wipe()
        elif was_shown:
            self._out.write("\n" * BLANK_LINES)

    def go_public(self) -> bool:
        """Hide everything shown since `go_private` and leave the private screen. Return whether anything was hidden."""
        was_shown = self._hand_is_shown
        if (screen := self._private_screen) is None:
            self.cover()
            return was_shown
        self._hand_is_shown = False
        screen.leave()
        return True

    def _hide(self) -> bool:
        was_shown = self.go_public()
        if was_shown:
            self.say(SUSPENDED)
        self._out.flush()
        return was_shown

    @property
    def _private_screen(self) -> PrivateScreen | None:
        """The screen for hands, or None if it isn't in use."""
        return self._private if self._private is not None and self._private.is_on else None

    def _write_prompt(self, prompt: str) -> None:
        if (screen := self._private_screen) is not None:
            screen.show(prompt, self._read_on if _stops_after_pages() else None)
        else:
            self._out.write("\n".join(self._rows(prompt)) + (" " if self._echoes else "\n"))
            self._out.flush()

    def _rows(self, line: str) -> list[str]:
        """Return the line wrapped for a terminal. A command is never broken, so that players can copy it."""
        columns = screen_size(self._out)[0]
        is_read_now = self.is_on_screen or is_guest()  # a guest without a terminal of ours has one at the other end
        if not is_read_now or width(line) < columns or line.startswith("cardtable "):
            return [line]
        return wrapped(line, columns - 1)

    def _read_on(self) -> str:
        """Return the text typed between two pages. Raise EndOfInput for `quit` or `q`."""
        if (text := self._read_between_pages()).lower() in ("quit", "q"):
            raise EndOfInput
        return text

    def _read_between_pages(self) -> str:
        """Return the text typed between two pages. If it switches off the stops between pages, save this setting."""
        if (text := self._read().strip()).lower() == NO_STOPS:
            with suppress(OSError):
                save_settings(replace(load_settings(), pages="off"))
        return text

    def _read(self, *, is_rest: bool = False) -> str:
        """Return a line, or only its first characters if it is too long. Raise EndOfInput if the input has ended.

        `is_rest` says that the first characters of the line have already been read.
        """
        try:
            if self._in is not None and self._echoes and not is_rest:
                self.signals.wait_for_input(self._in)
            with self.signals.waiting():
                line = self._in.readline(MAX_LINE_LENGTH) if self._in is not None else ""
        except (OSError, ValueError):  # the terminal is gone, or the stream is closed
            line = ""
        except KeyboardInterrupt:
            self.end_prompt()
            raise
        if not line:
            with self.signals.waiting():  # if the terminal is gone, this handles the signal
                self.end_prompt()
            raise EndOfInput
        return line

    def end_prompt(self) -> None:
        """End the line of a prompt after which nobody has typed anything."""
        with suppress(OSError):
            if self._echoes:
                self.say("")


def _stops_after_pages() -> bool:
    return load_settings().pages == "on"


def _printable(line: str) -> str:
    return line if line.isascii() and line.isprintable() else safe_text(line, MAX_LINE_LENGTH)
