"""The contents of a terminal's screen, as far as the app needs it: characters and cursor moves."""

from __future__ import annotations

import re

from wcwidth import wcwidth

_PART = re.compile(
    rb"\x1b\[(?P<numbers>[0-9;]*)(?P<letter>[@-~])"
    rb"|\x1b\[[0-?]*[ -/]*[@-~]"  # modes and similar
    rb"|\x1b[\]PX^_].*?(?:\x07|\x1b\\)"
    rb"|\x1b[ -/]*[0-~]"
    rb"|(?P<text>[^\x1b]+)",
    re.DOTALL,
)
_WHOLE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07]*|[ -/]*)?\Z|[\xc0-\xff][\x80-\xbf]{0,2}\Z", re.DOTALL)
"""The start of an escape sequence or character that isn't complete yet."""


class Picture:
    """The screen of a terminal."""

    def __init__(self, columns: int, rows: int) -> None:
        self._cells = [[" "] * columns for _ in range(rows)]
        self._row = self._column = 0
        self._rest = b""

    def write(self, raw: bytes) -> None:
        """Draw the output of the program."""
        raw = self._rest + raw
        unfinished = _WHOLE.search(raw)
        self._rest = raw[unfinished.start() :] if unfinished else b""
        for part in _PART.finditer(raw[: len(raw) - len(self._rest)]):
            if part["text"] is not None:
                self._put(part["text"].decode("utf-8", "replace"))
            elif part["letter"] is not None:
                self._obey(part["letter"], [int(number or 0) for number in part["numbers"].split(b";")])

    def lines(self) -> list[str]:
        """Return the rows without trailing spaces."""
        return ["".join(row).rstrip() for row in self._cells]

    def _put(self, text: str) -> None:
        for letter in text:
            if letter == "\n":
                self._row += 1
            elif letter == "\r":
                self._column = 0
            elif (width := wcwidth(letter)) > 0:
                self._draw(letter, width)

    def _draw(self, letter: str, width: int) -> None:
        if self._row < len(self._cells) and self._column + width <= len(self._cells[0]):
            self._cells[self._row][self._column : self._column + width] = [letter] + [""] * (width - 1)
        self._column += width

    def _obey(self, letter: bytes, numbers: list[int]) -> None:
        first = max(1, numbers[0])
        if letter == b"H":
            self._row, self._column = first - 1, max(1, numbers[1] if len(numbers) > 1 else 1) - 1
        elif letter == b"C":
            self._column += first
        elif letter == b"J" and numbers[0] == 2:
            self._cells = [[" "] * len(row) for row in self._cells]
