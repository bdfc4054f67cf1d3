"""The real program in a real terminal: it plays, and it restores the terminal however it ends."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from cardtable.engine.games import SHIPPED
from tests.tui.screens import usually
from tests.tui.terminal.pty_tools import Terminal, python, shown

PLAY = ("-m", "cardtable", "play", "exit-stage-right", "--seed", "K7QF-2M9X")


def table(tmp_path: Path, *words: str, columns: int = 80, rows: int = 24) -> Terminal:
    return Terminal(python(*PLAY, *words), columns=columns, rows=rows, env={"CARDTABLE_DATA": str(tmp_path)})


def test_a_move_can_be_played_and_undone(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"speed": "off"}')  # during an animation, a key would only end that
    with table(tmp_path) as terminal:
        terminal.wait_for("start in the centre.")
        terminal.send("\r")
        terminal.wait_for("You play Hollow")
        terminal.send("u")
        terminal.wait_for("Undone: ")
        terminal.send("q")
        terminal.wait_for("What would you like to play?")
        terminal.send("q")
        assert terminal.wait() == 0
        assert terminal.leftovers() == []


@pytest.mark.parametrize(
    "number",
    usually([signal.SIGTERM, signal.SIGINT], [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT]),
)
def test_a_signal_ends_the_program_cleanly(number: signal.Signals, tmp_path: Path) -> None:
    with table(tmp_path) as terminal:
        terminal.wait_for("start in the centre.")
        terminal.signal(number)
        assert terminal.wait() == 128 + number
        assert terminal.leftovers() == []


def test_closing_the_terminal_ends_the_program(tmp_path: Path) -> None:
    with table(tmp_path) as terminal:
        terminal.wait_for("start in the centre.")
        terminal.hang_up()
        assert terminal.wait() == 129


@pytest.mark.parametrize("game_id", usually(["wind-city"], SHIPPED))
def test_every_game_shows_its_table_from_the_command_line(game_id: str, tmp_path: Path) -> None:
    command = python("-m", "cardtable", "play", game_id, "--seed", "K7QF-2M9X", "--one-person", "--ascii")
    with Terminal(command, columns=80, rows=24, env={"CARDTABLE_DATA": str(tmp_path)}) as terminal:
        terminal.wait_for("? Help")
        drawn = shown(terminal.wait_until_quiet())
        assert drawn.isascii(), "a terminal may not have block characters"
        terminal.signal(signal.SIGTERM)
        assert terminal.wait() == 143
