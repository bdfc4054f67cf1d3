from __future__ import annotations

import io
import signal
import time
from pathlib import Path

import pytest

from cardtable.tui.terminal import ASK, colourless, why_no_screen
from tests.tui.pty_tools import Terminal, python

SHORT_WAIT = 0.3
LONG_WAIT = 3600
"""The seconds that the probe waits for answers; a test that ends in time didn't use up the long wait."""


def probe(seconds: float) -> list[str]:
    """Return the command that queries the terminal, waits at most this long for answers, and then reads a line."""
    return python(
        "-c",
        "import sys; from cardtable.tui.terminal import draws_ambiguous_wide;"
        f"print(draws_ambiguous_wide(seconds={seconds}), 'textual' in sys.modules, flush=True);"
        "print('line', repr(sys.stdin.readline()), flush=True)",
    )


PROBE = probe(SHORT_WAIT)


class FakeTerminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def closed() -> io.StringIO:
    stream = io.StringIO()
    stream.close()
    return stream


@pytest.mark.parametrize("kind", ["xterm-256color", "linux", "screen", "vt100"])
def test_any_terminal_can_show_the_app(kind: str) -> None:
    assert why_no_screen(FakeTerminal(), FakeTerminal(), {"TERM": kind}) is None


@pytest.mark.parametrize(
    ("stdin", "stdout", "environ", "what"),
    [
        (io.StringIO(), FakeTerminal(), {"TERM": "xterm"}, "standard input is not a terminal"),
        (None, FakeTerminal(), {"TERM": "xterm"}, "standard input is not a terminal"),
        (closed(), FakeTerminal(), {"TERM": "xterm"}, "standard input is not a terminal"),
        (FakeTerminal(), io.StringIO(), {"TERM": "xterm"}, "standard output is not a terminal"),
        (FakeTerminal(), None, {"TERM": "xterm"}, "standard output is not a terminal"),
        (FakeTerminal(), FakeTerminal(), {"TERM": "dumb"}, "TERM=dumb"),
        (FakeTerminal(), FakeTerminal(), {"TERM": ""}, "TERM is not set"),
        (FakeTerminal(), FakeTerminal(), {}, "TERM is not set"),
    ],
)
def test_the_error_says_what_is_missing_and_suggests_plain_mode(
    stdin: io.StringIO | None, stdout: io.StringIO | None, environ: dict[str, str], what: str
) -> None:
    why = why_no_screen(stdin, stdout, environ)
    assert why is not None
    assert what in why
    assert "`cardtable --plain` plays line by line." in why
    assert "\n" not in why


@pytest.mark.parametrize(("environ", "wanted"), [({}, False), ({"NO_COLOR": ""}, False), ({"NO_COLOR": "0"}, True)])
def test_no_color_counts_unless_it_is_empty(environ: dict[str, str], wanted: bool) -> None:
    assert colourless(environ) is wanted


@pytest.mark.parametrize(
    ("answers", "wide", "seconds"),
    [
        ("\x1b[3;1R\x1b[3;2R", "False", LONG_WAIT),
        ("\x1b[3;1R\x1b[3;3R", "True", LONG_WAIT),
        ("x\x1b[3;7R\x1b[3;9R", "True", LONG_WAIT),  # a key was typed, and the line wasn't empty
        ("\x1b[3;80R\x1b[4;3R", "False", LONG_WAIT),  # the line was too full to tell
        ("\x1b[3;1R", "False", SHORT_WAIT),
        ("\x1b[3;1R\x1b[3;", "False", SHORT_WAIT),
        ("", "False", SHORT_WAIT),
    ],
)
def test_the_terminal_reports_how_wide_a_box_character_is(answers: str, wide: str, seconds: float) -> None:
    with Terminal(probe(seconds)) as terminal:
        terminal.wait_for(ASK)
        terminal.send(answers)
        terminal.wait_for(f"{wide} False")
        assert terminal.leftovers() == []
        assert terminal.output.startswith(b"\x1b7")
        assert b"\x1b8\x1b[K" in terminal.output  # the cursor returns, and the probe's character is erased
        terminal.send("next\r")
        terminal.wait_for("line 'next\\n'")  # without any part of an answer


def test_a_paused_terminal_does_not_block_the_start() -> None:
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


def test_a_closed_terminal_does_not_block_the_start() -> None:
    with Terminal(PROBE, ignore=[signal.SIGHUP]) as terminal:
        terminal.wait_for(ASK)
        terminal.hang_up()
        assert terminal.wait(2) >= 0


def test_output_that_is_not_a_terminal_gets_no_query(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w+") as out, Terminal(PROBE, stdout=out.fileno()) as terminal:
        terminal.send("\r")
        terminal.wait()
        assert (tmp_path / "out").read_text().startswith("False False\n")


def test_a_late_answer_is_not_taken_for_a_key() -> None:
    with Terminal(python("-m", "tests.tui.tiny_app", "--probe")) as terminal:
        terminal.wait_for("ready")
        before = len(terminal.output)
        terminal.send("\x1b[1;1R\x1b[1;2Ra")
        terminal.wait_for("ready a", since=before)
