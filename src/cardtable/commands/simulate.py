"""`cardtable simulate`: play many games between computer players, and summarize them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from cyclopts import App, Parameter

from cardtable.commands.common import Plain, raw_text
from cardtable.engine.phrases import join_words
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.table.request_error import RequestError

MEASURES = ("wins", "points", "margin", "moves")
MAX_WORKERS = 1024
MAX_DIGITS = 20

app = App(name="simulate", usage="cardtable simulate GAME [OPTIONS]")

_GameName: Any = Literal[tuple(GAMES)]
_Measure: Any = Literal[MEASURES]


def _flag(name: str, metavar: str, text: str) -> Parameter:
    """Return a flag that takes any text, because our own code checks it and writes the error message."""
    return Parameter(name=name, metavar=metavar, help=text, converter=raw_text, show_choices=False, show_default=False)


def _switch(name: str, text: str) -> Parameter:
    return Parameter(name=name, negative="", show_default=False, help=text)


Game = Annotated[
    _GameName | None,
    Parameter(name="GAME", help="The game.", converter=raw_text, show_choices=False, show_default=False),
]
Games = Annotated[str | None, _flag("--games", "N", "The number of games of each line-up. Default: 1,000.")]
Players = Annotated[
    str | None,
    _flag(
        "--players",
        "LIST",
        "The players, seat by seat: random, easy, medium, hard, hard:300 with 300 simulations for a move, or a "
        'program. The last player takes the seats that are left. For example: hard,easy or "program ./mybot",hard. '
        "Default: medium.",
    ),
]
Seats = Annotated[str | None, _flag("--seats", "N", "The number of seats, if there are more seats than players.")]
Settings = Annotated[
    list[str] | None,
    Parameter(
        name="--set",
        metavar="OPTION=VALUE",
        consume_multiple=True,
        negative_iterable="",
        show_default=False,
        help="The game's options, as in: --set hand-size=7 draw=none. A preset works too: --set preset=challenge. "
        "`cardtable play GAME --help` lists both.",
    ),
]
Rotate = Annotated[
    bool,
    _switch("--rotate", "Play each deal once with each rotation of the players, so that all sit everywhere."),
]
Compare = Annotated[
    str | None,
    _flag(
        "--compare",
        "OTHER",
        "Play the same deals again with other players, such as medium,easy, or with other options, such as target=5, "
        "and tell the difference.",
    ),
]
UntilClear = Annotated[
    bool,
    _switch("--until-clear", "With --compare: stop as soon as the difference is clear, at the latest after --games."),
]
MeasureName = Annotated[
    _Measure | None,
    _flag(
        "--measure",
        "MEASURE",
        "With --until-clear: the difference that matters: wins or points of the first player, margin or moves. "
        "Default: wins.",
    ),
]
FirstDeal = Annotated[str | None, _flag("--first-deal", "N", "The number of the first deal. Default: 0.")]
KeyNumber = Annotated[
    str | None, _flag("--key", "N", "Another number gives the players other luck with the same cards. Default: 0.")
]
WorkerCount = Annotated[
    str | None, _flag("--workers", "N", "The number of worker processes. Default: one for each processor.")
]
On = Annotated[
    str | None, _flag("--on", "ADDRESS", "Play on the Dask cluster of this scheduler, such as tcp://scheduler:8786.")
]
Out = Annotated[
    str | None, _flag("--out", "FILE", "Write a row for each game to this new file: results.csv or results.parquet.")
]
Resume = Annotated[bool, _switch("--resume", "Continue the file of an interrupted run, or extend it with more games.")]


@app.default
def simulate(  # noqa: PLR0913  its flags
    game: Game = None,
    /,
    *,
    games: Games = None,
    players: Players = None,
    seats: Seats = None,
    set: Settings = None,  # noqa: A002  a flag's name
    rotate: Rotate = False,
    compare: Compare = None,
    until_clear: UntilClear = False,
    measure: MeasureName = None,
    first_deal: FirstDeal = None,
    key: KeyNumber = None,
    workers: WorkerCount = None,
    on: On = None,
    out: Out = None,
    resume: Resume = False,
    plain: Plain = False,
) -> int:
    """Play many games between computer players, on all processors or on a cluster, and summarize them.

    The same deals and the same key give the same results on every machine, apart from the seconds.
    """
    from cardtable.commands.simulation_run import SimulationRun
    from cardtable.simulation.plan import DEFAULT_GAMES, DEFAULT_PLAYER, MAX_GAMES, make_plan, parse_assignments
    from cardtable.simulation.results_file import results_file
    from cardtable.simulation.summary import Summary

    if game is None:
        raise RequestError("Which game? For example: cardtable simulate clash --players hard,easy")
    _check_flags(compare, until_clear, measure, on, workers, out, resume)
    try:
        plan = make_plan(
            game,
            games=_number("--games", games, 1, MAX_GAMES, DEFAULT_GAMES),
            players=DEFAULT_PLAYER if players is None else players,
            seats=None if seats is None else _number("--seats", seats, 1, 99, 1),
            options=parse_assignments(set or ()),
            rotate=rotate,
            compare=compare,
            first_deal=_number("--first-deal", first_deal, 0, MAX_GAMES - 1, 0),
            key=_number("--key", key, 0, (1 << 64) - 1, 0),
        )
        file = None if out is None else results_file(out, plan)
    except ValueError as error:
        raise RequestError(str(error)) from None
    if file is not None and file.exists() and not resume:
        raise RequestError(f"{safe_text(out, 60)} already exists. Choose another name, or continue it with --resume.")
    summary = Summary(plan, (measure or "wins") if until_clear else None)
    count = None if workers is None else _number("--workers", workers, 1, MAX_WORKERS, 1)
    return SimulationRun(plan, summary, file, is_plain=plain).run(on, count)


def _check_flags(  # the flags that depend on each other
    compare: str | None,
    until_clear: bool,
    measure: str | None,
    on: str | None,
    workers: str | None,
    out: str | None,
    resume: bool,
) -> None:
    """Raise RequestError if flags don't fit together."""
    if until_clear and compare is None:
        raise RequestError("--until-clear needs --compare, which names what to compare with.")
    if measure is not None and not until_clear:
        raise RequestError("--measure works only with --until-clear.")
    if measure is not None and measure not in MEASURES:
        raise RequestError(f"--measure must be {join_words(MEASURES, 'or')}, not '{safe_text(measure)}'.")
    if on is not None and workers is not None:
        raise RequestError("Use either --on or --workers: a cluster has its own workers.")
    if resume and out is None:
        raise RequestError("--resume needs --out, which names the file to continue.")


def _number(flag: str, text: str | None, low: int, high: int, default: int) -> int:
    """Return a number such as 100000 or 100,000; raise RequestError if it isn't one in range."""
    if text is None:
        return default
    digits = text.replace(",", "").replace("_", "")
    number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= MAX_DIGITS else -1
    if not low <= number <= high:
        raise RequestError(f"{flag} must be a number from {low:,} to {high:,}, not '{safe_text(text)}'.")
    return number
