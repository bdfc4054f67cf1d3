"""What standard input and output are connected to."""

from __future__ import annotations

from typing import TextIO

CANT_DRAW = "", "dumb", "unknown"
"""The values of TERM for terminals that can't draw screens."""


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether the stream is open and connected to a terminal."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False
