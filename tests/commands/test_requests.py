"""What the command line does with valid requests, and its help."""

from __future__ import annotations

import io
import re
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cardtable import cli
from cardtable.commands.play import flags_of
from cardtable.commands.root import app
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.formats.notation import format_game
from cardtable.formats.options import fields_of
from cardtable.formats.record import dump_record, load_record
from cardtable.rooms.kit.goto import ToReplay, ToTable
from cardtable.rooms.kit.response import Goto
from cardtable.table.command_lines import deal_text
from cardtable.table.recording import record_of
from cardtable.table.replay import Replay
from cardtable.table.session import Session
from tests.commands.processes import ES, LINE, PLAY, recorded


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Session | None, bool]]:
    """Return a list that collects the arguments with which the app would have opened, instead of opening it."""
    calls: list[tuple[Session | None, bool]] = []

    def run(*places: Goto, ascii_only: bool = False, **more: Any) -> int:
        for place in places or (None,):
            match place:
                case ToTable(session):
                    calls.append((session, ascii_only))
                case ToReplay(Replay() as replay):
                    calls.append((replay.session, False))
                case _:
                    calls.append((None, ascii_only))
        return 0

    app: Any = ModuleType("cardtable.tui.app")
    app.run = run
    monkeypatch.setitem(sys.modules, "cardtable.tui.app", app)
    monkeypatch.setattr("cardtable.tui.terminal.checks.why_no_screen", lambda *streams: None)
    return calls


@pytest.mark.parametrize("words", [("--deal", LINE), ("play", f"--deal={LINE}"), (*PLAY, "--deal", LINE.upper())])
def test_a_deal_line_is_dealt(words: tuple[str, ...], opened: list[tuple[Session | None, bool]]) -> None:
    assert cli.main(list(words)) == 0
    ((session, _),) = opened
    assert session is not None
    assert deal_text(session) == LINE
    assert session.names == ("Player 1", "Player 2")


def test_names_can_be_combined_with_a_deal_line(opened: list[tuple[Session | None, bool]]) -> None:
    assert cli.main([*PLAY, "--deal", LINE, "--name", "Ann", "--one-person"]) == 0
    ((session, _),) = opened
    assert session is not None
    assert (session.names, session.persons) == (("Ann", "Player 2"), (0, 0))


def test_a_deal_line_is_dealt_in_plain_mode(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("deal\n"))
    assert cli.main(["play", "--deal", "exit stage right, 1 player, draw none, k7qf-2m9x", "--plain"]) == 0
    assert "\nDeal exit-stage-right, 1 player, draw none, K7QF-2M9X.\n" in capsys.readouterr().out


