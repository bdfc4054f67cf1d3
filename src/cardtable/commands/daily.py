"""`cardtable daily`: play today's deal, which is the same for everyone."""

from __future__ import annotations

import sys
from contextlib import closing

from cyclopts import App

from cardtable.commands.flags import Ascii, Plain
from cardtable.commands.launch import run_app
from cardtable.rooms.daily import play_daily
from cardtable.rooms.goto import ToTable
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session

app = App(name="daily")


@app.default
def daily(*, plain: Plain = False, ascii: Ascii = False) -> int:  # noqa: A002  a flag's name
    """Play today's deal, or show how it ended."""
    with closing(LazyArchive()) as store:

        def play(session: Session) -> int:
            if not plain:
                return run_app(ToTable(session), ascii_only=ascii, store=store)
            from cardtable.plain.game import play as play_in_plain_mode
            from cardtable.plain.lines import Lines

            return play_in_plain_mode(session, Lines.of_process())

        return play_daily(store, play, lambda *lines: sys.stdout.write("".join(f"{line}\n" for line in lines)))
