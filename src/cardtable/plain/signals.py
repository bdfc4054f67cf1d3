"""Signals in plain mode: they take effect while we wait for input, never in the middle of a move."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType
from typing import Any, Self

from cardtable.table.signals import LEAVE, PAUSE

GRACE = 5
"""Seconds in which we must have left. A terminal that is held with Ctrl+S would make us wait for ever."""


class SignalReceived(KeyboardInterrupt):
    """A signal asked us to leave."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number
        """The exit code."""


class Resumed(Exception):
    """We were stopped, and hid what was on the screen; now we go on."""


class Signals:
    """Handles the signals that end or pause the process, from `__enter__` to `__exit__`."""

    def __init__(self, step_aside: Callable[[], bool], *, is_on_terminal: bool) -> None:
        """`step_aside` hides what others must not see, and returns whether there was any.

        Without a terminal nothing needs to be hidden, and only Ctrl+C is handled.
        """
        self._step_aside = step_aside
        self._numbers: tuple[int, ...] = (*LEAVE, *PAUSE) if is_on_terminal else (signal.SIGINT,)
        self._handlers: dict[int, Any] = {}
        self._pending: list[int] = []
        self._is_waiting = False
        self._is_leaving = False

    def __enter__(self) -> Self:
        with suppress(ValueError):  # only the main thread can handle signals
            for number in self._numbers:
                if (handler := signal.getsignal(number)) is not signal.SIG_IGN:  # as after nohup
                    signal.signal(number, self._hear)
                    self._handlers[number] = handler
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler or signal.SIG_DFL)
        if self._is_leaving and hasattr(signal, "alarm"):
            signal.alarm(0)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Let signals take effect, also those that came before: Signalled or Woken may be raised."""
        self._is_waiting = True
        try:
            while self._pending:
                self._obey(self._pending.pop(0))
            yield
        finally:
            self._is_waiting = False

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self._is_leaving:  # nothing may interrupt that
            return
        if number in LEAVE:
            self._is_leaving = True
            if hasattr(signal, "alarm"):
                signal.alarm(GRACE)
        if self._is_waiting:
            self._obey(number)
        else:
            self._pending.append(number)

    def _obey(self, number: int) -> None:
        if number in LEAVE:
            raise SignalReceived(number)
        was_shown = self._step_aside()
        if number != signal.SIGCONT:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            signal.signal(number, self._hear)
        if was_shown:
            raise Resumed
