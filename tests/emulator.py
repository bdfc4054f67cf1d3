"""A terminal emulator for plain mode: the screen, and the lines that have scrolled off it.

It supports the escape sequences that plain mode sends, and fails at any other.  It keeps lines that scroll off the
alternate screen too, as some terminals do.
"""

from __future__ import annotations

import re

_PART = re.compile(r"\x1b\[(?P<numbers>[0-9;]*)(?P<letter>[HKM])|\x1b\[\?1049(?P<switch>[hl])|(?P<text>[^\x1b])")
_BRACKETED_PASTE = re.compile(r"\x1b\[\?2004[hl]")
"""Sent by Python's line editor, not by plain mode."""


class Emulator:
    """A terminal; without an alternate screen it ignores the sequences that switch to it and back."""

    def __init__(self, columns: int = 80, rows: int = 24, *, alternate: bool = True) -> None:
        self.columns, self.rows = columns, rows
        self.scrolled_off: list[str] = []
        self.alternate = alternate
        self._screen = [""] * rows
        self._row = self._column = 0
        self._main: tuple[list[str], int, int] | None = None

    @property
    def is_alternate(self) -> bool:
        return self._main is not None

    def text(self) -> str:
        """Return the lines that have scrolled off and those on the screen, without blank lines."""
        return "\n".join(line.rstrip() for line in (*self.scrolled_off, *self._screen) if line.strip())

    def screen(self) -> str:
        return "\n".join(line.rstrip() for line in self._screen)

    def write(self, text: str) -> None:
        at = 0
        text = _BRACKETED_PASTE.sub("", text)
        while at < len(text):
            part = _PART.match(text, at)
            assert part is not None, f"a sequence that plain mode does not send: {text[at : at + 20]!r}"
            at = part.end()
            if part["text"] is not None:
                self._put(part["text"])
            elif part["switch"] is not None:
                self._switch(part["switch"])
            else:
                self._control(part["letter"], part["numbers"])

    def _put(self, letter: str) -> None:
        if letter == "\n":
            self._next_row()
        elif letter == "\r":
            self._column = 0
        elif letter == "\b":
            self._column = max(0, self._column - 1)
        elif letter.isprintable():
            if self._column == self.columns:
                self._column = 0
                self._next_row()
            line = self._screen[self._row].ljust(self._column)
            self._screen[self._row] = line[: self._column] + letter + line[self._column + 1 :]
            self._column += 1

    def _next_row(self) -> None:
        self._row += 1
        if self._row == self.rows:
            self._row -= 1
            self.scrolled_off.append(self._screen.pop(0))
            self._screen.append("")

    def _switch(self, switch: str) -> None:
        if self.alternate and switch == "h" and self._main is None:
            self._main = self._screen, self._row, self._column
            self._screen = [""] * self.rows
        elif self._main is not None and switch == "l":
            (self._screen, self._row, self._column), self._main = self._main, None

    def _control(self, letter: str, numbers: str) -> None:
        if letter == "H":
            row, _, column = numbers.partition(";")
            self._row, self._column = int(row or 1) - 1, int(column or 1) - 1
            assert self._row < self.rows
        elif letter == "K":
            assert numbers == "2"
            self._screen[self._row] = ""
        else:
            count = int(numbers)
            self._screen[self._row :] = self._screen[self._row + count :] + [""] * count
