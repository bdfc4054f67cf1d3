"""A page of Markdown as lines of plain text: paragraphs broken to fit, tables in columns, drawings whole.

For pipes and for the pages that are read in the app; `unmarked` is for reading out.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

USUAL = 80
"""Columns of a page where nobody says how many there are."""
NARROWEST = 20
_INDENT = "    "
"""Before each line of a drawing, as far as there is room."""
_GAP = "  "
"""Between the columns of a table."""
_LIST_ITEM = re.compile(r"- |\d+\. ")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKS = re.compile(r"`([^`]*)`|\*\*([^*]+)\*\*|\*(\w[^*]*)\*")


def page_text(markdown: str, width: int = USUAL) -> str:
    """The whole page, laid out."""
    return "".join(f"{line}\n" for _, lines in pieces(paragraphs(markdown), width) for line in lines)


def paragraphs(markdown: str) -> str:
    """A Markdown page with each paragraph, list item and heading on one line, and no marks of emphasis."""
    done: list[str] = []
    in_drawing = False
    for line in markdown.splitlines():
        if line.startswith("```"):
            in_drawing = not in_drawing
        elif in_drawing:
            done.append(_INDENT + line)
        elif _continues(line) and done and _continues(_LIST_ITEM.sub("", done[-1], count=1)):
            done[-1] += " " + _plain(line.strip())
        else:
            done.append(_plain(line))
    return "\n".join(done)


def pieces(text: str, width: int) -> Iterator[tuple[str, list[str]]]:
    """Each line of `paragraphs` with the lines that it becomes; the rows of a table are one piece.

    A tab divides a line into a name and what is said of it, side by side.
    """
    for kind, lines in groupby(text.splitlines(), key=_kind):
        if kind == "table":
            rows = list(lines)
            yield rows[0], in_columns(_cells(rows), width)
        elif kind == "drawing":
            yield from _drawn([line.removeprefix(_INDENT) for line in lines], width)
        else:
            yield from ((line, _broken(line, width)) for line in lines)


def _kind(line: str) -> str:
    return "table" if line.startswith("|") else "drawing" if line.startswith(_INDENT) else "text"


def _drawn(lines: Sequence[str], width: int) -> Iterator[tuple[str, list[str]]]:
    """The lines of a drawing, set in as far as there is room; what is too wide all the same is broken."""
    room = width - max(map(len, lines))
    indent = _INDENT[: max(0, room)]
    for line in lines:
        fits = len(line) <= width
        yield line, [(indent + line).rstrip()] if fits else textwrap.wrap(line, max(NARROWEST, width))


def in_columns(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """A table, its first row the heads: side by side where there is room, else each row as a list."""
    heads, *body = rows
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    needed = [max(len(word) for cell in column for word in [*cell.split(), ""]) for column in zip(*rows, strict=True)]
    room = width - len(_GAP) * (len(heads) - 1)
    while sum(widths) > room:
        over = [at for at, each in enumerate(widths) if each > needed[at]]
        if not over:
            return _as_lists(heads, body, width)
        widths[max(over, key=lambda at: widths[at])] -= 1
    top = [*_row(heads, widths), *_row(["-" * each for each in widths], widths)] if any(heads) else []
    return [*top, *(line for row in body for line in _row(row, widths))]


def _row(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """One row of a table, on as many lines as its longest cell."""
    columns = [_wrapped(cell, each) for cell, each in zip(cells, widths, strict=True)]
    return [
        _GAP.join(f"{part:<{each}}" for part, each in zip(parts, widths, strict=True)).rstrip()
        for parts in zip_longest(*columns, fillvalue="")
    ]


def _as_lists(heads: Sequence[str], body: Sequence[Sequence[str]], width: int) -> list[str]:
    """For a table that is too wide: the first cell, and below it each of the others, with their heads."""
    lines: list[str] = []
    for first, *others in body:
        lines += _wrapped(f"{heads[0]}: {first}" if heads[0] else first, width, "  ")
        for head, cell in zip(heads[1:], others, strict=True):
            if not cell:
                continue
            told = f"{head}: {cell}" if head else cell
            lines += ["  " + line for line in _wrapped(told, max(NARROWEST, width) - 2, "  ")]
    return lines


def _cells(rows: Sequence[str]) -> list[list[str]]:
    """The cells of a Markdown table, without the line below its heads."""
    split = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows]
    split = [row for row in split if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    most = max(map(len, split))
    return [row + [""] * (most - len(row)) for row in split]


def _continues(line: str) -> bool:
    """Whether the line may be a part of a paragraph that is broken over several."""
    return bool(line.strip()) and not re.match(r"#|\||- |    |\d+\. ", line)


def _plain(line: str) -> str:
    return _MARKS.sub(lambda found: next(filter(None, found.groups()), ""), _LINK.sub(r"\1", line))


def _broken(source: str, width: int) -> list[str]:
    """One line of `paragraphs` as lines of the page."""
    if "\t" in source:
        name, _, text = source.partition("\t")
        return _two_columns(name, text, width)
    text = source.lstrip("#").strip() if source.startswith("#") else source
    item = _LIST_ITEM.match(text)
    return _wrapped(text, max(NARROWEST, width), " " * item.end() if item else "")


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(text, max(1, width), subsequent_indent=indent, break_on_hyphens=False) or [""]


def _two_columns(name: str, text: str, width: int) -> list[str]:
    left = max(4, min(24, width // 3))
    names, texts = _wrapped(name, left - 2), _wrapped(text, max(16, width - left))
    return [f"{one:<{left}}{two}" for one, two in zip_longest(names, texts, fillvalue="")]
