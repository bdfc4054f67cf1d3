"""`cardtable simulate`: play many games between computer players, and summarize them."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import App

from cardtable.commands.flags import Plain, argument, suggested, switch, text_flag
from cardtable.commands.many_games import (
    FirstDeal,
    KeyNumber,
    OptionSettings,
    Out,
    Records,
    Resume,
    RunFlags,
    WorkerCount,
    parse_number,
)
from cardtable.engine.phrases import join_words
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.table.request_error import RequestError

MEASURES = ("wins", "points", "margin", "moves")

app = App(name="simulate", usage="cardtable simulate GAME [OPTIONS]")

_GameName: Any = suggested(GAMES)
_Measure: Any = suggested(MEASURES)


Game = Annotated[_GameName | None, argument("GAME", "The game.")]
Games = Annotated[str | None, text_flag("--games", "N", "The number of games of each line-up. Default: 1,000.")]
Players = Annotated[
    str | None,
    text_flag(
        "--players",
        "LIST",
        "The players, seat by seat: random, easy, medium, hard, hard:300 for 300 simulations per move, or a "
        'program. The last player takes the seats that are left. For example: hard,easy or "program ./mybot",hard. '
        "Default: medium.",
    ),
]
Seats = Annotated[str | None, text_flag("--seats", "N", "The number of seats, if there are more seats than players.")]
Rotate = Annotated[
    bool,
    switch("--rotate", "Play each deal once with each rotation of the players, so that everybody takes every seat."),
]
Compare = Annotated[
    str | None,
    text_flag(
        "--compare",
        "OTHER",
        "Play the same deals again with other players, such as medium,easy, or with other options, such as target=5, "
        "and report the difference.",
    ),
]
UntilClear = Annotated[
    bool,
    switch("--until-clear", "With --compare: stop once the difference is clear, or after --games at the latest."),
]
MeasureName = Annotated[
    _Measure | None,
    text_flag(
        "--measure",
        "MEASURE",
        "With --until-clear: which difference must be clear, wins or points (of the first player), margin or moves. "
        "Default: wins.",
    ),
]


@app.default
def simulate(  # noqa: PLR0913  its flags
    game: Game = None,
    /,
    *,
    games: Games = None,
    players: Players = None,
    seats: Seats = None,
    set: OptionSettings = None,  # noqa: A002  a flag's name
    rotate: Rotate = False,
    compare: Compare = None,
    until_clear: UntilClear = False,
    measure: MeasureName = None,
    first_deal: FirstDeal = None,
    key: KeyNumber = None,
    workers: WorkerCount = None,
    out: Out = None,
    records: Records = None,
    resume: Resume = False,
    plain: Plain = False,
) -> int:
    """Play many games between computer players, on all processors, and summarize them.

    The same deals and the same key give the same results on every machine. Only the times differ.
    """
    from cardtable.commands.simulation_run import run_games
    from cardtable.lab.simulation.plan import DEFAULT_GAMES, DEFAULT_PLAYER, MAX_GAMES, make_plan, parse_assignments
    from cardtable.lab.simulation.summary import Summary
    from cardtable.lab.simulation.summary_words import simulation_lines

    if game is None:
        raise RequestError("Which game? For example: cardtable simulate clash --players hard,easy")
    _check_comparison(compare, until_clear, measure)
    flags = RunFlags(workers, out, records, resume, plain)
    flags.check()
    try:
        plan = make_plan(
            game,
            games=parse_number("--games", games, 1, MAX_GAMES, DEFAULT_GAMES),
            players=DEFAULT_PLAYER if players is None else players,
            seats=None if seats is None else parse_number("--seats", seats, 1, 99, 1),
            options=parse_assignments(set or ()),
            rotate=rotate,
            compare=compare,
            first_deal=parse_number("--first-deal", first_deal, 0, MAX_GAMES - 1, 0),
            key=parse_number("--key", key, 0, (1 << 64) - 1, 0),
        )
    except ValueError as error:
        raise RequestError(str(error)) from None
    summary = Summary(plan, (measure or "wins") if until_clear else None)
    return run_games(plan, summary, lambda: simulation_lines(summary, is_spoken=plain), flags)


def _check_comparison(compare: str | None, until_clear: bool, measure: str | None) -> None:
    """Raise RequestError if a flag that depends on `--compare` is used without it, or if these flags conflict."""
    if until_clear and compare is None:
        raise RequestError("--until-clear needs --compare, which names what to compare with.")
    if measure is not None and not until_clear:
        raise RequestError("--measure works only with --until-clear.")
    if measure is not None and measure not in MEASURES:
        raise RequestError(f"--measure must be {join_words(MEASURES, 'or')}, not '{safe_text(measure)}'.")
