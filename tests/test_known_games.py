"""Games of other packages: each is found, or left out with a message, and never replaces another."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable import cli
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.clash import GAME as CLASH
from cardtable.games import GAMES, GROUP, load_games
from cardtable.lessons.exercises import drills_of
from cardtable.lessons.library import lessons_of, taught_games
from cardtable.lessons.teaching import Teaching, teaching_of
from cardtable.plain.view import view_of
from cardtable.players.known_games import knowledge_of
from cardtable.rooms.kit.goto import ToLesson
from cardtable.tui.board.widget import BoardWidget, board_for
from tests.builders import forget_packages
from tests.tui.screens import open_place, press, run, screen_text

OTHER = replace(CLASH, id="other", title="Other", page="other.md", prefix="OT")


def point(monkeypatch: pytest.MonkeyPatch, value: Any, name: str = "other") -> EntryPoint:
    """Return an entry point that loads this value, or raises it if it is an exception."""

    def load(self: EntryPoint) -> Any:
        if isinstance(value, BaseException):
            raise value
        return value

    monkeypatch.setattr(EntryPoint, "load", load)
    return EntryPoint(name, "package:GAME", GROUP)


def test_a_game_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_games([point(monkeypatch, OTHER)]) == ({"other": OTHER}, ())


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (ImportError("No module named 'gone'"), "ImportError: No module named 'gone'."),
        (SystemExit(), "SystemExit."),
        (ZeroDivisionError("two\nlines."), "ZeroDivisionError: two lines."),
        ("clash", "package:GAME isn't a Game."),
        (replace(OTHER, id="another"), "its id 'another' must be the entry point's name in lower case."),
        (replace(OTHER, prefix="Ot"), "its prefix for rulings can't be 'Ot'."),
        (replace(OTHER, prefix="DK"), "its prefix for rulings can't be 'DK'."),
        (replace(OTHER, prefix="CL"), "it has the same prefix as Clash."),
        (replace(OTHER, page="clash.md"), "it has the same page as Clash."),
        (replace(OTHER, title="Clash"), "it has the same title as Clash."),
    ],
)
def test_a_game_that_cannot_be_used_gets_a_message(value: Any, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games, faults = load_games([point(monkeypatch, value)])
    assert games == {}
    assert faults == (f"A package has a game 'other' that can't be used: {reason} Update or uninstall the package.",)


@pytest.mark.parametrize("game_id", ["clash", "Other", "../other", "other game", ""])
def test_an_invalid_or_known_id_is_refused(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games, faults = load_games([point(monkeypatch, replace(OTHER, id=game_id), game_id)])
    assert (games, len(faults)) == ({}, 1)


def test_the_first_of_two_games_with_one_id_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [point(monkeypatch, OTHER), point(monkeypatch, OTHER)]
    games, faults = load_games(points)
    assert games == {"other": OTHER}
    assert "it has the same id as Other." in faults[0]


def test_the_lobby_names_a_game_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message is shown beside the games that can be played, and its markup isn't interpreted."""
    monkeypatch.setitem(GAMES.__dict__, "_found", ({}, ["No [bold]x[/]: \x1b[2J."], {}))

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot)
        text = screen_text(pilot)
        assert "No [bold]x[/]: [2J." in text
        assert all(game.title in text for game in SHIPPED.values())

    run(play)


def install(folder: Path, code: str, entry_points: bytes) -> None:
    """Write a package with its metadata into a folder, as pip would."""
    (folder / "a_game.py").write_text(code, "utf-8")
    info = folder / "a_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: a-game\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_bytes(entry_points)


@pytest.mark.parametrize(
    ("code", "entry_points", "message"),
    [
        (
            "import a_module_that_is_not_there",
            b"[cardtable.games]\na-game = a_game:GAME\n",
            "The package a-game has a game 'a-game' that can't be used: ModuleNotFoundError: ",
        ),
        ("", b"[cardtable.games]\n\xff\n", "Can't look for games in other packages: UnicodeDecodeError: "),
    ],
    ids=["code", "metadata"],
)
def test_a_broken_package_gets_a_message_on_the_command_line(
    code: str, entry_points: bytes, message: str, tmp_path: Path
) -> None:
    install(tmp_path, code, entry_points)
    command = f"import sys; sys.path.append({str(tmp_path)!r}); from cardtable.cli import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", command, "play", "x"], capture_output=True, text=True, check=False)
    refusal, fault = done.stderr.splitlines()
    assert done.returncode == 2
    assert all(game_id in refusal for game_id in SHIPPED)
    assert fault.startswith(message)


