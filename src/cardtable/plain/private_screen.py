"""A screen for hands, which leaves no trace on the terminal or in its scrollback."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import chain
from typing import TextIO

from cardtable.formats.text import width
from cardtable.formats.wrapping import wrap_words

ENTER = "\x1b[?1049h"
LEAVE = "\x1b[?1049l"
"""Escape sequences that switch to the alternate screen and back.

A terminal without an alternate screen ignores them. In that case, its only screen is wiped instead.
"""

MORE = "Press Enter for more, or type skip, or off for no more stops:"
NO_STOPS = "off"
"""The word that switches off the stops between pages for good."""
TYPED_TOO_EARLY = "You answered before the end of the text, so nothing has been done yet. Answer again."

SMALL, LARGE = (80, 24), 1000
"""The size to assume if the terminal doesn't report one, and the maximum number of columns or rows to use."""


class PrivateScreen:
    """The alternate screen of a terminal.

    Nothing scrolls here, because some terminals keep lines that scroll off even this screen. Instead, old rows are
    deleted to make room, and text longer than the screen is shown in pages.
    """

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self.is_on = False
        self._unread: list[str] = []
        self._together: int | None = None
        """The number of unread lines before a group of lines that belongs on one page, or None if there is no group."""
        self._row = 0
        """The number of rows in use."""
        self._size = SMALL

    def enter(self) -> None:
        """Switch to the alternate screen if it isn't already shown."""
        if not self.is_on:
            self.is_on = True
            self._size = screen_size(self._out)
            # On a terminal without an alternate screen, these newlines scroll the earlier text away.
            self._out.write(ENTER + "\n" * self._size[1])
            self.wipe()

    def leave(self) -> None:
        """Leave the alternate screen, if it is shown, and return to the normal screen."""
        if self.is_on:
            self.is_on = False
            self.wipe()
            self._out.write(LEAVE)
            self._out.flush()

    def wipe(self) -> None:
        """Erase everything, and discard lines that haven't been shown yet."""
        self._forget_unread()
        self._clear()

    def keep_together(self) -> None:
        """Keep all lines from here to the next prompt on one page, if one page has room for them."""
        self._together = len(self._unread)

    def say(self, lines: list[str]) -> None:
        """Store lines that will be shown with the next prompt."""
        self._unread += lines

    def show(self, prompt: str, read_on: Callable[[], str] | None) -> None:
        """Show the waiting lines and the prompt. `read_on`, if given, waits for Enter after each page except the last.

        Text typed between pages isn't an answer to the prompt, because the player hasn't read the rest yet.
        """
        if self._size != screen_size(self._out):
            self._clear()
        columns, rows = self._size
        prompt_rows = wrapped(prompt, columns - 1)
        more_rows = wrapped(MORE, columns - 1)[: max(1, rows - 2)]
        unread = [wrapped(line, columns - 1) for line in self._unread]
        together = sum(map(len, unread[: self._together])) if self._together is not None else 0
        text = [*chain.from_iterable(unread), *prompt_rows]
        self._forget_unread()
        while len(text) > max(1, rows - 1):
            if read_on is None:
                self._write(text[: max(1, rows - 1)])
                text = text[max(1, rows - 1) :]
                continue
            page = max(1, rows - 1 - len(more_rows))
            if 0 < together < page:
                page = together
            self._write(text[:page] + more_rows)
            typed = read_on()
            text, together = text[page:], together - page
            if typed.lower() == "skip":
                text = prompt_rows[-page:]
            elif typed.lower() == NO_STOPS:
                read_on = None
            elif typed:
                text = [*text[: -len(prompt_rows)], *wrapped(TYPED_TOO_EARLY, columns - 1), *prompt_rows]
            self._row -= len(more_rows)
            self._erase(self._row, rows)
        self._write(text)

    def add_typed(self, prompt: str, text: str) -> None:
        """Count the extra rows that the text typed after the prompt has taken up."""
        columns, rows = self._size
        typed = max(len(text), width(text.strip()))  # a control character has no width, but it is echoed
        more = (width(wrapped(prompt, columns - 1)[-1]) + typed) // columns
        self._row = min(self._row + more, rows - 1)

    def _write(self, text: list[str]) -> None:
        """Write the text below the rows in use. The last row stays empty, so that Enter doesn't scroll the screen."""
        if (over := min(self._row, self._row + len(text) - (self._size[1] - 1))) > 0:
            self._out.write(f"\x1b[H\x1b[{over}M")
            self._row -= over
        self._out.write(f"\x1b[{self._row + 1};1H" + "\n".join(text) + " ")
        self._out.flush()
        self._row += len(text)

    def _forget_unread(self) -> None:
        self._unread.clear()
        self._together = None

    def _clear(self) -> None:
        self._size = screen_size(self._out)
        self._row = 0
        self._erase(0, self._size[1])

    def _erase(self, first: int, end: int) -> None:
        """Erase rows one by one, because some terminals save the screen when it is cleared all at once."""
        self._out.write("".join(f"\x1b[{row + 1};1H\x1b[2K" for row in range(first, end)) + f"\x1b[{first + 1};1H")


def screen_size(out: TextIO) -> tuple[int, int]:
    """Return the number of columns and rows of a terminal. If it doesn't report them, return a small size."""
    try:
        size = os.get_terminal_size(out.fileno())
    except (OSError, ValueError):
        return SMALL
    return min(size.columns or SMALL[0], LARGE), min(size.lines or SMALL[1], LARGE)


def wrapped(line: str, cells: int) -> list[str]:
    """Return the line wrapped into rows of at most `cells` cells."""
    return wrap_words(line.split(" "), cells, measure=width)
