"""Sentences for the rows of a table, for plain mode."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest

TableFormat = Callable[[Sequence[str], Sequence[Sequence[str]]], Iterable[str]]
"""A function that returns the lines of a table, given its column headings and its rows."""
NO_VALUE = "-"
"""The text of a cell without a value."""


def spoken_table(head: Sequence[str], body: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a line for each row, starting with its first cell. If several cells follow, name their columns."""
    columns = head[1:] if len(head) > 2 else ()
    for first, *cells in body:
        subject = f"{head[0]} {first}" if columns and first[:1].isdigit() else first
        named = zip_longest(columns, cells, fillvalue="")
        told = [f"{name}: {cell}" if name else cell for name, cell in named if cell not in ("", NO_VALUE)]
        line = f"{subject}: {('; ' if columns else ' ').join(told)}".strip()
        yield line if line.endswith((".", ":", "?", "!")) else f"{line}."
