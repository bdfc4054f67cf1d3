"""`cardtable resume`: a game is gone on with where it stands."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter

from cardtable.commands.common import Ascii, Number, Plain
from cardtable.commands.kept import chosen, opened_shelf, tell_notices
from cardtable.commands.table import on_the_screen
from cardtable.table.command_lines import open_in_another_window
from cardtable.table.lazy_archive import OpenInAnotherWindow
from cardtable.table.request_error import RequestError

app = App(name="resume")
TakeOver = Annotated[
    bool,
    Parameter(
        name="--take-over", negative="", show_default=False, help="Even if another table has it, which then loses it."
    ),
]


@app.default
def resume(
    number: Number = None,
    /,
    *,
    take_over: TakeOver = False,
    plain: Plain = False,
    ascii: Ascii = False,  # noqa: A002  a flag's name
) -> int:
    """Go on with a game where it stands; without a number, with the one that was played last."""
    with opened_shelf() as shelf:
        entry = chosen(shelf, number)
        if not plain:
            return on_the_screen(
                ascii_only=ascii, shelf=shelf, begin=lambda app: app.games.resume(entry.id, take_over=take_over)
            )
        from cardtable.plain.game import play
        from cardtable.plain.lines import Lines

        try:
            session = shelf.resume(entry.id, take_over=take_over)
        except OpenInAnotherWindow as error:
            raise RequestError(open_in_another_window(error.number)) from None
        tell_notices(shelf)
        return play(session, Lines.of_process())
