"""`cardtable rules`: pages, rulings and summaries."""

from __future__ import annotations

import io
import re

import pytest

from cardtable import cli
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.formats.options import fields_of
from cardtable.table.page_text import page_text
from cardtable.table.pages import page_names, plain_text, read_page, ruling


def test_rules_lists_pages_and_prints_pages_and_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules"]) == 0
    listed = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())
    assert listed["exit-stage-right"] == "Exit Stage Right"
    assert tuple(listed) == page_names()
    assert cli.main(["rules", "Exit Stage Right"]) == 0
    assert capsys.readouterr().out == page_text(read_page("exit_stage_right.md"))
    assert cli.main(["rules", "es-6"]) == 0
    assert capsys.readouterr().out.startswith("ES-6: To play a Single face down, you must name a row that holds")


@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_every_game_has_a_page_with_its_id(game: AnyGame) -> None:
    assert read_page(game.page) == read_page(game.id)
    assert ruling(f"{game.prefix}-1")
    for field in fields_of(game):
        assert ruling(field.ruling)


@pytest.mark.parametrize("page", page_names())
def test_a_page_keeps_its_rulings_without_markup(page: str) -> None:
    output, source = plain_text(read_page(page)), read_page(page)
    assert not re.search(
        r"^#|\*\*|\]\(|^\||`", re.sub(r"^```.*?^```", "", output, flags=re.MULTILINE | re.DOTALL), re.MULTILINE
    )
    assert re.findall(r"\b[A-Z]{2}-\d+\b", output) == re.findall(r"\b[A-Z]{2}-\d+\b", source)
    for number in re.findall(r"^- ([A-Z]{2}-\d+)", source, re.MULTILINE):
        assert ruling(number) == ruling(number.lower())
        assert ruling(number).endswith((".", "?", '"', ")"))


class Terminal(io.StringIO):
    """A terminal's output."""

    def isatty(self) -> bool:
        return True


def test_the_pages_are_listed_with_their_commands_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Terminal()
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert cli.main(["rules"]) == 0
    *listed, empty, more = out.getvalue().splitlines()
    pages = {command: title for title, command in (re.split("  +", line) for line in listed)}
    assert pages["cardtable rules exit-stage-right"] == "Exit Stage Right"
    assert list(pages)[-2:] == ["cardtable rules deck", "cardtable rules notation"], "the games come first"
    assert set(pages) == {f"cardtable rules {name}" for name in page_names()}
    assert len({line.index("cardtable") for line in listed}) == 1, "the commands are aligned"
    assert empty == ""
    assert more.endswith("cardtable rules ES-4")


def test_the_pages_are_listed_without_columns_in_plain_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Terminal()
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert cli.main(["rules", "--plain"]) == 0
    assert "\nexit-stage-right: Exit Stage Right\n" in out.getvalue()
    assert "  " not in out.getvalue()


def test_a_page_is_formatted_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind, is_formatted in (("xterm-256color", True), ("dumb", False)):
        out = Terminal()
        monkeypatch.setattr("sys.stdout", out)
        monkeypatch.setenv("TERM", kind)
        assert cli.main(["rules", "deck"]) == 0
        assert ("\x1b[" in out.getvalue()) == is_formatted
        assert "DK-5" in out.getvalue()


def test_plain_mode_reads_a_page_without_formatting_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Terminal()
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert cli.main(["rules", "deck", "--plain"]) == 0
    assert "\x1b[" not in out.getvalue()
    assert "DK-5" in out.getvalue()


@pytest.mark.parametrize("flags", [[], ["--summary"]], ids=["page", "summary"])
@pytest.mark.parametrize("page", SHIPPED)
def test_plain_mode_reads_a_page_without_pictures_and_columns(
    page: str, flags: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["rules", page, "--plain", *flags]) == 0
    output = capsys.readouterr().out
    assert re.search(r"^GOAL: \w", output, re.MULTILINE)
    assert not re.search(r"\S  +\S|[╭╎─|]|^In words: ", output, re.MULTILINE), "no columns and no picture"


def test_plain_mode_reads_a_table_with_the_heads_of_its_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "exit-stage-right", "--plain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "players 5: hands of 5: 11; of 6: 6; of 7: 1." in lines, "without empty cells"
    assert "Open hands: usually: only when you play alone; or: yes, no; ruling: ES-10." in lines
    assert "By the book: nothing." in lines, "with two columns, the table's subject says what the second one has"


@pytest.mark.parametrize("words", [["games", "--plain"], ["--plain", "games"], ["--plain", "completion", "bash"]])
def test_plain_changes_nothing_where_everything_is_text(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([word for word in words if word != "--plain"]) == 0
    expected = capsys.readouterr().out
    assert cli.main(words) == 0
    assert capsys.readouterr().out == expected


@pytest.mark.parametrize("game", SHIPPED)
def test_a_summary_fits_one_screen(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", game, "--summary"]) == 0
    title, empty, *lines = capsys.readouterr().out.splitlines()
    assert (title, empty) == (SHIPPED[game].title, "")
    assert lines[0].startswith("GOAL ")
    assert 8 <= len(lines) <= 18, "twenty with the title"
    assert max(map(len, lines)) <= 78


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--summary"], "The summary of which game? For example: cardtable rules clash --summary"),
        (["notation", "-s"], "This page has no summary."),
        (["clahs", "-s"], "There's no rules page 'clahs'; did you mean clash?"),
    ],
)
def test_a_missing_summary_is_refused(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", *words]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_diagrams_are_never_wrapped_on_a_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdout", out := Terminal())
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", str(columns))
    assert cli.main(["rules", "exit-stage-right"]) == 0
    shown = [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue()).splitlines()]
    assert max(map(len, shown)) <= min(columns, 100)
    for picture in re.findall(r"^```board .*\n((?:(?!```).*\n)*)", read_page("exit-stage-right"), re.MULTILINE):
        for line in picture.splitlines():
            assert f" {line}" in shown or not line


@pytest.mark.parametrize("page", page_names())
def test_diagrams_are_drawn_in_ascii_where_nothing_else_can_be_printed(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout", out := io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert cli.main(["rules", page]) == 0
    out.seek(0)
    output = out.read()
    drawn = re.findall(r"^```board .*\n((?:(?!```).*\n)*)", read_page(page), re.MULTILINE)
    assert "?" not in "".join(line for line in output.splitlines() if re.match(r" {4}.*[|+]", line))
    assert output.count("In words: ") == len(drawn)
