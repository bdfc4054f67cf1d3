"""Saved games on the command line: listed, resumed, exported and imported."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from cardtable import cli
from cardtable.formats.notation import parse_game, parse_position
from cardtable.formats.record import load_record
from cardtable.games import GAMES
from cardtable.plain.lines import EndOfInput, Lines
from cardtable.plain.lobby import PROMPT
from cardtable.rooms.lobby import NO_GAMES
from cardtable.store.shared_games import GUEST
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.recording import open_session
from cardtable.table.shared_game import Person, host
from tests.table.saved_games import number_of
from tests.table.sittings import sit

PLAY = ("play", "exit-stage-right", "--seed", "K7QF-2M9X", "--plain")

Capture = pytest.CaptureFixture[str]


def cardtable(capsys: Capture, monkeypatch: pytest.MonkeyPatch, *words: str, typed: str = "") -> tuple[int, str, str]:
    """Run a command, and return the exit code, standard output and standard error."""
    monkeypatch.setattr(sys, "stdin", StringIO(typed))
    code = cli.main(words)
    out, err = capsys.readouterr()
    return code, out, err


def test_a_game_is_saved_resumed_and_finished(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n1\n")
    assert "  1  Exit Stage Right: last played at " in cardtable(capsys, monkeypatch, "games")[1]
    output = cardtable(capsys, monkeypatch, "resume", "--plain", typed="1\nundo\n1\n" + "1\n" * 40)[1]
    assert "Continuing the game after 2 moves." in output
    assert "Moves undone: 1." in output
    listing = cardtable(capsys, monkeypatch, "games")[1]
    assert re.match(r"Finished:\n   1  Exit Stage Right: \d+ Completes? won, ", listing)
    assert cardtable(capsys, monkeypatch, "resume")[2] == "You have no game in progress. `cardtable play` starts one.\n"


def test_resume_without_a_number_leaves_a_table_of_guests_alone(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved_games = LazyArchive()
    host(saved_games, sit(GAMES["clash"], 2), Person("Gwen", f"{GUEST}key of Gwen"))
    assert cardtable(capsys, monkeypatch, "resume")[2] == "You have no game in progress. `cardtable play` starts one.\n"
    host(saved_games, sit(GAMES["clash"], 2), Person("Ann"))
    code = saved_games.archive.entry(2).code
    assert f"cardtable join {code}" in cardtable(capsys, monkeypatch, "resume", "--plain")[2]
    saved_games.close()


def test_a_game_without_moves_is_not_saved(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="")
    assert cardtable(capsys, monkeypatch, "games")[1] == f"{NO_GAMES}\n"


def test_an_exported_game_can_be_imported_elsewhere(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n1\n")
    code, out, err = cardtable(capsys, monkeypatch, "export", "1")
    assert code == 0
    assert err.startswith("This game isn't over. Anyone with this file can reconstruct every hidden card.")
    path = tmp_path / "game.json"
    path.write_text(out, "utf-8")
    code, output, _ = cardtable(capsys, monkeypatch, "import", str(path), "--data", str(tmp_path / "elsewhere"))
    assert (code, output) == (0, "Game 1: Exit Stage Right, 2 moves; continue with `cardtable resume 1`.\n")
    monkeypatch.setenv("CARDTABLE_DATA", str(tmp_path / "elsewhere"))
    assert cardtable(capsys, monkeypatch, "export", "1")[1] == out


def test_a_game_is_exported_as_text_and_as_a_position(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n1\n")
    record = load_record(cardtable(capsys, monkeypatch, "export", "1")[1])
    path = tmp_path / "game.txt"
    path.write_text(cardtable(capsys, monkeypatch, "export", "1", "--text")[1], "utf-8")
    assert parse_game(path.read_text("utf-8")) == record
    assert cardtable(capsys, monkeypatch, "import", str(path))[1].startswith("Game 2: Exit Stage Right, 2 moves;")
    _, line, output = cardtable(capsys, monkeypatch, "export", "1", "--position")
    assert parse_position(line) == (record.game, open_session(record).full_state())
    assert "every hidden card" in output
    assert cardtable(capsys, monkeypatch, "export", "1", "--position", "--text")[0] == 2


def test_a_finished_game_is_not_imported_twice(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n" * 40)
    path = tmp_path / "game.json"
    path.write_text(cardtable(capsys, monkeypatch, "export", "1")[1], "utf-8")
    output = cardtable(capsys, monkeypatch, "import", str(path))[1]
    assert output == "Not added: you already have this finished game as game 1.\n"
    assert len(cardtable(capsys, monkeypatch, "games")[1].splitlines()) == 2
    elsewhere = ("import", str(path), str(path), "--data", str(tmp_path / "elsewhere"))
    first, second = cardtable(capsys, monkeypatch, *elsewhere)[1].splitlines()
    assert first.startswith("Game 1: Exit Stage Right, ")
    assert second.startswith("Not added: ")


def test_nothing_is_imported_if_one_file_is_refused(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n1\n")
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(cardtable(capsys, monkeypatch, "export", "1")[1], "utf-8")
    fields = json.loads(good.read_text("utf-8"))
    bad.write_text(json.dumps({**fields, "actions": ["red", "red", "red", "red", "red"], "sum": ""}), "utf-8")
    code, out, err = cardtable(capsys, monkeypatch, "import", str(good), str(bad))
    assert (code, out) == (2, "")
    assert err.startswith("bad.json: Action ")
    assert len(cardtable(capsys, monkeypatch, "games")[1].splitlines()) == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["resume", "7"], "There's no saved game 7. `cardtable games` lists your saved games."),
        (["resume", "x[red]"], "'x[red]' isn't the number of a game. `cardtable games` lists your saved games."),
        (
            ["export"],
            "Which game? Give a number, as in `cardtable export 3`. `cardtable games` lists your saved games.",
        ),
        (["export", "7"], "There's no saved game 7. `cardtable games` lists your saved games."),
        (["import"], "Which file? Give a file name, as in `cardtable import game.json`."),
        (["import", "nowhere.json"], "Can't read the record 'nowhere.json': No such file or directory."),
        (["games", "--data"], "--data needs a folder, for example: cardtable --data ~/evenings"),
    ],
)
def test_an_invalid_request_gets_one_sentence(
    words: list[str], sentence: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cardtable(capsys, monkeypatch, *words) == (2, "", f"{sentence}\n")


def test_a_game_open_in_another_window_is_refused_or_taken_over(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n1\n")
    shelf = LazyArchive()
    session = shelf.resume(1)
    output = cardtable(capsys, monkeypatch, "resume", "1", "--plain")[2]
    is_open = (
        "Game 1 is open in another window. `cardtable resume 1 --take-over` moves it here; "
        "`cardtable replay 1` just shows it.\n"
    )
    assert output == is_open
    asked = cardtable(capsys, monkeypatch, "--plain", typed="resume 1\n")[1]
    assert "This game is open in another window.\n" in asked
    code, out, _ = cardtable(capsys, monkeypatch, "resume", "1", "--plain", "--take-over", typed="1\n")
    assert code == 0
    assert "Continuing the game after 2 moves." in out
    assert shelf.archive.entry(number_of(session)).length == 3
    shelf.close()


def test_a_player_learns_of_a_takeover_with_the_next_action(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n1\n")
    other = LazyArchive()

    typed = iter(("1\n", "no\n"))

    def take_over(self: Lines) -> str:
        other.resume(1, take_over=True)
        return next(typed)

    monkeypatch.setattr(Lines, "_read", take_over)
    assert cli.main(["resume", "1", "--plain"]) == 0
    asked = capsys.readouterr().out.partition("Another window has taken this game over.\n")[2]
    assert asked.splitlines()[-1] == "Type no, watch or take over, or press Enter to go back:"
    assert other.archive.entry(1).length == 2
    other.close()


def test_a_game_deleted_while_the_plain_lobby_waits_is_refused(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n1\n")
    other = LazyArchive()

    def delete() -> Iterator[str]:
        other.archive.delete(1, "")
        yield "resume 1\n"
        raise EndOfInput

    typed = delete()
    monkeypatch.setattr(Lines, "_read", lambda lines: next(typed))
    assert cli.main(["--plain"]) == 0
    _, not_found, _ = capsys.readouterr().out.split(f"{PROMPT}\n")
    assert not_found == "You have no game in progress. To start one, type its number or name.\n"
    other.close()


def test_a_finished_game_is_not_said_to_continue(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n" * 40)
    assert "continue" not in cardtable(capsys, monkeypatch, "resume", "1", "--plain")[1]


def test_a_game_that_cannot_be_saved_can_still_be_played(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    output = cardtable(capsys, monkeypatch, *PLAY, "--data", str(tmp_path / "file"), typed="1\nundo\n" + "1\n" * 40)[1]
    assert "You can play on, but this game isn't being saved.\nTo save it to a file, type save and a name" in output
    assert "The game is over." in output
    assert (tmp_path / "file").read_text() == "no folder"


def test_a_damaged_database_is_quarantined_with_a_notice(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    archive = tmp_path / "data" / "archive.sqlite3"
    archive.parent.mkdir()
    archive.write_bytes(b"\x00garbage" * 999)
    output = cardtable(capsys, monkeypatch, *PLAY, typed="1\n")[1]
    assert "The saved-games database was damaged. It was quarantined as archive-damaged-" in output
    assert [path.read_bytes() for path in archive.parent.glob("archive-damaged-*")] == [b"\x00garbage" * 999]


# Imported games


def without_actions(capsys: Capture, monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    """Write the record of a game without moves, and return its path."""
    return with_fields(capsys, monkeypatch, folder, actions=[])


def with_inherited_actions(capsys: Capture, monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    """Write the record of a game whose actions are all inherited from another, and return its path."""
    return with_fields(capsys, monkeypatch, folder, given=2)


def with_fields(capsys: Capture, monkeypatch: pytest.MonkeyPatch, folder: Path, **fields: Any) -> Path:
    elsewhere, path = ("--data", str(folder / "other")), folder / "position.json"
    cardtable(capsys, monkeypatch, *PLAY, *elsewhere, typed="1\n1\n")
    record = json.loads(cardtable(capsys, monkeypatch, "export", "1", *elsewhere)[1])
    path.write_text(json.dumps({**record, **fields, "sum": ""}), "utf-8")
    monkeypatch.setenv("CARDTABLE_DATA", str(folder / "data"))
    return path


WriteRecord = Callable[[Capture, pytest.MonkeyPatch, Path], Path]


@pytest.mark.parametrize("write_record", [without_actions, with_inherited_actions])
@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (("resume", "1", "--plain"), ""),
        (("resume", "1", "--plain", "--take-over"), "look\nquit\n"),
        (("--plain",), "resume 1\nquit\n"),
        (("replay", "1", "--plain"), "play\nquit\n"),
    ],
)
def test_an_imported_game_stays_when_nothing_is_played(
    words: tuple[str, ...],
    typed: str,
    write_record: WriteRecord,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    path = write_record(capsys, monkeypatch, tmp_path)
    cardtable(capsys, monkeypatch, "import", str(path))
    listing = cardtable(capsys, monkeypatch, "games")[1]
    assert cardtable(capsys, monkeypatch, *words, typed=typed)[0] == 0
    assert cardtable(capsys, monkeypatch, "games")[1] == listing


def test_an_imported_game_stays_when_all_of_it_is_undone(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = without_actions(capsys, monkeypatch, tmp_path)
    cardtable(capsys, monkeypatch, "import", str(path))
    output = cardtable(capsys, monkeypatch, "resume", "1", "--plain", typed="1\nundo\n")[1]
    assert "To continue it:\ncardtable resume 1 --plain\n" in output
    assert "  1  Exit Stage Right: last played at " in cardtable(capsys, monkeypatch, "games")[1]


def test_an_unsaved_game_does_not_name_a_command_to_resume_it(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = with_inherited_actions(capsys, monkeypatch, tmp_path)
    output = cardtable(capsys, monkeypatch, "play", "--record", str(path), "--plain", typed="")[1]
    assert "cardtable resume" not in output
    assert cardtable(capsys, monkeypatch, "games")[1] == f"{NO_GAMES}\n"
