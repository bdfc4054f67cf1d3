"""`cardtable replay`: a game watched again, on the screen or line by line."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter

from cardtable.commands.common import Ascii, Plain, as_typed
from cardtable.commands.kept import chosen, opened_shelf
from cardtable.commands.table import on_the_screen
from cardtable.table.dealing import session_from_record
from cardtable.table.replay import Replay
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session

app = App(name="replay", usage="cardtable replay ID|FILE [OPTIONS]")

Game = Annotated[
    str | None,
    Parameter(
        name="ID|FILE",
        help="The number of a game, as cardtable games lists it, or a file that holds one.",
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
        raise RequestError("Which game? Give its number (`cardtable games` lists them) or a file.")
    if all and not plain:
        raise RequestError("--all tells the game line by line: give --plain with it.")
    shown = Replay(session_from(game))
    if seat is not None:
        _look_from(shown, seat)
    return _line_by_line(shown, all) if plain else _on_the_screen(shown, ascii)


def session_from(id_or_file: str) -> Session:
    """The game that is meant, as it stands; Refused where there is none.  Digits are a number, a file 12 is `./12`."""
    if not id_or_file.isdecimal():
        return session_from_record(id_or_file)
    with opened_shelf() as shelf:
        return shelf.load(chosen(shelf, id_or_file).id)


def _on_the_screen(shown: Replay, ascii_only: bool) -> int:
    return on_the_screen(begin=lambda app: app.games.show_replay(shown), ascii_only=ascii_only)


def _look_from(shown: Replay, text: str) -> None:
    try:
        shown.viewer = shown.find_viewer(text)
    except ValueError as error:
        raise RequestError(str(error)) from None


def _line_by_line(shown: Replay, whole: bool) -> int:
    from cardtable.plain.lines import Lines
    from cardtable.plain.replay import tell_all, watch

    return (tell_all if whole else watch)(shown, Lines.of_process())
