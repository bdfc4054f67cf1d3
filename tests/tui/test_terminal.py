"""Checks of the terminal before the app starts, and the probe that measures its characters."""

from __future__ import annotations

import io
import signal
import time
from pathlib import Path

import pytest

from cardtable.tui.terminal import ASK, colourless, why_no_screen
from tests.tui.pty_tools import Terminal, python

TIMEOUT = 0.3
VERY_LONG = 3600
"""Timeouts in seconds; a test that ends sooner has not waited for them."""


def probe(seconds: float) -> list[str]:
    """Return the command that asks the terminal, waits so long for its answers, then reads a line."""
    return python(
        "-c",
        "import sys; from cardtable.tui.terminal import draws_ambiguous_wide;"
        f"print(draws_ambiguous_wide(seconds={seconds}), 'textual' in sys.modules, flush=True);"
        "print('line', repr(sys.stdin.readline()), flush=True)",
    )


PROBE = probe(TIMEOUT)


class Screen(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def closed() -> io.StringIO:
    stream = io.StringIO()
    stream.close()
    return stream


@pytest.mark.parametrize("kind", ["xterm-256color", "linux", "screen", "vt100"])
def test_a_terminal_can_show_the_table(kind: str) -> None:
    assert why_no_screen(Screen(), Screen(), {"TERM": kind}) is None


@pytest.mark.parametrize(
    ("stdin", "stdout", "environ", "what"),
    [
        (io.StringIO(), Screen(), {"TERM": "xterm"}, "standard input is not a terminal"),
        (None, Screen(), {"TERM": "xterm"}, "standard input is not a terminal"),
        (closed(), Screen(), {"TERM": "xterm"}, "standard input is not a terminal"),
        (Screen(), io.StringIO(), {"TERM": "xterm"}, "standard output is not a terminal"),
        (Screen(), None, {"TERM": "xterm"}, "standard output is not a terminal"),
        (Screen(), Screen(), {"TERM": "dumb"}, "TERM=dumb"),
        (Screen(), Screen(), {"TERM": ""}, "TERM is not set"),
        (Screen(), Screen(), {}, "TERM is not set"),
    ],
)
def test_the_problem_is_named(
    stdin: io.StringIO | None, stdout: io.StringIO | None, environ: dict[str, str], what: str
) -> None:
    why = why_no_screen(stdin, stdout, environ)
    assert why is not None
    assert what in why
    assert "\n" not in why


@pytest.mark.parametrize(("environ", "wanted"), [({}, False), ({"NO_COLOR": ""}, False), ({"NO_COLOR": "0"}, True)])
def test_no_color_counts_only_if_it_is_not_empty(environ: dict[str, str], wanted: bool) -> None:
    assert colourless(environ) is wanted


@pytest.mark.parametrize(
    ("answers", "wide", "seconds"),
    [
        ("\x1b[3;1R\x1b[3;2R", "False", VERY_LONG),
        ("\x1b[3;1R\x1b[3;3R", "True", VERY_LONG),
        ("x\x1b[3;7R\x1b[3;9R", "True", VERY_LONG),  # a key was pressed, and the prompt was not empty
        ("\x1b[3;80R\x1b[4;3R", "False", VERY_LONG),  # the line wrapped
        ("\x1b[3;1R", "False", TIMEOUT),
        ("\x1b[3;1R\x1b[3;", "False", TIMEOUT),
        ("", "False", TIMEOUT),
    ],
)
def test_the_probe_measures_the_width_of_a_line(answers: str, wide: str, seconds: float) -> None:
    with Terminal(probe(seconds)) as terminal:
        terminal.wait_for(ASK)
        terminal.send(answers)
        terminal.wait_for(f"{wide} False")
        assert terminal.leftovers() == []
        assert terminal.output.startswith(b"\x1b7")
        assert b"\x1b8\x1b[K" in terminal.output  # the cursor is back, and the line is empty
        terminal.send("next\r")
        terminal.wait_for("line 'next\\n'")  # without a part of an answer


def test_the_probe_does_not_wait_for_a_stopped_screen() -> None:
    with Terminal(python("-c", f"input(); exec({PROBE[-1]!r})")) as terminal:
        terminal.send("\r\x13")  # ctrl+s
        time.sleep(1)
        terminal.send("\x11")
        terminal.wait_for("False False")
        assert ASK not in terminal.output


def test_a_signal_waits_until_the_terminal_is_restored() -> None:
    with Terminal(PROBE) as terminal:
        terminal.wait_for(ASK)
        terminal.signal(signal.SIGTERM)
        assert terminal.wait() == 128 + signal.SIGTERM
        assert terminal.leftovers() == []


def test_the_probe_does_not_wait_for_a_closed_terminal() -> None:
    with Terminal(PROBE, ignore=[signal.SIGHUP]) as terminal:
        terminal.wait_for(ASK)
        terminal.hang_up()
        assert terminal.wait(2) >= 0


def test_the_probe_does_not_ask_without_a_terminal(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w+") as out, Terminal(PROBE, stdout=out.fileno()) as terminal:
        terminal.send("\r")
        terminal.wait()
        assert (tmp_path / "out").read_text().startswith("False False\n")


def test_a_late_answer_is_not_taken_for_keys() -> None:
    with Terminal(python("-m", "tests.tui.tiny_app", "--probe")) as terminal:
        terminal.wait_for("ready")
        before = len(terminal.output)
        terminal.send("\x1b[1;1R\x1b[1;2Ra")
        terminal.wait_for("ready a", since=before)
