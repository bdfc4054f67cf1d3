"""Shared tables in plain mode without a terminal, such as on a pipe or after `ssh HOST plain`."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any

import pytest

from cardtable.games import GAMES
from cardtable.plain.lines import Lines
from cardtable.plain.settings import PlainSettings
from cardtable.store.powers import GUEST_VARIABLE
from cardtable.table import shared_game
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.shared_game import Person
from tests.table.saved_games import saved_games_in
from tests.table.shared_tables import table_in
from tests.table.sittings import sit
from tests.tui.terminal.pty_tools import PATIENCE, python


class Caller:
    """A person in plain mode whose lines come through a pipe."""

    def __init__(self, process: subprocess.Popen[str], out: Path) -> None:
        self.process, self._out = process, out

    @property
    def heard(self) -> str:
        """Everything that the person has heard."""
        return self._out.read_text()

    def hear(self, text: str, times: int = 1) -> None:
        """Wait until the person has heard a text so many times."""
        end = monotonic() + PATIENCE
        while self.heard.count(text) < times:
            assert monotonic() < end, self.heard
            sleep(0.02)

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def hang_up(self) -> None:
        """End the input, and wait until the process has ended, too."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.process.wait(PATIENCE) == 0


@contextmanager
def call(folder: Path, *words: str) -> Iterator[Caller]:
    out = folder / "heard.txt"
    environ = {**os.environ, "CARDTABLE_DATA": str(folder)}
    command = python("-m", "cardtable", *words, "--plain")
    with (
        out.open("w") as file,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=file, env=environ, text=True) as process,
    ):
        try:
            yield Caller(process, out)
        finally:
            process.kill()


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[LazyArchive]:
    """Yield the saved games of a process of its own."""
    store = saved_games_in(tmp_path)
    yield store
    store.close()


def test_commands_are_answered_while_the_caller_waits_and_news_come_at_once(ann: LazyArchive, tmp_path: Path) -> None:
    session = shared_game.host(ann, sit(GAMES["clash"], 2, 3, first=1), Person("Ann"))
    with call(tmp_path, "join", table_in(session).code, "--name", "Ben") as ben:
        ben.hear("Waiting for Ann.")
        ben.type("hand")
        ben.hear("You have 7 cards in hand")
        ben.type("players")
        ben.hear("At the table: Ann, Ben.", times=2)
        assert table_in(session).refresh()
        table_in(session).apply_seats(session)
        session.act(session.look(0).legal[0])
        ben.hear("Your move")
        ben.hang_up()
        assert "To come back to your seat:" in ben.heard


def test_a_spectator_asks_for_help_and_quits(ann: LazyArchive, tmp_path: Path) -> None:
    session = shared_game.host(ann, sit(GAMES["clash"], 2, 3, first=1), Person("Ann"))
    with call(tmp_path, "watch", table_in(session).code) as cleo:
        cleo.hear("Waiting for 1 player.")
        cleo.type("help")
        cleo.hear("quit: ")
        cleo.type("quit")
        assert cleo.process.wait(PATIENCE) == 0


def test_the_end_of_input_leaves_while_the_caller_waits(ann: LazyArchive, tmp_path: Path) -> None:
    session = shared_game.host(ann, sit(GAMES["clash"], 2, 3, first=1), Person("Ann"))
    with call(tmp_path, "watch", table_in(session).code) as cleo:
        cleo.hear("Waiting for 1 player.")
        cleo.hang_up()


def test_a_table_from_the_list_is_chosen_by_its_game_and_asks_for_a_name(ann: LazyArchive, tmp_path: Path) -> None:
    sessions = [shared_game.host(ann, sit(GAMES[each], 2, 3), Person("Ann")) for each in ("exit-stage-right", "clash")]
    with call(tmp_path) as ben:
        ben.type("tables")
        ben.hear("Type 1 or 2, or press Enter to go back:")
        for session in sessions:
            table = f"{session.game.title}, {table_in(session).code}"
            assert f": {table}. Waiting for 1 player; with Ann." in ben.heard
        ben.type("clash")
        ben.hear("free: A free seat.")
        ben.type("free")
        ben.hear("What is your name at this table?")
        ben.type("Ann")
        ben.hear("Ann is already at this table.")
        ben.type("Ben")
        ben.hear("At the table: Ann, Ben. You are Ben.")
        ben.hang_up()


def test_a_guest_isnt_sent_to_a_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def heard() -> str:
        out = StringIO()
        places: Any = SimpleNamespace(lines=Lines(None, out, {}), records=None)
        PlainSettings(places).show_room()
        return out.getvalue()

    assert "cardtable settings" in heard()
    monkeypatch.setenv(GUEST_VARIABLE, "somebody")
    assert "cardtable settings" not in heard()
