"""Databases that a test leaves open: Python 3.13 warns about them, but only when it collects them, in a later test."""

from __future__ import annotations

import sqlite3
from traceback import StackSummary, format_list, walk_stack
from typing import Any


class OpenConnections:
    """A replacement for `sqlite3.connect` that knows which of its connections are still open."""

    def __init__(self) -> None:
        self._stacks: dict[_Connection, StackSummary] = {}

    def connect(self, *args: Any, **options: Any) -> sqlite3.Connection:
        """Connect to a database, as `sqlite3.connect` does."""
        connection = _Connection(*args, **options)
        connection.opened_by = self
        self._stacks[connection] = StackSummary.extract(walk_stack(None), limit=12, lookup_lines=False)
        return connection

    def forget(self, connection: _Connection) -> None:
        """Note that a connection was closed."""
        self._stacks.pop(connection, None)

    def origins(self) -> list[str]:
        """Return where each of the open connections was made."""
        return ["".join(format_list(reversed(stack))) for stack in self._stacks.values()]


class _Connection(sqlite3.Connection):
    opened_by: OpenConnections

    def close(self) -> None:
        super().close()
        self.opened_by.forget(self)
