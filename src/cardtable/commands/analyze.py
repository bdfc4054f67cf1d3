"""`cardtable analyze`: the value of every legal move in a position."""

from __future__ import annotations

import sys
from json import dumps
from typing import TYPE_CHECKING, Annotated

from cyclopts import App

from cardtable.commands.flags import argument, switch, text_flag
from cardtable.commands.many_games import parse_number
from cardtable.table.request_error import RequestError

if TYPE_CHECKING:
    from cardtable.players.analysis import ActionValue
    from cardtable.table.seen import Seen

app = App(name="analyze", usage="cardtable analyze POSITION [OPTIONS]")
Position = Annotated[
    str | None,
    argument(
        "POSITION",
        "A file with a position or a game, or a deal line. For a game, the position after its last move is analyzed.",
    ),
]
Json = Annotated[bool, switch("--json", "Write the values as JSON.")]
Count = Annotated[
    str | None,
    text_flag("--simulations", "N", "The number of simulations in all. Default: as many as `hard` uses for a move."),
]


@app.default
def analyze(position: Position = None, /, *, json: Json = False, simulations: Count = None) -> int:
    """List what each legal move is worth, judged by what the player to move can know."""
    from cardtable.formats.computers import MAX_SIMULATIONS
    from cardtable.players import analysis
    from cardtable.players.at_table import default_simulations, seat_computers
    from cardtable.table.dealing import session_from_text

    if position is None:
        raise RequestError("Which position? Give a file or a deal line, as in `cardtable analyze position.txt`.")
    session = session_from_text(position, seat_computers)
    seen = session.look(session.turn)
    if not seen.legal:
        raise RequestError("This game is over, so there's nothing to analyze.")
    number = parse_number("--simulations", simulations, 1, MAX_SIMULATIONS, default_simulations(seen.game))
    values = analysis.analyze(seen, number)
    sys.stdout.write(_as_json(seen, values) if json else _as_text(seen, values))
    return 0


def _as_json(seen: Seen, values: tuple[ActionValue, ...]) -> str:
    moves = [value.as_data() for value in values]
    return dumps({"game": seen.game.id, "seat": (seen.viewer or 0) + 1, "moves": moves}, indent=1) + "\n"


def _as_text(seen: Seen, values: tuple[ActionValue, ...]) -> str:
    whom = "the team" if seen.game.together else seen.names[seen.viewer or 0]
    lines = [f"{seen.game.title}: the margin that each move brings {whom}, with its 95% interval."]
    width = max(len(str(value.action)) for value in values)
    for value in values:
        interval = "exact" if not value.simulations else f"{value.low:+.2f} to {value.high:+.2f}"
        wins = "" if value.wins is None else f"  wins {value.wins:4.0%}"
        lines.append(f"{value.action!s:<{width}}  {value.margin:+6.2f}  ({interval}){wins}")
    return "\n".join(lines) + "\n"
