"""`cardtable export`: a game as text that can be given to a friend."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from cardtable.commands.common import Number
from cardtable.commands.kept import chosen, opened_shelf
from cardtable.table.request_error import RequestError

if TYPE_CHECKING:
    from cardtable.formats.record import Record

app = App(name="export")
Text = Annotated[
    bool,
    Parameter(name="--text", negative="", show_default=False, help="As text to be read: see cardtable rules notation."),
]
Position = Annotated[
    bool,
    Parameter(
        name="--position",
        negative="",
        show_default=False,
        help="Only how the cards lie now, in one line, for play --position: see cardtable rules notation.",
    ),
]
HOLDS_ALL = "This game is not over, and what was written holds every hidden card: who reads it can lay out the deal.\n"


@app.default
def export(number: Number = None, /, *, text: Text = False, position: Position = False) -> int:
    """Write a game to standard output, as in: cardtable export 3 > game.json."""
    if number is None:
        raise RequestError("Say which game: cardtable export and its number; cardtable games lists them.")
    if text and position:
        raise RequestError("Ask for the whole game as text, or for the position, not for both.")
    with opened_shelf() as shelf:
        entry = chosen(shelf, number)
        sys.stdout.write(_written(shelf.archive.record(entry.id), text, position))
        if entry.outcome is None:
            sys.stderr.write(HOLDS_ALL)
    return 0


def _written(record: Record, text: bool, position: bool) -> str:
    from cardtable.formats.notation import write_game, write_position
    from cardtable.formats.record import dumps, replay

    if position:
        return f"{write_position(record.game, replay(record)[0])}\n"
    return write_game(record) if text else dumps(record)
