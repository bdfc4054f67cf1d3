"""`cardtable daily`: today's deal, the same for everybody."""

from __future__ import annotations

import sys
from collections.abc import Callable

from cyclopts import App

from cardtable.commands.common import Ascii, Plain
from cardtable.commands.refused import Refused
from cardtable.commands.table import at_the_table
from cardtable.table.archive import Entry, NoSuchGame, Unusable
from cardtable.table.session import Session
from cardtable.table.shelf import Keeper, OpenElsewhere, Shelf
from cardtable.table.strict_json import BadFile

app = App(name="daily")


@app.default
def daily(*, plain: Plain = False, ascii: Ascii = False) -> int:  # noqa: A002  a flag's name
    """Play the daily deal, alone: everybody who plays on the same date gets the same cards.

    A deal that was begun today goes on where it was left; of one that was finished, the result is told.
    """

    def play(session: Session) -> int:
        return at_the_table(session, record="", plain=plain, ascii_only=ascii)

    return play_daily(play, lambda *lines: sys.stdout.write("".join(f"{line}\n" for line in lines)))


def play_daily(play: Callable[[Session], int], say: Callable[..., object]) -> int:
    """Play today's deal, or say how it ended; the exit code."""
    shelf = Shelf()
    try:
        found = _find(shelf)
        if isinstance(found, Session):
            return _play(found, play)
        say(*_told(shelf, found))
        return 0
    finally:
        shelf.close()


def _play(session: Session, play: Callable[[Session], int]) -> int:
    try:
        return play(session)
    finally:
        if isinstance(session.journal, Keeper):
            session.journal.lay_down()


def _find(shelf: Shelf) -> Session | Entry:
    """Today's deal as it stands, or its entry where it has been finished; Refused where it cannot be had."""
    from cardtable.table.daily import deal_daily, open_daily, today

    day = today()
    try:
        return open_daily(shelf, day)
    except OpenElsewhere:
        raise Refused("The daily deal is on another table, which is still there.") from None
    except (BadFile, NoSuchGame) as error:
        raise Refused(str(error)) from None
    except Unusable:
        session = deal_daily(day)
        shelf.keep(session, day.isoformat())
        return session


def _told(shelf: Shelf, played: Entry) -> list[str]:
    """How today's deal ended, and how to play it again."""
    from cardtable.commands.again import command_to_deal
    from cardtable.table.daily import daily_history, deal_daily, today
    from cardtable.table.statistics_told import result_lines

    lines = result_lines(played, daily_history(shelf.archive.entries(), today()))
    return [*lines, "To play the same deal again, as any other game:", command_to_deal(deal_daily(today()))]
