"""A process that answers questions in the background while the rest of Cardtable keeps running."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pickle import UnpicklingError
from typing import Any

from cardtable.players.worker import Question, read_message, write_message

COMMAND = ("-P", "-m", "cardtable.players.worker")
"""The arguments for Python. `-P` keeps the current folder, which may hold any files, off the import path."""
PROCESS_ERRORS = (OSError, EOFError, RuntimeError, UnpicklingError, ValueError)
"""The errors that `start` and `exchange` raise if the process can't start, fails or is stopped."""


class ThinkingProcess:
    """A process that starts when it is first needed. The process never outlives this program."""

    def __init__(self, *game_ids: str) -> None:
        """Prepare a process for the games with these ids. The process isn't started yet."""
        self._command = (*COMMAND, *game_ids)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> subprocess.Popen[bytes]:
        """Return the process, starting it if it isn't running."""
        if not sys.executable:
            raise OSError("there is no Python interpreter to start")
        if self._process is not None and self._process.poll() is not None:
            self.stop()  # to close its pipes
        if self._process is None:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(  # noqa: S603  this program itself
                [sys.executable, *self._command], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL
            )
        return self._process

    def runs(self, process: subprocess.Popen[bytes]) -> bool:
        """Return whether this process has neither been stopped nor replaced, although it may have failed."""
        return self._process is process

    def stop(self) -> None:
        """End the process at once, even if another thread is waiting for an answer."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            assert stream is not None, "the process has pipes"
            with suppress(OSError):  # input that the process hasn't read is lost
                stream.close()


def exchange(process: subprocess.Popen[bytes], question: Question) -> Any:
    """Send a question and wait for the answer. Raise one of PROCESS_ERRORS if there is no answer."""
    assert process.stdin is not None, "the process has pipes"
    assert process.stdout is not None, "the process has pipes"
    write_message(process.stdin, question)
    answer = read_message(process.stdout)
    if isinstance(answer, Exception):
        raise answer
    return answer
