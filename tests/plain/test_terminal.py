"""Plain mode on a terminal: hands leave no trace, and leaving always says how to continue."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardtable.engine.games import SHIPPED
from cardtable.plain.introduction import CANNOT_HIDE
from cardtable.plain.lines import SUSPENDED
from cardtable.plain.signals import Resumed, SignalReceived, Signals
from cardtable.plain.view import view_of
from cardtable.store.paths import archive_file
from cardtable.table.lazy_archive import LazyArchive
from tests.emulator import Emulator
from tests.plain.test_private_screen import MINE
from tests.table.sittings import play_singles, sit
from tests.tui.terminal.pty_tools import Terminal, python, shown

PLAY = ("-m", "cardtable", "play", "exit-stage-right", "--seed", "K7QF-2M9X", "--plain")

RESUME = "To continue it:\ncardtable resume 1 --plain"
SECRETS = ("Your hand:", "Hollow", "refill", "Player 2 draws")
"""Texts for one player only; no public output holds them before Player 1's turn."""


def table(folder: Path, *words: str, env: dict[str, str] | None = None, rows: int = 24) -> Terminal:
    return Terminal(python(*PLAY, *words), env={"CARDTABLE_DATA": str(folder), **(env or {})}, rows=rows)


def drawn(terminal: Terminal, *, alternate: bool = True, rows: int = 24) -> Emulator:
    """Return a terminal with this output, below older lines of the player's own."""
    emulator = Emulator(rows=rows, alternate=alternate)
    emulator.write("\r\n".join(MINE) + "\r\n$ cardtable\r\n" + terminal.output.decode())
    return emulator


def to_the_hand_of_player_1(terminal: Terminal) -> None:
    for prompt, answer in (
        ("Player 2 presses Enter. ", "\r"),
        ("Your move, Player 2: ", "2\r"),
        ("when you have read this. ", "\r"),
        ("Player 1 presses Enter. ", "\r"),
        ("Your move, Player 1: ", ""),
    ):
        terminal.wait_for(prompt)
        terminal.send(answer)


def assert_no_trace(text: str) -> None:
    assert text.startswith("\n".join(MINE)), text
    assert not [secret for secret in SECRETS if secret in text], text


WAYS: dict[str, tuple[Callable[[Terminal], None], int]] = {
    "quit": (lambda terminal: terminal.send("quit\r"), 0),
    "Ctrl+D": (lambda terminal: terminal.send("\x04"), 0),
    "Ctrl+C": (lambda terminal: terminal.send("\x03"), 130),
    "Ctrl+\\": (lambda terminal: terminal.send("\x1c"), 131),
    "SIGTERM": (lambda terminal: terminal.signal(signal.SIGTERM), 143),
    "SIGHUP": (lambda terminal: terminal.signal(signal.SIGHUP), 129),
}


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_leave_erases_the_hand_and_says_how_to_continue(way: str, tmp_path: Path) -> None:
    leave, code = WAYS[way]
    with table(tmp_path, "--players", "2") as terminal:
        to_the_hand_of_player_1(terminal)
        assert "Your hand: Hollow" in drawn(terminal).screen()
        leave(terminal)
        assert terminal.wait() == code
        assert terminal.leftovers() == []
        for alternate in (True, False):
            text = drawn(terminal, alternate=alternate).text()
            assert_no_trace(text)
            assert text.endswith(f"You left the game.\n{RESUME}")


def test_closing_the_terminal_ends_the_game_quietly(tmp_path: Path) -> None:
    read, write = os.pipe()
    with Terminal(python(*PLAY, "--players", "2"), env={"CARDTABLE_DATA": str(tmp_path)}, stderr=write) as terminal:
        os.close(write)
        terminal.wait_for("Player 2 presses Enter. ")
        terminal.send("\r")
        terminal.wait_for("Your move, Player 2: ")
        terminal.hang_up()
        assert terminal.wait() == 129
    with os.fdopen(read, "rb") as errors:
        assert errors.read() == b""


@pytest.mark.skipif(not shutil.which("bash"), reason="needs a shell with job control")
@pytest.mark.parametrize("kind", ["xterm", "dumb"])
def test_ctrl_z_hides_the_hand_and_fg_shows_it_after_the_curtain(kind: str, tmp_path: Path) -> None:
    shell = ["bash", "--norc", "--noprofile", "--noediting", "-i"]
    with Terminal(shell, env={"PS1": "prompt$ ", "TERM": kind, "CARDTABLE_DATA": str(tmp_path)}) as terminal:
        terminal.wait_for("prompt$ ")
        terminal.send(" ".join([*python(*PLAY), "--players", "2"]) + "\r")
        terminal.wait_for("Player 2 presses Enter. ")
        terminal.send("\r")
        terminal.wait_for("Your move, Player 2: ")
        terminal.send("2\r")
        before = 0
        for asked in ("when you have read this. ", "Player 1 presses Enter. ", "Your move, Player 1: "):
            terminal.wait_for(asked, since=before)
            if kind == "dumb" and asked.startswith("Player 1"):  # there is nothing to hide
                terminal.send("\r")
                continue
            before = len(terminal.output)
            terminal.send("\x1a")
            terminal.wait_for(SUSPENDED, since=before)
            terminal.wait_for("prompt$ ", since=before)
            if kind == "dumb":
                assert "Your hand" not in drawn(terminal).screen()
            else:
                assert not drawn(terminal).is_alternate
                assert_no_trace(drawn(terminal).text())
            before = len(terminal.output)
            terminal.send("fg\r")
            terminal.wait_for("presses Enter. ", since=before)
            if asked.startswith("when"):
                assert "The game continues; Player 2 presses Enter. " in shown(terminal.output[before:])
                terminal.send("\r")
                terminal.wait_for("Player 2 draws Filled.", since=before)
                terminal.wait_for(asked, since=before)
            terminal.send("\r")
        terminal.wait_for("Your move, Player 1: ", since=before)
        terminal.send("quit\r")
        terminal.wait_for("prompt$ ", since=before)
        if kind == "xterm":
            assert_no_trace(drawn(terminal).text())
        assert RESUME in drawn(terminal).text()


