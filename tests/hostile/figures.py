"""The figures of runs with many inputs, for the reliability page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

FILE = Path(__file__).parents[1] / "reliability" / "figures" / "hostile.json"


def write_figures(tool: str, loader: str, counts: Mapping[str, int], command: str) -> None:
    """Write the figures of a run, replacing those of an earlier run of its kind."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    figures = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    inputs = counts["refused"] + counts["accepted"]
    day = datetime.now(UTC).date().isoformat()
    figures.setdefault(tool, {})[loader] = {"inputs": inputs, **counts, "crashes": 0, "command": command, "day": day}
    FILE.write_text(json.dumps(figures, indent=1, sort_keys=True) + "\n", "utf-8")
