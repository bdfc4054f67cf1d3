"""`cardtable rules`: the rules pages, and single rulings."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Annotated, Any, Literal

from cyclopts import App, Parameter

from cardtable.commands.common import as_typed
from cardtable.formats.text import safe_text
from cardtable.table.page_text import DEFAULT_WIDTH, page_text
from cardtable.table.pages import NUMBER, page_names, read_page, ruling, summary
from cardtable.table.request_error import RequestError, suggestion

app = App(name="rules")

WIDEST, WIDEST_SUMMARY = 100, 78
"""Columns of a page, and of a summary, on a wide terminal."""
IN_ASCII = str.maketrans("╭╮╰╯─│┏┓┗┛━┃╌╎▒█▞×·▗▖▝▘▛▜▙▟▀▄", "++++-|****=!..:#%x...''####-_")
"""How the signs of drawings are shown where there is only ASCII."""

Page: Any = Literal[page_names() or ("deck",)]
"""For the shell to offer; others are refused in a sentence of ours."""
Name = Annotated[
    Page | None,
    Parameter(
        help="A game, a page, or the number of a ruling such as ES-4.",
        converter=as_typed,
        show_choices=False,
        show_default=False,
    ),
]


Short = Annotated[bool, Parameter(name=["--summary", "-s"], negative=(), help="Only the summary: one screen.")]


@app.default
def rules(name: Name = None, /, *, short: Short = False) -> int:
    """Read the rules of a game; without a name, the list of pages."""
    if short:
        sys.stdout.write(_for_the_terminal(page_text(_summary(name), min(_width(), WIDEST_SUMMARY))))
    elif name is None:
        titles = (f"{page}: {read_page(page).splitlines()[0].lstrip('# ')}\n" for page in page_names())
        sys.stdout.write("".join(titles))
    elif NUMBER.fullmatch(name.upper()):
        sys.stdout.write(f"{name.upper()}: {_or_refused(name)}\n")
    else:
        _print(_page(name))
    return 0


def _or_refused(number: str) -> str:
    try:
        return ruling(number)
    except ValueError:
        raise RequestError(f"There is no ruling {safe_text(number).upper()}; each page ends with its own.") from None


def _page(name: str) -> str:
    try:
        return read_page(name)
    except ValueError:
        known = page_names()
        guess = suggestion(name, known, f": there is {', '.join(known)}.")
        raise RequestError(f"There is no rules page '{safe_text(name)}'{guess}") from None


def _summary(name: str | None) -> str:
    """A page's title and its summary; refused where there is none."""
    if name is None:
        raise RequestError("Say of which game, as in: cardtable rules clash --summary.")
    page = _page(name)
    try:
        return f"{page.splitlines()[0]}\n\n{summary(page)}"
    except ValueError as error:
        raise RequestError(str(error)) from None


def _print(page: str) -> None:
    """Laid out on a terminal, as plain text in a pipe."""
    if not _is_terminal():
        sys.stdout.write(_for_the_terminal(page_text(page)))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(width=min(_width(), WIDEST))
    console.print(Markdown(_for_the_terminal(page), hyperlinks=False, code_theme="ansi_dark"))


def _is_terminal() -> bool:
    return sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb", "unknown")


def _width() -> int:
    return shutil.get_terminal_size().columns if _is_terminal() else DEFAULT_WIDTH


def _for_the_terminal(text: str) -> str:
    """With drawings that the output can show: they have the same widths in ASCII."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return text.translate(IN_ASCII)
    return text
