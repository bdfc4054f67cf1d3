"""Signal handlers, folders, fixtures and Hypothesis profiles for all tests.

CARDTABLE_PROFILE is `quick` (for every commit), `ci` or `deep` (at night).
"""

from __future__ import annotations

import gc
import os
import secrets
import sqlite3
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from cardtable.players import program_guard
from cardtable.players.program_process import ProgramProcess
from cardtable.rooms.kit.grading import Grading
from tests.connections import OpenConnections
from tests.signals import restore_handlers

if TYPE_CHECKING:
    from cardtable.table.lazy_archive import LazyArchive

ROOT = Path(__file__).parents[1]
FILES_BEFORE = frozenset(ROOT.iterdir())
"""The files in the project's folder before the first test."""
CREATED_BY_TOOLS = (".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", "build", "mutmut-stats.json")

restore_handlers()  # otherwise programs started by tests may ignore signals

# Without .pyc files, every test process and each of the hundreds of programs would compile all modules again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The tests create a lot of garbage, and with Python's own threshold of 700 a tenth of their time goes into finding it.
gc.set_threshold(200_000, 20, 20)

NUMBERS = count(1)
"""The numbers of the tests' folders."""
SUPPRESSED_CHECKS = (HealthCheck.too_slow, HealthCheck.data_too_large)

# The same examples every time, so that a failure comes from the change being tested; only `deep` varies them.
settings.register_profile(
    "quick", max_examples=6, derandomize=True, deadline=None, print_blob=True, suppress_health_check=SUPPRESSED_CHECKS
)
settings.register_profile("ci", settings.get_profile("quick"), max_examples=60)
settings.register_profile("deep", settings.get_profile("quick"), max_examples=500, derandomize=False)
settings.load_profile(os.environ.get("CARDTABLE_PROFILE", "quick"))


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a new folder; pytest's own fixture takes longer for each one, because it reads the names of all."""
    folder = tmp_path_factory.getbasetemp() / f"test-{next(NUMBERS)}"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test its own data folder and current folder."""
    monkeypatch.setenv("CARDTABLE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def _no_game_in_play() -> None:
    """Forget the game that an earlier test in this process left in play, as each command has a process of its own."""
    if (loaded := sys.modules.get("cardtable.table.lazy_archive")) is not None:
        loaded.GameSaver.in_play = None


@pytest.fixture(autouse=True)
def _same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a test the same new deals every time, for the same reason as the same examples."""
    if settings.default is not None and settings.default.derandomize:
        monkeypatch.setattr(secrets, "randbits", Random(1).getrandbits)


@pytest.fixture(autouse=True)
def _closed_databases(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test that leaves a database open, on every Python; the test's own fixtures end before this one."""
    connections = OpenConnections()
    monkeypatch.setattr(sqlite3, "connect", connections.connect)
    yield
    if origins := connections.origins():
        pytest.fail("A database was left open. It was opened here:\n" + "\n".join(origins), pytrace=False)


@pytest.fixture(autouse=True)
def work_out_par(monkeypatch: pytest.MonkeyPatch) -> Callable[[Grading], None]:
    """Let no game start a process that works out its par, unless a test calls the function that this returns."""
    work_out = Grading._work_out
    monkeypatch.setattr(Grading, "_work_out", lambda self: None)
    return work_out


@pytest.fixture(autouse=True)
def _no_orphans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the process of the tests from adopting orphans: it has other children, and wouldn't notice their end."""
    monkeypatch.setattr(program_guard, "adopt_orphans", lambda: None)
    monkeypatch.setattr(ProgramProcess, "may_end_orphans", False)


def pytest_collection_finish() -> None:
    """Exclude what is loaded by now from garbage collection, because it stays until the end."""
    gc.freeze()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run if a test has left a file in the project's folder."""
    left = sorted(path.name for path in {*ROOT.iterdir()} - FILES_BEFORE if path.name not in CREATED_BY_TOOLS)
    if left and not hasattr(session.config, "workerinput"):  # only the main process reports it
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        session.config.get_terminal_writer().line(
            f"\nA test left {', '.join(left)} in {ROOT}. Remove it, and let the test write to tmp_path.", red=True
        )


@pytest.fixture
def saved_games(tmp_path: Path) -> Iterator[LazyArchive]:
    """Yield the saved games in the test's folder, none at first."""
    from tests.table.saved_games import saved_games_in  # only the tests that save games load the store

    found = saved_games_in(tmp_path)
    yield found
    found.close()


@pytest.fixture
def store() -> Iterator[LazyArchive]:
    """Yield the saved games where the program looks for them, none at first."""
    from cardtable.table.lazy_archive import LazyArchive  # likewise

    found = LazyArchive()
    yield found
    found.close()
