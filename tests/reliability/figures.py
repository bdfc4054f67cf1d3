"""What the harnesses have counted, a small file each; `python -m tests.reliability.page` makes the page of them.

Nothing is noted unless CARDTABLE_FIGURES is set, so that a test run leaves no trace.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

FOLDER = Path(__file__).with_name("figures")

Figures = dict[str, int | str]


def note(harness: str, row: str, figures: Figures) -> None:
    """Keep these figures as a row of this harness, in place of what was there."""
    if not os.environ.get("CARDTABLE_FIGURES"):
        return
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{harness.replace(' ', '_')}.json"
    rows = read(path) if path.exists() else {}
    path.write_text(json.dumps({**rows, row: figures}, indent=1) + "\n", "utf-8")


def read(path: Path) -> dict[str, Figures]:
    """The rows of a harness."""
    rows: dict[str, Figures] = json.loads(path.read_text("utf-8"))
    return rows
