"""`cardtable replay`: replay a game, in the app or line by line."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App

from cardtable.commands.flags import Ascii, Plain, argument, switch, text_flag
from cardtable.commands.launch import go
from cardtable.commands.saved_games import open_game
from cardtable.rooms.kit.goto import ToReplay
from cardtable.table.replay import Replay
from cardtable.table.request_error import RequestError

app = App(name="replay", usage="cardtable replay ID|FILE [OPTIONS]")

Game = Annotated[
    str | None,
    argument(
        "ID|FILE",
        "The game's number, as listed by `cardtable games`, or a file with its record.",
        allow_leading_hyphen=False,
    ),
]
View = Annotated[
    str | None,
    text_flag(
        "--seat",
        "NAME",
        "Whose view to show: a player's name or number, `public` for what everyone sees, or `all` for every card. "
        "While several people are still playing a game, only the public view is available.",
    ),
]
All = Annotated[bool, switch("--all", "With --plain: print the whole game at once.")]


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
    session, number = open_game(game)
    game_replay = Replay(session)
    if seat is not None:
        _set_viewer(game_replay, seat)
    if all:
        return _read_out(game_replay)
    return go(ToReplay(game_replay, number), plain=plain, ascii_only=ascii)


def _set_viewer(game_replay: Replay, text: str) -> None:
    try:
        game_replay.viewer = game_replay.find_viewer(text)
    except ValueError as error:
        raise RequestError(str(error)) from None


def _read_out(game_replay: Replay) -> int:
    from cardtable.plain.lines import Lines
    from cardtable.plain.navigator import PlainNavigator
    from cardtable.plain.replay import tell_all
    from cardtable.rooms.kit.records import Records

    return tell_all(game_replay, PlainNavigator(Lines.of_process(), Records()))
