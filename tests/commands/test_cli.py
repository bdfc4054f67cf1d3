"""The command line: valid requests are carried out; any other gets one sentence and exit code 2."""

from __future__ import annotations

import io
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cardtable import cli
from cardtable.commands.flags import flags_of
from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.formats.notation import format_game
from cardtable.formats.options import fields_of
from cardtable.formats.record import dumps, loads
from cardtable.table.command_lines import deal_text
from cardtable.table.page_text import page_text
from cardtable.table.pages import page_names, plain_text, read_page, ruling
from cardtable.table.recording import record_of
from cardtable.table.replay import Replay
from cardtable.table.session import Session

pytestmark = pytest.mark.usefixtures("without_pydantic")

ES = SHIPPED["exit-stage-right"]
PLAY = ("play", "exit-stage-right")
LINE = "exit-stage-right · 2 players · hand-size 8 · K7QF-2M9X"
ROOT = Path(__file__).parents[2]
LIBRARIES = {"textual", "rich", "pydantic", "cyclopts", "cardtable"}


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Session | None, bool]]:
    """Return a list that collects the arguments with which the app would have opened, instead of opening it."""
    calls: list[tuple[Session | None, bool]] = []

    class App:
        def show_replay(self, replay: Replay) -> None:
            calls.append((replay.session, False))

        games = property(lambda self: self)

    def run(session: Session | None = None, *, begin: Any = None, ascii_only: bool = False, **more: Any) -> int:
        if begin is None:
            calls.append((session, ascii_only))
        else:
            begin(App())
        return 0

    app: Any = ModuleType("cardtable.tui.app")
    app.run = run
    monkeypatch.setitem(sys.modules, "cardtable.tui.app", app)
    monkeypatch.setattr("cardtable.tui.terminal.why_no_screen", lambda *streams: None)
    return calls


def environ(**more: str) -> dict[str, str]:
    inherited = {
        name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "VIRTUAL_ENV", "CARDTABLE_DATA") if name in os.environ
    }
    return {**inherited, "PYTHONPATH": str(ROOT / "src"), "TERM": "xterm", **more}