def test_a_record_can_be_the_text_of_a_game(opened: list[tuple[Session | None, bool]], tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(format_game(load_record(recorded())), "utf-8")
    assert cli.main(["--record", str(path)]) == 0
    ((session, _),) = opened
    assert session is not None
    assert dump_record(record_of(session)) == recorded()
    path.write_text("[Game 1]", "utf-8")
    assert cli.main(["--record", str(path)]) == 2


@pytest.mark.parametrize("words", [[], ["play"], ["--ascii"], ["play", "--ascii"]])
def test_without_a_game_the_lobby_opens(words: list[str], opened: list[tuple[Session | None, bool]]) -> None:
    assert cli.main(words) == 0
    assert opened == [(None, "--ascii" in words)]


def test_options_decide_how_a_game_opens(opened: list[tuple[Session | None, bool]]) -> None:
    flags = "--players 3 --name Ann --name Zoë --seed k7qf2m9x --preset Challenge --hand-size 5 --open-hands on --ascii"
    assert cli.main([*PLAY, *flags.split()]) == 0
    ((session, ascii_only),) = opened
    assert ascii_only
    assert session is not None
    assert session.names == ("Ann", "Zoë", "Player 3")
    assert str(session.deal_code) == "K7QF-2M9X"
    assert session.options == ES.resolve_defaults(replace(ES.presets[1].options, hand_size=5, open_hands=True), 3)
    assert not session.has_one_player


def test_the_number_of_names_sets_the_number_of_players(opened: list[tuple[Session | None, bool]]) -> None:
    cli.main([*PLAY])
    cli.main([*PLAY, "--name", "Ann", "--name=--x", "--one-person"])
    alone, two = (session for session, _ in opened)
    assert alone is not None
    assert two is not None
    assert (alone.names, two.names, two.persons) == (("Player 1",), ("Ann", "--x"), (0, 0))
    assert alone.deal_code != two.deal_code


def test_a_record_opens_at_its_last_action(opened: list[tuple[Session | None, bool]], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(recorded(), "utf-8")
    for words in (["--record", str(path)], ["play", f"--record={path}"], [*PLAY, "--record", str(path)]):
        assert cli.main(words) == 0
    assert len(opened) == 3
    for session, _ in opened:
        assert session is not None
        assert list(map(str, session.actions)) == ["Hollow"]


@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_every_option_of_every_game_has_a_flag(game: AnyGame, capsys: pytest.CaptureFixture[str]) -> None:
    names = [flag.name for flag in flags_of(game)]
    assert len(set(names)) == len(names)
    assert cli.main(["play", game.id, "--help"]) == 0
    output = capsys.readouterr().out
    for field in fields_of(game):
        (about,) = re.findall(rf"^  {field.flag} (?:N|CHOICE)\n((?:      .*\n)+)", output, re.MULTILINE)
        assert f"({field.ruling})" in " ".join(about.split())
        assert "Default: " in about
        for choice in field.choices:
            if field.low is None and choice.text:
                assert re.search(rf"^      {choice.text}\b", about, re.MULTILINE)
        for choice in field.choices:
            flags = [field.flag, choice.text] if choice.text else []
            assert cli.main(["play", game.id, "--players", str(game.seats[-1]), *flags]) == 2
            assert " must be " not in capsys.readouterr().err, "the options may conflict, but each is parsed"


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["play", "--help"], [*PLAY, "-h"], ["--plain", "-h"]])
def test_help_is_plain_text(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 0
    output = capsys.readouterr().out
    assert output.startswith("Usage: cardtable")
    assert re.fullmatch(r"[\n -~]*", output)
    assert max(map(len, output.splitlines())) <= 100


def test_commands_are_listed_in_one_order(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["--help"])
    listed = re.findall(r"^  (\w+)$", capsys.readouterr().out, re.MULTILINE)
    cli.main(["xyz"])
    assert re.findall(r"\w+", capsys.readouterr().err.partition("The commands are ")[2])[:-3] == listed


@pytest.mark.parametrize("command", [name for name in app if not name.startswith("-")])
def test_a_help_page_has_no_short_line_within_a_paragraph(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    cli.main([command, "--help"])
    about = re.split(r"^\w+:$", capsys.readouterr().out, flags=re.MULTILINE)[0]
    for paragraph in about.split("\n\n"):
        lines = paragraph.splitlines()
        for line, following in pairwise(lines):
            assert line.endswith(":") or len(f"{line} {following.split()[0]}") > 79, line


def test_help_lists_every_command_and_game(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["--help"])
    cli.main(["play", "--help"])
    output = capsys.readouterr().out
    for word in ("play", "rules", "completion", "--version", "--plain", *SHIPPED):
        assert re.search(rf"^  {word}\b", output, re.MULTILINE), word


def test_every_command_prints_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--version"], ["play", "--version"], [*PLAY, "--version"]):
        assert cli.main(words) == 0
        assert re.fullmatch(r"(\d+\.\d+.*|unknown)\n", capsys.readouterr().out)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_a_completion_script_is_printed_and_nothing_is_installed(
    shell: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cli.main(["completion", shell]) == 0
    output = capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
    for word in ("completion", "exit-stage-right", "--hand-size", "after-each-single", "challenge", "deck"):
        assert word.removeprefix("--") in output
