"""The faults that tests/planted_faults.py plants, one at a time, have a place in the code as it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.planted_faults import FAULTS, Fault

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.what)
def test_a_fault_can_be_planted(fault: Fault) -> None:
    text = (ROOT / fault.file).read_text("utf-8")
    assert text.count(fault.old) == 1
    assert fault.new != fault.old
