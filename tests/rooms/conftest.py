"""Closing the records of the rooms in the examples."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rooms.examples import OPENED


@pytest.fixture(autouse=True)
def _close_records() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.pop().close()
