"""The process that thinks for computer players, as the app uses it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any

from cardtable.store.fault_log import write_fault_log
from cardtable.store.paths import log_folder

if TYPE_CHECKING:
    from cardtable.engine.chance import Key
    from cardtable.formats.computers import Computer
    from cardtable.players.worker import Request
    from cardtable.table.seen import Seen

MOST_SECONDS = 20.0
"""How long a computer player may think, on however slow a machine, before it plays without a search."""
COMMAND = ("-P", "-m", "cardtable.players.worker")
"""Without the current folder on the import path, as it may hold any files."""


class Thinker:
    """Another process, which starts when it is first needed and ends when the table closes."""

    def __init__(self, *game_ids: str) -> None:
        """Describe the process, which prepares for searches in these games."""
        self._command = (*COMMAND, *game_ids)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> subprocess.Popen[bytes]:
        """Start the process if it isn't running, so that it is ready when a computer player is to move."""
        if not sys.executable:
            raise OSError("no Python is known that could be started")
        if self._process is None or self._process.poll() is not None:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(  # noqa: S603  this program itself
                [sys.executable, *self._command], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL
            )
        return self._process

    async def choose(self, seen: Seen, computer: Computer, key: Key) -> Any:
        """Return the action that a computer player chooses; it never fails, but may be chosen without a search."""
        from cardtable.formats.computers import Computer
        from cardtable.players.at_table import choose
        from cardtable.players.worker import Request

        if (choice := await self._answer(Request(seen, key, computer))) is None:
            choice = choose(seen, Computer("medium", 1), key)
        return choice.action

    async def hints(self, seen: Seen, key: Key) -> Sequence[Any]:
        """Return the hints for the player to move, or none if that fails or takes too long."""
        from cardtable.players.worker import Request

        return await self._answer(Request(seen, key, None)) or ()

    async def _answer(self, request: Request) -> Any:
        """Return the answer of the process, or None if it fails; the log says why.

        If nobody waits for the answer any more, the process is stopped.
        """
        try:
            process = self.start()
            async with asyncio.timeout(MOST_SECONDS):
                return await asyncio.to_thread(_exchange, process, request)
        except asyncio.CancelledError:
            self.stop()
            raise
        except (OSError, EOFError, RuntimeError, TimeoutError, UnpicklingError, ValueError) as error:
            self.stop()
            with suppress(OSError):
                write_fault_log([error], log_folder())
            return None

    def stop(self) -> None:
        """End the process at once, whatever it is thinking about."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            assert stream is not None, "the process has pipes"
            with suppress(OSError):  # what it hasn't read is lost
                stream.close()


def _exchange(process: subprocess.Popen[bytes], request: Request) -> Any:
    """Send a request, and wait for the answer; raise an error if there is none."""
    from cardtable.players.worker import read_message, write_message

    assert process.stdin is not None, "the process has pipes"
    assert process.stdout is not None, "the process has pipes"
    write_message(process.stdin, request)
    answer = read_message(process.stdout)
    if isinstance(answer, Exception):
        raise answer
    return answer
