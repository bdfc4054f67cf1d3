"""A real terminal for tests: a program in a pty, its raw output, its exit code, and the modes it left switched on.

    with Terminal(python("-m", "cardtable"), columns=80, rows=24) as terminal:
        terminal.wait_for("Tradewinds")      # text anywhere on the screen
        terminal.send("q")                   # keys, as the terminal would send them
        assert terminal.wait() == 0          # the exit code; 128 + n if signal n killed the program
        assert terminal.leftovers() == []    # the terminal is as it was before

`terminal.output` collects everything that the program writes, whether a test waits or not, so the program never blocks
on a full pty. POSIX only.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

PATIENCE = 60.0
"""Seconds after which a waiting test fails; far longer than anything takes on an idle machine."""

FORGET = ("COLUMNS", "LINES", "NO_COLOR", "COLORTERM", "PYTHONPATH", "TERM_PROGRAM")
"""Environment variables that the program doesn't inherit, nor does it inherit those of Textual and Cardtable."""

LAUNCH = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(int(sys.argv[1]), termios.TIOCSCTTY, 0)
os.close(int(sys.argv[1]))
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
for number in filter(None, sys.argv[2].split(",")):
    signal.signal(int(number), signal.SIG_IGN)
os.execvp(sys.argv[3], sys.argv[3:])
"""
"""Makes the pty the controlling terminal and runs the program; `preexec_fn` could do this, but isn't thread-safe."""

ESCAPE = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI
    rb"|\x1b[\]PX^_].*?(?:\x07|\x1b\\)"  # OSC and the other strings
    rb"|\x1b[ -/]*[0-~]",
    re.DOTALL,
)
COLOUR = re.compile(r"(?:3[0-8]|4[0-8]|9[0-9]|10[0-7])")
SWITCHED_ON = {
    "alternate screen": 1049,
    "mouse clicks": 1000,
    "mouse moves": 1003,
    "urxvt mouse mode": 1015,
    "SGR mouse mode": 1006,
    "mouse in pixels": 1016,
    "focus reports": 1004,
    "bracketed paste": 2004,
    "resize reports": 2048,
}


def python(*arguments: str) -> list[str]:
    """Return the command that runs this Python with these arguments."""
    return [sys.executable, *arguments]


def shown(raw: bytes) -> str:
    """Return the text of `raw` without escape sequences, in the order in which it was sent."""
    return ESCAPE.sub(b"", raw).decode("utf-8", "replace")


def colours(raw: bytes) -> set[str]:
    """Return the SGR sequences in `raw` that set a colour; the terminal's default colours (39 and 49) don't count."""
    found = re.findall(rb"\x1b\[([0-9;:]*)m", raw)
    sequences = {sequence.decode() for sequence in found}
    return {text for text in sequences if any(COLOUR.fullmatch(code) for code in re.split("[;:]", text))}


def line_mode(descriptor: int) -> bool:
    """Return whether the terminal echoes, buffers lines and turns ctrl+c into a signal, as a shell expects."""
    flags: int = termios.tcgetattr(descriptor)[3]
    wanted = termios.ECHO | termios.ICANON | termios.ISIG
    return flags & wanted == wanted


