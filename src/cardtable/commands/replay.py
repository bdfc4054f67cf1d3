"""`cardtable replay`: a game watched again, on the screen or line by line."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter

from cardtable.commands.common import Ascii, Plain, as_typed
from cardtable.commands.deal import recorded_session
from cardtable.commands.refused import Refused
from cardtable.commands.table import on_the_screen
from cardtable.table.replay import Replay
from cardtable.table.session import Session

app = App(name="replay", usage="cardtable replay FILE [OPTIONS]")

Game = Annotated[
    str | None,
    Parameter(
        name="FILE",
        help="The file that holds the game.",
        converter=as_typed,
        show_default=False,
        allow_leading_hyphen=False,
    ),
]
View = Annotated[
    str | None,
    Parameter(
        name="--seat",
        metavar="NAME",
        help="Whose view: a player's name or number, public for what everybody sees, all for every card. "
        "A game that still goes on among several persons has only the public view.",
        converter=as_typed,
        show_default=False,
    ),
]
All = Annotated[
    bool,
    Parameter(name="--all", negative="", show_default=False, help="With --plain: tell the whole game at once."),
]


@app.default
def replay(
    game: Game = None,
    /,
    *,
    seat: View = None,
    plain: Plain = False,
    all: All = False,  # noqa: A002  a flag's name
    ascii: Ascii = False,  # noqa: A002  a flag's name
) -> int:
    """Watch a game again, finished or not."""
    if game is None:
        raise Refused("Say which game: cardtable replay and the name of a file that save wrote.")
    if all and not plain:
        raise Refused("--all tells the game line by line: give --plain with it.")
    shown = Replay(session_from(game))
    if seat is not None:
        _look_from(shown, seat)
    return _line_by_line(shown, all) if plain else on_the_screen(replay=shown, ascii_only=ascii)


def session_from(id_or_file: str) -> Session:
    """The game that is meant, as it stood; Refused where there is none.  So far only files hold games."""
    return recorded_session(id_or_file)


def _look_from(shown: Replay, text: str) -> None:
    try:
        shown.viewer = shown.find_viewer(text)
    except ValueError as error:
        raise Refused(str(error)) from None


def _line_by_line(shown: Replay, whole: bool) -> int:
    from cardtable.plain.lines import Lines
    from cardtable.plain.replay import tell_all, watch

    return (tell_all if whole else watch)(shown, Lines.of_process())