def test_a_hand_left_on_the_screen_by_a_stop_is_hidden_on_resume(tmp_path: Path) -> None:
    with table(tmp_path, "--players", "2") as terminal:
        to_the_hand_of_player_1(terminal)
        terminal.signal(signal.SIGSTOP)
        before = len(terminal.output)
        terminal.signal(signal.SIGCONT)
        terminal.wait_for("The game continues; Player 1 presses Enter. ", since=before)
        assert_no_trace(drawn(terminal).text())


def test_a_solo_game_hides_nothing_and_ctrl_c_says_how_to_continue(tmp_path: Path) -> None:
    with table(tmp_path) as terminal:
        terminal.wait_for("Your move: ")
        terminal.send("1\r")
        terminal.wait_for("You play ")
        terminal.send("\x03")
        assert terminal.wait() == 130
        assert b"\x1b" not in terminal.output
        assert drawn(terminal).text().endswith(RESUME)


def test_players_are_warned_if_the_terminal_cannot_be_cleared(tmp_path: Path) -> None:
    with table(tmp_path, "--players", "2", env={"TERM": "dumb"}) as terminal:
        terminal.wait_for("Player 2 presses Enter. ")
        assert CANNOT_HIDE in terminal.text
        terminal.send("\r")
        terminal.wait_for("Your move, Player 2: ")
        terminal.send("\x03")
        assert terminal.wait() == 130
        assert b"\x1b" not in terminal.output
        assert "Your hand" not in drawn(terminal).screen()


# In this process


def test_a_signal_in_the_middle_of_a_move_waits_for_the_next_prompt() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with Signals(lambda: False, is_on_terminal=True) as signals:
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGINT)  # a second signal changes nothing
        with pytest.raises(SignalReceived) as left, signals.waiting():
            pytest.fail("nothing more is read")
        assert left.value.code == 143
    assert signal.getsignal(signal.SIGTERM) == before


def test_resuming_is_reported_only_if_something_was_hidden() -> None:
    for was_shown in (True, False):
        with Signals(lambda was_shown=was_shown: was_shown, is_on_terminal=True) as signals:  # type: ignore[misc]  # a default in a lambda
            signal.raise_signal(signal.SIGCONT)
            try:
                with signals.waiting():
                    assert not was_shown
            except Resumed:
                assert was_shown


# A failure of the program

PLANTED = """
import sys
from cardtable.plain.view import View
from cardtable.plain import table

asked = []

def act(self, text):
    seen = self.room.seen
    hand = str(seen.state.hands[seen.viewer])
    asked.append(text)
    if len(asked) == 2:
        raise ValueTooBig(f"the hand was {hand}, K7QF-2M9X, {self.session.full_state()}") from KeyError(hand)
    return usual(self, text)

class ValueTooBig(Exception):
    pass

usual, table.PlainTable.other = table.PlainTable.other, act
from cardtable.entry import run
sys.exit(run())
"""


def test_a_failure_in_a_game_of_several_players_shows_no_hand(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PLANTED, *PLAY[2:], "--players", "2"]
    with Terminal(command, env={"CARDTABLE_DATA": str(tmp_path)}) as terminal:
        to_the_hand_of_player_1(terminal)
        terminal.send("1\r")
        assert terminal.wait() == 1
        assert terminal.leftovers() == []
        text = drawn(terminal).text()
        assert_no_trace(text)
        assert "Cardtable stopped because of an internal error (ValueTooBig)." in " ".join(text.split())
        assert "Traceback" not in terminal.text
        (log,) = (tmp_path / "log").iterdir()
        assert log.stat().st_mode & 0o777 == 0o600
        account = log.read_text("utf-8")
        assert "while handling builtins.KeyError" in account
        for secret in ("K7QF", "Hollow", "Filled", "Red", "hand was"):
            assert secret not in account
            assert secret not in text.replace("--seed K7QF", "")


# Watching

WATCH = """
from cardtable.plain.lines import Lines
from cardtable.plain.navigator import PlainNavigator
from cardtable.rooms.kit.goto import ToWatch
from cardtable.rooms.kit.records import Records
PlainNavigator(Lines.of_process(), Records()).open(ToWatch(1))
"""


def test_each_move_in_another_window_is_read_out_until_enter_is_pressed(tmp_path: Path) -> None:
    session = sit(SHIPPED["exit-stage-right"], 1)
    other = LazyArchive(tmp_path / archive_file().name)
    saver = other.save(session)
    with Terminal([sys.executable, "-c", WATCH], env={"CARDTABLE_DATA": str(tmp_path)}) as terminal:
        terminal.wait_for("Press Enter to leave: ")
        play_singles(session)
        told = view_of(session.game).retell(session.look(0).log[1][0], ("You",))[0]
        terminal.wait_for(f"{told}\r\n")
        terminal.wait_for("Press Enter to leave: ")
        saver.release()
        terminal.wait_for("The other window closed this game. Press Enter to play on or q to leave. ")
        terminal.send("q\r")
        assert terminal.wait() == 0
    other.close()
