"""Flags and arguments that several commands share, and helpers to define flags."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

from cyclopts import Parameter, Token

from cardtable.table.request_error import RequestError


def raw_text(kind: Any, tokens: Sequence[Token]) -> str:
    """Return the argument unchanged, because our own code checks it and reports errors."""
    return tokens[0].value


class _OurCheck:
    """A type that no argument has. A union with this type keeps cyclopts from checking arguments with pydantic.

    Otherwise, cyclopts would use pydantic whenever other code has already imported it.
    """


def suggested(values: Iterable[str]) -> Any:
    """Return a type for an argument. Shells suggest these values, but our own code checks the argument."""
    return Literal[tuple(values)] | _OurCheck


def argument(name: str, text: str, **more: Any) -> Parameter:
    """Return an argument that takes any text, because our own code checks it and writes the error message."""
    return Parameter(name=name, help=text, converter=raw_text, show_choices=False, show_default=False, **more)


def text_flag(name: str, metavar: str, text: str, **more: Any) -> Parameter:
    """Return a flag that takes any text, because our own code checks it and reports errors."""
    return argument(name, text, metavar=metavar, **more)


def list_flag(name: str, metavar: str, text: str, **more: Any) -> Parameter:
    """Return a flag that takes a list."""
    return Parameter(name=name, metavar=metavar, negative_iterable="", show_default=False, help=text, **more)


def switch(name: str | tuple[str, ...], text: str) -> Parameter:
    """Return a flag without a value."""
    return Parameter(name=name, negative="", show_default=False, help=text)


def needed_code(code: str | None, command: str) -> str:
    """Return the code of a table. Raise RequestError if the player typed none."""
    if code is None:
        raise RequestError(
            f"Which table? Type its code, as in `cardtable {command} K7QF-2M9X`. For a list of the tables, press j in"
            " the lobby, or type tables in plain mode."
        )
    return code


Plain = Annotated[bool, switch("--plain", "Plain mode: line by line, for screen readers, pipes and scripts.")]
Ascii = Annotated[bool, switch("--ascii", "Draw with ASCII characters only.")]
RecordFile = Annotated[str | None, text_flag("--record", "FILE", "Continue the game recorded in this file.")]
DealLine = Annotated[
    str | None,
    text_flag(
        "--deal",
        "LINE",
        "Play this deal, for example: clash, target 5, K7QF-2M9X. `cardtable rules notation` explains the format.",
    ),
]
PositionFile = Annotated[
    str | None,
    text_flag(
        "--position",
        "FILE",
        "Start from the position in this file, written as one line or as JSON. "
        "`cardtable rules notation` explains both.",
    ),
]
TableCode = Annotated[str | None, argument("CODE", "The code of the table, such as K7QF-2M9X.")]
GameNumber = Annotated[str | None, argument("ID", "The game's number, as listed by `cardtable games`.")]