class Terminal:
    """A program that runs in its own pty as a session leader.

    The program gets this process's environment without `FORGET` and with `env`, and this process's import path. It
    ignores the signals in `ignore`, as after nohup. `stdin`, `stdout` and `stderr` redirect a stream.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        columns: int = 80,
        rows: int = 24,
        env: Mapping[str, str] | None = None,
        ignore: Iterable[signal.Signals] = (),
        cwd: Path | None = None,
        stdin: int | None = None,
        stdout: int | None = None,
        stderr: int | None = None,
    ) -> None:
        self.command = list(command)
        self.size = (columns, rows)
        self.env = env or {}
        self.ignore = tuple(ignore)
        self.cwd = cwd
        self.streams = (stdin, stdout, stderr)
        self._raw = bytearray()
        self._empty_reads = 0
        """How often there was nothing to read."""
        self._changed = threading.Condition()
        self._closing = False

    def __enter__(self) -> Self:
        self._master, slave = pty.openpty()
        self.resize(*self.size)
        stdin, stdout, stderr = (slave if stream is None else stream for stream in self.streams)
        self.process = subprocess.Popen(
            [
                *python("-I", "-S", "-c", LAUNCH),
                str(slave),
                ",".join(str(int(number)) for number in self.ignore),
                *self.command,
            ],
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            env=environment(self.env),
            cwd=self.cwd,
            start_new_session=True,
            pass_fds=(slave,),
        )
        os.close(slave)
        self._reader = threading.Thread(target=self._collect, daemon=True)
        self._reader.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.hang_up()

    @property
    def output(self) -> bytes:
        """Every byte that the program has sent so far."""
        with self._changed:
            return bytes(self._raw)

    @property
    def text(self) -> str:
        """The text that the program has sent so far, without escape sequences."""
        return shown(self.output)

    @property
    def pid(self) -> int:
        return self.process.pid

    def wait_for(self, text: str | bytes, *, since: int = 0, timeout: float = PATIENCE) -> bytes:
        """Wait until the program has sent `text` after byte `since`, and return all output since then.

        A `str` is searched for in the text without escape sequences, `bytes` in the raw output.
        """

        def is_there() -> bool:
            raw = bytes(self._raw[since:])
            return text in raw if isinstance(text, bytes) else text in shown(raw)

        self._wait(is_there, f"{text!r} did not appear", timeout)
        return self.output[since:]

    def wait_until_quiet(self, seconds: float = 0.3, *, timeout: float = PATIENCE) -> bytes:
        """Wait until the program has sent nothing for some seconds, and return all output."""
        end = time.monotonic() + timeout
        with self._changed:
            while time.monotonic() < end:
                before = len(self._raw)
                if not self._changed.wait_for(lambda: len(self._raw) > before, seconds):  # noqa: B023  called at once
                    return bytes(self._raw)
        raise AssertionError(f"the program never stopped writing\n{self._state()}")

    def send(self, keys: str | bytes) -> None:
        r"""Type: "q", "\r" for Enter, "\x1b[A" for the up arrow, "\x1a" for ctrl+z."""
        os.write(self._master, keys.encode() if isinstance(keys, str) else keys)

    def signal(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        self.process.send_signal(number)

    def resize(self, columns: int, rows: int) -> None:
        """Resize the terminal, which sends SIGWINCH."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def hang_up(self) -> None:
        """Close the terminal, as if its window were closed."""
        if not self._closing:
            self._closing = True
            self._reader.join()
            os.close(self._master)

    def wait(self, timeout: float = PATIENCE) -> int:
        """Wait until the program ends, and return its exit code as a shell does: 128 + n if signal n killed it."""
        try:
            code = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"the program did not end within {timeout} s\n{self._state()}") from None
        if not self._closing:
            self._wait_until_read()
        return 128 - code if code < 0 else code

    def leftovers(self) -> list[str]:
        """Return the names of the terminal modes that the program has left changed."""
        raw = self.output
        on = [what for what, mode in SWITCHED_ON.items() if _last_switch(raw, mode) == b"h"]
        if _last_switch(raw, 25) == b"l":
            on.append("hidden cursor")
        if _last_switch(raw, 7) == b"l":
            on.append("no line wrap")
        if raw.count(b"\x1b[>") - raw.count(b"\x1b[>c") > raw.count(b"\x1b[<u"):
            on.append("keyboard protocol")
        if not line_mode(self._master):
            on.append("raw mode")
        return on

    def _collect(self) -> None:
        while not self._closing:
            chunk = b""
            if select.select([self._master], [], [], 0.02)[0]:
                try:
                    chunk = os.read(self._master, 65536)
                except OSError:  # on Linux, no program has the terminal open any more
                    time.sleep(0.02)
            with self._changed:
                self._raw += chunk
                self._empty_reads += not chunk
                self._changed.notify_all()

    def _wait_until_read(self) -> None:
        """Wait until everything that the program has written by now is in `output`."""
        before = self._empty_reads
        # The first empty read may have begun before the program's last output.
        self._wait(lambda: self._empty_reads > before + 1, "the program's output never ended", PATIENCE)

    def _wait(self, condition: Callable[[], bool], error: str, timeout: float) -> None:
        with self._changed:
            if self._changed.wait_for(condition, timeout):
                return
        raise AssertionError(f"{error} within {timeout} s\n{self._state()}")

    def _state(self) -> str:
        return f"exit code {self.process.poll()}, last output: {self.output[-2000:]!r}"


def _last_switch(raw: bytes, mode: int) -> bytes:
    """Return the letter that last set a private mode: h for on, l for off; empty if it was never set."""
    switches = re.findall(rb"\x1b\[\?(?:[0-9]+;)*%d(?:;[0-9]+)*([hl])" % mode, raw)
    return switches[-1] if switches else b""


def environment(more: Mapping[str, str]) -> dict[str, str]:
    ours = {
        name: value
        for name, value in os.environ.items()
        if name not in FORGET and not name.startswith(("TEXTUAL", "CARDTABLE"))
    }
    paths = os.pathsep.join(path for path in sys.path if path)
    return {**ours, "TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": paths, **more}
