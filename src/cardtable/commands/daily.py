"""`cardtable daily`: play today's deal, which is the same for everyone."""

from __future__ import annotations

import sys
from contextlib import closing
from typing import Annotated

from cyclopts import App

from cardtable.commands.flags import Ascii, Plain, argument
from cardtable.commands.launch import go
from cardtable.rooms.daily import deal_of_day, open_today
from cardtable.rooms.kit.goto import ToTable
from cardtable.rooms.kit.response import Goto, Response
from cardtable.store.errors import GameNotFound, UnreadableGame
from cardtable.table.command_lines import command_to_deal, open_in_another_window
from cardtable.table.lazy_archive import LazyArchive, OpenInAnotherWindow
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session
from cardtable.table.storage_words import storage_sentence

app = App(name="daily")


Day = Annotated[str | None, argument("DAY", "An earlier day: `yesterday`, or a date such as 2026-11-20.")]


@app.default
def daily(day: Day = None, /, *, plain: Plain = False, ascii: Ascii = False) -> int:  # noqa: A002  a flag's name
    """Play today's deal. Once it is finished, show the result instead. An earlier deal opens as an ordinary game."""
    with closing(LazyArchive()) as saved_games:
        if day is not None:
            return go(_earlier(day), plain=plain, ascii_only=ascii, saved_games=saved_games)
        try:
            found = open_today(saved_games)
        except OpenInAnotherWindow as error:
            raise RequestError(open_in_another_window(error.number)) from None
        except (UnreadableGame, GameNotFound) as error:
            raise RequestError(storage_sentence(error)) from None
        if isinstance(found, Session):
            return go(ToTable(found), plain=plain, ascii_only=ascii, saved_games=saved_games)
        again = command_to_deal(found.deal_again())
        lines = (
            *saved_games.notices,
            *found.lines,
            "To share:",
            *found.share.splitlines(),
            "To play the same deal again as an ordinary game:",
            again,
        )
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        return 0


def _earlier(day: str) -> Goto:
    """Return the table with an earlier day's deal. Raise RequestError if that day has no deal."""
    try:
        found: Response = deal_of_day(day)
    except ValueError as error:
        raise RequestError(str(error)) from None
    assert isinstance(found, Goto), "a deal has a table"
    return found
