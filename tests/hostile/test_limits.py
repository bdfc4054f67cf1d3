"""No file takes more than a few seconds of CPU time and a hundred megabytes."""

from __future__ import annotations

import sys

import pytest

from tests.hostile.limits import BYTES, LOADS, LoadCost, measure_all
from tests.hostile.loaders import LOADERS
from tests.hostile.worst import WORST
from tests.table.mutations import check_sentence

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="measures memory as Linux tells it")


def check(spent: LoadCost) -> None:
    assert spent.bytes <= BYTES, spent
    assert not spent.verdict.startswith("It failed"), spent
    if spent.verdict != "taken" and spent.loader not in ("lesson", "deal line"):
        check_sentence(spent.verdict)


def test_the_worst_files_load_cheaply() -> None:
    found = measure_all(few=True)
    assert {spent.loader for spent in found} == set(LOADS)
    for spent in found:
        check(spent)


@pytest.mark.deep  # every bad file
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("loader", WORST)
def test_every_bad_file_loads_cheaply(loader: str) -> None:
    for spent in measure_all(loader):
        check(spent)


def test_every_loader_is_measured() -> None:
    assert set(LOADS) == set(WORST) == {loader.name for loader in LOADERS} | {"json"}
