"""The server's link to the nursery, the process that starts a process for each guest."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from cardtable.serve.guest_process import Start, clean_environment

MAX_MESSAGE = 16_384
END_SECONDS = 1.5
"""The time that a guest's process has to end after a hang-up, before it is killed."""
CLOSE_SECONDS = 5.0
COMMAND = ("-P", "-m", "cardtable.serve.nursery")


class NurseryLink:
    """The link to a running nursery."""

    def __init__(self, when_ended: Callable[[int, int], None], when_lost: Callable[[], None]) -> None:
        """Prepare a nursery. `when_ended` gets the line's number and the exit code of a process that has ended.

        `when_lost` is called if the nursery itself ends.
        """
        self._when_ended, self._when_lost = when_ended, when_lost
        self._link: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start the nursery, and return once it has loaded the app."""
        self._link = self._start_process()
        loop = asyncio.get_running_loop()
        if not await loop.sock_recv(self._link, MAX_MESSAGE):
            raise OSError("the process for guests can't start")
        loop.add_reader(self._link, self._receive)

    def _start_process(self) -> socket.socket:
        """Start the process, and return our end of its link."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  this program itself
                [sys.executable, *COMMAND, str(theirs.fileno())],
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                env=clean_environment(),
                cwd="/",
                start_new_session=True,
            )
        return ours

    def begin(self, start: Start, line: int) -> None:
        """Start a guest's process on this line, a descriptor that the caller then closes. Raise OSError on failure."""
        if self._link is None:
            raise OSError("the process for guests has ended")
        message = json.dumps(start._asdict()).encode()
        socket.send_fds(self._link, [message], [line])

    def end(self, number: int, seconds: float = END_SECONDS) -> None:
        """Hang up on a line's process, and kill it if it is still running after this many seconds."""
        if self._link is not None:
            with suppress(OSError):  # the nursery is gone, which the reader notices
                self._link.send(json.dumps({"end": number, "seconds": seconds}).encode())

    def _receive(self) -> None:
        assert self._link is not None, "the link is open"
        try:
            data = self._link.recv(MAX_MESSAGE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._forget_link()
            self._when_lost()
            return
        message: dict[str, Any] = json.loads(data)
        self._when_ended(message["ended"], message["code"])

    def _forget_link(self) -> None:
        if self._link is not None:
            asyncio.get_running_loop().remove_reader(self._link)
            self._link.close()
            self._link = None

    async def close(self) -> None:
        """End the nursery and all guests' processes."""
        self._forget_link()
        if (process := self._process) is None:
            return
        try:
            await asyncio.to_thread(process.wait, CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            await asyncio.to_thread(process.wait)
        self._process = None
