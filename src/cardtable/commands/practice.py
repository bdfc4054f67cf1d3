"""`cardtable practice`: play alone, solve exercises from your mistakes or by theme, and see your progress."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import App

from cardtable.commands.flags import Ascii, Plain, argument, suggested
from cardtable.commands.launch import go
from cardtable.formats.text import safe_text
from cardtable.rooms.kit.goto import ToPractice
from cardtable.table.request_error import RequestError, suggestion

WORDS = ("play", "levels", "daily", "mistakes", "jumps", "refill", "burn", "last-five", "progress")
"""The sections of the Practice room. They are repeated here, because importing them would slow down the start."""
app = App(name="practice", usage="cardtable practice [WORD] [OPTIONS]")

_Word: Any = suggested(WORDS)
"""The words that shell completion suggests. Our own code rejects any other word."""
Word = Annotated[
    _Word | None,
    argument(
        "WORD",
        "Where to start: `play`, `levels`, `daily`, `mistakes` or `progress`; or exercises by theme: `jumps`, "
        "`refill`, `burn` (which Single to play face down) or `last-five` (the last five Singles).",
    ),
]


@app.default
def practice(word: Word = None, /, *, plain: Plain = False, ascii: Ascii = False) -> int:  # noqa: A002  a flag's name
    """Open the Practice room, where one player plays and learns alone."""
    section = "" if word is None else word.lower()
    if section and section not in WORDS:
        hint = suggestion(section, WORDS, f". Choose one of these: {', '.join(WORDS)}.")
        raise RequestError(f"The Practice room has no '{safe_text(word, 40)}'{hint}")
    return go(ToPractice(section), plain=plain, ascii_only=ascii)
