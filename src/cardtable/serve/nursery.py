"""The process that starts a process for each guest. It has loaded the app, so that a fork starts at once.

It is started by `nursery_link.py`, with a socket as its only connection. It has neither threads nor an event loop,
because neither would survive a fork. When the server ends, so does the nursery, and all guests with it.
"""

from __future__ import annotations

import gc
import json
import os
import pkgutil
import selectors
import signal
import socket
import sys
import time
from importlib import import_module
from typing import Any, NoReturn

from cardtable.serve.guest_process import Start, become_guest, run_guest

MAX_MESSAGE = 16_384
GRACE_SECONDS = 1.0
"""The time that a guest's process has to end after a hang-up, before it is killed."""
PRELOADED = (
    *(
        "cardtable.classroom",
        "cardtable.engine",
        "cardtable.formats",
        "cardtable.games",
        "cardtable.lessons",
        "cardtable.plain",
    ),
    *("cardtable.practice", "cardtable.rooms", "cardtable.store", "cardtable.table", "cardtable.tui"),
)
"""The packages that the nursery loads, so that guests' processes share the memory for them."""
NOT_PRELOADED = ("arrays", "player")
"""The parts of games that need numpy. A process that needs one loads it itself."""


def preload() -> None:
    """Import everything that a guest may need."""
    for package in PRELOADED:
        found = import_module(package)
        for module in pkgutil.walk_packages(found.__path__, f"{package}."):
            if not set(module.name.split(".")).intersection(NOT_PRELOADED):
                import_module(module.name)


class Nursery:
    """The running processes of the guests, by the numbers of their lines."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._processes: dict[int, int] = {}
        self._kill_at: dict[int, float] = {}
        """When to kill each process that has been told to end, by the number of its line."""
        self._selector = selectors.DefaultSelector()
        self._ended, wake = os.pipe()
        os.set_blocking(self._ended, False)
        os.set_blocking(wake, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)  # without a handler, nothing is written to the pipe
        signal.set_wakeup_fd(wake)
        self._selector.register(link, selectors.EVENT_READ)
        self._selector.register(self._ended, selectors.EVENT_READ)

    def run(self) -> None:
        """Start and end processes until the server closes the link."""
        while True:
            wait = max(0.0, min(self._kill_at.values()) - time.monotonic()) if self._kill_at else None
            for key, _ in self._selector.select(wait):
                if key.fileobj is self._link:
                    if not self._obey():
                        return self._end_all()
                else:
                    os.read(self._ended, 4096)
            now = time.monotonic()
            for line in [line for line, when in self._kill_at.items() if when <= now]:
                del self._kill_at[line]
                self._signal(line, signal.SIGKILL)
            self._report_ended()

    def _obey(self) -> bool:
        """Carry out a message from the server. Return False if the server is gone."""
        data, descriptors, _, _ = socket.recv_fds(self._link, MAX_MESSAGE, 1)
        if not data:
            return False
        message: dict[str, Any] = json.loads(data)
        if "end" in message:
            line = message["end"]
            if line in self._processes:
                self._signal(line, signal.SIGHUP)
                self._signal(line, signal.SIGCONT)  # for a process that is stopped
                self._kill_at[line] = time.monotonic() + message["seconds"]
        else:
            self._start(Start(**message), descriptors[0])
        return True

    def _start(self, start: Start, line: int) -> None:
        parent = os.getpid()
        process = os.fork()
        if process == 0:
            self._run_guest(start, line, parent)
        os.close(line)
        self._processes[start.id] = process

    def _run_guest(self, start: Start, line: int, parent: int) -> NoReturn:
        code = 1
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            self._link.detach()
            become_guest(start, line, parent)
            code = run_guest(start)
        finally:
            os._exit(code)  # nothing of the nursery's is to be finished here

    def _signal(self, line: int, number: signal.Signals) -> None:
        """Send a signal to a guest's process and to the processes that it has started."""
        try:
            os.killpg(self._processes[line], number)
        except ProcessLookupError:  # it hasn't called setsid yet
            os.kill(self._processes[line], number)

    def _report_ended(self) -> None:
        """Tell the server which processes have ended, and kill what they have left behind."""
        for line, process in list(self._processes.items()):
            if os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
                continue
            self._signal(line, signal.SIGKILL)  # while its number can't belong to another process
            _, status = os.waitpid(process, 0)
            del self._processes[line]
            self._kill_at.pop(line, None)
            self._link.send(json.dumps({"ended": line, "code": os.waitstatus_to_exitcode(status)}).encode())

    def _end_all(self) -> None:
        for line in self._processes:
            self._signal(line, signal.SIGHUP)
        end = time.monotonic() + GRACE_SECONDS
        while self._processes and time.monotonic() < end:
            for line, process in list(self._processes.items()):
                if os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
                    self._signal(line, signal.SIGKILL)
                    os.waitpid(process, 0)
                    del self._processes[line]
            time.sleep(0.02)
        for line in self._processes:
            self._signal(line, signal.SIGKILL)


def main() -> None:
    """Load the app, say so, and start guests' processes until the server ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the host's terminal is for the server
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    link = socket.socket(fileno=int(sys.argv[1]))
    gc.disable()
    preload()
    gc.freeze()
    gc.enable()
    link.send(b'{"ready": true}')
    Nursery(link).run()


if __name__ == "__main__":
    main()
