"""`cardtable replay`: replay a game, in the app or line by line."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter

from cardtable.commands.common import Ascii, Plain, raw_text
from cardtable.commands.launch import run_app
from cardtable.commands.saved_games import find_game, open_store
from cardtable.table.dealing import session_from_record
from cardtable.table.replay import Replay
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session

app = App(name="replay", usage="cardtable replay ID|FILE [OPTIONS]")

Game = Annotated[
    str | None,
    Parameter(
        name="ID|FILE",
        help="The game's number, as listed by `cardtable games`, or a file with its record.",
        converter=raw_text,
        show_default=False,
        allow_leading_hyphen=False,
    ),
]
View = Annotated[
    str | None,
    Parameter(
        name="--seat",
        metavar="NAME",
        help="Whose view to show: a player's name or number, `public` for what everyone sees, or `all` for every card. "
        "While several people are still playing a game, only the public view is available.",
        converter=raw_text,
        show_default=False,
    ),
]
All = Annotated[
    bool,
    Parameter(name="--all", negative="", show_default=False, help="With --plain: print the whole game at once."),
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
    """Replay a game, whether it is finished or not."""
    if game is None:
        raise RequestError("Which game? Give a file or a number from `cardtable games`.")
    if all and not plain:
        raise RequestError("--all works only with --plain.")
    game_replay = Replay(_open_session(game))
    if seat is not None:
        _set_viewer(game_replay, seat)
    return _run_plain(game_replay, all) if plain else _run_app(game_replay, ascii)


def _open_session(id_or_file: str) -> Session:
    """Return a saved or recorded game at its latest move; digits alone are a game's number (type `./12` for a file)."""
    if not id_or_file.isdecimal():
        return session_from_record(id_or_file)
    with open_store() as store:
        return store.load(find_game(store, id_or_file).id)


def _run_app(game_replay: Replay, ascii_only: bool) -> int:
    return run_app(begin=lambda app: app.games.show_replay(game_replay), ascii_only=ascii_only)


def _set_viewer(game_replay: Replay, text: str) -> None:
    try:
        game_replay.viewer = game_replay.find_viewer(text)
    except ValueError as error:
        raise RequestError(str(error)) from None


def _run_plain(game_replay: Replay, all_at_once: bool) -> int:
    from cardtable.plain.lines import Lines
    from cardtable.plain.replay import tell_all, watch

    return (tell_all if all_at_once else watch)(game_replay, Lines.of_process())
