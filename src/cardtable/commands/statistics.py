"""`cardtable statistics`: show statistics of finished games, or write them as CSV."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App

from cardtable.commands.flags import Ascii, Plain, argument, list_flag, suggested
from cardtable.commands.saved_games import print_notices
from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import counted
from cardtable.formats.streams import is_terminal
from cardtable.formats.text import safe_text, width
from cardtable.formats.wrapping import wrap_words
from cardtable.games import GAMES
from cardtable.store.errors import StorageError
from cardtable.store.listing import list_games
from cardtable.store.paths import may_exist
from cardtable.store.rows import GameEntry
from cardtable.table.chart import BLOCK, SIGNS
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.request_error import RequestError, suggestion
from cardtable.table.storage_words import damage_sentence, storage_sentence

if TYPE_CHECKING:
    from cardtable.practice.progress import ReviewedGame

MAX_LINE_CELLS = 300
WIDEST_CHART = 76
QUICK_SECONDS = 2.0
"""The maximum time, in seconds, for computer players to play the player's deals before the statistics are shown."""
DAILY = "daily"

app = App(name="statistics", usage="cardtable statistics [GAME] [OPTIONS]")

_TOPICS = (DAILY, *GAMES)
_Topic: Any = suggested(_TOPICS)
"""The words that shell completion suggests. Our own code rejects any other word."""
Topic = Annotated[_Topic | None, argument("GAME", "A game, or `daily` for the history of the daily deal.")]
Csv = Annotated[
    list[str] | None,
    list_flag(
        "--csv",
        "[FILE]",
        "Write one row for each finished game as CSV, to a new file or to standard output.",
        consume_multiple=True,
    ),
]


@app.default
def statistics(
    topic: Topic = None,
    /,
    *,
    csv: Csv = None,
    plain: Plain = False,
    ascii: Ascii = False,  # noqa: A002  a flag's name
) -> int:
    """Show statistics of finished games: as charts on a terminal, otherwise in words."""
    if csv is not None:
        return _write_csv(topic, csv)
    bar = "" if plain or not is_terminal(sys.stdout) else "#" if ascii or not _can_print_blocks() else BLOCK
    sys.stdout.write("".join(f"{row}\n" for line in _lines(topic, bar) for row in _rows(_safe_line(line))))
    return 0


def _lines(topic: str | None, bar: str) -> list[str]:
    """Return the lines of the statistics. `bar` is the character that draws bars, or an empty string for no charts."""
    from cardtable.table.daily import daily_history, today
    from cardtable.table.daily_words import daily_lines
    from cardtable.table.pars import Pars
    from cardtable.table.statistics_words import game_lines, overview

    game = _find_game(topic) if topic is not None and topic.lower() != DAILY else None
    with _open_games() as (saved_games, entries):
        pars = Pars.load(saved_games.archive) if entries else Pars()
        if game is not None:
            return [*game_lines(entries, game, pars, sign=bar), *_progress_lines(saved_games, entries, game, bar)]
        history = daily_history(entries, today())
        return overview(entries, history) if topic is None else daily_lines(history, pars, calendar=bool(bar))


def _progress_lines(saved_games: LazyArchive, entries: list[GameEntry], game: AnyGame, bar: str) -> list[str]:
    """Return lines about progress in finished solo games. There are none if the game has no Practice room."""
    from cardtable.table.statistics import solo_games

    if game is not GAMES.practised or not solo_games(entries, game.id):
        return []

    from cardtable.practice.baselines import play_quickly, save_baselines
    from cardtable.practice.progress import progress_report
    from cardtable.practice.progress_words import progress_lines
    from cardtable.store.clock import current_time

    report = progress_report(saved_games.archive)
    if played := play_quickly(report.questions(), QUICK_SECONDS):
        with suppress(StorageError):  # the games can be played again next time
            save_baselines(saved_games.archive, played)
        report = progress_report(saved_games.archive)
    chart_width = min(get_terminal_size().columns - 1, WIDEST_CHART)
    return ["", *progress_lines(report, current_time(), sign=bar, width=chart_width)]


def _write_csv(topic: str | None, files: list[str]) -> int:
    """Write the finished games to a file or to standard output."""
    from cardtable.practice.progress import reviewed_games
    from cardtable.store.paths import save_as
    from cardtable.table.statistics_csv import csv_text

    if topic is None and files and files[0].lower() in _TOPICS:  # as in: statistics --csv clash
        topic, files = files[0], files[1:]
    if len(files) > 1:
        raise RequestError("--csv writes to one file. Put the game before it, as in: statistics clash --csv games.csv")
    if topic is not None and topic.lower() == DAILY:
        raise RequestError("--csv writes the games of one kind or of all. For all: cardtable statistics --csv")
    game = None if topic is None else _find_game(topic)
    with _open_games() as (saved_games, entries):
        chosen = [entry for entry in entries if game is None or entry.kind == game.id]
        reviewed = reviewed_games(saved_games.archive, chosen) if chosen else ()
        mistakes = {each.number: mistake_cells(each) for each in reviewed}
    text = csv_text(chosen, mistakes)
    if not files:
        sys.stdout.write(text)
        return 0
    try:
        save_as(files[0], text, "table")
    except ValueError as error:
        raise RequestError(str(error)) from None
    finished = sum(entry.outcome is not None for entry in chosen)
    sys.stdout.write(f"Wrote {counted(finished, 'finished game')} to {safe_text(files[0], MAX_LINE_CELLS)}.\n")
    return 0


def mistake_cells(game: ReviewedGame) -> tuple[object, ...]:
    """Return the cells with the number of mistakes of each class.

    If the classes aren't known, only the last cell has a number, which counts the moves that clearly lost margin.
    """
    if game.clear_losses is None:
        return (game.inaccuracies, game.mistakes, game.blunders, "")
    return ("", "", "", game.clear_losses)


def _find_game(name: str) -> AnyGame:
    game = GAMES.get(name.lower())
    if game is None:
        hint = suggestion(name, _TOPICS, f". The games are {', '.join(GAMES)}.")
        raise RequestError(f"There's no game '{safe_text(name, 40)}'{hint}")
    return game


@contextmanager
def _open_games() -> Iterator[tuple[LazyArchive, list[GameEntry]]]:
    """Open the saved games, if there are any, and list them. Print a notice about any damaged games."""
    saved_games, entries = LazyArchive(), list[GameEntry]()
    try:
        if may_exist(saved_games.path):
            listing = list_games(saved_games.archive)
            entries = listing.entries
            saved_games.notices += filter(None, [damage_sentence(listing.damaged)])
        yield saved_games, entries
    except StorageError as error:
        raise RequestError(storage_sentence(error)) from None
    finally:
        print_notices(saved_games)
        saved_games.close()


def _can_print_blocks() -> bool:
    try:
        (BLOCK + SIGNS).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _rows(line: str) -> list[str]:
    """Return a line wrapped for a terminal, without splitting words. Rows of charts are not wrapped."""
    cells = get_terminal_size().columns - 1
    if not is_terminal(sys.stdout) or line.startswith("    ") or width(line) <= cells:
        return [line]
    return wrap_words(line.split(" "), cells, measure=width)


def _safe_line(line: str) -> str:
    """Return a line that is safe to print, without a heading mark. Rows of charts are unchanged."""
    return line if line.startswith("    ") else safe_text(line.removeprefix("# "), MAX_LINE_CELLS)
