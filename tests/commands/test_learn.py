"""`cardtable learn`: the check of lesson files, and invalid requests."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable import cli
from tests.lessons.scripts import HEAD, POSITION, SCRIPTS


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """Return the path for a lesson of Exit Stage Right."""
    folder = tmp_path / "exit_stage_right" / "lessons"
    folder.mkdir(parents=True)
    return folder / "01-mine.toml"


def test_a_valid_lesson_has_no_errors(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["learn", "--check", str(SCRIPTS[0])]) == 0
    assert capsys.readouterr() == (f"{SCRIPTS[0].name} has no errors.\n", "")


def test_each_error_of_a_lesson_is_a_line(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    step = '[[steps]]\nkind = "tell"\ntext = "A"\npoint = ["moon"]\n'
    script.write_text(HEAD + POSITION + step, "utf-8")
    assert cli.main(["learn", "--check", str(script)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("01-mine.toml, step 1: 'moon' is neither")
    script.write_text(HEAD.replace("ES-5", "ES-99") + POSITION + step, "utf-8")
    assert cli.main(["learn", "--check", str(script)]) == 2
    assert capsys.readouterr().err.count("\n") == 2


@pytest.mark.parametrize(
    "words",
    [
        ["learn", "--check"],
        ["learn", "--check", "nowhere.toml"],
        ["learn", "--file", "nowhere.toml", "--plain"],
        ["learn", "chess"],
        ["learn", "exit-stage-right", "99"],
        ["learn", "exit-stage-right", "ES-99"],
        ["learn", "exit-stage-right", "[red]\x1b[2J"],
        ["learn", "--test"],
        ["learn", "--exercises"],
        ["learn", "clash", "1", "--test"],
        ["learn", "clash", "--test", "--exercises"],
        ["learn", "clash", "--test", "--seed", "QB9R-XBDB"],
        ["learn", "clash", "--exercises", "--seed", "moon"],
        ["learn", "clash", "--file", "x.toml"],
        ["learn", "clash", "1", "2"],
    ],
)
def test_an_invalid_request_gets_one_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


def test_a_class_file_that_is_not_toml_is_not_taken_for_a_lesson(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "class.toml"
    path.write_text('title = "A\n[[items]]\n', "utf-8")
    assert cli.main(["learn", "--check", str(path)]) == 2
    assert capsys.readouterr().err.startswith("class.toml: this isn't valid TOML: ")


def test_a_lesson_that_cannot_be_read(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script.write_bytes(b"\xff\x1b[2J")
    assert cli.main(["learn", "--check", str(script)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "UTF-8" in err
