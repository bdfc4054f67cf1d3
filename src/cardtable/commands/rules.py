"""`cardtable rules`: show the rules pages and single rulings."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any

from cyclopts import App

from cardtable.commands.flags import Plain, argument, suggested, switch
from cardtable.formats.streams import CANT_DRAW, is_terminal
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.table.page_text import DEFAULT_WIDTH, TO_ASCII, page_text
from cardtable.table.pages import NUMBER, page_names, read_page, ruling, summary
from cardtable.table.request_error import RequestError, suggestion

app = App(name="rules", usage="cardtable rules [PAGE] [OPTIONS]")

MAX_PAGE_WIDTH, MAX_SUMMARY_WIDTH = 100, 78
"""The maximum width of a page and of a summary, in columns."""

_Page: Any = suggested(page_names() or ("deck",))
"""The words that shell completion suggests. Our own code rejects any other word."""
Page = Annotated[_Page | None, argument("PAGE", "A game, another page, or the number of a ruling such as ES-4.")]
Short = Annotated[bool, switch(("--summary", "-s"), "Print only the summary, which fits on one screen.")]


@app.default
def rules(page: Page = None, /, *, short: Short = False, plain: Plain = False) -> int:
    """Read the rules of a game, or list the rules pages if you name no game."""
    if short:
        _print_summary(_summary(page), plain=plain)
    elif page is None:
        lines = _contents() if _can_draw() and not plain else _names_and_titles()
        sys.stdout.writelines(f"{line}\n" for line in lines)
    elif NUMBER.fullmatch(page.upper()):
        sys.stdout.write(f"{page.upper()}: {_read_ruling(page)}\n")
    else:
        _print(_read_page(page), plain=plain)
    return 0


def _names_and_titles() -> Iterator[str]:
    """Yield each page's name and title, for scripts and plain mode."""
    for name in page_names():
        yield f"{name}: {_title(name)}"


def _contents() -> Iterator[str]:
    """Yield each page's title and the command that shows the page. Games come first."""
    names = sorted(page_names(), key=lambda name: name not in GAMES)
    width = max(len(_title(name)) for name in names)
    for name in names:
        yield f"{_title(name):{width}}  cardtable rules {name}"
    yield ""
    yield "For a summary of a game, add --summary. For a single ruling, give its number: cardtable rules ES-4"


def _title(name: str) -> str:
    return read_page(name).splitlines()[0].lstrip("# ")


def _read_ruling(number: str) -> str:
    try:
        return ruling(number)
    except ValueError:
        shown = safe_text(number).upper()
        raise RequestError(f"There's no ruling {shown}. Each rules page lists its rulings at the end.") from None


def _read_page(name: str) -> str:
    try:
        return read_page(name)
    except ValueError:
        pages = page_names()
        hint = suggestion(name, pages, f". The pages are {', '.join(pages)}.")
        raise RequestError(f"There's no rules page '{safe_text(name)}'{hint}") from None


def _summary(name: str | None) -> str:
    """Return a page's title and summary. Raise RequestError if the page has no summary."""
    if name is None:
        raise RequestError("The summary of which game? For example: cardtable rules clash --summary")
    page = _read_page(name)
    try:
        return f"{page.splitlines()[0]}\n\n{summary(page)}"
    except ValueError as error:
        raise RequestError(str(error)) from None


def _print_summary(page: str, *, plain: bool) -> None:
    if plain:
        _read_out(page)
    else:
        sys.stdout.write(_encodable(page_text(page, min(_width(), MAX_SUMMARY_WIDTH))))


def _read_out(page: str) -> None:
    """Read out a page as plain mode's lobby does."""
    from cardtable.plain.lines import EndOfInput, Lines
    from cardtable.rooms.rules import spoken_page

    with suppress(EndOfInput):
        Lines.of_process().read_out(*spoken_page(page))


def _print(page: str, *, plain: bool) -> None:
    """Print a page. On a terminal, it is formatted."""
    if plain:
        _read_out(page)
        return
    if not _can_draw():
        sys.stdout.write(_encodable(page_text(page)))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(width=min(_width(), MAX_PAGE_WIDTH))
    console.print(Markdown(_encodable(page), hyperlinks=False, code_theme="ansi_dark"))


def _can_draw() -> bool:
    return is_terminal(sys.stdout) and os.environ.get("TERM", "") not in CANT_DRAW


def _width() -> int:
    return shutil.get_terminal_size().columns if _can_draw() else DEFAULT_WIDTH


def _encodable(text: str) -> str:
    """Return the text, with its diagrams redrawn in ASCII of the same width if the output can't encode them."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return text.translate(TO_ASCII)
    return text
