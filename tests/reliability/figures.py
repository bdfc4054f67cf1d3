"""The figures of the harnesses, in a small file each; `python -m tests.reliability.page` turns them into a page.

They are written only if CARDTABLE_FIGURES is set, so a test run leaves no trace.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

FOLDER = Path(__file__).with_name("figures")

Figures = dict[str, int | str]


def note(harness: str, row: str, figures: Figures) -> None:
    """Write these figures as a row of this harness, replacing an older one."""
    if not os.environ.get("CARDTABLE_FIGURES"):
        return
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{harness.replace(' ', '_')}.json"
    rows = read(path) if path.exists() else {}
    path.write_text(json.dumps({**rows, row: figures}, indent=1) + "\n", "utf-8")


def read(path: Path) -> dict[str, Figures]:
    """Return the rows of a harness."""
    rows: dict[str, Figures] = json.loads(path.read_text("utf-8"))
    return rows
