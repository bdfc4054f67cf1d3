"""`cardtable export`: a game as text that can be given to a friend."""

from __future__ import annotations

import sys

from cyclopts import App

from cardtable.commands.common import Number
from cardtable.commands.kept import chosen, opened_shelf
from cardtable.commands.refused import Refused

app = App(name="export")
HOLDS_ALL = "This game is not over, and what was written holds every hidden card: who reads it can lay out the deal.\n"


@app.default
def export(number: Number = None, /) -> int:
    """Write the record of a game to standard output, as in: cardtable export 3 > game.json."""
    from cardtable.table.record import dumps

    if number is None:
        raise Refused("Say which game: cardtable export and its number; cardtable games lists them.")
    with opened_shelf() as shelf:
        entry = chosen(shelf, number)
        sys.stdout.write(dumps(shelf.archive.record(entry.id)))
        if entry.outcome is None:
            sys.stderr.write(HOLDS_ALL)
    return 0
