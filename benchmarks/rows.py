"""Rows of results, which are named tuples: in files of comma-separated values, and in the tables of pages."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, get_type_hints


def append(path: Path, rows: Sequence[tuple[Any, ...]]) -> None:
    """Add rows to a file."""
    is_new = not path.exists()
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if is_new:
            writer.writerow(type(rows[0])._fields)  # type: ignore[attr-defined]  the rows are named tuples
        writer.writerows(rows)


def read(path: Path, kind: type[Any]) -> list[Any]:
    """Return the rows of a file, which are named tuples of this kind."""
    if not path.exists():
        return []
    types = get_type_hints(kind)
    with path.open(encoding="utf-8", newline="") as file:
        return [kind(**{name: types[name](text) for name, text in row.items()}) for row in csv.DictReader(file)]


def table_line(cells: Iterable[object]) -> str:
    """Return a line of a table in Markdown."""
    return f"| {' | '.join(map(str, cells))} |"
