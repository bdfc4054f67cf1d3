"""Checks of the terminal before the app starts, and the probe that measures its characters."""

from __future__ import annotations

import io
import signal
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from cardtable.tui.terminal.checks import ASK, colourless, why_no_screen
from tests.tui.terminal.pty_tools import PATIENCE, Terminal, python

TIMEOUT = 0.3
VERY_LONG = 3600
"""Timeouts in seconds; a test that ends sooner has not waited for them."""


def probe(seconds: float, times: Sequence[float] = ()) -> list[str]:
    """Return the command that asks the terminal, waits so long for its answers, then reads a line.

    With `times`, the clock shows one of these at each look.
    """
    clock = f"terminal.time = SimpleNamespace(monotonic=iter({times!r}).__next__);" if times else ""
    return python(
        "-c",
        "import sys; from types import SimpleNamespace; from cardtable.tui.terminal import checks as terminal;"
        "from cardtable.tui.terminal.checks import draws_ambiguous_wide;"
        f"{clock}print(draws_ambiguous_wide(seconds={seconds}), 'textual' in sys.modules, flush=True);"
        "print('line', repr(sys.stdin.readline()), flush=True)",
    )


PROBE, PATIENT_PROBE = probe(TIMEOUT), probe(VERY_LONG)
PROBE_OF_ONE_READ = probe(VERY_LONG, (0, 0, 0, VERY_LONG))
"""Its time is over once it has read something, however long that has taken."""


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
    ("command", "answers", "wide"),
    [
        (PATIENT_PROBE, "\x1b[3;1R\x1b[3;2R", "False"),
        (PATIENT_PROBE, "\x1b[3;1R\x1b[3;3R", "True"),
        (PATIENT_PROBE, "x\x1b[3;7R\x1b[3;9R", "True"),  # a key was pressed, and the prompt was not empty
        (PATIENT_PROBE, "\x1b[3;80R\x1b[4;3R", "False"),  # the line wrapped
        (PROBE_OF_ONE_READ, "\x1b[3;1R", "False"),
        (PROBE_OF_ONE_READ, "\x1b[3;1R\x1b[3;", "False"),
        (PROBE, "", "False"),
    ],
)
def test_the_probe_measures_the_width_of_a_line(command: Sequence[str], answers: str, wide: str) -> None:
    with Terminal(command) as terminal:
        terminal.wait_for(ASK)
        terminal.send(answers)
        terminal.wait_for(f"{wide} False")
        assert terminal.leftovers() == []
        assert terminal.output.startswith(b"\x1b7")
        assert b"\x1b8\x1b[K" in terminal.output  # the cursor is back, and the line is empty
        terminal.send("next\r")
        terminal.wait_for("line 'next\\n'")  # without a part of an answer


def test_the_probe_does_not_wait_for_a_stopped_screen(tmp_path: Path) -> None:
    done = tmp_path / "done"
    script = (
        "from cardtable.tui.terminal.checks import draws_ambiguous_wide; from pathlib import Path; input();"
        f"wide = draws_ambiguous_wide(seconds={TIMEOUT}); Path({str(done)!r}).touch(); print(wide)"
    )
    with Terminal(python("-c", script)) as terminal:
        terminal.send("\r\x13")  # ctrl+s
        end = time.monotonic() + PATIENCE
        while not done.exists():
            assert time.monotonic() < end
            time.sleep(0.02)
        terminal.send("\x11")
        terminal.wait_for("False")
        assert ASK not in terminal.output


def test_a_signal_waits_until_the_terminal_is_restored() -> None:
    with Terminal(PROBE) as terminal:
        terminal.wait_for(ASK)
        terminal.signal(signal.SIGTERM)
        assert terminal.wait() == 128 + signal.SIGTERM
        assert terminal.leftovers() == []


def test_the_probe_does_not_wait_for_a_closed_terminal() -> None:
    with Terminal(PATIENT_PROBE, ignore=[signal.SIGHUP]) as terminal:
        terminal.wait_for(ASK)
        terminal.hang_up()
        assert terminal.wait() >= 0


def test_the_probe_does_not_ask_without_a_terminal(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w+") as out, Terminal(PROBE, stdout=out.fileno()) as terminal:
        terminal.send("\r")
        terminal.wait()
        assert (tmp_path / "out").read_text().startswith("False False\n")


def test_a_late_answer_is_not_taken_for_keys() -> None:
    with Terminal(python("-m", "tests.tui.terminal.tiny_app", "--probe")) as terminal:
        terminal.wait_for("ready")
        before = len(terminal.output)
        terminal.send("\x1b[1;1R\x1b[1;2Ra")
        terminal.wait_for("ready a", since=before)
