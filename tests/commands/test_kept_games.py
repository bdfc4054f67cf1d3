"""Games that are kept, through the command line: resumed, listed, written to a file and taken in again."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from cardtable import cli
from cardtable.formats.notation import read_game, read_position
from cardtable.formats.record import loads
from cardtable.plain.lines import Lines
from cardtable.table.recording import open_session
from cardtable.table.shelf import Shelf
from tests.table.shelves import number_of

pytestmark = pytest.mark.usefixtures("without_pydantic")

PLAY = ("play", "exit-stage-right", "--seed", "K7QF-2M9X", "--plain")

Capture = pytest.CaptureFixture[str]


def cardtable(capsys: Capture, monkeypatch: pytest.MonkeyPatch, *words: str, typed: str = "") -> tuple[int, str, str]:
    """The exit code, and what was written to both streams."""
    monkeypatch.setattr(sys, "stdin", StringIO(typed))
    code = cli.main(words)
    out, told = capsys.readouterr()
    return code, out, told


def test_a_game_is_kept_and_resumed_and_ends(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n1\n")
    assert "  1  Exit Stage Right: since " in cardtable(capsys, monkeypatch, "games")[1]
    told = cardtable(capsys, monkeypatch, "resume", "--plain", typed="1\nundo\n1\n" + "1\n" * 40)[1]
    assert "The game goes on after 2 actions." in told
    assert "Taken back on the way: 1 action." in told
    listed = cardtable(capsys, monkeypatch, "games")[1]
    assert re.match(r"Over:\n   1  Exit Stage Right: \d+ Completes? won, ", listed)
    assert cardtable(capsys, monkeypatch, "resume")[2] == "No game is under way; cardtable play begins one.\n"


def test_a_game_in_which_nothing_was_played_is_not_kept(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="")
    assert cardtable(capsys, monkeypatch, "games")[1] == "No game has been played here yet.\n"


def test_what_is_exported_can_be_imported_anywhere(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n1\n")
    code, out, told = cardtable(capsys, monkeypatch, "export", "1")
    assert code == 0
    assert told.startswith("This game is not over, and what was written holds every hidden card")
    path = tmp_path / "game.json"
    path.write_text(out, "utf-8")
    code, said, _ = cardtable(capsys, monkeypatch, "import", str(path), "--data", str(tmp_path / "elsewhere"))
    assert (code, said) == (0, "Game 1: Exit Stage Right, 2 actions; it goes on with: cardtable resume 1.\n")
    monkeypatch.setenv("CARDTABLE_DATA", str(tmp_path / "elsewhere"))
    assert cardtable(capsys, monkeypatch, "export", "1")[1] == out


def test_a_game_is_exported_as_text_and_as_a_position(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n1\n")
    record = loads(cardtable(capsys, monkeypatch, "export", "1")[1])
    path = tmp_path / "game.txt"
    path.write_text(cardtable(capsys, monkeypatch, "export", "1", "--text")[1], "utf-8")
    assert read_game(path.read_text("utf-8")) == record
    assert cardtable(capsys, monkeypatch, "import", str(path))[1].startswith("Game 2: Exit Stage Right, 2 actions;")
    _, line, told = cardtable(capsys, monkeypatch, "export", "1", "--position")
    assert read_position(line) == (record.game, open_session(record).truth())
    assert "every hidden card" in told
    assert cardtable(capsys, monkeypatch, "export", "1", "--position", "--text")[0] == 2


def test_a_game_that_is_over_is_not_taken_in_twice(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n" * 40)
    path = tmp_path / "game.json"
    path.write_text(cardtable(capsys, monkeypatch, "export", "1")[1], "utf-8")
    told = cardtable(capsys, monkeypatch, "import", str(path))[1]
    assert told == "Game 1 is this one already, to its end; nothing was taken in.\n"
    assert len(cardtable(capsys, monkeypatch, "games")[1].splitlines()) == 2
    elsewhere = ("import", str(path), str(path), "--data", str(tmp_path / "elsewhere"))
    first, second = cardtable(capsys, monkeypatch, *elsewhere)[1].splitlines()
    assert first.startswith("Game 1: Exit Stage Right, ")
    assert second.startswith("Game 1 is this one already")


def test_nothing_is_taken_in_where_one_file_is_refused(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n1\n")
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(cardtable(capsys, monkeypatch, "export", "1")[1], "utf-8")
    fields = json.loads(good.read_text("utf-8"))
    bad.write_text(json.dumps({**fields, "actions": ["red", "red", "red", "red", "red"], "sum": ""}), "utf-8")
    code, out, told = cardtable(capsys, monkeypatch, "import", str(good), str(bad))
    assert (code, out) == (2, "")
    assert told.startswith("bad.json: Action ")
    assert len(cardtable(capsys, monkeypatch, "games")[1].splitlines()) == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["resume", "7"], "There is no game 7; cardtable games lists those that there are."),
        (["resume", "x[red]"], "'x[red]' is no number of a game; cardtable games lists them."),
        (["export"], "Say which game: cardtable export and its number; cardtable games lists them."),
        (["export", "7"], "There is no game 7; cardtable games lists those that there are."),
        (["import"], "Say which file: cardtable import and its name."),
        (["import", "nowhere.json"], "The record cannot be read: No such file or directory."),
        (["games", "--data"], "--data needs a folder, as in: cardtable --data ~/evenings"),
    ],
)
def test_what_is_asked_wrongly_is_answered_by_one_sentence(
    words: list[str], sentence: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cardtable(capsys, monkeypatch, *words) == (2, "", f"{sentence}\n")


def test_a_game_at_another_table_is_left_there_or_taken_over(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n1\n")
    shelf = Shelf()
    session = shelf.resume(1)
    told = cardtable(capsys, monkeypatch, "resume", "1", "--plain")[2]
    elsewhere = (
        "Game 1 is open at another table; cardtable resume 1 --take-over takes it from there, "
        "cardtable replay 1 only shows it.\n"
    )
    assert told == elsewhere
    assert cardtable(capsys, monkeypatch, "--plain", typed="6\n")[2] == elsewhere
    code, out, _ = cardtable(capsys, monkeypatch, "resume", "1", "--plain", "--take-over", typed="1\n")
    assert code == 0
    assert "The game goes on after 2 actions." in out
    assert shelf.archive.entry(number_of(session)).length == 3
    shelf.close()


def test_who_was_robbed_is_told_with_the_next_action(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n1\n")
    other = Shelf()

    def steal(self: Lines) -> str:
        other.resume(1, take_over=True)
        return "1\n"

    monkeypatch.setattr(Lines, "_read", steal)
    assert cli.main(["resume", "1", "--plain"]) == 0
    assert capsys.readouterr().out.endswith("This game goes on at another table; here it stops.\n")
    assert other.archive.entry(1).length == 2
    other.close()


def test_the_plain_lobby_goes_on_with_a_game(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n1\n")
    told = cardtable(capsys, monkeypatch, "--plain", typed="6\n1\n")[1]
    assert "Under way:\n6 Exit Stage Right: since " in told
    assert "The game goes on after 2 actions." in told
    assert "To go on with it:\ncardtable resume 1 --plain\n" in told


def test_a_game_that_is_thrown_away_while_the_plain_lobby_asks_is_said_to_be_gone(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n1\n")
    other = Shelf()

    def throw_away(self: Lines) -> str:
        other.archive.throw_away(1, "")
        return "6\n"

    monkeypatch.setattr(Lines, "_read", throw_away)
    assert cli.main(["--plain"]) == 2
    assert capsys.readouterr().err == "There is no game 1; cardtable games lists those that there are.\n"
    other.close()


def test_of_a_game_that_is_over_nothing_is_said_to_go_on(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    cardtable(capsys, monkeypatch, *PLAY, typed="1\n" * 40)
    assert "goes on" not in cardtable(capsys, monkeypatch, "resume", "1", "--plain")[1]


def test_a_full_disk_is_said_and_the_game_goes_on(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    told = cardtable(capsys, monkeypatch, *PLAY, "--data", str(tmp_path / "file"), typed="1\nundo\n" + "1\n" * 40)[1]
    assert "The game goes on, but is not kept.\nTo write it to a file, type save and a name" in told
    assert "The game is over." in told
    assert (tmp_path / "file").read_text() == "no folder"


def test_a_damaged_archive_is_set_aside_and_the_player_is_told(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    archive = tmp_path / "data" / "archive.sqlite3"
    archive.parent.mkdir()
    archive.write_bytes(b"\x00garbage" * 999)
    told = cardtable(capsys, monkeypatch, *PLAY, typed="1\n")[1]
    assert "The archive was damaged. It was set aside as archive-damaged-" in told
    assert [path.read_bytes() for path in archive.parent.glob("archive-damaged-*")] == [b"\x00garbage" * 999]


# Games that were imported
def without_actions(capsys: Capture, monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    """A record of a game in which nothing has been played."""
    return with_fields(capsys, monkeypatch, folder, actions=[])


def with_inherited_actions(capsys: Capture, monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    """A record of a game whose actions are all inherited from another one."""
    return with_fields(capsys, monkeypatch, folder, given=2)


def with_fields(capsys: Capture, monkeypatch: pytest.MonkeyPatch, folder: Path, **fields: Any) -> Path:
    elsewhere, path = ("--data", str(folder / "other")), folder / "position.json"
    cardtable(capsys, monkeypatch, *PLAY, *elsewhere, typed="1\n1\n")
    record = json.loads(cardtable(capsys, monkeypatch, "export", "1", *elsewhere)[1])
    path.write_text(json.dumps({**record, **fields, "sum": ""}), "utf-8")
    monkeypatch.setenv("CARDTABLE_DATA", str(folder / "data"))
    return path


Position = Callable[[Capture, pytest.MonkeyPatch, Path], Path]


@pytest.mark.parametrize("position", [without_actions, with_inherited_actions])
@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (("resume", "1", "--plain"), ""),
        (("resume", "1", "--plain", "--take-over"), "look\nquit\n"),
        (("--plain",), "6\nquit\n"),
        (("replay", "1", "--plain"), "play\nquit\n"),
    ],
)
def test_an_imported_game_stays_when_nothing_is_played(
    words: tuple[str, ...],
    typed: str,
    position: Position,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    path = position(capsys, monkeypatch, tmp_path)
    cardtable(capsys, monkeypatch, "import", str(path))
    listed = cardtable(capsys, monkeypatch, "games")[1]
    assert cardtable(capsys, monkeypatch, *words, typed=typed)[0] == 0
    assert cardtable(capsys, monkeypatch, "games")[1] == listed


def test_an_imported_game_stays_when_all_of_it_is_undone(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = without_actions(capsys, monkeypatch, tmp_path)
    cardtable(capsys, monkeypatch, "import", str(path))
    told = cardtable(capsys, monkeypatch, "resume", "1", "--plain", typed="1\nundo\n")[1]
    assert "To go on with it:\ncardtable resume 1 --plain\n" in told
    assert "  1  Exit Stage Right: since " in cardtable(capsys, monkeypatch, "games")[1]


def test_nobody_is_sent_to_a_game_that_is_not_kept(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = with_inherited_actions(capsys, monkeypatch, tmp_path)
    told = cardtable(capsys, monkeypatch, "play", "--record", str(path), "--plain", typed="")[1]
    assert "cardtable resume" not in told
    assert cardtable(capsys, monkeypatch, "games")[1] == "No game has been played here yet.\n"
