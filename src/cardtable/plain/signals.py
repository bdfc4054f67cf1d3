"""Signals in plain mode. They take effect while the program waits for input, never in the middle of a move."""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType
from typing import Any, Protocol, Self

from cardtable.table.signals import LEAVE_SIGNALS, PAUSE_SIGNALS

CAN_WAIT = hasattr(select, "poll")
"""Whether the platform can wait for input and signals together. Windows can't."""
EXIT_SECONDS = 5
"""The time limit for the exit, in seconds. Output to a terminal paused with Ctrl+S would otherwise block for ever."""


class HasFileno(Protocol):
    """A stream with a file descriptor."""

    def fileno(self) -> int:
        """Return the file descriptor."""


class SignalReceived(KeyboardInterrupt):
    """An exception raised when a signal asks the program to exit."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number
        """The exit code."""


class Resumed(Exception):
    """An exception raised when the process resumes after a suspension that hid a hand."""


class Signals:
    """A context manager that handles the signals that end or pause the process."""

    def __init__(self, hide: Callable[[], bool], *, is_on_terminal: bool) -> None:
        """Handle signals with `hide`, which hides any hand on the screen and returns True if there was one.

        Without a terminal there is nothing to hide, so only Ctrl+C is handled.
        """
        self._hide = hide
        self._numbers: tuple[int, ...] = (*LEAVE_SIGNALS, *PAUSE_SIGNALS) if is_on_terminal else (signal.SIGINT,)
        self._handlers: dict[int, Any] = {}
        self._pending: list[int] = []
        self._is_waiting = False
        self._is_leaving = False
        self._depth = 0
        """The depth of nested `with` blocks."""

    def __enter__(self) -> Self:
        self._depth += 1
        if self._depth > 1:
            return self
        with suppress(ValueError):  # only the main thread can handle signals
            for number in self._numbers:
                if (handler := signal.getsignal(number)) is not signal.SIG_IGN:  # it is ignored after nohup
                    signal.signal(number, self._receive)
                    self._handlers[number] = handler
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._depth -= 1
        if self._depth:
            return
        for number, handler in self._handlers.items():
            signal.signal(number, handler or signal.SIG_DFL)
        if self._is_leaving and hasattr(signal, "alarm"):
            signal.alarm(0)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Let signals take effect, including earlier ones. This may raise SignalReceived or Resumed."""
        self._is_waiting = True
        try:
            while self._pending:
                self._obey(self._pending.pop(0))
            yield
        finally:
            self._is_waiting = False

    def wait_for_input(self, stream: HasFileno, seconds: float | None = None) -> bool:
        """Wait until a stream has text to read, while signals take effect. Return False if the time runs out first.

        The wait covers input and signals together. Otherwise, a signal just before a blocking read would have no effect
        until the next line is typed.
        """
        try:
            descriptor = stream.fileno()
        except OSError:  # a stream in memory always has its lines
            return True
        if not CAN_WAIT:
            return True
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        try:
            with self.waiting():
                ready: list[int] = []
                while descriptor not in ready:
                    ready = select.select([descriptor, reader], [], [], seconds)[0]
                    if not ready:
                        return False
                    if reader in ready:
                        os.read(reader, 1)
                return True
        finally:
            signal.set_wakeup_fd(before)
            os.close(reader)
            os.close(writer)

    def _receive(self, number: int, frame: FrameType | None) -> None:
        if self._is_leaving:  # a second signal must not interrupt the first
            return
        if number in LEAVE_SIGNALS:
            self._is_leaving = True
            if hasattr(signal, "alarm"):
                signal.alarm(EXIT_SECONDS)
        if self._is_waiting:
            self._obey(number)
        else:
            self._pending.append(number)

    def _obey(self, number: int) -> None:
        if number in LEAVE_SIGNALS:
            raise SignalReceived(number)
        was_shown = self._hide()
        if number != signal.SIGCONT:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            signal.signal(number, self._receive)
        if was_shown:
            raise Resumed
