"""An app that leaves the terminal as it found it, however it ends, and says why by its exit code."""

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

from cardtable.store.fault_log import write_fault_log
from cardtable.store.paths import log_folder
from cardtable.table.crash_message import crash_message
from cardtable.table.signals import LEAVE, PAUSE
from cardtable.tui.input_queue import InputQueue, is_input
from cardtable.tui.terminal import colourless
from cardtable.tui.textual_private import OpenApp

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.driver import Driver
    from textual.message import Message
    from textual.types import CSSPathType

    from cardtable.tui.driver import ResilientDriver

HUNG_UP = 129

GRACE = 1.5
"""The seconds that the app has for leaving of its own accord."""

BEAT = 0.25
"""The seconds between two looks at whether the terminal is still there and the app still leaving."""


class ResilientApp(OpenApp):
    """An app to be started with `run_app`.

    A fault anywhere ends it, and tells neither local variables nor messages. Where NO_COLOR is set it sends no colour,
    whatever the theme, and what is chosen must show by reverse, bold or a letter.
    """

    BINDINGS = [Binding("ctrl+z", "suspend_process", "Suspend", show=False, id="suspend")]

    def __init__(self, css_path: CSSPathType | None = None) -> None:
        self.colourless = colourless(os.environ)
        if not self.colourless:
            os.environ.pop("NO_COLOR", None)  # Textual heeds an empty one too
        super().__init__(css_path=css_path, ansi_color=True if self.colourless else None)
        if self.colourless:
            self.theme = "ansi-dark"  # made of the terminal's own colours
        self.faults: list[BaseException] = []
        """What has gone wrong, the first and telling one first."""
        self.strays: list[BaseException] = []
        """What has gone wrong unnoticed, in a task that nobody waited for."""
        self._running_loop: asyncio.AbstractEventLoop | None = None
        self.input = InputQueue(self, super().post_message)
        """The keys, clicks and pastes that wait for their turn."""

    def post_message(self, message: Message) -> bool:
        """Queue a message; input from the terminal first waits until the app has finished with the input before it."""
        return self.input.put(message) if is_input(message) else super().post_message(message)

    def leave(self, code: int) -> None:
        """End with this exit code; may be called from any thread or signal handler."""
        if self._running_loop is not None:
            with suppress(RuntimeError):  # the loop has just been closed
                self._running_loop.call_soon_threadsafe(lambda: self.exit(return_code=code))

    def put_back(self) -> None:
        """Give the terminal back at once if it is still ours; may be called from any thread."""
        driver = self._steady_driver()
        if driver is not None:
            driver.abandon()

    def finish_drawing(self) -> None:
        """Wait until the terminal has been sent all that it was to be sent."""
        if self.current_driver is not None:
            self.current_driver.close()

    def action_suspend_process(self) -> None:
        driver = self._steady_driver()
        if driver is not None:
            driver.sleep(group=True)

    def get_driver_class(self) -> type[Driver]:
        usual = super().get_driver_class()
        if os.name == "posix":
            from textual.drivers.linux_driver import LinuxDriver

            from cardtable.tui.driver import ResilientDriver

            return ResilientDriver if usual is LinuxDriver else usual
        return usual

    async def run_async(self, *args: Any, **options: Any) -> int | None:
        self._running_loop = asyncio.get_running_loop()
        self._running_loop.set_exception_handler(self._note)
        return await super().run_async(*args, **options)

    def panic(self, *renderables: RenderableType) -> None:
        """End because of a fault, without showing what Textual would: it may hold cards."""
        if not self.faults:
            self.faults.append(RuntimeError())
        self.close_at_once()

    def note_fault(self, error: Exception) -> None:
        self.faults.append(_unwrapped(error))

    def _note(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is not None:
            self.strays.append(error)

    def _steady_driver(self) -> ResilientDriver | None:
        if os.name != "posix":
            return None
        from cardtable.tui.driver import ResilientDriver

        return self.current_driver if isinstance(self.current_driver, ResilientDriver) else None


def run_app(app: ResilientApp, folder: Path | None = None) -> int:
    """Run the app to its end; the exit code.

    That is the app's own, 128 + n after signal n, 129 when the terminal has gone, and 1 after a fault, of which an
    account is then left in the folder. Only the main thread can do it.
    """
    with _Watch(app, folder or log_folder()) as watch:
        try:
            app.run()
        except Exception as error:  # noqa: BLE001 - told below; so far out comes what `on_unmount` raises
            app.faults.append(_unwrapped(error))
            app.finish_drawing()
        finally:
            app.put_back()
    watch.tell()
    return watch.code or (1 if app.faults else app.return_code or app.return_value or 0)


class _Watch:
    """Looks after an app from outside its event loop, which may be the very thing that hangs."""

    def __init__(self, app: ResilientApp, folder: Path) -> None:
        self.app = app
        self.folder = folder
        self.code = 0
        """The exit code, where something else than the app has decided that it ends."""
        self._deadline = 0.0
        self._over = False
        self._told = False
        self._keyboard = _keyboard()
        self._pid = os.getpid()
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Self:
        self._handlers = {number: signal.getsignal(number) for number in (*LEAVE, *PAUSE)}
        for number in LEAVE:
            if self._handlers[number] is not signal.SIG_IGN:  # as after nohup
                signal.signal(number, self._hear)
        self._thread_hook, threading.excepthook = threading.excepthook, self._note
        threading.Thread(target=self._look, name="cardtable-watch", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        threading.excepthook = self._thread_hook
        # Who was told to go must be gone soon, though a child or a thread would be waited for: so the watch stays.
        self._over = not self.code
        if self._over:
            for number, handler in self._handlers.items():
                signal.signal(number, handler or signal.SIG_DFL)

    def leave(self, code: int) -> None:
        """Ask the app to leave, and see to it that it does."""
        if not self._deadline:
            self.code = code
            self._deadline = time.monotonic() + GRACE
            if hasattr(signal, "alarm"):
                signal.alarm(math.ceil(GRACE))  # the watch may itself be waiting, for a terminal that is held
        self.app.leave(code)

    def tell(self) -> None:
        """Say what went wrong, if anything has, and write it down."""
        if self._told:
            return
        self._told = True
        if self.app.faults:
            words = crash_message([*self.app.faults, *self.app.strays], self.folder)
            if sys.__stderr__ is not None:
                with suppress(OSError, ValueError):  # it has gone or is closed
                    sys.__stderr__.write(f"{words}\n")
                    sys.__stderr__.flush()
        elif self.app.strays:
            with suppress(OSError):
                write_fault_log(self.app.strays, self.folder)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if os.getpid() == self._pid:
            self.leave(128 + number)
        else:  # a fork of ours, which has no app
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    def _note(self, unheard: threading.ExceptHookArgs) -> None:
        if unheard.exc_value is not None:
            self.app.strays.append(unheard.exc_value)

    def _look(self) -> None:
        while not self._over:
            time.sleep(BEAT)
            if not self._deadline:
                if self.app.faults:
                    self._deadline = time.monotonic() + GRACE
                elif self._keyboard is not None and not os.isatty(self._keyboard):
                    self.leave(HUNG_UP)
            elif time.monotonic() > self._deadline and not self._over:
                self.app.put_back()
                self.tell()
                os._exit(self.code or 1)


def _keyboard() -> int | None:
    """The terminal to be watched, if there is one."""
    with suppress(ValueError):  # standard input is closed
        if sys.__stdin__ is not None and sys.__stdin__.isatty():
            return sys.__stdin__.fileno()
    return None


def _unwrapped(error: Exception) -> BaseException:
    """The error itself, where Textual has wrapped it."""
    return error.error if isinstance(error, WorkerFailed) else error
