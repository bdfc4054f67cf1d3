"""The rows of a table as sentences, for plain mode."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from cardtable.engine.phrases import speak_signs

Table = Callable[[Sequence[str], Sequence[Sequence[str]]], Iterable[str]]
"""A function that returns the lines of a table, given its head and its rows."""
NOTHING = "-"
"""What a cell without a value shows."""
_INTERVAL = re.compile(r" \[(.+?)(?:–| to )(.+?)\]")


def spoken_table(head: Sequence[str], body: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a line for each row, in which every cell follows the head of its column, if there's a head."""
    for first, *cells in body:
        named = (f"{name} {cell}" for name, cell in zip(head[1:], cells, strict=bool(head)) if cell != NOTHING)
        yield f"{first}: {'; '.join(named) if head else ' '.join(cells)}."


def speak(lines: Iterable[str]) -> list[str]:
    """Return the lines without indents and empty lines, with words for the signs of intervals."""
    found = (_INTERVAL.sub(r", from \1 to \2", line.strip()).replace(" ± ", " plus or minus ") for line in lines)
    return [speak_signs(line) for line in found if line]
