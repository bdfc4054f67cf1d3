"""The example game works like Cardtable's own once pip has installed it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cardtable import cli
from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import AnyGame
from cardtable.formats.notation import format_game, parse_game
from cardtable.formats.record import dump_record, load_record, replay_record
from cardtable.games import GAMES
from cardtable.rooms.goto import ToRules
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.recording import record_of
from cardtable.table.session import Session
from cardtable.tui.board.widget import BoardWidget
from tests.builders import forget_packages
from tests.engine import laws
from tests.engine.facts import FACTS
from tests.engine.walks import tables, walk
from tests.tui.screens import app_of, board_on, press, run, screen_text

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "next_of_kin"
ID = "next-of-kin"
PLAY = ("play", ID, "--plain", "--one-person", "--seed", "K7QF-2M9X", "--hand-size", "3")
PIP = ("-m", "pip", "--quiet", "install", "--no-deps", "--no-build-isolation", "--no-index")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which pip has installed the example."""
    target = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, *PIP, "--target", target, EXAMPLE], check=True)
    return target


@pytest.fixture
def game(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
    """Yield the game while its package is installed."""
    monkeypatch.syspath_prepend(str(installed))
    forget_packages()
    yield GAMES[ID]
    for name in [name for name in sys.modules if name.partition(".")[0] == "next_of_kin"]:
        del sys.modules[name]
    forget_packages()


def cardtable(installed: Path, *words: str, typed: str = "") -> str:
    """Run the program in a new process with typed input, and return its output."""
    path = os.pathsep.join(map(str, (installed, ROOT / "src")))
    command, environment = [sys.executable, "-m", "cardtable", *words], os.environ | {"PYTHONPATH": path}
    done = subprocess.run(command, env=environment, input=typed, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def finish(session: Session) -> Session:
    while session.turn is not None:
        session.act(session.look(session.turn).legal[0])
    return session


def save_game(actions: int) -> int:
    """Save a game after this many actions, and return its number."""
    game, shelf = GAMES[ID], LazyArchive()
    session = Session(game, game.options(), ("A", "B"), DealCode(7))
    keeper = shelf.save(session)
    for _ in range(actions):
        session.act(session.look(session.turn).legal[0])
    keeper.release()
    shelf.close()
    assert keeper.number is not None
    return keeper.number


def test_the_examples_own_tests_pass(installed: Path) -> None:
    path = os.pathsep.join(map(str, (installed, ROOT / "src")))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE / "tests")]
    done = subprocess.run(command, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_example_keeps_the_laws(game: AnyGame) -> None:
    for seats in game.seats:
        played = walk(game, seats, tables(game, seats)[0], Key(seats), Key(seats))
        assert game.outcome(played.last) is not None
        assert len(played.turns) <= (FACTS[ID].max_actions(played.options, seats) or 0)
        laws.check_laws(played, laws.LAWS, every=2)


@pytest.mark.deep  # all of tests/engine
def test_the_example_passes_all_engine_tests(installed: Path) -> None:
    path = os.pathsep.join(map(str, (installed, ROOT / "src")))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", ID, "tests/engine"]
    environment = os.environ | {"PYTHONPATH": path, "CARDTABLE_PROFILE": "ci"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_example_can_be_played_on_the_general_board(game: AnyGame) -> None:
    session = Session(game, game.options(hand_size=3), ("Ann", "Bob"), DealCode(7), (0, 0))

    async def play(pilot: Pilot[int]) -> None:
        assert type(board_on(pilot)) is BoardWidget
        while session.turn is not None:
            await press(pilot, "enter")
        assert "cards" in screen_text(pilot)

    run(play, session)
    assert session.outcome is not None


def test_the_lobby_lists_the_example_and_shows_its_rules(game: AnyGame) -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert re.search(rf"{game.title} +2 to 4 players, against each other", screen_text(pilot))
        app_of(pilot).open(ToRules(ID))
        await press(pilot)
        assert "Next of Kin: rules" in screen_text(pilot)
        assert "27 Completes" in screen_text(pilot)

    run(play)


def test_the_command_line_lists_the_example(installed: Path) -> None:
    assert f"\n  {ID}\n      Play Completes that" in cardtable(installed, "play", "--help")


def test_the_example_can_be_played_saved_resumed_and_recorded(installed: Path, game: AnyGame) -> None:
    output = cardtable(installed, *PLAY, typed="1\n" * 60)
    assert "Next of Kin, Quick.\n" in output
    assert "The game is over: Player 1 has " in output
    assert not re.search(r"^Turn: ", output, re.MULTILINE), "the table doesn't give a seat's number"
    cardtable(installed, *PLAY, typed="1\n1\n")
    shelf = LazyArchive()
    session = shelf.resume(2)
    assert len(session.actions) == 2
    finish(session)
    shelf.close()
    again = LazyArchive()
    record = again.archive.record(2)
    again.close()
    assert record == record_of(session)
    assert replay_record(load_record(dump_record(record))) == (session.full_state(), session.actions)
    assert parse_game(format_game(record)) == record


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("actions", [0, 3])
def test_a_saved_game_is_listed_even_if_its_package_is_missing(
    actions: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    number = save_game(actions)
    monkeypatch.setattr("cardtable.games._entry_points", lambda: ())
    forget_packages()
    assert cli.main(["games"]) == 0
    assert f"   {number}  next-of-kin, A, B: {'AB'[actions % 2]}'s turn since " in capsys.readouterr().out
    assert cli.main(["resume", "1", "--plain"]) == 2
    missing = "This record is for a game that isn't installed: 'next-of-kin'."
    assert capsys.readouterr().err == f"Game {number} can't be opened. {missing}\n"


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("actions", [0, 3])
def test_a_saved_game_is_not_called_damaged_if_its_package_is_missing(
    actions: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A repair would discard a game that can be played as soon as the package is installed again."""
    number = save_game(actions)
    with monkeypatch.context() as gone:
        gone.setattr("cardtable.games._entry_points", lambda: ())
        forget_packages()
        cli.main(["doctor", "--repair"])
        output = capsys.readouterr().out
        assert "The file is sound: version 3, 1 game." in output
        assert "damaged" not in output
    forget_packages()
    shelf = LazyArchive()
    assert len(shelf.resume(number).actions) == actions
    shelf.close()
