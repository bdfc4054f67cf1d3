"""`cardtable` in a process of its own, and arguments and records to give it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from cardtable.engine.chance import DealCode
from cardtable.engine.games import SHIPPED
from cardtable.formats.record import dump_record
from cardtable.table.recording import record_of
from cardtable.table.session import Session

ES = SHIPPED["exit-stage-right"]
PLAY = ("play", "exit-stage-right")
LINE = "exit-stage-right · 2 players · hand-size 8 · K7QF-2M9X"
ROOT = Path(__file__).parents[2]
posix = pytest.mark.skipif(os.name != "posix", reason="it needs POSIX")


def environ(**more: str) -> dict[str, str]:
    """Return the environment of such a process."""
    inherited = {
        name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "VIRTUAL_ENV", "CARDTABLE_DATA") if name in os.environ
    }
    return {**inherited, "PYTHONPATH": str(ROOT / "src"), "TERM": "xterm", **more}


def run_in_process(
    *words: str, typed: bytes = b"", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run `cardtable` in its own process, with pipes."""
    command = (sys.executable, "-m", "cardtable", *words)
    return subprocess.run(command, input=typed, capture_output=True, env=env or environ(), timeout=100, check=False)


def run_in_shell(script: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run a shell script that calls `cardtable`."""
    function = f'cardtable() {{ "{sys.executable}" -m cardtable "$@"; }}\n'
    command = ("sh", "-c", function + script)
    return subprocess.run(command, capture_output=True, env=environ(**env), timeout=100, check=False)


def recorded(*actions: str) -> str:
    """Return a record of two players with these actions, by default one that is legal."""
    session = Session(ES, ES.options(), ("Ann", "Bo"), DealCode.parse("K7QF-2M9X"))
    for action in actions or ("Hollow",):
        session.act(ES.parse(action))
    return dump_record(record_of(session))
