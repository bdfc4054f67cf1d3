"""A Textual driver for Unix that copes with suspension, invalid input, and terminals that resize or disappear."""

from __future__ import annotations

import contextvars
import io
import os
import select
import signal
import sys
import termios
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, Any, Protocol, cast

from textual import events

from cardtable.tui.terminal.checks import RESTORE_TERMINAL
from cardtable.tui.terminal.textual_private import OpenDriver

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer
    from textual.app import App
    from textual.message import Message

LARGEST = 1000
"""The maximum number of columns or rows to draw.

A pty may claim 65,535 of each, and drawing them would take forever.
"""


class ReportsFaults(Protocol):
    """An app that ends when a driver reports an error."""

    def fault(self, error: Exception) -> None:
        """End the app because of this error."""


class ResilientDriver(OpenDriver):
    """A driver that copes with suspension, invalid input and a closed terminal.

    The driver restores the terminal while the process is stopped. It draws on standard error or standard output,
    whichever is a terminal. The driver ignores bytes that aren't text, and stops writing once the terminal is closed.
    """

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.app = app
        self._report = cast(ReportsFaults, app).fault
        self.is_drawing = False
        """Whether the app currently controls the terminal."""
        self.output = _TerminalOutput()
        file = io.TextIOWrapper(self.output, encoding=self.output.encoding, errors="replace")
        self.draw_on(file, _bounded(*(size or self.terminal_size())))
        self._context = contextvars.copy_context()
        self._pid = os.getpid()
        self._handle_signals()

    # Taking over and restoring the terminal

    def start_application_mode(self) -> None:
        super().start_application_mode()  # type: ignore[no-untyped-call]  # untyped in Textual
        self.is_drawing = True

    def stop_application_mode(self) -> None:
        self.is_drawing = False
        if self.reports_pixels:
            self.write("\x1b[?1016l")  # Textual switches pixel reports on, but not off
        super().stop_application_mode()

    def restore_terminal(self) -> None:
        """Restore the terminal at once, no matter what the app is doing. Any thread may call this method."""
        if self.is_drawing:
            self.is_drawing = False
            if self.attrs_before is not None:
                with suppress(termios.error):
                    termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            self.output.write(RESTORE_TERMINAL)

    # Suspending and continuing. Textual suspends within a signal handler, where a lock may already be taken. And when
    # it continues, it saves the terminal's mode even if it never restored it, so in the end it restores raw mode.

    def suspend(self, *, group: bool = False) -> None:
        """Restore the terminal, stop the process, and redraw when the process continues.

        With `group`, stop the whole process group. The system doesn't stop a process that no shell could continue.
        """
        was_drawing = self.is_drawing
        if was_drawing:
            self.app.app_suspend_signal.publish(self.app)
            self.suspend_application_mode()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.signal(signal.SIGCONT, signal.SIG_DFL)
        os.kill(0 if group else os.getpid(), signal.SIGTSTP)
        if was_drawing:
            self._resume()
        self._handle_signals()

    def continue_drawing(self) -> None:
        """Take control of the terminal again after a SIGSTOP, because the shell may have changed the terminal."""
        if self.is_drawing:
            self.suspend_application_mode()
            self._resume()

    def _resume(self) -> None:
        with suppress(termios.error):  # this changes nothing, but a process in the background waits here
            termios.tcsetattr(self.fileno, termios.TCSANOW, termios.tcgetattr(self.fileno))
        self.resume_application_mode()
        self.send_message(self.SignalResume())
        self.app.refresh(layout=True)

    def _handle_signals(self) -> None:
        signal.signal(signal.SIGTSTP, self._on_signal)
        signal.signal(signal.SIGCONT, self._on_signal)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if os.getpid() != self._pid:  # a forked child, which has no terminal to look after
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            return
        with suppress(RuntimeError):  # the event loop is closed
            react = self.suspend if number == signal.SIGTSTP else self.continue_drawing
            self.loop.call_soon_threadsafe(react, context=self._context)

    # Input and output

    def write(self, data: str) -> None:
        """Write to the terminal. Do nothing if the writer thread has ended, because the write would block."""
        if self.is_writing:
            super().write(data)

    def run_input_thread(self) -> None:
        while not self.exit_event.is_set():
            try:
                return super().run_input_thread()
            except UnicodeDecodeError:
                continue  # a key in another encoding or a report from an old mouse, no reason to end the app
            except OSError:
                return None  # the terminal is gone; the exit guard notices that, too
            except Exception as error:  # noqa: BLE001 - reported, which ends the app
                self.loop.call_soon_threadsafe(self._report, error)
                return None
        return None

    def process_message(self, message: Message) -> None:
        if isinstance(message, events.Resize):
            pixels = message.pixel_size
            message = events.Resize.from_dimensions(_bounded(*message.size), pixels and (pixels.width, pixels.height))
        super().process_message(message)

    def terminal_size(self) -> tuple[int, int]:
        """Return the terminal's actual size, even if COLUMNS and LINES are out of date."""
        try:
            return _bounded(*os.get_terminal_size(self.fileno))
        except OSError:
            return _bounded(*super().terminal_size())


class _TerminalOutput(io.RawIOBase):
    """Output to standard error or standard output, whichever is a terminal. Output to a closed terminal is dropped."""

    def __init__(self) -> None:
        streams = [stream for stream in (sys.__stderr__, sys.__stdout__) if stream is not None]
        stream = next(stream for stream in streams if stream.isatty() or stream is streams[-1])
        self.descriptor = stream.fileno()
        self.encoding = stream.encoding
        self.name = stream.name
        self.is_gone = False

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer) -> int:
        rest = memoryview(data)
        length = len(rest)
        while rest and not self.is_gone:
            try:
                rest = rest[os.write(self.descriptor, rest) :]
            except BlockingIOError:  # another program that shares the terminal made it non-blocking
                select.select([], [self.descriptor], [])
            except OSError:
                self.is_gone = True
        return length


def _bounded(columns: int, rows: int) -> tuple[int, int]:
    """Return the size to draw. A terminal that doesn't know its size counts as 80 by 24."""
    return min(columns or 80, LARGEST), min(rows or 24, LARGEST)
