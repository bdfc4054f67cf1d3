"""The exact versions in constraints/, and the Pythons that we say we support."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tools.lock import HEADER
from tools.lowest_versions import bounds

ROOT = Path(__file__).parents[1]
LOCKS = sorted((ROOT / "constraints").iterdir())
CLASSIFIERS: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["classifiers"]
CLAIMED = sorted(found[1] for line in CLASSIFIERS if (found := re.fullmatch(r".*Python :: (3\.\d+)", line)))


def versions(lock: Path) -> dict[str, tuple[int, ...]]:
    """Return the version of each library in a lock, by its name with hyphens."""
    head, *lines = lock.read_text("utf-8").splitlines()
    assert head == HEADER
    found = dict(line.lower().replace("_", "-").split("==") for line in lines)  # nothing else, such as an address
    return {name: _numbers(version) for name, version in found.items()}


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.split("."))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_a_lock_has_an_allowed_version_of_each_requirement(lock: Path) -> None:
    """A requirement that was added or raised needs `make lock`."""
    locked = versions(lock)
    for name, (lowest, too_high) in bounds().items():
        assert _numbers(lowest) <= locked[name], name
        assert not too_high or locked[name] < _numbers(too_high), name


def test_every_python_that_we_claim_has_a_lock_and_is_checked_on_every_push() -> None:
    assert [lock.name for lock in LOCKS] == [f"python{version}.txt" for version in CLAIMED]
    workflow = (ROOT / ".github/workflows/test.yml").read_text("utf-8")
    (matrix,) = re.findall(r"python: (\[.*\])", workflow)
    assert sorted(re.findall(r"3\.\d+", matrix)) == CLAIMED
