"""The progress of long work: one line on standard error, only if that is a terminal."""

from __future__ import annotations

import sys
from contextlib import suppress
from time import monotonic
from typing import Self

DELAY = 1.0
"""Seconds before anything is shown: most work is done by then."""
EVERY = 0.2
"""Seconds between two numbers."""


class ProgressLine:
    """Shows the numbers it is called with; the line disappears at the end of the `with` block."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._next = monotonic() + DELAY
        self._width = 0

    def __call__(self, done: int, total: int) -> None:
        if monotonic() >= self._next:
            self._next = monotonic() + EVERY
            self._write(f"{self._what}: {done:,} of {total:,}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._width:
            self._write("")

    def _write(self, text: str) -> None:
        with suppress(OSError, ValueError):  # standard error is closed
            if sys.stderr is not None and sys.stderr.isatty():
                blank = "" if text else "\r"
                sys.stderr.write(f"\r{text:<{self._width}}{blank}")
                sys.stderr.flush()
                self._width = len(text)
