"""A progress line for long tasks, shown on standard error if that is a terminal."""

from __future__ import annotations

import sys
from contextlib import suppress
from time import monotonic
from typing import Self

from cardtable.formats.streams import is_terminal

DELAY = 1.0
"""The delay before anything is shown, in seconds. Most tasks finish sooner."""
INTERVAL = 0.2
"""The time between updates, in seconds."""


class ProgressLine:
    """A line that shows the numbers passed to it. The line disappears at the end of the `with` block."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._next_update = monotonic() + DELAY
        self._width = 0

    def __call__(self, done: int, total: int) -> None:
        if monotonic() >= self._next_update:
            self._next_update = monotonic() + INTERVAL
            self._write(f"{self._label}: {done:,} of {total:,}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._width:
            self._write("")

    def _write(self, text: str) -> None:
        with suppress(OSError, ValueError):  # standard error is closed
            if is_terminal(sys.stderr):
                blank = "" if text else "\r"
                sys.stderr.write(f"\r{text:<{self._width}}{blank}")
                sys.stderr.flush()
                self._width = len(text)
