"""Fixtures for the tests of commands."""

from __future__ import annotations

from typing import Any

import pytest

from cardtable.commands import play as play_command
from cardtable.table.session import Session


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Session]:
    """Return a list that collects the sessions that would have been played."""
    sessions = list[Session]()

    def play(session: Session, **_: Any) -> int:
        sessions.append(session)
        return 0

    monkeypatch.setattr(play_command, "play_and_save", play)
    return sessions
