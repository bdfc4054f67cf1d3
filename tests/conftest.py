"""What every test gets: signals and folders of its own, and how hard properties are searched.

CARDTABLE_PROFILE is `quick` (for every commit), `ci` or `deep` (at night).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.signals import restore_handlers

ROOT = Path(__file__).parents[1]
FOUND = frozenset(ROOT.iterdir())
"""What was in the project's folder before the first test."""
TOOLS_MAKE = (".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", "build")

restore_handlers()  # or the programs that tests start ignore the signals they are sent

SLOW_IS_FINE = (HealthCheck.too_slow, HealthCheck.data_too_large)

# The same examples every time, so that a change is not blamed for what another one broke; only `deep` looks elsewhere.
settings.register_profile(
    "quick", max_examples=10, derandomize=True, deadline=None, print_blob=True, suppress_health_check=SLOW_IS_FINE
)
settings.register_profile("ci", settings.get_profile("quick"), max_examples=60)
settings.register_profile("deep", settings.get_profile("quick"), max_examples=500, derandomize=False)
settings.load_profile(os.environ.get("CARDTABLE_PROFILE", "quick"))


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's games and settings are read or written, and files without a folder go to the test's own."""
    monkeypatch.setenv("CARDTABLE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run where a test has left a file in the project's folder."""
    left = sorted(path.name for path in {*ROOT.iterdir()} - FOUND if path.name not in TOOLS_MAKE)
    if left and not hasattr(session.config, "workerinput"):  # the process that started the workers tells it once
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        session.config.get_terminal_writer().line(
            f"\nA test left {', '.join(left)} in {ROOT}. Remove it, and let the test write to tmp_path.", red=True
        )


@pytest.fixture
def without_pydantic(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process of its own: where pydantic has been imported, cyclopts asks it about every value."""
    monkeypatch.delitem(sys.modules, "pydantic", raising=False)
