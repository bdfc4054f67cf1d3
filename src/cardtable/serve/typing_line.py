"""A line of text that a newcomer types before the app runs, echoed as a terminal would."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable

from cardtable.formats.text import safe_text, width

LONGEST = 200
"""The maximum length of a line, in characters. The rest is dropped."""
_ESCAPE = re.compile("\x1b(?:\\[[0-?]*[ -/]*[@-~]|.)?", re.DOTALL)
_END = re.compile(b"\r\n?|\n")
ERASE, LEAVE = "\x7f\b", "\x03\x04"


class LineLeft(Exception):
    """An exception raised when a newcomer leaves instead of answering."""


class TypingLine:
    """The text that has been typed so far."""

    def __init__(self, echo: Callable[[str], None]) -> None:
        """Start with an empty line. `echo` receives the text that the terminal should show."""
        self._echo = echo
        self._decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        self._text = ""

    def take(self, data: bytes) -> tuple[str | None, bytes]:
        """Add these bytes to the line. Once the line is complete, return it with the bytes after it.

        Raise LineLeft for Ctrl+C and Ctrl+D.
        """
        if (end := _END.search(data)) is None:
            self._type(data)
            return None, b""
        self._type(data[: end.start()])
        self._echo("\r\n")
        line, self._text = safe_text(self._text, LONGEST), ""
        return line, data[end.end() :]

    def _type(self, data: bytes) -> None:
        for letter in _ESCAPE.sub("", self._decoder.decode(data)):
            if letter in LEAVE:
                raise LineLeft
            if letter in ERASE:
                if self._text:
                    self._echo("\b \b" * width(safe_text(self._text[-1]) or " "))
                    self._text = self._text[:-1]
            elif letter.isprintable() and len(self._text) < LONGEST:
                self._text += letter
                self._echo(letter)
