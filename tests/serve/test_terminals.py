"""Names and sizes of terminals, and typed lines."""

from __future__ import annotations

import pytest

from cardtable.serve.terminals import bounded, can_draw, environment_of
from cardtable.serve.typing_line import LineLeft, TypingLine


@pytest.mark.parametrize(
    ("name", "variables"),
    [
        ("xterm-256color", {"TERM": "xterm-256color"}),
        ("XTERM-KITTY", {"TERM": "xterm-256color", "COLORTERM": "truecolor"}),
        ("linux", {"TERM": "linux"}),
        ("dumb", {"TERM": "dumb"}),
        ("../../etc/passwd", {"TERM": "xterm-256color"}),
        ("\x1b]0;title\x07" * 500, {"TERM": "xterm-256color"}),
    ],
)
def test_only_known_names_of_terminals_are_used(name: str, variables: dict[str, str]) -> None:
    assert environment_of(name) == variables


def test_some_terminals_cannot_draw() -> None:
    assert can_draw("xterm")
    assert not can_draw("dumb")
    assert not can_draw("")


@pytest.mark.parametrize(
    ("size", "shown"), [((0, 0), (80, 24)), ((60_000, 60_000), (500, 200)), ((1, 1), (1, 1)), ((120, 40), (120, 40))]
)
def test_sizes_are_bounded(size: tuple[int, int], shown: tuple[int, int]) -> None:
    assert bounded(*size) == shown


@pytest.mark.parametrize(
    ("typed", "line", "rest"),
    [
        (b"Mia\r", "Mia", b""),
        (b"Mia\r\nmore", "Mia", b"more"),
        (b"Mia\nq\n", "Mia", b"q\n"),
        (b"Mix\x7fa\r", "Mia", b""),
        (b"\x7f\x7fMia\x1b[A\x1b[1;5C\x07\r", "Mia", b""),
        ("Zoë".encode() + b"\xff\r", "Zoë", b""),
        (b"a" * 5000 + b"\r", "a" * 200, b""),
        (b"Mi", None, b""),
    ],
)
def test_a_line_is_typed(typed: bytes, line: str | None, rest: bytes) -> None:
    echoed: list[str] = []
    assert TypingLine(echoed.append).take(typed) == (line, rest)
    assert "\x1b" not in "".join(echoed)


def test_a_letter_may_come_in_two_parts() -> None:
    typing = TypingLine(lambda text: None)
    assert typing.take("ë".encode()[:1]) == (None, b"")
    assert typing.take("ë".encode()[1:] + b"\r") == ("ë", b"")


@pytest.mark.parametrize("key", [b"\x03", b"\x04"])
def test_ctrl_c_and_ctrl_d_leave(key: bytes) -> None:
    with pytest.raises(LineLeft):
        TypingLine(lambda text: None).take(b"Mi" + key)
