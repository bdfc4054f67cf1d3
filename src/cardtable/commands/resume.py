"""`cardtable resume`: continue a saved game."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App

from cardtable.commands.flags import Ascii, GameNumber, Plain, switch
from cardtable.commands.launch import run_app
from cardtable.commands.store_access import find_saved_game, open_store, print_notices
from cardtable.rooms.goto import ToGame
from cardtable.table.command_lines import open_in_another_window
from cardtable.table.lazy_archive import OpenInAnotherWindow
from cardtable.table.request_error import RequestError

app = App(name="resume", usage="cardtable resume [ID] [OPTIONS]")
TakeOver = Annotated[bool, switch("--take-over", "Take the game over if it's open in another window.")]


@app.default
def resume(
    number: GameNumber = None,
    /,
    *,
    take_over: TakeOver = False,
    plain: Plain = False,
    ascii: Ascii = False,  # noqa: A002  a flag's name
) -> int:
    """Continue a saved game, by default the one you played last."""
    with open_store() as store:
        entry = find_saved_game(store, number)
        if not plain:
            return run_app(ToGame(entry.id, take_over), ascii_only=ascii, store=store)
        from cardtable.plain.lines import Lines
        from cardtable.plain.navigator import play

        try:
            session = store.resume(entry.id, take_over=take_over)
        except OpenInAnotherWindow as error:
            raise RequestError(open_in_another_window(error.number)) from None
        print_notices(store)
        return play(session, Lines.of_process())