def run_in_process(
    *words: str, typed: bytes = b"", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run `cardtable` in its own process, with pipes."""
    command = (sys.executable, "-m", "cardtable", *words)
    return subprocess.run(command, input=typed, capture_output=True, env=env or environ(), timeout=100, check=False)


def run_in_shell(script: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run a shell script that calls `cardtable`."""
    function = f'cardtable() {{ "{sys.executable}" -m cardtable "$@"; }}\n'
    command = ("sh", "-c", function + script)
    return subprocess.run(command, capture_output=True, env=environ(**env), timeout=100, check=False)


# Invalid requests

LONG_NAME = "x" * 10_000
BAD_NAME = "A name can have up to 20 visible characters. Try "
# The expected sentence; … matches anything.
ERRORS = {
    "paly": "There's no command 'paly'; did you mean play?",
    "xyz": "There's no command 'xyz'. The commands are play, …, --help and --version.",
    "help": "There's no command 'help'; did you mean --help?",
    "exit-stage-right": "There's no command 'exit-stage-right'; did you mean play exit-stage-right?",
    "--plian": "There's no option --plian; did you mean --plain?",
    "--zzz": "There's no option --zzz; see cardtable --help.",
    "--plain=maybe": "--plain can't be 'maybe'; see cardtable --help.",
    "--record": "--record needs a value; see cardtable --help.",
    "--record /no/such/file": "Can't read the record: No such file or directory.",
    "--record /": "…he record …",
    "play exit-stage-rihgt": "There's no game 'exit-stage-rihgt'; did you mean exit-stage-right?",
    "play zzz": "There's no game 'zzz'. The games are …exit-stage-right….",
    "play exit": "There's no game 'exit'; did you mean exit-stage-right?",
    "play exit-stage-right now": "'now' isn't expected here; see cardtable play exit-stage-right --help.",
    "play exit-stage-right --hnad-size 5": "There's no option --hnad-size; did you mean --hand-size?",
    "play exit-stage-right --players 7": "Exit Stage Right is for 1 to 6 players, not '7'.",
    "play exit-stage-right --players 0": "Exit Stage Right is for 1 to 6 players, not '0'.",
    "play exit-stage-right --players -1": "Exit Stage Right is for 1 to 6 players, not '-1'.",
    "play exit-stage-right --players many": "Exit Stage Right is for 1 to 6 players, not 'many'.",
    f"play exit-stage-right --players {10**19}": f"Exit Stage Right is for 1 to 6 players, not '{10**19}'.",
    "play exit-stage-right --hand-size 4": "--hand-size must be 5, 6, 7, 8, 9 or default, not '4'.",
    "play exit-stage-right --hand-size x": "--hand-size must be 5, 6, 7, 8, 9 or default, not 'x'.",
    "play exit-stage-right --players 6 --hand-size 9": "With 6 players, a hand has 5 to 6 Singles (ES-2).",
    "play exit-stage-right --first 2": "Player 2 can't go first with only 1 player (ES-12).",
    "play exit-stage-right --draw sometimes": "--draw must be after-each-single, none or default, not 'sometimes'.",
    "play exit-stage-right --open-hands perhaps": "--open-hands must be yes, no or default, not 'perhaps'.",
    "play exit-stage-right --preset chalenge": "Exit Stage Right has no preset 'chalenge'; did you mean challenge?",
    "play exit-stage-right --preset zzz": "Exit Stage Right has no preset 'zzz'. Its presets are …challenge.",
    "play exit-stage-right --seed K7QF": "A deal code has 8 symbols, like K7QF-2M9X, not 4.",
    "play exit-stage-right --seed K7QF-2M9U": "A deal code can't contain 'U'; it has only digits … like K7QF-2M9X.",
    "play exit-stage-right --seed": "--seed needs a value; see cardtable play exit-stage-right --help.",
    "play exit-stage-right --seed 1 --seed 2": "You can use --seed only once.",
    "play exit-stage-right --name Bo --name bo": "Players 1 and 2 can't both be called bo.",
    "play exit-stage-right --players 1 --name Ann --name Bo": "You gave 2 names for 1 player.",
    f"play exit-stage-right --name {LONG_NAME}": f"{BAD_NAME}{'x' * 20}.",
    "play exit-stage-right --name \x1b[31mBo": f"{BAD_NAME}[31mBo.",
    "play exit-stage-right --name [@click=app.quit]x[/]": f"{BAD_NAME}[@click=app.quit]x[/.",
    "play exit-stage-right --name \u202e": f"{BAD_NAME}another.",
    "play exit-stage-right --name \ud800": f"{BAD_NAME}another.",
    "play \x1b[2J\x1b]0;x\x07": r"There's no game '[2J]0;x'. The games are ….",
    f"play {LONG_NAME}": "There's no game '" + "x" * 40 + "'. The games are ….",
    f"--{LONG_NAME}": "There's no option --" + "x" * 38 + "; see cardtable --help.",
    "rules dekc": "There's no rules page 'dekc'; did you mean deck?",
    "rules ../../etc/passwd": "There's no rules page '../../etc/passwd'. The pages are …deck, ….",
    "rules ES-99": "There's no ruling ES-99. Each rules page lists its rulings at the end.",
    "replay": "Which game? Give a file or a number from `cardtable games`.",
    "replay /no/such/file": "Can't read the record: No such file or directory.",
    "replay one two": "'two' isn't expected here; see cardtable replay --help.",
    "replay game.json --all": "--all works only with --plain.",
    "replay game.json --seat": "--seat needs a value; see cardtable replay --help.",
    "repaly": "There's no command 'repaly'; did you mean replay?",
    "completion": "Name your shell: cardtable completion bash, zsh, fish or powershell.",
    "completion csh": "SHELL must be …, not 'csh'.",
    "": "Can't show the table: standard input is not a terminal. Run `cardtable --plain` to play line by line.",
    "play": "Can't show the table: …",
    "play exit-stage-right": "Can't show the table: … Run `cardtable play exit-stage-right --plain` to play …",
    "learn clash --exercises --ascii": "Can't show the table: … Run `cardtable learn clash --exercises --plain` to …",
}


@pytest.mark.parametrize("words", ERRORS, ids=lambda words: words[:50].encode("ascii", "replace").decode() or "nothing")
def test_an_invalid_request_gets_one_sentence(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words.split(" ") if words else []) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("\n")
    sentence = err[:-1]
    assert re.fullmatch(re.escape(ERRORS[words]).replace("…", ".*"), sentence), sentence
    assert sentence.isprintable()
    assert len(sentence) <= cli.MAX_SENTENCE


BAD_RECORDS = {
    "": "This record is empty.",
    "{": "This record is incomplete: .*|This record isn't valid JSON: .*",
    "[" * 100_000: "This record is nested too deeply.|This record is .*",
    '{"format": "other"}': "This isn't a Cardtable record: .*",
    "GOOD.replace(deal)": r"A deal code has 8 symbols, like K7QF-2M9X, not 3\.",
    "GOOD.replace(action)": "Action 1 'Hollow down top' is illegal: .*",
    "GOOD.replace(name)": "This record is invalid: Players 1 and 2 can't both be called Ann.",
}


@pytest.mark.parametrize("content", BAD_RECORDS, ids=lambda content: content[:20])
def test_an_invalid_record_gets_one_sentence(content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changes = {"deal": ("K7QF-2M9X", "K7Q"), "action": ('"Hollow"', '"Hollow down top"'), "name": ('"Bo"', '"Ann"')}
    text = content
    if found := re.fullmatch(r"GOOD\.replace\((\w+)\)", content):
        text = re.sub('"sum": ".*"', '"sum": ""', recorded()).replace(*changes[found[1]])
    path = tmp_path / "game.json"
    path.write_text(text, "utf-8")
    for words in (("play", "--record"), ("--record",), (*PLAY, "--record")):
        assert cli.main([*words, str(path), "--plain"]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert re.fullmatch(BAD_RECORDS[content], err[:-1]), err


def recorded(*actions: str) -> str:
    """Return a record of two players with these actions, by default one that is legal."""
    session = Session(ES, ES.options(), ("Ann", "Bo"), DealCode.parse("K7QF-2M9X"))
    for action in actions or ("Hollow",):
        session.act(ES.parse(action))
    return dumps(record_of(session))


def test_a_record_cannot_be_combined_with_other_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    path.write_text(recorded(), "utf-8")
    for flags in (["--players", "2"], ["--name", "X"], ["--hand-size", "5"], ["--seed", "K7QF-2M9X"], ["--one-person"]):
        assert cli.main([*PLAY, "--record", str(path), "--plain", *flags]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err == "--record can't be combined with players, names, a deal or options: a record contains them.\n"


def test_a_record_of_another_game_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = replace(ES, id="other", title="Another Game")
    session = Session(other, ES.options(), ("Ann",), DealCode(0))
    monkeypatch.setattr("cardtable.commands.play.session_from_record", lambda path: session)
    assert cli.main([*PLAY, "--record", "game.json"]) == 2
    assert capsys.readouterr() == ("", "This record is for Another Game, so leave out exit-stage-right.\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play", "--deal", "whist, K7QF-2M9X"), "A deal line must start with the game, not 'whist'. The games are"),
        (("play", "--deal", "K7QF-2M9X"), "A deal line must start with the game, not 'K7QF-2M9X'."),
        (("--deal", "clash, K7QF"), "A deal code has 8 symbols, like K7QF-2M9X, not 4.\n"),
        (("play", "--deal"), "--deal needs a value; see cardtable play --help.\n"),
        (("play", "--deal", "clash, K7QF-2M9X", "--record", "a.json"), "Use either --record or --deal, not both.\n"),
        ((*PLAY, "--deal", "clash, K7QF-2M9X"), "This is a deal of Clash, not of Exit Stage Right.\n"),
        ((*PLAY, "--deal", "K7QF-2M9X"), "--deal needs a whole deal line, starting with the game."),
        ((*PLAY, "--deal", LINE, "--name", "A", "--name", "B", "--name", "C"), "You gave 3 names for 2 players.\n"),
        ((*PLAY, "--deal", LINE, "--record", "a.json"), "--record can't be combined with players, names, "),
        *(
            ((*PLAY, "--deal", LINE, *flags), "A deal line already sets the players, options and deal code: use --")
            for flags in (("--players", "2"), ("--seed", "0"), ("--preset", "challenge"), ("--hand-size", "8"))
        ),
    ],
)  # fmt: skip
def test_an_invalid_deal_gets_one_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(list(words)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(sentence)
    assert err.count("\n") == 1


# Valid requests


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
    path.write_text(format_game(loads(recorded())), "utf-8")
    assert cli.main(["--record", str(path)]) == 0
    ((session, _),) = opened
    assert session is not None
    assert dumps(record_of(session)) == recorded()
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
    assert str(session.code) == "K7QF-2M9X"
    assert session.options == ES.resolve_defaults(ES.options(refill_count="all", hand_size=5, open_hands=True), 3)
    assert not session.alone


def test_the_number_of_names_sets_the_number_of_players(opened: list[tuple[Session | None, bool]]) -> None:
    cli.main([*PLAY])
    cli.main([*PLAY, "--name", "Ann", "--name=--x", "--one-person"])
    alone, two = (session for session, _ in opened)
    assert alone is not None
    assert two is not None
    assert (alone.names, two.names, two.persons) == (("Player 1",), ("Ann", "--x"), (0, 0))
    assert alone.code != two.code


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


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["play", "--help"], [*PLAY, "-h"], ["rules", "-h"]])
def test_help_is_plain_text(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 0
    output = capsys.readouterr().out
    assert output.startswith("Usage: cardtable")
    assert re.fullmatch(r"[\n -~]*", output)
    assert max(map(len, output.splitlines())) <= 100


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


# The rules


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


def test_a_page_is_formatted_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for kind, is_formatted in (("xterm-256color", True), ("dumb", False)):
        out = Terminal()
        monkeypatch.setattr("sys.stdout", out)
        monkeypatch.setenv("TERM", kind)
        assert cli.main(["rules", "deck"]) == 0
        assert ("\x1b[" in out.getvalue()) == is_formatted
        assert "DK-5" in out.getvalue()


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


# Imports

LOADED = """
import sys
from cardtable.cli import main

code = main(sys.argv[1:])
print("loaded", code, *sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("--version", {"cardtable"}),
        ("--help", {"cardtable", "cyclopts", "rich"}),
        ("play exit-stage-right --help", {"cardtable", "cyclopts", "rich"}),
        ("rules deck", {"cardtable", "cyclopts"}),
        ("play exit-stage-right --players 2 --hand-size 5 --plain", {"cardtable", "cyclopts"}),
        ("--plain", {"cardtable", "cyclopts"}),
        ("", {"cardtable"}),
    ],
)
def test_each_command_imports_only_the_libraries_it_needs(words: str, wanted: set[str]) -> None:
    command = (sys.executable, "-c", LOADED, *words.split())
    done = subprocess.run(command, input=b"", capture_output=True, env=environ(), timeout=100, check=True)
    loaded = done.stderr.decode().splitlines()[-1].split()
    assert loaded[1] == ("2" if not words else "0")
    assert LIBRARIES & set(loaded) == wanted


# Environments


def test_a_game_in_a_pipe_ends_with_how_to_continue() -> None:
    done = run_in_process(*PLAY, "--seed", "K7QF2M9X", "--plain", typed=b"R\nfoo\n2\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().endswith("To continue it:\ncardtable resume 1 --plain\n")


@pytest.mark.parametrize(
    "env",
    [
        {"TERM": "dumb", "LC_ALL": "C"},
        {"PYTHONIOENCODING": "ascii", "NO_COLOR": "1"},
        {"PYTHONIOENCODING": "latin-1"},
    ],
)
def test_a_character_that_cannot_be_printed_becomes_a_question_mark(env: dict[str, str]) -> None:
    words = (*PLAY, "--name", "Zoë", "--name", "漢字", "--plain")
    done = run_in_process(*words, typed=b"\n1\n\xff\xfe\n", env=environ(**env))
    assert (done.returncode, done.stderr) == (0, b"")
    encoding = env.get("PYTHONIOENCODING", "utf-8")
    output = done.stdout.decode(encoding)
    assert f"At the table: {'Zoë, 漢字'.encode(encoding, 'replace').decode(encoding)}." in output


def test_commands_work_without_home_and_term() -> None:
    env = {name: value for name, value in environ().items() if name not in ("HOME", "TERM")}
    for words in ((*PLAY, "--plain"), ("rules", "deck"), ("--help",), ("--version",)):
        done = run_in_process(*words, env=env)
        assert (done.returncode, done.stderr) == (0, b"")
    assert (
        b"That isn't a valid file name."
        in run_in_process(*PLAY, "--plain", typed=b"save ~nobody-at-all/x\n", env=env).stdout
    )


needs_sh = pytest.mark.skipif(os.name != "posix", reason="it needs a POSIX shell")


@needs_sh
@pytest.mark.parametrize(
    ("script", "code", "message"),
    [
        ("cardtable play exit-stage-right --plain <&-", 0, ""),
        ("cardtable play exit-stage-right --plain >&- </dev/null", 0, ""),
        ("cardtable --help >&-; cardtable --version >&-", 0, ""),
        ("cardtable rules deck >&-", 0, ""),
        ("cardtable play zzz 2>&-", 2, ""),
        ("cardtable <&-", 2, r"Can't show the table: .*\n"),
        ("cardtable play exit-stage-right 2>&1 >&- <&-", 2, ""),
    ],
)
def test_closed_streams_are_harmless(script: str, code: int, message: str) -> None:
    done = run_in_shell(script)
    assert done.returncode == code
    assert re.fullmatch(message, done.stderr.decode())


@needs_sh
@pytest.mark.parametrize("words", ["rules exit-stage-right", "--help", "play exit-stage-right --plain", "--version"])
def test_a_broken_pipe_is_quiet(words: str) -> None:
    done = run_in_shell(f"{{ cardtable {words} </dev/null; echo $? >&2; }} | true")
    assert re.fullmatch(rb"(141|1|0)\n", done.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", ["rules deck", "--help", "play exit-stage-right --plain", "--version"])
def test_a_full_disk_gets_one_sentence(words: str) -> None:
    done = run_in_shell(f"cardtable {words} </dev/null >/dev/full")
    assert (done.returncode, done.stderr) == (1, b"Can't write the output: No space left on device.\n")


@needs_sh
def test_an_interrupt_is_quiet() -> None:
    command = (sys.executable, "-m", "cardtable", *PLAY, "--plain")
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environ()) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if b"Your move:" in line:
                break
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=10)
    assert (process.returncode, out, err) == (130, b"", b"")


# Crashes

SECRET = "hollow-red-circle"


class Strange(BaseException):
    """An exception like those of Rust libraries, which isn't an Exception."""


@pytest.mark.parametrize(
    "words",
    [
        "games",
        "resume",
        "export 1",
        "import game.json",
        "statistics",
        "daily --plain",
        "practice progress --plain",
        "learn",
        "learn clash --plain",
        "play clash --plain",
        "--plain",
        "replay 1 --plain",
        "review 1 --plain",
        "doctor --repair",
    ],
)
@pytest.mark.parametrize("error", [ValueError(SECRET), Strange(SECRET), PermissionError(13, SECRET, SECRET)], ids=repr)
def test_no_command_shows_a_traceback_or_the_message_of_an_unexpected_error(
    words: str,
    error: BaseException,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    def fail(*given: object) -> None:
        hand = SECRET
        raise error from KeyError(hand)

    (tmp_path / "game.json").write_text(recorded(), "utf-8")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "archive.sqlite3").touch()  # without a database, some commands end before they open one
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("cardtable.table.lazy_archive.LazyArchive.__init__", fail)
    monkeypatch.setattr("cardtable.store.checkup.locations", fail)
    code = cli.main(words.split())
    out, err = capsys.readouterr()
    assert SECRET not in out + err
    if words.startswith("doctor") and isinstance(error, Exception):  # only one check fails
        assert code == 1
        return
    assert code == 1
    (log,) = (tmp_path / "data" / "log").iterdir()
    name = type(error).__name__
    assert err == f"Cardtable stopped because of an internal error ({name}). The details are in {log}.\n"
    assert log.stat().st_mode & 0o777 == 0o600
    assert SECRET not in log.read_text("utf-8")


@needs_sh
@pytest.mark.parametrize("words", ["import", "replay", "review", "play --record", "--record", "play wind-city --board"])
@pytest.mark.parametrize("kind", ["pipe", "folder", "socket", "loop", "unread", "/proc/kmsg", "/dev/zero", "/dev/tty"])
def test_a_file_that_is_not_ordinary_gets_one_sentence(
    kind: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / kind
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "socket":
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(os.path.relpath(path))  # the path of a socket has a short limit
        case "loop":
            path.symlink_to(path)
        case "unread":
            path.write_text("{}")
            path.chmod(0)
    assert cli.main([*words.split(), str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert re.match(r"(The .* isn't an ordinary file|Can't read the .*: |This ).*\.\n", err)


@needs_sh
def test_a_file_without_content_yet_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """/proc/kmsg claims to be a regular file, but can't be read everywhere."""
    os.mkfifo(tmp_path / "kmsg")
    writer = os.open(tmp_path / "kmsg", os.O_RDWR)
    monkeypatch.setattr("cardtable.formats.strict_json.stat.S_ISREG", lambda mode: True)
    assert cli.main(["import", str(tmp_path / "kmsg")]) == 2
    assert capsys.readouterr() == ("", "The record isn't an ordinary file.\n")
    os.close(writer)
