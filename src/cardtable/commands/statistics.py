"""`cardtable statistics`: what was played, as text."""

from __future__ import annotations

import sys
from typing import Annotated, Any, Literal

from cyclopts import App, Parameter

from cardtable.commands.common import Ascii, Plain, as_typed
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

LONGEST_LINE = 300
DAILY = "daily"

app = App(name="statistics", usage="cardtable statistics [GAME] [OPTIONS]")

_WORDS = (DAILY, *GAMES)
_Word: Any = Literal[_WORDS]
"""For the shell to offer; others are refused in a sentence of ours."""
About = Annotated[
    _Word | None,
    Parameter(
        name="GAME",
        help="A game, or daily for the history of the daily deal.",
        converter=as_typed,
        show_choices=False,
        show_default=False,
    ),
]


@app.default
def statistics(about: About = None, /, *, plain: Plain = False, ascii: Ascii = False) -> int:  # noqa: A002  a flag's name
    """Count the games that were finished; on a terminal with charts, in a pipe in words."""
    told = _told(about, "" if plain or not sys.stdout.isatty() else "#" if ascii or not _writes_blocks() else BLOCK)
    sys.stdout.write("".join(f"{_shown(line)}\n" for line in told))
    return 0


def _told(about: str | None, sign: str) -> list[str]:
    from cardtable.table.daily import daily_history, today
    from cardtable.table.daily_words import daily_lines
    from cardtable.table.statistics_words import game_lines, overview

    game = _game(about) if about is not None and about.lower() != DAILY else None
    entries = _entries()
    if game is not None:
        return game_lines(entries, game, sign=sign)
    history = daily_history(entries, today())
    return overview(entries, history) if about is None else daily_lines(history, calendar=bool(sign))


def _game(name: str) -> AnyGame:
    game = GAMES.get(name.lower())
    if game is None:
        guess = suggestion(name, _WORDS, f": there is {', '.join(GAMES)}.")
        raise RequestError(f"There is no game '{safe_text(name, 40)}'{guess}")
    return game


def _entries() -> list[GameEntry]:
    """Every game of the archive; none where there is no archive yet."""
    shelf = LazyArchive()
    if not may_exist(shelf.path):
        return []
    try:
        listing = list_games(shelf.archive)
    except StorageError as error:
        raise RequestError(explain(error)) from None
    finally:
        shelf.close()
    told = [*shelf.notices, *filter(None, [damage_sentence(listing.damaged)])]
    sys.stderr.write("".join(f"{safe_text(notice, LONGEST_LINE)}\n" for notice in told))
    return listing.entries


def _writes_blocks() -> bool:
    """Whether the output has the sign for bars."""
    try:
        BLOCK.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _shown(line: str) -> str:
    """Safe to write; a row of a chart stays as it is, and a heading goes without its mark."""
    return line if line.startswith("    ") else safe_text(line.removeprefix("# "), LONGEST_LINE)
