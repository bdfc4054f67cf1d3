"""Fixtures for the tests of commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pydantic  # noqa: F401  as a package with a game may do, which makes cyclopts check arguments with it
import pytest

from cardtable import cli
from cardtable.commands import play as play_command
from cardtable.table.session import Session
from tests.commands.data_folders import Doctor


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Session]:
    """Return a list that collects the sessions that would have been played."""
    sessions = list[Session]()

    def play(session: Session, **_: Any) -> int:
        sessions.append(session)
        return 0

    monkeypatch.setattr(play_command, "play_and_save", play)
    return sessions


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the data folder that commands use, still empty."""
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    monkeypatch.setenv("CARDTABLE_DATA", str(data))
    return data


@pytest.fixture
def doctor(capsys: pytest.CaptureFixture[str]) -> Doctor:
    """Return a function that runs the command, checks that its output is printable, and returns code and output."""

    def call(*words: str) -> tuple[int, str]:
        code = cli.main(["doctor", *words])
        out, err = capsys.readouterr()
        assert err == ""
        assert all(line.isprintable() for line in out.splitlines())
        assert out.splitlines()[-1] == "No problems found." or code == 1
        return code, out

    return call
