"""`cardtable statistics`: show statistics of finished games."""

from __future__ import annotations

import sys
from typing import Annotated, Any, Literal

from cyclopts import App, Parameter

from cardtable.commands.common import Ascii, Plain, raw_text
from cardtable.engine.game import AnyGame
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.store.errors import StorageError
from cardtable.store.listing import list_games
from cardtable.store.paths import may_exist
from cardtable.store.rows import GameEntry
from cardtable.table.chart import BLOCK
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.request_error import RequestError, suggestion
from cardtable.table.storage_words import damage_sentence, explain

MAX_LINE_CELLS = 300
DAILY = "daily"

app = App(name="statistics", usage="cardtable statistics [GAME] [OPTIONS]")

_TOPICS = (DAILY, *GAMES)
_Topic: Any = Literal[_TOPICS]
"""The words for shell completion; our own code rejects any others."""
Topic = Annotated[
    _Topic | None,
    Parameter(
        name="GAME",
        help="A game, or `daily` for the history of the daily deal.",
        converter=raw_text,
        show_choices=False,
        show_default=False,
    ),
]


@app.default
def statistics(topic: Topic = None, /, *, plain: Plain = False, ascii: Ascii = False) -> int:  # noqa: A002  a flag's name
    """Show statistics of finished games, as charts on a terminal and otherwise in words."""
    bar = "" if plain or not sys.stdout.isatty() else "#" if ascii or not _can_print_blocks() else BLOCK
    sys.stdout.write("".join(f"{_safe_line(line)}\n" for line in _lines(topic, bar)))
    return 0


def _lines(topic: str | None, bar: str) -> list[str]:
    """Return the statistics; `bar` is the character used to draw bars, or an empty string for no charts."""
    from cardtable.table.daily import daily_history, today
    from cardtable.table.daily_words import daily_lines
    from cardtable.table.statistics_words import game_lines, overview

    game = _find_game(topic) if topic is not None and topic.lower() != DAILY else None
    entries = _load_entries()
    if game is not None:
        return game_lines(entries, game, sign=bar)
    history = daily_history(entries, today())
    return overview(entries, history) if topic is None else daily_lines(history, calendar=bool(bar))


def _find_game(name: str) -> AnyGame:
    game = GAMES.get(name.lower())
    if game is None:
        hint = suggestion(name, _TOPICS, f". The games are {', '.join(GAMES)}.")
        raise RequestError(f"There's no game '{safe_text(name, 40)}'{hint}")
    return game


def _load_entries() -> list[GameEntry]:
    """Return every saved game, or an empty list if nothing has been saved; print what is wrong with damaged games."""
    store = LazyArchive()
    if not may_exist(store.path):
        return []
    try:
        listing = list_games(store.archive)
    except StorageError as error:
        raise RequestError(explain(error)) from None
    finally:
        store.close()
    notices = [*store.notices, *filter(None, [damage_sentence(listing.damaged)])]
    sys.stderr.write("".join(f"{safe_text(notice, MAX_LINE_CELLS)}\n" for notice in notices))
    return listing.entries


def _can_print_blocks() -> bool:
    try:
        BLOCK.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _safe_line(line: str) -> str:
    """Return a line that is safe to print, removing the mark of a heading and leaving rows of charts unchanged."""
    return line if line.startswith("    ") else safe_text(line.removeprefix("# "), MAX_LINE_CELLS)
