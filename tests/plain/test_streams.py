"""Plain mode on terminals, pipes and other streams."""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import StringIO

import pytest

from cardtable.plain.lines import BLANK_LINES, MAX_LINE_LENGTH, EndOfInput, Lines
from cardtable.table.session import Session
from tests.plain.tables import CODE, ES, new_session
from tests.plain.transcripts import output_of, play


class Screen(StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def screen(environ: dict[str, str], typed: Iterable[str], seats: int = 2) -> str:
    keyboard, out = Screen("".join(f"{line}\n" for line in typed)), Screen()
    play(new_session(seats), Lines(keyboard, out, environ))
    return out.getvalue()


@pytest.mark.parametrize("environ", [{"TERM": "dumb"}, {}])
def test_a_dumb_terminal_gets_blank_lines_and_no_escapes(environ: dict[str, str]) -> None:
    output = screen(environ, ["", "1", ""])
    assert "\n" * BLANK_LINES + "Pass the keyboard" in output
    assert "\x1b" not in output


@pytest.mark.parametrize("seats", range(1, 7))
def test_a_pipe_gets_no_control_characters_and_every_prompt_ends_its_line(seats: int) -> None:
    output = output_of(new_session(seats), *["", "1"] * 10)
    assert re.fullmatch(r"[\n -~]*", output)
    assert max(map(len, output.splitlines())) < 400


def test_every_prompt_is_flushed() -> None:
    class Pipe(StringIO):
        unread = ""

        def flush(self) -> None:
            self.unread = ""

        def write(self, text: str, /) -> int:
            self.unread += text
            return super().write(text)

    class Keyboard(StringIO):
        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # its bases disagree
            assert out.unread == ""
            return super().readline(size)

    out = Pipe()
    play(new_session(), Lines(Keyboard("1\nfoo\n"), out, {}))


def test_a_closed_input_is_the_end_of_input_and_a_closed_output_is_ignored() -> None:
    closed = StringIO()
    closed.close()
    for stream in (None, closed):
        with pytest.raises(EndOfInput):
            Lines(stream, None, {}).ask("?")


def test_a_line_that_is_too_long_is_dropped() -> None:
    lines = Lines(StringIO("y" * MAX_LINE_LENGTH * 3 + "\nred\n"), StringIO(), {})
    assert lines.ask("?") == "red"


def test_names_are_shown_as_plain_text() -> None:
    names = ("[red]Bo[/red]", "\x1b[31mEve", "A\u202eB")
    output = output_of(Session(ES, ES.options(), names, CODE), "", "1")
    assert "At the table: [red]Bo[/red], [31mEve, AB." in output
