"""The terminal as Textual drives it on Unix, made to bear what terminals do: vanish, stop, grow and talk nonsense."""

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

from cardtable.tui.textual_private import OpenDriver

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer
    from textual.app import App
    from textual.message import Message

LARGEST = 1000
"""The most columns and rows that are drawn on; what a terminal has beyond stays empty. Nobody reads so many, and a
program that asks for a pty may ask for 65,535 of each, which would keep the app busy for ever."""

PUT_BACK = (
    b"\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"  # mouse
    b"\x1b[?1004l\x1b[?2004l\x1b[?2048l"  # reports of focus, paste and size
    b"\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?7h\x1b[0m"  # keyboard, screen, cursor, line wrap, style
)
"""Switches off all that drawing switches on."""


class ReportsFaults(Protocol):
    """An app that can be told of an error."""

    def fault(self, error: Exception) -> None:
        """End the app because of an error."""


class ResilientDriver(OpenDriver):
    """A driver that survives stopping, invalid input and a closed terminal.

    It restores the terminal while the process is stopped, draws on whichever of standard error and output is the
    terminal, ignores bytes that aren't text, and stops writing once the terminal is closed.
    """

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.app = app
        self._report = cast(ReportsFaults, app).fault
        self.drawing = False
        """Whether the terminal is ours at the moment."""
        self.screen = _Screen()
        file = io.TextIOWrapper(self.screen, encoding=self.screen.encoding, errors="replace")
        self.draw_on(file, _bounded(*(size or self.terminal_size())))
        self._context = contextvars.copy_context()
        self._pid = os.getpid()
        self._heed()

    # Taking the terminal and giving it back

    def start_application_mode(self) -> None:
        super().start_application_mode()  # type: ignore[no-untyped-call]  # untyped in Textual
        self.drawing = True

    def stop_application_mode(self) -> None:
        self.drawing = False
        if self.reports_pixels:
            self.write("\x1b[?1016l")  # Textual switches it on and leaves it so
        super().stop_application_mode()

    def abandon(self) -> None:
        """Give the terminal back at once, from any thread, whatever the app is doing."""
        if self.drawing:
            self.drawing = False
            if self.attrs_before is not None:
                with suppress(termios.error):
                    termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            self.screen.write(PUT_BACK)

    # Stopping and continuing. Textual stops within a signal handler, which may find locks of its own taken; and when
    # it is continued it takes the terminal, had it given it back or not, so that in the end it puts back raw mode.

    def sleep(self, *, group: bool = False) -> None:
        """Give the terminal back and stop, alone or with all that the shell runs with us; when continued, draw again.

        Where there is no shell to continue us, the system does not stop us either.
        """
        was_drawing = self.drawing
        if was_drawing:
            self.app.app_suspend_signal.publish(self.app)
            self.suspend_application_mode()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.signal(signal.SIGCONT, signal.SIG_DFL)
        os.kill(0 if group else os.getpid(), signal.SIGTSTP)
        if was_drawing:
            self._return()
        self._heed()

    def wake(self) -> None:
        """Take the terminal anew: we were stopped without being asked, and the shell has used it since."""
        if self.drawing:
            self.suspend_application_mode()
            self._return()

    def _return(self) -> None:
        with suppress(termios.error):  # it changes nothing, but in the background it waits
            termios.tcsetattr(self.fileno, termios.TCSANOW, termios.tcgetattr(self.fileno))
        self.resume_application_mode()
        self.send_message(self.SignalResume())
        self.app.refresh(layout=True)

    def _heed(self) -> None:
        signal.signal(signal.SIGTSTP, self._hear)
        signal.signal(signal.SIGCONT, self._hear)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if os.getpid() != self._pid:  # a fork of ours, with no terminal to look after
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            return
        with suppress(RuntimeError):  # the app is over
            react = self.sleep if number == signal.SIGTSTP else self.wake
            self.loop.call_soon_threadsafe(react, context=self._context)

    # What comes and goes

    def write(self, data: str) -> None:
        """Send data to the terminal if it is ours; a write to a thread that has ended would block."""
        if self.is_writing:
            super().write(data)

    def run_input_thread(self) -> None:
        while not self.exit_event.is_set():
            try:
                return super().run_input_thread()
            except UnicodeDecodeError:
                continue  # a key of another encoding, a report of an old mouse: not worth the game
            except OSError:
                return None  # the terminal has gone, which is noticed elsewhere
            except Exception as error:  # noqa: BLE001 - it ends the app as a fault
                self.loop.call_soon_threadsafe(self._report, error)
                return None
        return None

    def process_message(self, message: Message) -> None:
        if isinstance(message, events.Resize):
            pixels = message.pixel_size
            message = events.Resize.from_dimensions(_bounded(*message.size), pixels and (pixels.width, pixels.height))
        super().process_message(message)

    def terminal_size(self) -> tuple[int, int]:
        """The size that the terminal has, even where COLUMNS and LINES say what it once was."""
        try:
            return _bounded(*os.get_terminal_size(self.fileno))
        except OSError:
            return _bounded(*super().terminal_size())


class _Screen(io.RawIOBase):
    """The terminal, wherever it is to be written to; when it has gone, what is written goes nowhere."""

    def __init__(self) -> None:
        streams = [stream for stream in (sys.__stderr__, sys.__stdout__) if stream is not None]
        stream = next(stream for stream in streams if stream.isatty() or stream is streams[-1])
        self.descriptor = stream.fileno()
        self.encoding = stream.encoding
        self.name = stream.name
        self.gone = False

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer) -> int:
        rest = memoryview(data)
        length = len(rest)
        while rest and not self.gone:
            try:
                rest = rest[os.write(self.descriptor, rest) :]
            except BlockingIOError:  # somebody who shares the terminal has made it so
                select.select([], [self.descriptor], [])
            except OSError:
                self.gone = True
        return length


def _bounded(columns: int, rows: int) -> tuple[int, int]:
    """A size to draw on; a terminal that does not know its own is taken for one of 80 by 24."""
    return min(columns or 80, LARGEST), min(rows or 24, LARGEST)
