"""Finding and reading the rules pages.

Cardtable's own are beside the modules in a wheel, and beside `src/` in an editable install.  Another package's are in
its folder `rules`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.games import GAMES

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

NUMBER = re.compile(r"[A-Z]{2}-\d+")
"""How a ruling is cited: ES-4."""

SUMMARY = "In short"
"""The heading of a page's summary."""

_DRAWING = re.compile(r"^```board .*\n(?:(?!```).*\n)*```\n\n?", re.MULTILINE)
_FENCE = re.compile(r"^```.*\n", re.MULTILINE)
_HEADING = re.compile(r"^#+\s+", re.MULTILINE)
_RULE_OF_TABLE = re.compile(r"^\|[\s|:-]*-[\s|:-]*\n", re.MULTILINE)
_ROW = re.compile(r"^\|(.*)\|[ \t]*$", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_MARKS = re.compile(r"`([^`]*)`|\*\*([^*]+)\*\*|(?<!\w)[*_](\w[^*_]*)[*_](?!\w)")


@cache
def _folder() -> Traversable:
    from importlib.resources import files

    shipped = files("cardtable") / "rules"
    return shipped if shipped.is_dir() else Path(__file__).parents[3] / "rules"


def rules_folder() -> Traversable:
    """Where the pages lie, and the lessons of each game beneath."""
    return _folder()


@cache
def _pages() -> dict[str, Traversable]:
    """Return every page by its name, as somebody would type it."""
    folder = _folder()
    ours = [each for each in folder.iterdir() if each.name.endswith(".md")] if folder.is_dir() else []
    theirs = (_page_of(game) for game in GAMES.values() if game.id not in SHIPPED)
    return {_typed(each.name): each for each in (*ours, *theirs) if each.is_file()}


def _page_of(game: AnyGame) -> Traversable:
    """Return where the page of another package's game would be."""
    from importlib.resources import files

    return files(game.state.__module__.partition(".")[0]) / "rules" / game.page


def page_names() -> tuple[str, ...]:
    """Every page, as somebody would type it: `deck`, `exit-stage-right`; empty where the pages are missing."""
    return tuple(sorted(_pages()))


@cache
def read_page(name: str) -> str:
    """The Markdown of a page: `exit_stage_right.md`, or as in `page_names`; ValueError where there is none."""
    if (typed := _typed(name)) not in page_names():
        raise ValueError("There is no rules page of that name.")
    return _pages()[typed].read_text("utf-8")


def ruling(number: str) -> str:
    """What one ruling says, as plain text without its number; ValueError where there is none."""
    wanted = number.strip().upper()
    if NUMBER.fullmatch(wanted):
        opening = re.compile(rf"^- {wanted}\b[.:]?\s+(.+(?:\n[ \t]+\S.*)*)", re.MULTILINE)
        for name in page_names():
            if found := opening.search(read_page(name)):
                return unmarked(" ".join(found[1].split()))
    raise ValueError("There is no ruling of that number; they look like ES-4.")


def section(markdown: str, heading: str) -> str:
    """What stands under a heading of a page, without it; ValueError where there is no such heading."""
    found = re.search(rf"^## {re.escape(heading)}\n+(.*?)(?=^## |\Z)", markdown, re.MULTILINE | re.DOTALL)
    if found is None:
        raise ValueError("This page has no summary." if heading == SUMMARY else f"There is no part '{heading}'.")
    return found[1].rstrip() + "\n"


def summary(markdown: str) -> str:
    """What a page says in short, for one screen; ValueError where it has no summary."""
    return section(markdown, SUMMARY)


def undrawn(markdown: str) -> str:
    """The page without its drawings, which are told in words below each."""
    return _DRAWING.sub("", markdown)


def unmarked(markdown: str) -> str:
    """The page without its marks: no signs for headings, links, tables and emphasis, for reading out or a pipe."""
    parts = _FENCE.split(markdown)
    return "".join(part if at % 2 else _prose(part) for at, part in enumerate(parts))


def _prose(markdown: str) -> str:
    bare = _RULE_OF_TABLE.sub("", _HEADING.sub("", markdown))
    bare = _ROW.sub(lambda row: "; ".join(filter(None, map(str.strip, row[1].split("|")))), bare)
    return _MARKS.sub(lambda found: next(filter(None, found.groups()), ""), _LINK.sub(r"\1", bare))


def _typed(name: str) -> str:
    return "-".join(name.lower().removesuffix(".md").replace("_", " ").replace("-", " ").split())
