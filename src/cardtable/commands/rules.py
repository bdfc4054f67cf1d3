"""`cardtable rules`: the rules pages, and single rulings."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any, Literal

from cyclopts import App, Parameter

from cardtable.commands.common import as_typed
from cardtable.commands.refused import Refused, meant
from cardtable.table.pages import NUMBER, page_names, read_page, ruling, unmarked
from cardtable.table.text import safe_text

app = App(name="rules")

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


@app.default
def rules(name: Name = None, /) -> int:
    """Read the rules of a game; without a name, the list of pages."""
    if name is None:
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
        raise Refused(f"There is no ruling {safe_text(number).upper()}; each page ends with its own.") from None


def _page(name: str) -> str:
    try:
        return read_page(name)
    except ValueError:
        known = page_names()
        guess = meant(name, known, f": there is {', '.join(known)}.")
        raise Refused(f"There is no rules page '{safe_text(name)}'{guess}") from None


def _print(page: str) -> None:
    """Laid out on a terminal, without marks in a pipe."""
    if not sys.stdout.isatty() or os.environ.get("TERM", "") in ("", "dumb", "unknown"):
        sys.stdout.write(unmarked(page))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(page, hyperlinks=False))
