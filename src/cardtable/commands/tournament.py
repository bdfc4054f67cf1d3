"""`cardtable tournament`: computer players and programs play each other, and get ratings."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from cardtable.commands.common import raw_text
from cardtable.engine.game import AnyGame, format_range
from cardtable.engine.phrases import join_words
from cardtable.formats.computers import LEVELS, MAX_SIMULATIONS
from cardtable.formats.options import parse_options
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.table.request_error import RequestError, suggestion

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardtable.tournament.plan import Tournament
    from cardtable.tournament.results import ResultsFile, Row

MAX_GAMES = 1_000_000
MAX_WORKERS = 512
app = App(name="tournament", usage="cardtable tournament GAME --players LIST [OPTIONS]")


def _text(name: str, metavar: str, about: str) -> Parameter:
    return Parameter(name=name, metavar=metavar, help=about, converter=raw_text, show_default=False)


Game = Annotated[str | None, Parameter(name="GAME", help="The game's id.", converter=raw_text, show_default=False)]
Players = Annotated[
    str | None,
    _text(
        "--players",
        "LIST",
        f"The players: {join_words(LEVELS)}, a number of simulations as in hard:1200, random, or a program. "
        'For example: easy,hard,"program ./mybot".',
    ),
]
Games = Annotated[
    str, _text("--games", "N", "How many games each line-up plays, such as each two players. Default: 100.")
]
Seats = Annotated[str | None, _text("--seats", "N", "How many seats a game has. Default: the fewest, but at least 2.")]
Options = Annotated[
    list[str] | None,
    Parameter(
        name="--set",
        metavar="OPTION=VALUE",
        negative_iterable="",
        show_default=False,
        help="An option of the game, for example target=5. Repeat the flag for more.",
    ),
]
Simulations = Annotated[
    str | None,
    _text(
        "--simulations",
        "N",
        "How many simulations hard and programs use for a move. By default, they have about a second.",
    ),
]
Workers = Annotated[str | None, _text("--workers", "N", "How many games run at once. Default: one for each processor.")]
Out = Annotated[str | None, _text("--out", "FILE", "Write a line for each game to this CSV file.")]
Resume = Annotated[
    bool, Parameter(name="--resume", negative="", show_default=False, help="Go on with the games in the file of --out.")
]


@app.default
def tournament(  # noqa: PLR0913  its flags
    game: Game = None,
    /,
    *,
    players: Players = None,
    games: Games = "100",
    seats: Seats = None,
    set: Options = None,  # noqa: A002  a flag's name
    simulations: Simulations = None,
    workers: Workers = None,
    out: Out = None,
    resume: Resume = False,
) -> int:
    """Let computer players and programs play each other, and rate them."""
    if resume and out is None:
        raise RequestError("--resume needs the file of --out.")
    plan = _plan(_game(game), players, seats, set or (), _number("--games", games, MAX_GAMES), simulations)
    processes = os.cpu_count() or 1 if workers is None else _number("--workers", workers, MAX_WORKERS)
    from cardtable.tournament.play import ProcessesFailed
    from cardtable.tournament.results import ResultsFile, WrongResults

    try:
        with closing(ResultsFile(plan, Path(out), resume=resume)) if out is not None else nullcontext() as file:
            return _run(plan, processes, file)
    except (ProcessesFailed, WrongResults) as error:
        raise RequestError(str(error)) from None


def _game(text: str | None) -> AnyGame:
    if text is None:
        raise RequestError(f"Which game? The games are {join_words(GAMES)}.")
    if text.lower() not in GAMES:
        shown = safe_text(text, 40, fallback="?")
        raise RequestError(
            f"There's no game '{shown}'{suggestion(text, GAMES, f'. The games are {join_words(GAMES)}.')}"
        )
    return GAMES[text.lower()]


def _plan(
    game: AnyGame,
    players: str | None,
    seats: str | None,
    options: Sequence[str],
    games: int,
    simulations: str | None,
) -> Tournament:
    """Return the tournament that the flags describe; raise RequestError if they're wrong."""
    from cardtable.players.from_text import split_players
    from cardtable.tournament.plan import MAX_PLAYERS, Tournament

    fewest = game.seats[0] if game.together else max(2, game.seats[0])
    count = fewest if seats is None else _number("--seats", seats, game.seats[-1])
    if count not in game.seats or count < fewest:
        raise RequestError(f"{game.title} is for {format_range(game.seats)} players, not {count}.")
    try:
        found = split_players(players or "")
        chosen = game.resolve_defaults(parse_options(game, _settings(options)), count)
    except ValueError as error:
        raise RequestError(str(error)) from None
    if faults := game.validate_options(chosen, count):
        raise RequestError(faults[0])
    if twice := next((each for each in found if found.count(each) > 1), None):
        raise RequestError(f"'{safe_text(twice, 40)}' is in the list of players twice.")
    least = 1 if game.together else 2
    if not least <= len(found) <= MAX_PLAYERS:
        raise RequestError(
            f"A tournament needs from {least} to {MAX_PLAYERS} players, for example: --players easy,medium,hard."
        )
    number = None if simulations is None else _number("--simulations", simulations, MAX_SIMULATIONS)
    return Tournament(game, chosen, count, tuple(found), games, number)


def _settings(options: Sequence[str]) -> dict[str, str]:
    """Return the texts of the options by name."""
    found = dict[str, str]()
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"--set needs an option and its value, as in target=5, not '{safe_text(text, 40)}'.")
        if name in found:
            raise ValueError(f"You can set '{safe_text(name, 40)}' only once.")
        found[name] = value
    return found


def _number(flag: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and 1 <= int(text) <= most):
        raise RequestError(f"{flag} must be a number from 1 to {most:,}, not '{safe_text(text)}'.")
    return int(text)


def _run(plan: Tournament, workers: int, file: ResultsFile | None) -> int:
    """Play the games that aren't in the file, print the tables and return the exit code."""
    from cardtable.tournament.play import play_all
    from cardtable.tournament.words import summary

    rows = [] if file is None else file.rows
    left = range(len(rows), plan.length)
    try:
        with (
            _interruptible(),
            _progress(plan.length, len(rows)) as note,
            closing(play_all(plan, left, workers, Path.cwd())) as played,
        ):
            for row in played:
                if file is not None:
                    _add(file, row)
                rows.append(row)
                note(len(rows))
    except KeyboardInterrupt:
        _print([*summary(plan, rows), "", _how_to_go_on(file)])
        raise
    _print(summary(plan, rows))
    return 0


def _add(file: ResultsFile, row: Row) -> None:
    try:
        file.add(row)
    except OSError as error:
        raise RequestError(
            f"Can't write the results: {error.strerror}. The games so far are safe; add --resume to go on."
        ) from None


def _how_to_go_on(file: ResultsFile | None) -> str:
    if file is None:
        return "Stopped. With --out FILE, a tournament can go on later."
    return "Stopped. Every game above is in the file; the same command with --resume goes on."


def _print(lines: list[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


@contextmanager
def _interruptible() -> Iterator[None]:
    """Raise KeyboardInterrupt on Ctrl+C, which otherwise just ends the process (see entry.py)."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_DFL:  # it is ignored after nohup
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _progress(total: int, done: int) -> Iterator[Callable[[int], None]]:
    """Show on a terminal how many games are finished; the function is called with their number."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("Games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("left"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total, completed=done)
        yield lambda count: progress.update(task, completed=count)
