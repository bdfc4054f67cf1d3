"""Finished games as a table in CSV, for spreadsheets and scripts."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from unicodedata import normalize

from cardtable.formats.computers import label
from cardtable.formats.strict_json import BadFile, parse_json
from cardtable.formats.text import safe_text
from cardtable.store.clock import is_known
from cardtable.store.rows import GameEntry
from cardtable.table.statistics import is_won, margin_of

COLUMNS = (
    *("number", "game", "players", "options", "deal", "started", "ended", "result", "margin", "won"),
    *("moves", "undone", "hints", "inaccuracies", "mistakes", "blunders", "clear_losses"),
)
MAX_CELL_WIDTH = 300
_FORMULA = ("=", "+", "-", "@")
"""The characters that start a formula in spreadsheets. Some programs also recognise their full-width forms."""


def csv_text(entries: Iterable[GameEntry], mistakes: Mapping[int, Sequence[object]]) -> str:
    """Return a header and a row for each finished game, in the order in which the games ended.

    `mistakes` contains the cells of the last four columns for each reviewed game, by game number.
    """
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(COLUMNS)
    over = (entry for entry in entries if entry.outcome is not None)
    for entry in sorted(over, key=lambda each: (each.touched, each.id)):
        writer.writerow((*_cells(entry), *mistakes.get(entry.id, ("",) * 4)))
    return written.getvalue()


def _cells(entry: GameEntry) -> tuple[object, ...]:
    assert entry.outcome is not None, "the game is finished"
    levels = entry.levels or ("",) * len(entry.names)
    return (
        entry.id,
        entry.kind,
        _text("; ".join(label(name, level) for name, level in zip(entry.names, levels, strict=True))),
        _text(_options(entry.options)),
        entry.deal,
        *(then.isoformat(timespec="seconds") if is_known(then) else "" for then in (entry.started, entry.touched)),
        _text(entry.outcome.reason),
        margin_of(entry),
        "yes" if is_won(entry) else "no",
        entry.length,
        entry.undone,
        entry.hinted,
    )


def _options(text: str) -> str:
    """Return options such as `draw=none; hand_size=7`. Options without a value are left out."""
    try:
        found = parse_json(text, "archive")
    except BadFile:
        return ""
    pairs = found.items() if isinstance(found, dict) else ()
    return "; ".join(f"{name}={value}" for name, value in pairs if isinstance(value, bool | int | str))


def _text(text: str) -> str:
    """Return the text in a form that a spreadsheet doesn't treat as a formula."""
    safe = safe_text(text, MAX_CELL_WIDTH)
    return f"'{safe}" if normalize("NFKC", safe).startswith(_FORMULA) else safe
