"""The layout of Markdown pages as plain text, with wrapped paragraphs, tables in columns and indented diagrams.

This layout is for pipes and for pages in the app. Screen readers use `pages.plain_text`.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

from cardtable.formats.spoken_tables import spoken_table

DEFAULT_WIDTH = 80
MIN_WIDTH = 20
TO_ASCII = str.maketrans("╭╮╰╯─│┏┓┗┛━┃╌╎▒█▞×·▗▖▝▘▛▜▙▟▀▄±", "++++-|****=!..:#%x...''####-_~")
"""The ASCII replacements for the characters in diagrams and tables."""
_INDENT = "    "
"""The indentation of diagrams. It is reduced if space is short."""
_GAP = "  "
"""The gap between columns of a table."""
_LIST_ITEM = re.compile(r"- |\d+\. | {1,3}\d+ ")
"""The start of a list item or a log line. Its continuation lines are indented."""
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_EMPHASIS = re.compile(r"`([^`]*)`|\*\*([^*]+)\*\*|\*(\w[^*]*)\*")


def page_text(markdown: str, width: int = DEFAULT_WIDTH) -> str:
    """Return the whole page as text."""
    return "".join(f"{line}\n" for _, lines in pieces(paragraphs(markdown), width) for line in lines)


def paragraphs(markdown: str) -> str:
    """Return the page without links and emphasis. Each paragraph, list item and heading is one line."""
    lines: list[str] = []
    diagrams: set[int] = set()
    in_diagram = False
    for line in markdown.splitlines():
        if line.startswith("```"):
            in_diagram = not in_diagram
        elif in_diagram:
            diagrams.add(len(lines))
            lines.append(_INDENT + line)
        elif _continues(line) and lines and _continues(_LIST_ITEM.sub("", lines[-1], count=1)):
            lines[-1] += f" {line.strip()}"  # links may begin on one line and end on the next
        else:
            lines.append(line)
    return "\n".join(line if at in diagrams else _plain(line) for at, line in enumerate(lines))


def pieces(text: str, width: int) -> Iterator[tuple[str, list[str]]]:
    """Yield each line of `paragraphs` with its wrapped lines. A table counts as one line.

    A line with a tab becomes two columns: a name and its description.
    """
    for kind, lines in groupby(text.splitlines(), key=_kind):
        if kind == "table":
            rows = list(lines)
            yield rows[0], in_columns(_cells(rows), width)
        elif kind == "diagram":
            yield from _diagram([line.removeprefix(_INDENT) for line in lines], width)
        else:
            yield from ((line, _lay_out(line, width)) for line in lines)


def speak_tables(text: str) -> str:
    """Return the text of `paragraphs`, with each table row turned into a sentence."""
    lines = list[str]()
    for kind, group in groupby(text.splitlines(), key=_kind):
        rows = list(group)
        if kind == "table":
            head, *body = _cells(rows)
            rows = list(spoken_table(head, body))
        lines += rows
    return "\n".join(lines)


def _kind(line: str) -> str:
    return "table" if line.startswith("|") else "diagram" if line.startswith(_INDENT) else "text"


def _diagram(lines: Sequence[str], width: int) -> Iterator[tuple[str, list[str]]]:
    """Yield a diagram's lines. Lines that are too wide are wrapped, with less indentation if space is short."""
    room = width - max(map(len, lines))
    indent = _INDENT[: max(0, room)]
    for line in lines:
        fits = len(line) <= width
        yield line, [(indent + line).rstrip()] if fits else textwrap.wrap(line, max(MIN_WIDTH, width))


def in_columns(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return a table in columns. If there is no room, return one list for each row. The first row is the header."""
    header, *body = rows
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    needed = [max(len(word) for cell in column for word in [*cell.split(), ""]) for column in zip(*rows, strict=True)]
    room = width - len(_GAP) * (len(header) - 1)
    while sum(widths) > room:
        over = [at for at, each in enumerate(widths) if each > needed[at]]
        if not over:
            return _as_lists(header, body, width)
        widths[max(over, key=lambda at: widths[at])] -= 1
    top = [*_row(header, widths), *_row(["-" * each for each in widths], widths)] if any(header) else []
    return [*top, *(line for row in body for line in _row(row, widths))]


def _row(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    columns = [_wrap(cell, each) for cell, each in zip(cells, widths, strict=True)]
    return [
        _GAP.join(f"{part:<{each}}" for part, each in zip(parts, widths, strict=True)).rstrip()
        for parts in zip_longest(*columns, fillvalue="")
    ]


def _as_lists(header: Sequence[str], body: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return the table as one list for each row: the first cell, then the other cells with their headers."""
    lines: list[str] = []
    for first, *others in body:
        lines += _wrap(f"{header[0]}: {first}" if header[0] else first, width, "  ")
        for name, cell in zip(header[1:], others, strict=True):
            if not cell:
                continue
            text = f"{name}: {cell}" if name else cell
            lines += ["  " + line for line in _wrap(text, max(MIN_WIDTH, width) - 2, "  ")]
    return lines


def _cells(rows: Sequence[str]) -> list[list[str]]:
    """Return the cells of a Markdown table, without the separator line below its header."""
    split = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows]
    split = [row for row in split if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    most = max(map(len, split))
    return [row + [""] * (most - len(row)) for row in split]


def _continues(line: str) -> bool:
    """Return whether the line can belong to a paragraph that continues on the next line."""
    return bool(line.strip()) and not re.match(r"#|\||- |    |\d+\. ", line)


def _plain(line: str) -> str:
    return _EMPHASIS.sub(lambda found: next(filter(None, found.groups()), ""), _LINK.sub(r"\1", line))


def _lay_out(source: str, width: int) -> list[str]:
    """Return a single line of `paragraphs` as wrapped lines."""
    if "\t" in source:
        name, _, text = source.partition("\t")
        return _two_columns(name, text, width)
    text = source.lstrip("#").strip() if source.startswith("#") else source
    item = _LIST_ITEM.match(text)
    return _wrap(text, max(MIN_WIDTH, width), " " * item.end() if item else "")


def _wrap(text: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(text, max(1, width), subsequent_indent=indent, break_on_hyphens=False) or [""]


def _two_columns(name: str, text: str, width: int) -> list[str]:
    left = max(4, min(24, width // 3))
    names, texts = _wrap(name, left - 2), _wrap(text, max(16, width - left))
    return [f"{one:<{left}}{two}" for one, two in zip_longest(names, texts, fillvalue="")]
