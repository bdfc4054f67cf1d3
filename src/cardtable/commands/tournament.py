"""`cardtable tournament`: let computer players and programs play each other, and rate them."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App

from cardtable.commands.flags import Plain, argument, text_flag
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
from cardtable.formats.computers import LEVELS, MAX_SIMULATIONS
from cardtable.games import GAMES
from cardtable.table.request_error import RequestError

app = App(name="tournament", usage="cardtable tournament GAME --players LIST [OPTIONS]")

Game = Annotated[str | None, argument("GAME", "The game's id.")]
Players = Annotated[
    str | None,
    text_flag(
        "--players",
        "LIST",
        f"The players: {', '.join(LEVELS)}, hard with a number of simulations (hard:1200), random or a program. "
        'For example: easy,hard,"program ./mybot".',
    ),
]
Games = Annotated[
    str | None,
    text_flag("--games", "N", "The number of games for each line-up, such as a pair of players. Default: 100."),
]
Seats = Annotated[
    str | None, text_flag("--seats", "N", "How many seats a game has. Default: the fewest, but at least 2.")
]
Simulations = Annotated[
    str | None,
    text_flag(
        "--simulations",
        "N",
        "The number of simulations per move for `hard` and for programs. By default, a move takes about a second.",
    ),
]


@app.default
def tournament(  # noqa: PLR0913  its flags
    game: Game = None,
    /,
    *,
    players: Players = None,
    games: Games = None,
    seats: Seats = None,
    set: OptionSettings = None,  # noqa: A002  a flag's name
    simulations: Simulations = None,
    first_deal: FirstDeal = None,
    key: KeyNumber = None,
    workers: WorkerCount = None,
    out: Out = None,
    records: Records = None,
    resume: Resume = False,
    plain: Plain = False,
) -> int:
    """Let computer players and programs play each other, and rate them."""
    from cardtable.commands.simulation_run import run_games
    from cardtable.lab.simulation.plan import MAX_GAMES as MAX_DEALS
    from cardtable.lab.simulation.plan import parse_assignments
    from cardtable.lab.tournament.plan import DEFAULT_GAMES, MAX_GAMES, Results, make_tournament
    from cardtable.lab.tournament.words import tournament_lines

    if game is None:
        raise RequestError(f"Which game? The games are {join_words(GAMES)}.")
    flags = RunFlags(workers, out, records, resume, plain)
    flags.check()
    number = None if simulations is None else parse_number("--simulations", simulations, 1, MAX_SIMULATIONS, 1)
    try:
        planned = make_tournament(
            game,
            players or "",
            games=parse_number("--games", games, 1, MAX_GAMES, DEFAULT_GAMES),
            seats=None if seats is None else parse_number("--seats", seats, 1, 99, 1),
            options=parse_assignments(set or ()),
            simulations=number,
            first_deal=parse_number("--first-deal", first_deal, 0, MAX_DEALS - 1, 0),
            key=parse_number("--key", key, 0, (1 << 64) - 1, 0),
        )
    except ValueError as error:
        raise RequestError(str(error)) from None
    results = Results(planned)
    return run_games(planned.plan, results, lambda: tournament_lines(results, is_spoken=plain), flags)
