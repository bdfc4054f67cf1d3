"""An app that always restores the terminal when it ends, and reports the reason in its exit code."""

from __future__ import annotations

import asyncio
import math
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, Self

from textual.binding import Binding
from textual.worker import WorkerFailed

from cardtable.store.fault_log import crash_message, write_fault_log
from cardtable.store.paths import log_folder
from cardtable.table.lazy_archive import GameSaver
from cardtable.table.signals import LEAVE_SIGNALS, PAUSE_SIGNALS
from cardtable.tui.terminal.checks import colourless
from cardtable.tui.terminal.input_queue import InputQueue, is_input
from cardtable.tui.terminal.textual_private import OpenApp

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.driver import Driver
    from textual.message import Message
    from textual.types import CSSPathType

    from cardtable.tui.terminal.driver import ResilientDriver

HUNG_UP = 129
"""The exit code after the terminal has been closed: 128 + SIGHUP."""

EXIT_SECONDS = 1.5
"""The number of seconds that the app has to exit before the process is killed."""

CHECK_SECONDS = 0.25
"""The number of seconds between two checks for a closed terminal and for an overdue exit."""


class ResilientApp(OpenApp):
    """An app that `run_app` can run.

    Any error ends the app, without a message or a local variable on the screen, because these may reveal hidden cards.
    If NO_COLOR is set, the app sends no colour in any theme. A selection must therefore be shown with reverse video,
    bold text or a letter.
    """

    BINDINGS = [Binding("ctrl+z", "suspend_process", "Suspend", show=False, id="suspend")]

    def __init__(self, css_path: CSSPathType | None = None) -> None:
        self.colourless = colourless(os.environ)
        if not self.colourless:
            os.environ.pop("NO_COLOR", None)  # for Textual, an empty value counts, too
        super().__init__(css_path=css_path, ansi_color=True if self.colourless else None)
        if self.colourless:
            self.theme = "ansi-dark"  # this theme uses the terminal's own colours
        self.faults: list[BaseException] = []
        """The errors that ended the app, in order. The first error is usually the cause."""
        self.background_errors: list[BaseException] = []
        """Errors in background tasks and threads. Such errors don't end the app."""
        self._running_loop: asyncio.AbstractEventLoop | None = None
        self.input = InputQueue(self, super().post_message)
        """The queue of keys, clicks and pastes."""

    def post_message(self, message: Message) -> bool:
        """Queue a message. Input from the terminal waits until the app has handled all earlier input."""
        return self.input.put(message) if is_input(message) else super().post_message(message)

    def leave(self, code: int) -> None:
        """Exit with this code. Any thread or signal handler may call this method."""
        if self._running_loop is not None:
            with suppress(RuntimeError):  # the loop has just been closed
                self._running_loop.call_soon_threadsafe(lambda: self.exit(return_code=code))

    def restore_terminal(self) -> None:
        """Restore the terminal at once if the app still controls it. Any thread may call this method."""
        driver = self._resilient_driver()
        if driver is not None:
            driver.restore_terminal()

    def flush(self) -> None:
        """Wait until all output has been sent to the terminal."""
        if self.current_driver is not None:
            self.current_driver.close()

    def action_suspend_process(self) -> None:
        driver = self._resilient_driver()
        if driver is not None:
            driver.suspend(group=True)

    def get_driver_class(self) -> type[Driver]:
        default = super().get_driver_class()
        if os.name == "posix":
            from textual.drivers.linux_driver import LinuxDriver

            from cardtable.tui.terminal.driver import ResilientDriver

            return ResilientDriver if default is LinuxDriver else default
        return default

    async def run_async(self, *args: Any, **options: Any) -> int | None:
        self._running_loop = asyncio.get_running_loop()
        self._running_loop.set_exception_handler(self._note_background_error)
        return await super().run_async(*args, **options)

    def panic(self, *renderables: RenderableType) -> None:
        """Exit because of an error. Textual's traceback isn't shown, because it may reveal hidden cards."""
        if not self.faults:
            self.faults.append(RuntimeError())
        self.close_at_once()

    def note_fault(self, error: Exception) -> None:
        self.faults.append(_unwrapped(error))

    def _note_background_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is not None:
            self.background_errors.append(error)

    def _resilient_driver(self) -> ResilientDriver | None:
        if os.name != "posix":
            return None
        from cardtable.tui.terminal.driver import ResilientDriver

        return self.current_driver if isinstance(self.current_driver, ResilientDriver) else None


