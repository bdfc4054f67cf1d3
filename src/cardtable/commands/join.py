"""`cardtable join`: sit down at a shared table."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App

from cardtable.commands.flags import Ascii, Plain, TableCode, needed_code, text_flag
from cardtable.commands.launch import go
from cardtable.commands.saved_games import open_saved_games
from cardtable.rooms.kit.goto import ToTable
from cardtable.rooms.kit.shared import join_as_usual
from cardtable.table import shared_game
from cardtable.table.shared_game import Person

app = App(name="join", usage="cardtable join CODE [OPTIONS]")
Name = Annotated[
    str | None, text_flag("--name", "NAME", "Your name. To come back to your seat, give the name you had there.")
]


@app.default
def join(
    code: TableCode = None,
    /,
    *,
    name: Name = None,
    plain: Plain = False,
    ascii: Ascii = False,  # noqa: A002  a flag's name
) -> int:
    """Sit down at a shared table, in your own terminal. The host of the table has its code."""
    code = needed_code(code, "join")
    with open_saved_games() as saved_games:
        named = None if name is None else shared_game.join(saved_games, code, Person.named(name))
        session = named or join_as_usual(saved_games, code)
        return go(ToTable(session), plain=plain, ascii_only=ascii, saved_games=saved_games)
