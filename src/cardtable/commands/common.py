"""Options and arguments that several commands share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

from cyclopts import Parameter, Token


def raw_text(kind: Any, tokens: Sequence[Token]) -> str:
    """Return the argument unchanged, because our own code checks it and writes the error message."""
    return tokens[0].value


class _OurCheck:
    """A type that no argument has: in a union with others, it keeps cyclopts from letting pydantic check the argument.

    Cyclopts does that only where something has already imported pydantic.
    """


def suggested(values: Iterable[str]) -> Any:
    """Return the type of an argument for which shells suggest these values, while our own code checks it."""
    return Literal[tuple(values)] | _OurCheck


Plain = Annotated[
    bool,
    Parameter(
        name="--plain",
        negative="",
        show_default=False,
        help="Plain mode: line by line, for screen readers, pipes and scripts.",
    ),
]
Ascii = Annotated[
    bool, Parameter(name="--ascii", negative="", show_default=False, help="Draw with ASCII characters only.")
]
RecordFile = Annotated[
    str | None,
    Parameter(name="--record", metavar="FILE", show_default=False, help="Continue the game recorded in this file."),
]
DealLine = Annotated[
    str | None,
    Parameter(
        name="--deal",
        metavar="LINE",
        show_default=False,
        help="Play this deal, for example: clash, target 5, K7QF-2M9X. `cardtable rules notation` explains the format.",
    ),
]
PositionFile = Annotated[
    str | None,
    Parameter(
        name="--position",
        metavar="FILE",
        show_default=False,
        help="Start from the position in this file, written as one line or as JSON. "
        "`cardtable rules notation` explains both.",
    ),
]
Names = Annotated[
    list[str] | None,
    Parameter(
        name="--name",
        metavar="NAME",
        negative_iterable="",
        show_default=False,
        help="A player's name. Repeat the flag for each seat, in order.",
    ),
]
SeatPlayers = Annotated[
    list[str] | None,
    Parameter(
        name="--seat",
        metavar="N=WHO",
        negative_iterable="",
        show_default=False,
        help='Who plays seat N: me, a level, or a program, as in 2="program ./mybot". Repeat the flag for more seats. '
        "A program is started in this folder, and sees only what its seat may see.",
    ),
]
OnePerson = Annotated[
    bool,
    Parameter(
        name="--one-person",
        negative="",
        show_default=False,
        help="One player has every seat without a computer player, so you never have to pass the keyboard.",
    ),
]


def _setting_flag(name: str, metavar: str, text: str) -> Parameter:
    """Return a flag that is here only for --help: `run` in `root.py` handles it before it calls the command."""
    return Parameter(name=name, metavar=metavar, show_default=False, help=f"{text} Applies to this run only.")


Theme = Annotated[str | None, _setting_flag("--theme", "NAME", "The theme, such as nord.")]
Animation = Annotated[str | None, _setting_flag("--animation", "SPEED", "Off, fast, normal or slow.")]
CardStyle = Annotated[str | None, _setting_flag("--card-style", "STYLE", "Auto, blocks or ascii.")]
Large = Annotated[
    bool,
    Parameter(
        name="--large",
        negative="",
        show_default=False,
        help="For projectors: in lessons, the table is as large as it can be. Applies to this run only.",
    ),
]
DataFolder = Annotated[
    str | None,
    Parameter(
        name="--data",
        metavar="DIR",
        show_default=False,
        help="Store games and settings in this folder. The environment variable CARDTABLE_DATA does the same. "
        "This option works with every command.",
    ),
]
"""This is here only for --help, too."""
GameNumber = Annotated[
    str | None,
    Parameter(
        name="ID",
        help="The game's number, as listed by `cardtable games`.",
        converter=raw_text,
        show_default=False,
    ),
]
