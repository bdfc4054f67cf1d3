from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read or written outside, and the terminal of whoever runs the tests does not count."""
    monkeypatch.setenv("CARDTABLE_DATA", str(tmp_path / "data"))
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", *(each for each in os.environ if each.startswith("TEXTUAL"))):
        monkeypatch.delenv(name, raising=False)
