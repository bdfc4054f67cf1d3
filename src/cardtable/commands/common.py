"""What several commands take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter, Token


def as_typed(kind: Any, tokens: Sequence[Token]) -> str:
    """The text as it stands: whoever reads the option says what is wrong with it."""
    return tokens[0].value


Plain = Annotated[
    bool,
    Parameter(
        name="--plain", negative="", show_default=False, help="Line by line: for screen readers, pipes and scripts."
    ),
]
Ascii = Annotated[bool, Parameter(name="--ascii", negative="", show_default=False, help="Draw with ASCII signs alone.")]
File = Annotated[
    str | None,
    Parameter(name="--record", metavar="FILE", show_default=False, help="Go on with the game that this file holds."),
]
Line = Annotated[
    str | None,
    Parameter(
        name="--deal",
        metavar="LINE",
        show_default=False,
        help="A whole deal in one line, as in: clash, target 5, K7QF-2M9X; cardtable rules notation says how.",
    ),
]
FromPosition = Annotated[
    str | None,
    Parameter(
        name="--position",
        metavar="FILE",
        show_default=False,
        help="Begin at the position in this file, in one line or as JSON; cardtable rules notation says how.",
    ),
]
Names = Annotated[
    list[str] | None,
    Parameter(
        name="--name",
        metavar="NAME",
        negative_iterable="",
        show_default=False,
        help="The name at a seat; once for each seat, in turn.",
    ),
]
OnePerson = Annotated[
    bool,
    Parameter(
        name="--one-person",
        negative="",
        show_default=False,
        help="One person plays every seat, and no keyboard is handed over.",
    ),
]
Data = Annotated[
    str | None,
    Parameter(
        name="--data",
        metavar="DIR",
        show_default=False,
        help="Keep games and settings in this folder, with whatever command; as the variable CARDTABLE_DATA does.",
    ),
]
"""For the help page alone: it is heeded before the command is known."""
Number = Annotated[
    str | None,
    Parameter(
        name="ID",
        help="The number of a game, as cardtable games lists it.",
        converter=as_typed,
        show_default=False,
    ),
]