A_GAME = """
from dataclasses import replace
from cardtable.engine.games.clash import GAME as CLASH
GAME = replace(CLASH, id="a-game", title="A Game", page="a_game.md", prefix="AG")
"""


@pytest.fixture
def a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install a package with a game. Yield the folder in which the package can have parts of the game."""
    folder = tmp_path / "a_game_with_parts"
    folder.mkdir()
    (folder / "__init__.py").write_text(A_GAME, "utf-8")
    install(tmp_path, "", b"[cardtable.games]\na-game = a_game_with_parts:GAME\n")
    monkeypatch.syspath_prepend(tmp_path)
    forget_packages()
    yield folder
    forget_packages()
    for name in [name for name in sys.modules if name.startswith("a_game_with_parts")]:
        del sys.modules[name]


def test_a_package_can_bring_parts_of_its_game(a_game: Path) -> None:
    (a_game / "board.py").write_text("BOARD = 'a board'", "utf-8")
    assert board_for("a-game") == "a board"  # type: ignore[comparison-overlap]  # any object will do here
    assert view_of(GAMES["a-game"]).game_id == "a-game"
    assert knowledge_of(GAMES["a-game"]).game is GAMES["a-game"]
    assert (teaching_of("a-game"), drills_of("a-game")) == (Teaching(), ())
    assert GAMES.faults == ()


@pytest.mark.parametrize("code", ["1 / 0", "import a_module_that_is_not_there", "raise SystemExit"])
def test_a_part_that_cannot_be_imported_is_left_out_with_a_message(code: str, a_game: Path) -> None:
    (a_game / "board.py").write_text(code, "utf-8")
    assert [board_for("a-game"), board_for("a-game")] == [BoardWidget, BoardWidget]
    (fault,) = GAMES.faults
    assert fault.startswith("a_game_with_parts.board can't be used: ")
    assert fault.endswith(" Update or uninstall its package.")


LESSON = """
title = "A lesson"
about = "Nothing."
rulings = ["CL-1"]
position = {}

[[steps]]
kind = "ask"
text = "How many?"
choices = ["one", "two"]
answer = "one"
wrong = { two = "Fewer." }
"""
IMPOSSIBLE = LESSON.replace("{}", '{ lay = { hands = { South = "HRC HRC" } } }')


@pytest.fixture
def lessons(a_game: Path) -> Path:
    """Return the folder in which the package can have lessons on its game."""
    folder = a_game / "rules" / "a_game" / "lessons"
    folder.mkdir(parents=True)
    return folder


def test_a_package_can_bring_lessons_on_its_game(lessons: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (lessons / "01-first.toml").write_text(LESSON, "utf-8")
    (lessons / "notes.toml").write_text(LESSON, "utf-8")
    (entry,) = lessons_of("a-game")
    assert (entry.title, entry.load().game) == ("A lesson", GAMES["a-game"])
    assert taught_games() == (*SHIPPED, "a-game")
    assert cli.main(["learn", "--check", str(lessons / "01-first.toml")]) == 0
    assert cli.main(["learn"]) == 0
    output = capsys.readouterr().out
    assert output.startswith("01-first.toml has no errors.")
    assert output.endswith("A Game: 0 of 1 lesson done.\n1 A lesson: Nothing.\n")
    assert cli.main(["learn", "a-game", "--test"]) == 2
    assert capsys.readouterr().err == "A Game has no exercises; `cardtable learn a-game` lists its lessons.\n"


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("[", "01-first.toml: "),
        (LESSON.replace('"ask"', '"sing"'), "01-first.toml, step 1: "),
        (LESSON.replace("CL-1", "CL-99"), "01-first.toml: there is no ruling 'CL-99'."),
        (IMPOSSIBLE, "01-first.toml: This script is invalid: hands must be a list"),
    ],
    ids=["TOML", "kind", "ruling", "position"],
)
def test_a_broken_lesson_of_a_package_costs_a_sentence(
    script: str, fault: str, lessons: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (lessons / "01-first.toml").write_text(script, "utf-8")
    cli.main(["learn", "a-game", "1", "--plain"])
    output = capsys.readouterr()
    assert fault in output.out + output.err

    async def play(pilot: Pilot[int]) -> None:
        await open_place(pilot, ToLesson("a-game", "1"))
        assert fault.partition(":")[0] in screen_text(pilot)

    run(play)
