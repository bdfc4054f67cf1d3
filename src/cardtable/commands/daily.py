"""`cardtable daily`: today's deal, the same for everybody."""

from __future__ import annotations

import sys

from cyclopts import App

from cardtable.commands.common import Ascii, Plain
from cardtable.commands.table import on_the_screen
from cardtable.table.daily_game import play_daily
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session

app = App(name="daily")


@app.default
def daily(*, plain: Plain = False, ascii: Ascii = False) -> int:  # noqa: A002  a flag's name
    """Play the daily deal, or tell how it ended."""
    shelf = LazyArchive()

    def play(session: Session) -> int:
        if not plain:
            return on_the_screen(session, ascii_only=ascii, shelf=shelf)
        from cardtable.plain.game import play as play_by_lines
        from cardtable.plain.lines import Lines

        return play_by_lines(session, Lines.of_process())

    try:
        return play_daily(shelf, play, lambda *lines: sys.stdout.write("".join(f"{line}\n" for line in lines)))
    finally:
        shelf.close()