def run_app(app: ResilientApp, folder: Path | None = None) -> int:
    """Run the app and return its exit code.

    Only the main thread can call this function. The code is 128 + n after signal n, 129 if the terminal was closed, and
    1 after an error. In all other cases, the code is the app's own exit code. Errors are logged in the folder.
    """
    with _ExitGuard(app, folder or log_folder()) as guard:
        try:
            app.run()
        except Exception as error:  # noqa: BLE001 - reported below; this is where errors of `on_unmount` arrive
            app.faults.append(_unwrapped(error))
            app.flush()
        finally:
            app.restore_terminal()
    guard.report()
    return guard.code or (1 if app.faults else app.return_code or app.return_value or 0)


class _ExitGuard:
    """A guard that makes sure that an app exits. It works outside the event loop, because the event loop may hang."""

    def __init__(self, app: ResilientApp, folder: Path) -> None:
        self.app = app
        self.folder = folder
        self.code = 0
        """The exit code if a signal or a closed terminal ended the app."""
        self._deadline = 0.0
        """The time by which the app must have exited, in seconds on the monotonic clock, or 0 while the app runs."""
        self._is_over = False
        self._has_reported = False
        self._keyboard = _keyboard()
        self._pid = os.getpid()
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Self:
        self._handlers = {number: signal.getsignal(number) for number in (*LEAVE_SIGNALS, *PAUSE_SIGNALS)}
        for number in LEAVE_SIGNALS:
            if self._handlers[number] is not signal.SIG_IGN:  # nohup makes the process ignore a signal
                signal.signal(number, self._on_signal)
        self._thread_hook, threading.excepthook = threading.excepthook, self._note_thread_error
        threading.Thread(target=self._watch, name="cardtable-exit-guard", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        threading.excepthook = self._thread_hook
        # After a signal the process must end soon, but Python may wait for a thread or a child, so keep watching.
        self._is_over = not self.code
        if self._is_over:
            for number, handler in self._handlers.items():
                signal.signal(number, handler or signal.SIG_DFL)

    def leave(self, code: int) -> None:
        """Ask the app to exit. If the app doesn't exit in time, the process is killed."""
        if not self._deadline:
            self.code = code
            self._deadline = time.monotonic() + EXIT_SECONDS
            if hasattr(signal, "alarm"):
                signal.alarm(math.ceil(EXIT_SECONDS))  # the guard's thread may itself be blocked by the terminal
        self.app.leave(code)

    def report(self) -> None:
        """Print a message about the errors, if there are any, and log the errors. Only the first call has an effect."""
        if self._has_reported:
            return
        self._has_reported = True
        if self.app.faults:
            errors = [*self.app.faults, *self.app.background_errors]
            message = crash_message(errors, self.folder, GameSaver.in_play)
            if sys.__stderr__ is not None:
                with suppress(OSError, ValueError):  # standard error is gone or closed
                    sys.__stderr__.write(f"{message}\n")
                    sys.__stderr__.flush()
        elif self.app.background_errors:
            with suppress(OSError):
                write_fault_log(self.app.background_errors, self.folder)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if os.getpid() == self._pid:
            self.leave(128 + number)
        else:  # a forked child, which has no app
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    def _note_thread_error(self, unhandled: threading.ExceptHookArgs) -> None:
        if unhandled.exc_value is not None:
            self.app.background_errors.append(unhandled.exc_value)

    def _watch(self) -> None:
        while not self._is_over:
            time.sleep(CHECK_SECONDS)
            if not self._deadline:
                if self.app.faults:
                    self._deadline = time.monotonic() + EXIT_SECONDS
                elif self._keyboard is not None and not os.isatty(self._keyboard):
                    self.leave(HUNG_UP)
            elif time.monotonic() > self._deadline and not self._is_over:
                self.app.restore_terminal()
                self.report()
                os._exit(self.code or 1)


def _keyboard() -> int | None:
    """Return the descriptor of standard input, or None if standard input isn't a terminal."""
    with suppress(ValueError):  # standard input is closed
        if sys.__stdin__ is not None and sys.__stdin__.isatty():
            return sys.__stdin__.fileno()
    return None


def _unwrapped(error: Exception) -> BaseException:
    """Return the original error, without Textual's WorkerFailed around it."""
    return error.error if isinstance(error, WorkerFailed) else error
