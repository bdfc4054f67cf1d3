"""A running program that plays. This module sends and reads lines, with limits on time and output."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, ClassVar

from cardtable.formats.text import safe_text
from cardtable.players import program_guard
from cardtable.players.player import ProgramFault
from cardtable.store.paths import DATA_VARIABLE

MAX_LINE = 10_000
"""The maximum length of a line from a program, in bytes."""
MAX_OUTPUT = 1_000_000
"""A program's maximum output per move, in bytes. Standard error counts too."""
MAX_SHOWN = 120
"""The maximum length of a program's own text in a message."""
_TAIL = 2000
"""The number of bytes of standard error kept for messages."""
_guards: set[int] = set()
"""The guard processes of the running programs (see `program_guard.py`)."""
_STOP_SECONDS = 2.0
_NO_WINDOW: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""The flag that keeps Windows from opening a console window."""


class ProgramMissing(ProgramFault):
    """An error for a program that doesn't exist or can't be started."""


class ProgramEnded(ProgramFault):
    """An error for a program that ended in the middle of a game."""


class ProgramTimedOut(ProgramFault):
    """An error for a program that didn't answer in time."""


class ProgramFlooded(ProgramFault):
    """An error for a program that wrote too much."""


class ProgramProcess:
    """A program in its own process. The program and its children never outlive this process."""

    may_end_orphans: ClassVar[bool] = False
    """Whether this process also ends the children of a program that killed its guard."""

    def __init__(self, command: str, folder: Path | None = None) -> None:
        """Prepare to run the command. A relative path in the command is resolved from `folder`."""
        self.command, self._folder = command, folder
        self._process: subprocess.Popen[bytes] | None = None
        self._lines = SimpleQueue[str | None]()
        """The unread lines of the program, with a None after the last line."""
        self._readers: list[threading.Thread] = []
        self._output = 0
        self._is_flooded = False
        self._errors = b""

    @classmethod
    def adopt_orphans(cls) -> None:
        """Let this process end the children of programs that kill their guards, if the system allows it.

        The process then also ends its own children in other sessions. Call this only in Cardtable's own processes.
        """
        cls.may_end_orphans = True
        program_guard.adopt_orphans()

    @property
    def is_running(self) -> bool:
        """Whether the program has been started and hasn't been stopped."""
        return self._process is not None

    def start(self) -> None:
        """Start the program. Raise ProgramMissing if the program doesn't start."""
        words = find_program(self.command, self._folder)
        if words is None:
            raise ProgramMissing(f"There's no program {self._name} that can be started.")
        self._lines, self._output, self._is_flooded, self._errors = SimpleQueue(), 0, False, b""
        try:
            # -I and -S make Python ignore the surroundings and start faster.
            process = subprocess.Popen(  # noqa: S603  the player chose the program
                [sys.executable, "-I", "-S", program_guard.__file__, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=self._folder,
                env=_environment(),
                start_new_session=True,  # keeps Ctrl+C from it; on Windows, this has no effect
                creationflags=_NO_WINDOW,
            )
        except (OSError, ValueError):
            raise ProgramMissing(f"The program {self._name} can't be started.") from None
        self._process = process
        _guards.add(process.pid)
        self._readers = [
            threading.Thread(target=read, args=(process, self._lines), daemon=True)
            for read in (self._read_lines, self._read_errors)
        ]
        for reader in self._readers:
            reader.start()

    def send(self, *lines: str) -> None:
        """Send lines to the program and discard everything that it wrote before."""
        process = self._process
        assert process is not None, "the program has been started"
        assert process.stdin is not None, "the process has pipes"
        self._output = 0
        try:
            process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def forget_lines(self) -> None:
        """Discard all unread lines, such as an answer that came too late."""
        with suppress(Empty):
            while True:
                if self._lines.get_nowait() is None:
                    self._lines.put(None)
                    return

    def read(self, word: str, seconds: float) -> str:
        """Return the rest of the next line that begins with `word`. Raise ProgramFault if none comes in time."""
        ends = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, ends - time.monotonic()))
            except Empty:
                raise ProgramTimedOut(f"The program {self._name} took too long.") from None
            if self._is_flooded:
                raise ProgramFlooded(f"The program {self._name} wrote too much.")
            if line is None:
                self._lines.put(None)
                raise self._ended()
            first, _, rest = line.strip().partition(" ")
            if first == word:
                return rest.strip()

    def stop(self) -> None:
        """End the program and its children."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None, "the process has pipes"
        if sys.platform != "win32":
            process.send_signal(signal.SIGCONT)  # the program may have suspended the guard
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        _guards.discard(process.pid)
        if process.returncode < 0 and self.may_end_orphans:  # a signal kept the guard from ending the children
            program_guard.kill_children(spared=_guards)
        self._read_rest()

    def _read_rest(self) -> None:
        """Wait until all the output of an ended program has been read."""
        for reader in self._readers:
            reader.join(_STOP_SECONDS)

    @property
    def _name(self) -> str:
        return f"'{safe_text(self.command, 60, fallback='?')}'"

    def _ended(self) -> ProgramEnded:
        """Return the fault for a program that has ended. The fault includes the last line of standard error."""
        self._read_rest()
        lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        said = safe_text(lines[-1], MAX_SHOWN).rstrip(".") if lines else ""
        return ProgramEnded(f"The program {self._name} ended{': ' if said else ''}{said}.")

    def _read_lines(self, process: subprocess.Popen[bytes], lines: SimpleQueue[str | None]) -> None:
        assert process.stdout is not None, "the process has pipes"
        pending = b""
        with process.stdout:  # so that a program that goes on writing fails
            while data := _read(process.stdout):
                *whole, pending = (pending + data).split(b"\n")
                self._output += len(data)
                if self._output > MAX_OUTPUT or max(map(len, (*whole, pending))) > MAX_LINE:
                    self._is_flooded = True
                    break
                for line in whole:
                    lines.put(line.decode("utf-8", "replace"))
        lines.put(None)

    def _read_errors(self, process: subprocess.Popen[bytes], lines: SimpleQueue[str | None]) -> None:
        assert process.stderr is not None, "the process has pipes"
        with process.stderr:
            while data := _read(process.stderr):
                self._errors = (self._errors + data)[-_TAIL:]
                self._output += len(data)
                if self._output > MAX_OUTPUT:
                    self._is_flooded = True
                    lines.put(None)
                    break


def find_program(command: str, folder: Path | None) -> list[str] | None:
    """Return the words of a command, starting with the program's path.

    A relative path is resolved from `folder`. A bare name is looked up on the system's search path. Return None if
    there's no such program.
    """
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError:
        return None
    if not words:
        return None
    is_path = folder is not None and Path(words[0]).parent.parts
    path = shutil.which(str(folder / words[0]) if is_path and folder is not None else words[0])
    return None if path is None else [path, *words[1:]]


def _environment() -> dict[str, str]:
    """Return our environment without the location of the saved games, for use by a program."""
    environment = {name: value for name, value in os.environ.items() if name != DATA_VARIABLE}
    # Otherwise, a program in Python that doesn't flush its output seems to hang.
    return {**environment, "PYTHONUNBUFFERED": "1"}


def _read(stream: IO[bytes]) -> bytes:
    """Return the next bytes of a stream as soon as there are any. Return empty bytes at the end of the stream."""
    try:
        return os.read(stream.fileno(), 65536)
    except (OSError, ValueError):
        return b""
