"""Shared tables whose processes are killed and stopped at random: the log is one legal game, and nothing is lost."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from time import sleep

import pytest

from cardtable.formats.computers import Computer, Computers
from cardtable.formats.record import Record
from cardtable.games import GAMES
from cardtable.table import shared_game
from cardtable.table.recording import open_session
from tests.table.saved_games import saved_games_in
from tests.table.sittings import NAMES, ONE_ROUND, sit

ROOT = Path(__file__).parents[2]
PATIENCE = 240
"""The time in seconds after which a game that doesn't end counts as a failure."""
TABLES: list[tuple[str, Computers]] = [
    ("clash", (None, None)),
    ("rummy-like", (None, Computer("easy", 1), None)),
    ("tradewinds", (None, None, None, None)),
]


class Players:
    """The processes at a shared table, one for each person."""

    def __init__(self, folder: Path, code: str, names: list[str]) -> None:
        self._folder, self._code = folder, code
        self._running = {name: self._start(name) for name in names}

    def _start(self, name: str) -> subprocess.Popen[bytes]:
        command: list[str | Path] = [sys.executable, "-m", "tests.table.shared_player", self._folder, self._code, name]
        return subprocess.Popen([*command, self.acks(name)], cwd=ROOT)

    def acks(self, name: str) -> Path:
        return self._folder / f"{name}.txt"

    def disturb(self, random: Random) -> None:
        """Kill a process and start it again, or stop it for a while."""
        name = random.choice(list(self._running))
        process = self._running[name]
        if process.poll() is not None:
            return
        if random.random() < 0.3:
            process.send_signal(signal.SIGSTOP)
            sleep(random.uniform(0, 0.2))
            process.send_signal(signal.SIGCONT)
            return
        process.kill()
        process.wait()
        self._running[name] = self._start(name)

    def wait(self) -> list[int]:
        """Wait until every process has ended, and return the exit codes."""
        return [process.wait(PATIENCE) for process in self._running.values()]

    def close(self) -> None:
        for process in self._running.values():
            process.kill()
            process.wait()


def play_disturbed(folder: Path, game_id: str, computers: Computers, disturbances: int, seed: int) -> None:
    """Play a game between processes that are killed and stopped, and check its log."""
    options = ONE_ROUND.get(game_id, {})
    saved_games, random = saved_games_in(folder), Random(seed)
    session = shared_game.host(saved_games, sit(GAMES[game_id], len(computers), seed, computers=computers, **options))
    table = shared_game.table_of(session)
    assert table is not None
    assert table.number is not None
    people = [NAMES[seat] for seat, computer in enumerate(computers) if computer is None]
    saved_games.close()  # as if the host's process had been killed
    for name in people:
        (folder / f"{name}.txt").touch()
    players = Players(folder, table.code, people)
    try:
        for _ in range(disturbances):
            sleep(random.uniform(0, 0.5))
            players.disturb(random)
        assert players.wait() == [0] * len(people)
    finally:
        players.close()
    saved_games = saved_games_in(folder)
    check_log(saved_games.archive.record(table.number), players, people)
    saved_games.close()


def check_log(record: Record, players: Players, people: list[str]) -> None:
    """Check that a log is a legal game to its end, and that each process has saved its own moves and no others."""
    session = open_session(record)
    assert session.turn is None
    for name in people:
        for line in players.acks(name).read_text().splitlines():
            number, action = line.split(" ", 1)
            assert record.actions[int(number)] == action, "what was shown as played is in the log"


@pytest.mark.parametrize(("game_id", "computers"), TABLES)
def test_the_log_is_one_legal_game(game_id: str, computers: Computers, tmp_path: Path) -> None:
    play_disturbed(tmp_path, game_id, computers, disturbances=4, seed=7)


@pytest.mark.deep  # many processes are killed
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(("game_id", "computers"), TABLES)
def test_the_log_is_one_legal_game_whatever_is_killed(
    game_id: str, computers: Computers, seed: int, tmp_path: Path
) -> None:
    play_disturbed(tmp_path, game_id, computers, disturbances=40, seed=seed)
