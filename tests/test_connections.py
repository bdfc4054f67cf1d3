"""Databases that a test leaves open are noticed."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from tests.connections import OpenConnections


def test_a_database_left_open_is_reported_with_the_place_that_opened_it() -> None:
    connections = OpenConnections()
    left = connections.connect(":memory:")
    with closing(connections.connect(":memory:")):
        assert len(connections.origins()) == 2
    (origin,) = connections.origins()
    assert "test_a_database_left_open_is_reported" in origin
    left.close()
    assert connections.origins() == []


def test_every_test_keeps_count_of_its_databases() -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        assert type(db) is not sqlite3.Connection
