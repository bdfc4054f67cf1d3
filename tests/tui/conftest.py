from __future__ import annotations

import os

import pytest


@pytest.fixture(autouse=True)
def _own_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """The terminal of whoever runs the tests does not count."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", *(each for each in os.environ if each.startswith("TEXTUAL"))):
        monkeypatch.delenv(name, raising=False)
