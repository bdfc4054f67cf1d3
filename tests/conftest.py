"""How hard properties are searched: CARDTABLE_PROFILE is `quick` (for every commit), `ci` or `deep` (at night)."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

SLOW_IS_FINE = (HealthCheck.too_slow, HealthCheck.data_too_large)

# The same examples every time, so that a change is not blamed for what another one broke; only `deep` looks elsewhere.
settings.register_profile(
    "quick", max_examples=20, derandomize=True, deadline=None, print_blob=True, suppress_health_check=SLOW_IS_FINE
)
settings.register_profile("ci", settings.get_profile("quick"), max_examples=60)
settings.register_profile("deep", settings.get_profile("quick"), max_examples=500, derandomize=False)
settings.load_profile(os.environ.get("CARDTABLE_PROFILE", "quick"))


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's games and settings are read or written."""
    monkeypatch.setenv("CARDTABLE_DATA", str(tmp_path / "data"))


@pytest.fixture
def without_pydantic(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process of its own: where pydantic has been imported, cyclopts asks it about every value."""
    monkeypatch.delitem(sys.modules, "pydantic", raising=False)
