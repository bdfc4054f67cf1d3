"""Two people at two real terminals, who play whole games in plain mode."""

from __future__ import annotations

import os
import re
import signal
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep

from cardtable.table.recording import open_session
from tests.table.saved_games import saved_games_in
from tests.tui.terminal.pty_tools import PATIENCE, Terminal, python

THE_END = "Press Enter to leave"


class Player:
    """A person at a terminal who always plays the first move."""

    def __init__(self, folder: Path, *words: str) -> None:
        command = python("-m", "cardtable", *words, "--plain")
        self.terminal = Terminal(command, env={"CARDTABLE_DATA": str(folder)}, rows=40)
        self._answered = 0

    @property
    def moves(self) -> int:
        """The number of moves for which this person has been asked."""
        return self.terminal.text.count("Your move")

    def play(self) -> None:
        """Answer if the terminal asks for a move."""
        if self.moves > self._answered:
            self._answered = self.moves
            self.terminal.send("1\r")


def host(stack: ExitStack, folder: Path) -> tuple[Player, str]:
    """Open a table of Clash at a terminal. Return its player and the table's code."""
    player = Player(folder, "host", "clash", "--name", "Ann", "--target", "0", "--first", "1")
    stack.enter_context(player.terminal)
    player.terminal.wait_for("To join, type: cardtable")
    player.terminal.wait_until_quiet()
    code = re.search(r"cardtable\s+join\s+([0-9A-Z]{4}-[0-9A-Z]{4})", player.terminal.text)
    assert code is not None
    return player, code[1]


def play_to_end(*players: Player) -> None:
    end = monotonic() + PATIENCE
    while not all(THE_END in player.terminal.text for player in players):
        assert monotonic() < end, [player.terminal.text[-500:] for player in players]
        for player in players:
            player.play()
        sleep(0.01)
    for player in players:
        player.terminal.send("\r")
        assert player.terminal.wait() == 0


def test_two_people_play_a_game_although_one_program_is_killed(tmp_path: Path) -> None:
    with ExitStack() as stack:
        ann, code = host(stack, tmp_path)
        ben = Player(tmp_path, "join", code, "--name", "Ben")
        stack.enter_context(ben.terminal)
        while ben.moves < 2:
            ann.play()
            ben.play()
            sleep(0.01)
        os.kill(ben.terminal.pid, signal.SIGKILL)
        ann.terminal.wait_for("who is gone")
        back = Player(tmp_path, "join", code, "--name", "Ben")
        stack.enter_context(back.terminal)
        play_to_end(ann, back)
    store = saved_games_in(tmp_path)
    record = store.archive.record(1)
    store.close()
    assert record.names == ("Ann", "Ben")
    assert open_session(record).outcome is not None


def test_whoever_leaves_is_told_how_to_come_back(tmp_path: Path) -> None:
    with ExitStack() as stack:
        ann, code = host(stack, tmp_path)
        ben = Player(tmp_path, "join", code, "--name", "Ben")
        stack.enter_context(ben.terminal)
        ben.terminal.wait_for("Waiting for Ann")
        ben.terminal.send("quit\r")
        assert ben.terminal.wait() == 0
        assert f"cardtable join {code} --name Ben --plain" in ben.terminal.text
        ann.terminal.send("quit\r")
        assert ann.terminal.wait() == 0
