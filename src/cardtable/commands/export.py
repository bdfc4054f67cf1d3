"""`cardtable export`: write a saved game as text to share."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import App

from cardtable.commands.flags import GameNumber, switch
from cardtable.commands.saved_games import find_saved_game, open_saved_games
from cardtable.table.request_error import RequestError

if TYPE_CHECKING:
    from cardtable.formats.record import Record

app = App(name="export", usage="cardtable export ID [OPTIONS]")
Text = Annotated[bool, switch("--text", "Write the compact text form instead of JSON; see `cardtable rules notation`.")]
Position = Annotated[
    bool,
    switch(
        "--position",
        "Write only the current position, on one line, for play --position; see `cardtable rules notation`.",
    ),
]
SECRETS_WARNING = "This game isn't over. Anyone with this file can reconstruct every hidden card.\n"


@app.default
def export(number: GameNumber = None, /, *, text: Text = False, position: Position = False) -> int:
    """Write a game to standard output, as in `cardtable export 3 > game.json`."""
    if number is None:
        raise RequestError(
            "Which game? Give a number, as in `cardtable export 3`. `cardtable games` lists your saved games."
        )
    if text and position:
        raise RequestError("Use either --text or --position, not both.")
    with open_saved_games() as saved_games:
        entry = find_saved_game(saved_games, number)
        sys.stdout.write(_format(saved_games.archive.record(entry.id), text, position))
        if entry.outcome is None:
            sys.stderr.write(SECRETS_WARNING)
    return 0


def _format(record: Record, text: bool, position: bool) -> str:
    from cardtable.formats.notation import format_game, format_position
    from cardtable.formats.record import dump_record, replay_record

    if position:
        return f"{format_position(record.game, replay_record(record)[0])}\n"
    return format_game(record) if text else dump_record(record)
