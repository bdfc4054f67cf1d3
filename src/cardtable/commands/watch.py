"""`cardtable watch`: watch a shared table, without seeing any hand."""

from __future__ import annotations

from cyclopts import App

from cardtable.commands.flags import Ascii, Plain, TableCode, needed_code
from cardtable.commands.launch import go
from cardtable.commands.saved_games import open_saved_games
from cardtable.rooms.kit.goto import ToTable
from cardtable.table import shared_game

app = App(name="watch", usage="cardtable watch CODE [OPTIONS]")


@app.default
def watch(
    code: TableCode = None,
    /,
    *,
    plain: Plain = False,
    ascii: Ascii = False,  # noqa: A002  a flag's name
) -> int:
    """Watch a shared table. You see what everybody at the table may see, but no hands."""
    with open_saved_games() as saved_games:
        session = shared_game.watch(saved_games, needed_code(code, "watch"))
        return go(ToTable(session), plain=plain, ascii_only=ascii, saved_games=saved_games)
