"""The rules pages.

The pages of our own games are in the package, or next to `src/` in an editable install. If a game comes from another
package, its page is in the `rules` folder of that package.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from cardtable.engine.games import SHIPPED
from cardtable.games import GAMES

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

NUMBER = re.compile(r"[A-Z]{2}-\d+")
"""A ruling's number, such as ES-4."""

SUMMARY = "In short"
"""The heading of a page's summary."""

_COMMENT = re.compile(r"^<!--.*-->\n+", re.MULTILINE)
_LEGEND = re.compile(r"^\*\*In [a-z ]*pictures?[a-z ]*,\*\* (?:.+\n)+\n", re.MULTILINE)
"""A pattern for a paragraph that explains the signs in diagrams."""
_DIAGRAM = re.compile(r"^```board .*\n(?:(?!```).*\n)*```\n\n?", re.MULTILINE)
_FENCE = re.compile(r"^```.*\n", re.MULTILINE)
_HEADING = re.compile(r"^#+\s+", re.MULTILINE)
_TABLE_RULE = re.compile(r"^\|[\s|:-]*-[\s|:-]*\n", re.MULTILINE)
_ROW = re.compile(r"^\|(.*)\|[ \t]*$", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_EMPHASIS = re.compile(r"`([^`]*)`|\*\*([^*]+)\*\*|(?<!\w)[*_](\w[^*_]*)[*_](?!\w)")


@cache
def _folder() -> Traversable:
    from importlib.resources import files

    shipped = files("cardtable") / "rules"
    return shipped if shipped.is_dir() else Path(__file__).parents[3] / "rules"


def rules_folder(game_id: str) -> Traversable:
    """Return the folder of a game's rules page, which may be missing. The game's lessons are in a subfolder."""
    from importlib.resources import files

    if game_id in SHIPPED:
        return _folder()
    try:
        return files(GAMES.package_of(game_id)) / "rules"
    except TypeError:  # before Python 3.12, a package can't be a single module
        return _folder() / game_id


@cache
def _pages() -> dict[str, Traversable]:
    """Return every page. The keys are the names that players type."""
    folder = _folder()
    ours = [each for each in folder.iterdir() if each.name.endswith(".md")] if folder.is_dir() else []
    theirs = (rules_folder(game.id) / game.page for game in GAMES.values() if game.id not in SHIPPED)
    return {_typed(each.name): each for each in (*ours, *theirs) if each.is_file()}


def page_names() -> tuple[str, ...]:
    """Return the names of all pages in the form that players type, such as `exit-stage-right`."""
    return tuple(sorted(_pages()))


@cache
def read_page(name: str) -> str:
    """Return the Markdown of a page without comments. The name is a file name or one of `page_names`.

    Raise ValueError for any other name.
    """
    if (typed := _typed(name)) not in page_names():
        raise ValueError("No rules page has that name.")
    return _COMMENT.sub("", _pages()[typed].read_text("utf-8"))


@cache
def ruling(number: str, prefix: str = "ES") -> str:
    """Return the plain text of a ruling without its number. Raise ValueError if no ruling has that number.

    The error message gives an example of a number, which starts with `prefix`.
    """
    wanted = number.strip().upper()
    if NUMBER.fullmatch(wanted):
        opening = re.compile(rf"^- {wanted}\b[.:]?\s+(.+(?:\n[ \t]+\S.*)*)", re.MULTILINE)
        for name in page_names():
            if found := opening.search(read_page(name)):
                return plain_text(" ".join(found[1].split()))
    raise ValueError(f"No ruling has that number. Ruling numbers look like {prefix}-1.")


def section(markdown: str, heading: str) -> str:
    """Return the text of the section under a heading of any level. Raise ValueError if there is no such heading."""
    found = re.search(rf"^(##+) {re.escape(heading)}\n+", markdown, re.MULTILINE)
    if found is None:
        raise ValueError(
            "This page has no summary." if heading == SUMMARY else f"This page has no section '{heading}'."
        )
    start, level = found.end(), len(found[1])
    end = re.compile(rf"^#{{2,{level}}} ", re.MULTILINE).search(markdown, start)
    return markdown[start : end.start() if end else None].rstrip() + "\n"


def summary(markdown: str) -> str:
    """Return the one-screen summary of a page. Raise ValueError if the page has no summary."""
    return section(markdown, SUMMARY)


def without_diagrams(markdown: str) -> str:
    """Return the page without diagrams and their legends. The page also describes each diagram in words."""
    return _DIAGRAM.sub("", _LEGEND.sub("", markdown))


def plain_text(markdown: str) -> str:
    """Return the page as plain text without Markdown, for screen readers and pipes."""
    parts = _FENCE.split(markdown)
    return "".join(part if at % 2 else _prose(part) for at, part in enumerate(parts))


def _prose(markdown: str) -> str:
    bare = _TABLE_RULE.sub("", _HEADING.sub("", markdown))
    bare = _ROW.sub(lambda row: "; ".join(filter(None, map(str.strip, row[1].split("|")))), bare)
    return _EMPHASIS.sub(lambda found: next(filter(None, found.groups()), ""), _LINK.sub(r"\1", bare))


def _typed(name: str) -> str:
    return "-".join(name.lower().removesuffix(".md").replace("_", " ").replace("-", " ").split())
