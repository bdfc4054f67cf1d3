"""How an app starts and ends: signals, suspending, crashes, and terminals of every kind."""

from __future__ import annotations

import os
import pty
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from cardtable.tui.terminal import driver
from tests.tui.terminal.pty_tools import Terminal, colours, python, shown
from tests.tui.terminal.tiny_app import HANGING, SECRET

TINY = python("-m", "tests.tui.terminal.tiny_app")
FAULT = "Cardtable stopped because of an internal error"


class Tiny(Terminal):
    """The tiny app in a terminal, with its own folder."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        command: Sequence[str] = TINY,
        columns: int = 80,
        rows: int = 24,
        env: dict[str, str] | None = None,
        ignore: Sequence[signal.Signals] = (),
        stdin: int | None = None,
        stderr: int | None = None,
    ) -> None:
        own = {"CARDTABLE_DATA": str(folder / "data"), "TINY_APP_LEFT": str(folder / "left")}
        super().__init__(
            [*command, *arguments],
            columns=columns,
            rows=rows,
            env={**own, **(env or {})},
            ignore=ignore,
            stdin=stdin,
            stderr=stderr,
        )
        self.folder = folder
        folder.mkdir(exist_ok=True)

    @property
    def unmounted(self) -> bool:
        return (self.folder / "left").exists()

    def press(self, key: str, shows: str) -> None:
        """Press a key and wait for this text."""
        before = len(self.output)
        self.send(key)
        self.wait_for(shows, since=before)

    def logs(self) -> list[Path]:
        return sorted((self.folder / "data" / "log").glob("*"))


@contextmanager
def several(folder: Path, *names: str, arguments: bool = False) -> Iterator[list[Tiny]]:
    """Run several tiny apps at once, each in its own folder and, with `arguments`, with its name as argument."""
    with ExitStack() as stack:
        yield [stack.enter_context(Tiny(folder / name, *([name] if arguments else []))) for name in names]


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("7", 7)])
def test_the_exit_code_is_the_apps(tmp_path: Path, key: str, code: int) -> None:
    with Tiny(tmp_path) as tiny:
        tiny.wait_for("ready")
        tiny.send(key)
        assert tiny.wait() == code
        assert tiny.leftovers() == []
        assert tiny.unmounted
        assert tiny.logs() == []


def test_a_signal_ends_the_app_cleanly(tmp_path: Path) -> None:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
    with several(tmp_path, *(number.name for number in numbers)) as tinies:
        for number, tiny in zip(numbers, tinies, strict=True):
            tiny.wait_for("ready")
            tiny.signal(number)
            assert tiny.wait() == 128 + number
            assert tiny.leftovers() == []
            assert tiny.unmounted


def test_a_signal_ends_an_app_that_hangs(tmp_path: Path) -> None:
    with several(tmp_path, "loop", "worker") as (loop, worker):
        for tiny, key in ((loop, "l"), (worker, "p")):
            tiny.wait_for("ready")
            tiny.press(key, HANGING)
        for tiny in (loop, worker):
            tiny.signal(signal.SIGTERM)
        for tiny in (loop, worker):
            assert tiny.wait() == 143
            assert tiny.leftovers() == []
        assert not loop.unmounted  # the exit guard killed it


@pytest.mark.parametrize("ignored", [(), (signal.SIGHUP,)], ids=["SIGHUP", "no SIGHUP"])
def test_the_app_ends_with_its_terminal(tmp_path: Path, ignored: Sequence[signal.Signals]) -> None:
    with Tiny(tmp_path, ignore=ignored) as tiny:
        tiny.wait_for("ready")
        tiny.hang_up()
        assert tiny.wait() == 129
        assert tiny.unmounted


@pytest.mark.skipif(not shutil.which("bash"), reason="needs a shell with job control")
def test_the_shell_can_suspend_and_continue_the_app(tmp_path: Path) -> None:
    shell = ["bash", "--norc", "--noprofile", "--noediting", "-i"]
    with Tiny(tmp_path, command=shell, env={"PS1": "prompt$ "}) as tiny:
        tiny.wait_for("prompt$ ")
        tiny.press(" ".join(TINY) + "\r", "ready")
        tiny.wait_until_quiet(0.2)
        for stop in ("key", "signal"):
            if stop == "key":
                tiny.press("\x1a", "prompt$ ")
            else:
                before = len(tiny.output)
                os.kill(_child(tiny.pid), signal.SIGTSTP)
                tiny.wait_for("prompt$ ", since=before)
            tiny.wait_until_quiet(0.1)
            assert tiny.leftovers() == []
            before = len(tiny.output)
            tiny.send("bg\r")  # stops it again, as it needs the terminal
            tiny.wait_until_quiet(0.2)
            assert "ready" not in shown(tiny.output[before:])
            tiny.press("fg\r", "a name")  # the whole screen is redrawn
            tiny.press("a", "resumed a")
        tiny.wait_until_quiet(0.2)
        tiny.press("q", "prompt$ ")
        assert tiny.leftovers() == []
        tiny.press("echo code $?\r", "code 0")
        assert tiny.unmounted


@pytest.mark.skipif(not shutil.which("bash"), reason="needs a shell with job control")
def test_the_shell_suspends_the_parent_process_too(tmp_path: Path) -> None:
    shell = ["bash", "--norc", "--noprofile", "--noediting", "-i"]
    with Tiny(tmp_path, command=shell, env={"PS1": "prompt$ "}) as tiny:
        tiny.wait_for("prompt$ ")
        tiny.press(f"sh -c '{' '.join(TINY)}; echo code $?'\r", "ready")
        tiny.press("\x1a", "prompt$ ")
        tiny.press("fg\r", "a name")
        tiny.press("q", "code 0")


def test_ctrl_z_does_nothing_without_a_shell(tmp_path: Path) -> None:
    with Tiny(tmp_path) as tiny:
        tiny.wait_for("ready")
        tiny.press("\x1a", "resumed")
        tiny.press("a", "resumed a")
        tiny.send("q")
        assert tiny.wait() == 0
        assert tiny.leftovers() == []


def test_the_screen_is_redrawn_after_sigstop(tmp_path: Path) -> None:
    with Tiny(tmp_path) as tiny:
        tiny.wait_for("ready")
        tiny.signal(signal.SIGSTOP)
        tiny.signal(signal.SIGCONT)
        tiny.wait_for("resumed")
        tiny.press("a", "resumed a")
        tiny.send("q")
        assert tiny.wait() == 0
        assert tiny.leftovers() == []


def test_a_crash_message_names_the_log_and_no_secret(tmp_path: Path) -> None:
    by_key = ("k", "r", "w", "t")
    by_time = ("mount", "compose", "unmount", "css")
    with several(tmp_path, *by_key) as keyed, several(tmp_path, *by_time, arguments=True) as timed:
        for key, tiny in zip((*by_key, "q"), (*keyed, timed[2]), strict=True):
            tiny.wait_for("ready")
            tiny.send(key)
        for tiny in (*keyed, *timed):
            assert tiny.wait() == 1, tiny.folder
            assert tiny.leftovers() == []
            assert tiny.unmounted
            (log,) = tiny.logs()
            last = tiny.text[tiny.text.index(FAULT) :]
            said = rf"{FAULT} \(\w+Error\)\. The details are in {re.escape(str(log))}\.\s*"
            assert re.fullmatch(said, last)
            assert SECRET not in tiny.text + log.read_text()


def test_only_the_player_can_read_the_crash_log(tmp_path: Path) -> None:
    with Tiny(tmp_path) as tiny:
        tiny.wait_for("ready")
        tiny.send("k")
        tiny.wait()
        (log,) = tiny.logs()
        assert log.stat().st_mode & 0o777 == 0o600
        assert log.parent.stat().st_mode & 0o777 == log.parent.parent.stat().st_mode & 0o777 == 0o700
        account = log.read_text()
        assert re.search(r"\n\nbuiltins\.ValueError\n", account)
        assert re.search(r"\n  tests/tui/terminal/tiny_app\.py:\d+ in TinyApp\.on_key\n", account)
        assert "TERM=xterm-256color" in account
        assert str(Path.cwd()) not in account


def test_a_crash_is_reported_even_if_it_cannot_be_logged(tmp_path: Path) -> None:
    with Tiny(tmp_path, env={"CARDTABLE_DATA": os.devnull}) as tiny:
        tiny.wait_for("ready")
        tiny.send("k")
        assert tiny.wait() == 1
        assert f"{FAULT} (ValueError). The details couldn't be written to a file (" in tiny.text
        assert tiny.leftovers() == []


def test_an_error_in_the_background_is_only_logged(tmp_path: Path) -> None:
    with several(tmp_path, "s", "x") as tinies:
        for tiny, key in zip(tinies, "sx", strict=True):
            tiny.wait_for("ready")
            tiny.press(key, f"ready {key}")
            tiny.send("q")
            assert tiny.wait() == 0
            (log,) = tiny.logs()
            assert "ValueError" in log.read_text()
            assert SECRET not in tiny.text + log.read_text()


def test_no_color_removes_all_colours(tmp_path: Path) -> None:
    with Tiny(tmp_path, env={"NO_COLOR": "1"}) as tiny:
        tiny.wait_for("a name")
        tiny.send("q")
        tiny.wait()
        assert colours(tiny.output) == set()


@pytest.mark.parametrize("env", [{}, {"NO_COLOR": ""}], ids=["unset", "empty"])
def test_there_are_colours_without_no_color(tmp_path: Path, env: dict[str, str]) -> None:
    with Tiny(tmp_path, env=env) as tiny:
        tiny.wait_for("a name")
        assert any("48;2;0;100;0" in colour for colour in colours(tiny.output))


def test_the_app_survives_any_size(tmp_path: Path) -> None:
    with ExitStack() as stack:
        sizes = ((1, 1), (0, 0), (65535, 65535))
        tinies = [
            stack.enter_context(Tiny(tmp_path / str(columns), columns=columns, rows=rows)) for columns, rows in sizes
        ]
        for tiny in tinies:
            tiny.wait_for(b"\x1b[?2048$p")
            tiny.resize(30000, 30000)
        for tiny in tinies:
            tiny.wait_until_quiet(0.1)
            tiny.resize(80, 24)
            tiny.wait_until_quiet(0.1)
            tiny.send(b"\x1b[48;30000;30000;1;1t\x1b[48;24;80;1;1t")  # the terminal's own size report
            tiny.press("a", "ready a")
            assert len(tiny.output) < 10_000_000


def test_output_waits_for_a_non_blocking_terminal(tmp_path: Path) -> None:
    with Tiny(tmp_path, columns=300, rows=100) as tiny:
        tiny.wait_for(b"\x1b[100;1H")
        before = len(tiny.output)
        for key in "nnn":
            tiny.send(key)
        tiny.wait_for("ready n n n", since=before)
        tiny.wait_for(b"\x1b[100;1H", since=before)


def test_output_to_a_closed_terminal_is_discarded(monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = pty.openpty()
    with os.fdopen(slave, "w") as stream:
        monkeypatch.setattr(sys, "__stderr__", stream)
        screen = driver._TerminalOutput()
        os.close(master)
        assert screen.write(b"text") == 4
        assert screen.is_gone
        assert screen.write(b"more") == 4


def test_invalid_bytes_are_skipped(tmp_path: Path) -> None:
    with Tiny(tmp_path) as tiny:
        tiny.wait_for("ready")
        tiny.send(b"\xff\xfe\x1b[M\xe0\xe0\xe0")
        tiny.press("aaaa", " a")  # the first three may belong to the report of a click before them


def test_the_app_draws_on_the_terminal_if_stderr_is_redirected(tmp_path: Path) -> None:
    with (tmp_path / "errors").open("wb") as errors, Tiny(tmp_path, stderr=errors.fileno()) as tiny:
        tiny.wait_for("ready")
        tiny.send("k")
        assert tiny.wait() == 1
        assert tiny.leftovers() == []
    assert (tmp_path / "errors").read_text().startswith(FAULT)


def test_without_a_keyboard_the_app_does_not_start(tmp_path: Path) -> None:
    with Tiny(tmp_path, stdin=subprocess.DEVNULL) as tiny:
        assert tiny.wait() == 2
        assert "Can't show the table: standard input is not a terminal." in tiny.text
        assert b"\x1b" not in tiny.output


def test_a_signal_kills_a_forked_child_as_usual(tmp_path: Path) -> None:
    with Tiny(tmp_path) as tiny:
        tiny.wait_for("ready")
        tiny.press("f", f"child {-signal.SIGTERM}")


def _child(pid: int) -> int:
    return int(
        subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, check=True).stdout.split()[0]
    )
