"""Lines from a pipe, a file or another stream that isn't a terminal."""

from __future__ import annotations

import codecs
import io
import os
from typing import TextIO

CHUNK = 4096
"""The maximum number of bytes to read at once."""


class PipedInput:
    """The lines of a stream. Unlike the stream itself, it can tell whether a line is there without waiting for one."""

    def __init__(self, stream: TextIO) -> None:
        """Read this stream from here on. Raise OSError or ValueError if it has no file descriptor."""
        self._descriptor = stream.fileno()
        decoder = codecs.getincrementaldecoder(stream.encoding or "utf-8")(errors="replace")
        self._decoder = io.IncrementalNewlineDecoder(decoder, translate=True)
        self._text = ""
        self._has_ended = False

    def fileno(self) -> int:
        """Return the file descriptor of the stream."""
        return self._descriptor

    @property
    def has_line(self) -> bool:
        """Whether a line or the end of the stream can be read without waiting."""
        return "\n" in self._text or self._has_ended

    def read_more(self) -> bool:
        """Wait for more text. Return whether a line can be read now."""
        try:
            found = os.read(self._descriptor, CHUNK)
        except OSError:  # the connection is gone
            found = b""
        self._has_ended = not found
        self._text += self._decoder.decode(found, final=self._has_ended)
        return self.has_line

    def readline(self, longest: int) -> str:
        """Return the next line, or only its first characters if it is longer. At the end, return an empty string."""
        while not self.has_line and len(self._text) < longest:
            self.read_more()
        end = self._text.find("\n", 0, longest) + 1 or longest
        line, self._text = self._text[:end], self._text[end:]
        return line
