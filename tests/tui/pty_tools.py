"""A real terminal for tests: a program in a pty, its raw output, its exit code, and what it left behind.

    with Terminal(python("-m", "cardtable"), columns=80, rows=24) as terminal:
        terminal.wait_for("Tradewinds")      # a text, wherever it is on the screen
        terminal.send("q")                   # keys, as the terminal would send them
        assert terminal.wait() == 0          # the exit code; 128 + n if a signal killed it
        assert terminal.leftovers() == []    # alternate screen, mouse, cursor and line mode are as before

Everything that the program writes is gathered in `terminal.output` from the start on, whether a test waits or not, so
the program never blocks on a full pty. POSIX only.
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

PATIENCE = 15.0
"""Seconds after which a test that waits gives up; far more than anything here takes on an idle machine."""

FORGET = ("COLUMNS", "LINES", "NO_COLOR", "COLORTERM", "PYTHONPATH", "TERM_PROGRAM")
"""Variables of the caller that would change what the program draws; those of Textual and of Cardtable go as well."""

LAUNCH = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(int(sys.argv[1]), termios.TIOCSCTTY, 0)
os.close(int(sys.argv[1]))
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
for number in filter(None, sys.argv[2].split(",")):
    signal.signal(int(number), signal.SIG_IGN)
os.execvp(sys.argv[3], sys.argv[3:])
"""
"""Makes the pty the controlling terminal and becomes the program: what `preexec_fn` may not do beside threads."""

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
    "mouse in the way of urxvt": 1015,
    "mouse in the way of SGR": 1006,
    "mouse in pixels": 1016,
    "focus reports": 1004,
    "bracketed paste": 2004,
    "resize reports": 2048,
}


def python(*arguments: str) -> list[str]:
    """The command that runs this Python with these arguments."""
    return [sys.executable, *arguments]


def shown(raw: bytes) -> str:
    """The text of `raw` without its escape sequences, in the order in which it was sent."""
    return ESCAPE.sub(b"", raw).decode("utf-8", "replace")


def colours(raw: bytes) -> set[str]:
    """The colours that `raw` asks for, as SGR sequences; the terminal's own colours (39 and 49) are none."""
    found = re.findall(rb"\x1b\[([0-9;:]*)m", raw)
    sequences = {sequence.decode() for sequence in found}
    return {text for text in sequences if any(COLOUR.fullmatch(code) for code in re.split("[;:]", text))}


def line_mode(descriptor: int) -> bool:
    """Whether the terminal echoes, gathers lines and turns ctrl+c into a signal, as a shell expects it."""
    flags: int = termios.tcgetattr(descriptor)[3]
    wanted = termios.ECHO | termios.ICANON | termios.ISIG
    return flags & wanted == wanted


class Terminal:
    """A program that runs in a pty of its own, as leader of a session of its own.

    `env` is added to a copy of this process's environment, from which `FORGET` is taken; the program imports from
    where the tests do. `ignore` are signals that the program finds ignored, as after nohup. With `stdin`, `stdout` or
    `stderr` that stream goes elsewhere instead of to the terminal.
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
        self._reader = threading.Thread(target=self._gather, daemon=True)
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
        """What the program has sent so far, without escape sequences."""
        return shown(self.output)

    @property
    def pid(self) -> int:
        return self.process.pid

    def wait_for(self, text: str | bytes, *, since: int = 0, timeout: float = PATIENCE) -> bytes:
        """Wait until the program has sent `text` after byte `since`; all output since then.

        A `str` is looked for in the text without escape sequences, `bytes` in what was really sent.
        """

        def there() -> bool:
            raw = bytes(self._raw[since:])
            return text in raw if isinstance(text, bytes) else text in shown(raw)

        self._wait(there, f"{text!r} did not appear", timeout)
        return self.output[since:]

    def wait_until_quiet(self, seconds: float = 0.3, *, timeout: float = PATIENCE) -> bytes:
        """Wait until the program has sent nothing for some seconds; all output."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            before = len(self.output)
            time.sleep(seconds)
            if len(self.output) == before:
                return self.output
        raise AssertionError(f"the program never stopped writing\n{self._story()}")

    def send(self, keys: str | bytes) -> None:
        r"""Type: "q", "\r" for Enter, "\x1b[A" for the up arrow, "\x1a" for ctrl+z."""
        os.write(self._master, keys.encode() if isinstance(keys, str) else keys)

    def signal(self, number: signal.Signals) -> None:
        """Send the program a signal from outside."""
        self.process.send_signal(number)

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size, at once and with SIGWINCH."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def hang_up(self) -> None:
        """Close the terminal, as its window's close button does."""
        if not self._closing:
            self._closing = True
            self._reader.join()
            os.close(self._master)

    def wait(self, timeout: float = PATIENCE) -> int:
        """Wait for the end; the exit code as a shell would say it: 128 + n when signal n killed the program."""
        try:
            code = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"the program did not end within {timeout} s\n{self._story()}") from None
        if not self._closing:
            self.wait_until_quiet(0.05)
        return 128 - code if code < 0 else code

    def leftovers(self) -> list[str]:
        """What the program has not put back: each thing in words, none if the terminal is as it was."""
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

    def _gather(self) -> None:
        while not self._closing:
            if select.select([self._master], [], [], 0.02)[0]:
                try:
                    chunk = os.read(self._master, 65536)
                except OSError:  # Linux says so when the last program has let go of the terminal
                    time.sleep(0.02)
                    continue
                with self._changed:
                    self._raw += chunk
                    self._changed.notify_all()

    def _wait(self, there: Callable[[], bool], complaint: str, timeout: float) -> None:
        with self._changed:
            if self._changed.wait_for(there, timeout):
                return
        raise AssertionError(f"{complaint} within {timeout} s\n{self._story()}")

    def _story(self) -> str:
        return f"exit code {self.process.poll()}, the last that was sent: {self.output[-2000:]!r}"


def _last_switch(raw: bytes, mode: int) -> bytes:
    """The last letter by which a private mode was set: h on, l off, nothing if never."""
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
