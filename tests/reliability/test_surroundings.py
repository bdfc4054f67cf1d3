"""The real program without its folder, and after an internal error."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cardtable.store.archive import Archive
from tests.reliability.programs import command
from tests.tui.terminal.pty_tools import Terminal, environment, python

PLAY = ("play", "exit-stage-right", "--players", "2", "--one-person", "--seed", "K7QF-2M9X")
SENTENCE = "You can play on, but this game isn't being saved."
FAULTY = """
import sys
from cardtable.tui.screens.table import TableScreen
def fail(*_):
    raise RuntimeError("Hollow-Red-Circle")
TableScreen.answer = fail
from cardtable.cli import main
sys.exit(main())
"""
"""The program with an error between saving an action and showing it."""


def a_file(folder: Path) -> dict[str, str]:
    (folder / "file").write_text("not a folder")
    return {"CARDTABLE_DATA": str(folder / "file")}


def a_folder_in_place_of_the_database(folder: Path) -> dict[str, str]:
    (folder / "archive.sqlite3").mkdir()
    return {"CARDTABLE_DATA": str(folder)}


def a_file_in_place_of_the_locks(folder: Path) -> dict[str, str]:
    (folder / "sittings").write_text("")
    return {"CARDTABLE_DATA": str(folder)}


def no_home(folder: Path) -> dict[str, str]:
    return {"HOME": "/dev/null", "XDG_DATA_HOME": "", "XDG_STATE_HOME": ""}


def a_read_only_system(folder: Path) -> dict[str, str]:
    return {"CARDTABLE_DATA": "/proc/cardtable"}


def a_name_that_no_folder_can_have(folder: Path) -> dict[str, str]:
    """Return a path for which even `exists` fails, as in a folder that can't be entered."""
    return {"CARDTABLE_DATA": str(folder / ("long" * 65) / "in")}


Surroundings = Callable[[Path], dict[str, str]]
SURROUNDINGS: tuple[Surroundings, ...] = (
    a_file,
    a_folder_in_place_of_the_database,
    a_file_in_place_of_the_locks,
    no_home,
    a_read_only_system,
    a_name_that_no_folder_can_have,
)


@pytest.mark.parametrize("surroundings", SURROUNDINGS, ids=lambda function: function.__name__)
def test_a_plain_game_goes_on_without_the_folder(surroundings: Surroundings, tmp_path: Path) -> None:
    elsewhere = tmp_path / "evening.json"
    ended = subprocess.run(
        command(*PLAY, "--plain"),
        input=f"1\n1\n1\nsave {elsewhere}\n",
        env=environment(surroundings(tmp_path)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.count(SENTENCE) == 1
    assert ended.stdout.count("Your move") == 5
    assert elsewhere.exists()


@pytest.mark.parametrize(
    "surroundings",
    # The others differ only in what the plain game above shows too.
    [SURROUNDINGS[0], *(pytest.param(each, marks=pytest.mark.deep) for each in SURROUNDINGS[1:])],
    ids=lambda function: function.__name__,
)
def test_a_game_on_the_screen_goes_on_without_the_folder(surroundings: Surroundings, tmp_path: Path) -> None:
    with Terminal(command(*PLAY), env=surroundings(tmp_path)) as terminal:
        terminal.wait_for("Save to a file")
        terminal.send("p")
        terminal.wait_for("not saved")
        for played in ("Player 2 plays", "Player 1 plays"):
            shown_before = len(terminal.output)
            terminal.send("\rxl")  # `x` ends the animation, and the log shows the move
            terminal.wait_for(played, since=shown_before)
            terminal.send("q")
        terminal.send("q")
        terminal.wait_for("Leave (this game is lost)")
        terminal.send("y")
        terminal.wait_for("What would you like to play?")
        terminal.send("q")
        assert terminal.wait() == 0
        assert "Traceback" not in terminal.text


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        ("games", 2, "The saved-games database can't be opened: "),
        ("statistics", 2, "The saved-games database can't be opened: "),
        ("--plain", 0, "The saved-games database can't be opened: "),
        ("doctor", 1, "can't be created"),
    ],
)
def test_commands_report_a_folder_that_cannot_be_examined(words: str, code: int, reason: str, tmp_path: Path) -> None:
    ended = subprocess.run(
        command(words),
        input="quit\n",
        env=environment(a_name_that_no_folder_can_have(tmp_path)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == code
    output = ended.stdout + ended.stderr
    assert reason in output
    assert "no more could be found out" not in output


def test_the_lobby_opens_with_a_folder_that_cannot_be_examined(tmp_path: Path) -> None:
    with Terminal(command(), env=a_name_that_no_folder_can_have(tmp_path)) as terminal:
        terminal.wait_for("The saved-games database can't be")
        terminal.send("q")
        assert terminal.wait() == 0


def test_a_crash_loses_no_action(tmp_path: Path) -> None:
    env = {"CARDTABLE_DATA": str(tmp_path)}
    with Terminal(python("-c", FAULTY, *PLAY), env=env) as terminal:
        terminal.wait_for("? Help")
        terminal.send("\r")
        code = terminal.wait()
        _, stopped, crash_message = terminal.text.partition("Cardtable stopped because of an internal error")
        assert terminal.leftovers() == []
    assert code == 1
    assert stopped
    assert "Your game is saved: `cardtable resume 1` continues it." in " ".join(crash_message.split())
    assert "Hollow-Red-Circle" not in crash_message
    assert "K7QF" not in terminal.text
    for log in (tmp_path / "log").iterdir():
        assert "Hollow" not in log.read_text()
        assert "K7QF" not in log.read_text()
    with Archive(tmp_path / "archive.sqlite3") as archive:
        (entry,) = archive.entries()
        assert entry.length == 1, "the action was saved before the error"
    ended = subprocess.run(
        command("resume", "--plain"), input="1\n", env=environment(env), capture_output=True, text=True, check=False
    )
    assert "Continuing the game after 1 move." in ended.stdout
    assert ended.returncode == 0
