"""A screen for hands that leaves no trace, neither on the terminal as it was before nor in what has scrolled off it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TextIO

from cardtable.formats.text import width
from cardtable.formats.wrapping import wrap

ENTER = "\x1b[?1049h"
LEAVE = "\x1b[?1049l"
"""To the alternate screen and back. A terminal without one ignores both, and hands are wiped off its only screen."""

MORE = "Press Enter for more, or type skip:"

SMALL, LARGE = (80, 24), 1000
"""The columns and rows of a terminal that does not know its own; and the most of either that are used."""


class PrivateScreen:
    """The alternate screen of a terminal.

    Some terminals keep what scrolls off even there.  So nothing scrolls: rows that must make room are deleted, and a
    text that is longer than the screen comes in pages.
    """

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self.is_on = False
        self._unread: list[str] = []
        self._row = 0
        """How many rows are written on."""
        self._size = SMALL

    def enter(self) -> None:
        """Go there, if we are not there yet."""
        if not self.is_on:
            self.is_on = True
            self._size = _size_of(self._out)
            # On a terminal without an alternate screen these lines carry what is there out of our way.
            self._out.write(ENTER + "\n" * self._size[1])
            self.wipe()

    def leave(self) -> None:
        """Go back to the screen as it was before, if we are not there already."""
        if self.is_on:
            self.is_on = False
            self.wipe()
            self._out.write(LEAVE)
            self._out.flush()

    def wipe(self) -> None:
        """Remove everything, also what was not shown yet."""
        self._unread.clear()
        self._clear()

    def say(self, lines: list[str]) -> None:
        """Show these lines together with the next prompt."""
        self._unread += lines

    def show(self, prompt: str, read_on: Callable[[], str]) -> None:
        """Show what was said, and the prompt below it; `read_on` waits for Enter after each page but the last."""
        if self._size != _size_of(self._out):
            self._clear()
        columns, rows = self._size
        asked, more = _wrapped(prompt, columns - 1), _wrapped(MORE, columns - 1)[: max(1, rows - 2)]
        text = [row for line in self._unread for row in _wrapped(line, columns - 1)] + asked
        self._unread.clear()
        while len(text) > max(1, rows - 1):
            page = max(1, rows - 1 - len(more))
            self._write(text[:page] + more)
            text = asked[-page:] if read_on().strip() else text[page:]
            self._row -= len(more)
            self._erase(self._row, rows)
        self._write(text)

    def add_typed(self, prompt: str, text: str) -> None:
        """Count the rows on which what was typed behind the prompt went on."""
        columns, rows = self._size
        typed = max(len(text), width(text.strip()))  # a control character has no width, and yet is echoed
        more = (width(_wrapped(prompt, columns - 1)[-1]) + typed) // columns
        self._row = min(self._row + more, rows - 1)

    def _write(self, text: list[str]) -> None:
        """Write below the rest, so that Enter behind it does not scroll: the last row stays empty."""
        if (over := min(self._row, self._row + len(text) - (self._size[1] - 1))) > 0:
            self._out.write(f"\x1b[H\x1b[{over}M")
            self._row -= over
        self._out.write(f"\x1b[{self._row + 1};1H" + "\n".join(text) + " ")
        self._out.flush()
        self._row += len(text)

    def _clear(self) -> None:
        self._size = _size_of(self._out)
        self._row = 0
        self._erase(0, self._size[1])

    def _erase(self, first: int, end: int) -> None:
        """Erase row by row: where the whole screen is cleared at once, some terminals keep what was on it."""
        self._out.write("".join(f"\x1b[{row + 1};1H\x1b[2K" for row in range(first, end)) + f"\x1b[{first + 1};1H")


def _size_of(out: TextIO) -> tuple[int, int]:
    try:
        size = os.get_terminal_size(out.fileno())
    except (OSError, ValueError):
        return SMALL
    return min(size.columns or SMALL[0], LARGE), min(size.lines or SMALL[1], LARGE)


def _wrapped(line: str, cells: int) -> list[str]:
    """The line in rows of at most so many cells."""
    return wrap(line.split(" "), cells, measure=width)
