"""`cardtable resume`: continue a saved game."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App

from cardtable.commands.flags import Ascii, GameNumber, Plain, switch
from cardtable.commands.launch import go, run_app
from cardtable.commands.saved_games import find_saved_game, open_saved_games
from cardtable.rooms.kit.goto import ToGame, ToTable
from cardtable.table.command_lines import open_in_another_window
from cardtable.table.lazy_archive import OpenInAnotherWindow
from cardtable.table.request_error import RequestError

app = App(name="resume", usage="cardtable resume [ID] [OPTIONS]")
TakeOver = Annotated[bool, switch("--take-over", "Take over the game if it's open in another window.")]


@app.default
def resume(
    number: GameNumber = None,
    /,
    *,
    take_over: TakeOver = False,
    plain: Plain = False,
    ascii: Ascii = False,  # noqa: A002  a flag's name
) -> int:
    """Continue a saved game. By default, continue the game that you played last."""
    with open_saved_games() as saved_games:
        entry = find_saved_game(saved_games, number)
        if not plain:
            return run_app(ToGame(entry.id, take_over), ascii_only=ascii, saved_games=saved_games)
        try:
            session = saved_games.resume(entry.id, take_over=take_over)
        except OpenInAnotherWindow as error:
            raise RequestError(open_in_another_window(error.number)) from None
        return go(ToTable(session), plain=True, ascii_only=ascii, saved_games=saved_games)
