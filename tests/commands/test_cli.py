"""The command line: what is asked rightly is done; what is not is answered by one sentence and exit code 2."""

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
from cardtable.engine import DealCode
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.formats.notation import write_game
from cardtable.formats.options import fields_of
from cardtable.formats.record import dumps, loads
from cardtable.table.command_lines import told_deal
from cardtable.table.page_text import page_text
from cardtable.table.pages import page_names, read_page, ruling, unmarked
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
    """What the app would have been opened with: nothing is drawn."""
    calls: list[tuple[Session | None, bool]] = []

    class App:
        def show_again(self, replay: Replay) -> None:
            calls.append((replay.session, False))

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
    kept = {
        name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "VIRTUAL_ENV", "CARDTABLE_DATA") if name in os.environ
    }
    return {**kept, "PYTHONPATH": str(ROOT / "src"), "TERM": "xterm", **more}


def started(
    *words: str, typed: bytes = b"", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """A process of its own, in pipes."""
    command = (sys.executable, "-m", "cardtable", *words)
    return subprocess.run(command, input=typed, capture_output=True, env=env or environ(), timeout=30, check=False)


def in_a_shell(script: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """`cardtable` in a shell's own plumbing."""
    function = f'cardtable() {{ "{sys.executable}" -m cardtable "$@"; }}\n'
    command = ("sh", "-c", function + script)
    return subprocess.run(command, capture_output=True, env=environ(**env), timeout=30, check=False)


# What is asked wrongly

LONG_NAME = "x" * 10_000
BAD_NAME = "A name has at most 20 letters, none of them invisible: try "
# What a sentence says; … stands for anything.
WRONG = {
    "paly": "There is no command 'paly'; did you mean play?",
    "xyz": "There is no command 'xyz': there is play, …, --help and --version.",
    "help": "There is no command 'help'; did you mean --help?",
    "exit-stage-right": "There is no command 'exit-stage-right'; did you mean play exit-stage-right?",
    "--plian": "There is no option --plian; did you mean --plain?",
    "--zzz": "There is no option --zzz; cardtable --help lists them.",
    "--plain=maybe": "--plain does not take 'maybe'; cardtable --help says what it takes.",
    "--record": "--record needs a value; cardtable --help says which.",
    "--record /no/such/file": "The record cannot be read: No such file or directory.",
    "--record /": "The record … file.",
    "play exit-stage-rihgt": "There is no game 'exit-stage-rihgt'; did you mean exit-stage-right?",
    "play zzz": "There is no game 'zzz': there is …exit-stage-right….",
    "play exit": "There is no game 'exit'; did you mean exit-stage-right?",
    "play exit-stage-right now": "'now' has no place there; cardtable play exit-… --help says how it is written.",
    "play exit-stage-right --hnad-size 5": "There is no option --hnad-size; did you mean --hand-size?",
    "play exit-stage-right --players 7": "Exit Stage Right is for 1 to 6 players, not '7'.",
    "play exit-stage-right --players 0": "Exit Stage Right is for 1 to 6 players, not '0'.",
    "play exit-stage-right --players -1": "Exit Stage Right is for 1 to 6 players, not '-1'.",
    "play exit-stage-right --players many": "Exit Stage Right is for 1 to 6 players, not 'many'.",
    f"play exit-stage-right --players {10**19}": f"Exit Stage Right is for 1 to 6 players, not '{10**19}'.",
    "play exit-stage-right --hand-size 4": "--hand-size takes 5, 6, 7, 8, 9 or default, not '4'.",
    "play exit-stage-right --hand-size x": "--hand-size takes 5, 6, 7, 8, 9 or default, not 'x'.",
    "play exit-stage-right --players 6 --hand-size 9": "With 6 players a hand has 5 to 6 Singles (ES-2).",
    "play exit-stage-right --first 2": "Player 2 can't go first with only 1 player (ES-12).",
    "play exit-stage-right --draw sometimes": "--draw takes after-each-single, none or default, not 'sometimes'.",
    "play exit-stage-right --open-hands perhaps": "--open-hands takes yes, no or default, not 'perhaps'.",
    "play exit-stage-right --preset chalenge": "Exit Stage Right has no preset 'chalenge'; did you mean challenge?",
    "play exit-stage-right --preset zzz": "Exit Stage Right has no preset 'zzz': there is by-the-book and challenge.",
    "play exit-stage-right --seed K7QF": "A deal code has 8 symbols, like K7QF-2M9X, not 4.",
    "play exit-stage-right --seed K7QF-2M9U": "A deal code can't contain 'U'; it has … like K7QF-2M9X.",
    "play exit-stage-right --seed": "--seed needs a value; cardtable play exit-stage-right --help says which.",
    "play exit-stage-right --seed 1 --seed 2": "--seed can be given only once.",
    "play exit-stage-right --name Bo --name bo": "Players 1 and 2 cannot both be called bo.",
    "play exit-stage-right --players 1 --name Ann --name Bo": "There are 2 names for 1 players.",
    f"play exit-stage-right --name {LONG_NAME}": f"{BAD_NAME}{'x' * 20}.",
    "play exit-stage-right --name \x1b[31mBo": f"{BAD_NAME}[31mBo.",
    "play exit-stage-right --name [@click=app.quit]x[/]": f"{BAD_NAME}[@click=app.quit]x[/.",
    "play exit-stage-right --name \u202e": f"{BAD_NAME}another.",
    "play exit-stage-right --name \ud800": f"{BAD_NAME}another.",
    "play \x1b[2J\x1b]0;x\x07": r"There is no game '[2J]0;x': there is ….",
    f"play {LONG_NAME}": "There is no game '" + "x" * 40 + "': there is ….",
    f"--{LONG_NAME}": "There is no option --" + "x" * 38 + "; cardtable --help lists them.",
    "rules dekc": "There is no rules page 'dekc'; did you mean deck?",
    "rules ../../etc/passwd": "There is no rules page '../../etc/passwd': there is …deck, ….",
    "rules ES-99": "There is no ruling ES-99; each page ends with its own.",
    "replay": "Say which game: cardtable replay and its number or a file; cardtable games lists the numbers.",
    "replay /no/such/file": "The record cannot be read: No such file or directory.",
    "replay one two": "'two' has no place there; cardtable replay --help says how it is written.",
    "replay game.json --all": "--all tells the game line by line: give --plain with it.",
    "replay game.json --seat": "--seat needs a value; cardtable replay --help says which.",
    "repaly": "There is no command 'repaly'; did you mean replay?",
    "completion": "Say for which shell: cardtable completion bash, zsh, fish or powershell.",
    "completion csh": "SHELL is one of …, not 'csh'.",
    "": "The table needs a keyboard, and standard input is not a terminal; `cardtable --plain` plays line by line.",
    "play": "The table needs a keyboard, …",
    "play exit-stage-right": "The table needs a keyboard, …",
}


@pytest.mark.parametrize("words", WRONG, ids=lambda words: words[:50].encode("ascii", "replace").decode() or "nothing")
def test_what_is_asked_wrongly_is_answered_by_one_sentence(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words.split(" ") if words else []) == 2
    out, told = capsys.readouterr()
    assert out == ""
    assert told.endswith("\n")
    sentence = told[:-1]
    assert re.fullmatch(re.escape(WRONG[words]).replace("…", ".*"), sentence), sentence
    assert sentence.isprintable()
    assert len(sentence) <= cli.LONGEST_SENTENCE


BAD_RECORDS = {
    "": "This record is empty.",
    "{": "This record is cut off: .*|This record is not JSON: .*",
    "[" * 100_000: "This record is nested too deep.|This record is .*",
    '{"format": "other"}': "This is no record of cardtable: .*",
    "GOOD.replace(deal)": r"A deal code has 8 symbols like K7QF-2M9X, not 3\.",
    "GOOD.replace(action)": "Action 1 'Hollow down top' is not legal there: .*",
    "GOOD.replace(name)": "In this record, Players 1 and 2 cannot both be called Ann.",
}


@pytest.mark.parametrize("content", BAD_RECORDS, ids=lambda content: content[:20])
def test_a_record_that_cannot_be_used_is_answered_by_one_sentence(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changes = {"deal": ("K7QF-2M9X", "K7Q"), "action": ('"Hollow"', '"Hollow down top"'), "name": ('"Bo"', '"Ann"')}
    text = content
    if found := re.fullmatch(r"GOOD\.replace\((\w+)\)", content):
        text = re.sub('"sum": ".*"', '"sum": ""', recorded()).replace(*changes[found[1]])
    path = tmp_path / "game.json"
    path.write_text(text, "utf-8")
    for words in (("play", "--record"), ("--record",), (*PLAY, "--record")):
        assert cli.main([*words, str(path), "--plain"]) == 2
        out, told = capsys.readouterr()
        assert out == ""
        assert re.fullmatch(BAD_RECORDS[content], told[:-1]), told


def recorded(*actions: str) -> str:
    """A record of two players and these actions, else the first that is legal."""
    session = Session(ES, ES.options(), ("Ann", "Bo"), DealCode.read("K7QF-2M9X"))
    for action in actions or ("Hollow",):
        session.act(ES.parse(action))
    return dumps(record_of(session))


def test_a_record_says_itself_what_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    path.write_text(recorded(), "utf-8")
    for flags in (["--players", "2"], ["--name", "X"], ["--hand-size", "5"], ["--seed", "K7QF-2M9X"], ["--one-person"]):
        assert cli.main([*PLAY, "--record", str(path), "--plain", *flags]) == 2
        out, told = capsys.readouterr()
        assert out == ""
        assert told == (
            "The record says how its game is played: give --record without players, names, deal or options.\n"
        )


def test_a_record_of_another_game_is_not_played_as_this_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = replace(ES, id="other", title="Another Game")
    session = Session(other, ES.options(), ("Ann",), DealCode(0))
    monkeypatch.setattr("cardtable.commands.play.recorded_session", lambda path: session)
    assert cli.main([*PLAY, "--record", "game.json"]) == 2
    assert capsys.readouterr() == ("", "That is a record of Another Game: leave out exit-stage-right.\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play", "--deal", "whist, K7QF-2M9X"), "A deal begins with its game, not 'whist': there is exit-stage"),
        (("play", "--deal", "K7QF-2M9X"), "A deal begins with its game, not 'K7QF-2M9X': there is exit-stage-right, "),
        (("--deal", "clash, K7QF"), "A deal code has 8 symbols, like K7QF-2M9X, not 4.\n"),
        (("play", "--deal"), "--deal needs a value; cardtable play --help says which.\n"),
        (("play", "--deal", "clash, K7QF-2M9X", "--record", "a.json"), "Give a record or a deal, not both.\n"),
        ((*PLAY, "--deal", "clash, K7QF-2M9X"), "That is a deal of Clash, not of Exit Stage Right.\n"),
        ((*PLAY, "--deal", "K7QF-2M9X"), "--deal takes a whole line, with the game first; a code alone goes"),
        ((*PLAY, "--deal", LINE, "--name", "A", "--name", "B", "--name", "C"), "There are 3 names for 2 players.\n"),
        ((*PLAY, "--deal", LINE, "--record", "a.json"), "The record says how its game is played: give --record"),
        *(
            ((*PLAY, "--deal", LINE, *flags), "The deal says itself what is dealt: give --deal without players, seed, ")
            for flags in (("--players", "2"), ("--seed", "0"), ("--preset", "challenge"), ("--hand-size", "8"))
        ),
    ],
)  # fmt: skip
def test_a_deal_that_cannot_be_dealt_is_answered_by_one_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(list(words)) == 2
    out, told = capsys.readouterr()
    assert out == ""
    assert told.startswith(sentence)
    assert told.count("\n") == 1


# What is asked rightly


@pytest.mark.parametrize("words", [("--deal", LINE), ("play", f"--deal={LINE}"), (*PLAY, "--deal", LINE.upper())])
def test_a_deal_is_dealt_as_its_line_says(words: tuple[str, ...], opened: list[tuple[Session | None, bool]]) -> None:
    assert cli.main(list(words)) == 0
    ((session, _),) = opened
    assert session is not None
    assert told_deal(session) == LINE
    assert session.names == ("Player 1", "Player 2")


def test_who_plays_a_deal_may_be_named_beside_it(opened: list[tuple[Session | None, bool]]) -> None:
    assert cli.main([*PLAY, "--deal", LINE, "--name", "Ann", "--one-person"]) == 0
    ((session, _),) = opened
    assert session is not None
    assert (session.names, session.persons) == (("Ann", "Player 2"), (0, 0))


def test_a_deal_is_dealt_in_plain_mode(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("deal\n"))
    assert cli.main(["play", "--deal", "exit stage right, 1 player, draw none, k7qf-2m9x", "--plain"]) == 0
    assert "\nDeal exit-stage-right, 1 player, draw none, K7QF-2M9X.\n" in capsys.readouterr().out


def test_a_record_may_be_the_text_of_a_game(opened: list[tuple[Session | None, bool]], tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(write_game(loads(recorded())), "utf-8")
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


def test_a_game_is_opened_as_its_flags_say(opened: list[tuple[Session | None, bool]]) -> None:
    flags = "--players 3 --name Ann --name Zoë --seed k7qf2m9x --preset Challenge --hand-size 5 --open-hands on --ascii"
    assert cli.main([*PLAY, *flags.split()]) == 0
    ((session, ascii_only),) = opened
    assert ascii_only
    assert session is not None
    assert session.names == ("Ann", "Zoë", "Player 3")
    assert str(session.code) == "K7QF-2M9X"
    assert session.options == ES.resolve_defaults(ES.options(refill_count="all", hand_size=5, open_hands=True), 3)
    assert not session.alone


def test_as_many_play_as_there_are_names(opened: list[tuple[Session | None, bool]]) -> None:
    cli.main([*PLAY])
    cli.main([*PLAY, "--name", "Ann", "--name=--x", "--one-person"])
    alone, two = (session for session, _ in opened)
    assert alone is not None
    assert two is not None
    assert (alone.names, two.names, two.persons) == (("Player 1",), ("Ann", "--x"), (0, 0))
    assert alone.code != two.code


def test_a_record_is_opened_where_it_stood(opened: list[tuple[Session | None, bool]], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(recorded(), "utf-8")
    for words in (["--record", str(path)], ["play", f"--record={path}"], [*PLAY, "--record", str(path)]):
        assert cli.main(words) == 0
    assert len(opened) == 3
    for session, _ in opened:
        assert session is not None
        assert list(map(str, session.actions)) == ["Hollow"]


@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_every_option_of_every_game_has_its_flag(game: AnyGame, capsys: pytest.CaptureFixture[str]) -> None:
    names = [flag.name for flag in flags_of(game)]
    assert len(set(names)) == len(names)
    assert cli.main(["play", game.id, "--help"]) == 0
    told = capsys.readouterr().out
    for field in fields_of(game):
        (about,) = re.findall(rf"^  {field.flag} (?:N|CHOICE)\n((?:      .*\n)+)", told, re.MULTILINE)
        assert f"({field.ruling})" in " ".join(about.split())
        assert "Usually: " in about
        for choice in field.choices:
            if field.low is None and choice.text:
                assert re.search(rf"^      {choice.text}\b", about, re.MULTILINE)
        for choice in field.choices:
            flags = [field.flag, choice.text] if choice.text else []
            assert cli.main(["play", game.id, "--players", str(game.seats[-1]), *flags]) == 2
            assert " takes " not in capsys.readouterr().err, "it may not fit the others, but it can be read"


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["play", "--help"], [*PLAY, "-h"], ["rules", "-h"]])
def test_help_is_plain_text(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 0
    told = capsys.readouterr().out
    assert told.startswith("Usage: cardtable")
    assert re.fullmatch(r"[\n -~]*", told)
    assert max(map(len, told.splitlines())) <= 100


def test_help_names_every_command_and_game(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["--help"])
    cli.main(["play", "--help"])
    told = capsys.readouterr().out
    for word in ("play", "rules", "completion", "--version", "--plain", *SHIPPED):
        assert re.search(rf"^  {word}\b", told, re.MULTILINE), word


def test_the_version_is_told_in_every_place(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--version"], ["play", "--version"], [*PLAY, "--version"]):
        assert cli.main(words) == 0
        assert re.fullmatch(r"(\d+\.\d+.*|unknown)\n", capsys.readouterr().out)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_a_completion_script_is_printed_and_nothing_is_installed(
    shell: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cli.main(["completion", shell]) == 0
    told = capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
    for word in ("completion", "exit-stage-right", "--hand-size", "after-each-single", "challenge", "deck"):
        assert word.removeprefix("--") in told


# The rules


def test_the_rules_are_listed_read_and_cited(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules"]) == 0
    listed = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())
    assert listed["exit-stage-right"] == "Exit Stage Right"
    assert tuple(listed) == page_names()
    assert cli.main(["rules", "Exit Stage Right"]) == 0
    assert capsys.readouterr().out == page_text(read_page("exit_stage_right.md"))
    assert cli.main(["rules", "es-6"]) == 0
    assert capsys.readouterr().out.startswith("ES-6: A Single face down needs a row that holds two or more Completes")


@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_every_game_has_its_page_under_its_own_name(game: AnyGame) -> None:
    assert read_page(game.page) == read_page(game.id)
    assert ruling(f"{game.prefix}-1")
    for field in fields_of(game):
        assert ruling(field.ruling)


@pytest.mark.parametrize("page", page_names())
def test_a_page_without_its_marks_says_the_same(page: str) -> None:
    told, source = unmarked(read_page(page)), read_page(page)
    assert not re.search(
        r"^#|\*\*|\]\(|^\||`", re.sub(r"^```.*?^```", "", told, flags=re.MULTILINE | re.DOTALL), re.MULTILINE
    )
    assert re.findall(r"\b[A-Z]{2}-\d+\b", told) == re.findall(r"\b[A-Z]{2}-\d+\b", source)
    for number in re.findall(r"^- ([A-Z]{2}-\d+)", source, re.MULTILINE):
        assert ruling(number) == ruling(number.lower())
        assert ruling(number).endswith((".", "?", '"', ")"))


def test_on_a_terminal_the_page_is_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for kind, laid_out in (("xterm-256color", True), ("dumb", False)):
        out = Terminal()
        monkeypatch.setattr("sys.stdout", out)
        monkeypatch.setenv("TERM", kind)
        assert cli.main(["rules", "deck"]) == 0
        assert ("\x1b[" in out.getvalue()) == laid_out
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
        (["--summary"], "Say of which game, as in: cardtable rules clash --summary."),
        (["notation", "-s"], "This page has no summary."),
        (["clahs", "-s"], "There is no rules page 'clahs'; did you mean clash?"),
    ],
)
def test_a_summary_that_is_not_there_is_refused(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["rules", *words]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_on_a_terminal_drawings_stay_whole(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_where_there_is_only_ascii_the_pages_are_drawn_with_it(page: str) -> None:
    environment = environ() | {"PYTHONIOENCODING": "ascii"}
    command = (sys.executable, "-m", "cardtable", "rules", page)
    told = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=30).stdout.decode("ascii")
    drawn = re.findall(r"^```board .*\n((?:(?!```).*\n)*)", read_page(page), re.MULTILINE)
    assert "?" not in "".join(line for line in told.splitlines() if re.match(r" {4}.*[|+]", line))
    assert told.count("In words: ") == len(drawn)


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
def test_only_what_is_needed_is_imported(words: str, wanted: set[str]) -> None:
    command = (sys.executable, "-c", LOADED, *words.split())
    done = subprocess.run(command, input=b"", capture_output=True, env=environ(), timeout=30, check=True)
    loaded = done.stderr.decode().splitlines()[-1].split()
    assert loaded[1] == ("2" if not words else "0")
    assert LIBRARIES & set(loaded) == wanted


# Where it runs


def test_a_game_in_a_pipe_is_played_and_told_how_to_go_on() -> None:
    done = started(*PLAY, "--seed", "K7QF2M9X", "--plain", typed=b"R\nfoo\n2\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().endswith("To go on with it:\ncardtable resume 1 --plain\n")


@pytest.mark.parametrize(
    "env",
    [
        {"TERM": "dumb", "LC_ALL": "C"},
        {"PYTHONIOENCODING": "ascii", "NO_COLOR": "1"},
        {"PYTHONIOENCODING": "latin-1"},
    ],
)
def test_what_the_terminal_cannot_show_is_a_question_mark(env: dict[str, str]) -> None:
    words = (*PLAY, "--name", "Zoë", "--name", "漢字", "--plain")
    done = started(*words, typed=b"\n1\n\xff\xfe\n", env=environ(**env))
    assert (done.returncode, done.stderr) == (0, b"")
    encoding = env.get("PYTHONIOENCODING", "utf-8")
    told = done.stdout.decode(encoding)
    assert f"At the table: {'Zoë, 漢字'.encode(encoding, 'replace').decode(encoding)}." in told


def test_neither_home_nor_terminal_type_is_needed() -> None:
    env = {name: value for name, value in environ().items() if name not in ("HOME", "TERM")}
    for words in ((*PLAY, "--plain"), ("rules", "deck"), ("--help",), ("--version",)):
        done = started(*words, env=env)
        assert (done.returncode, done.stderr) == (0, b"")
    assert b"No file can have that name." in started(*PLAY, "--plain", typed=b"save ~nobody-at-all/x\n", env=env).stdout


needs_sh = pytest.mark.skipif(os.name != "posix", reason="a POSIX shell")


@needs_sh
@pytest.mark.parametrize(
    ("script", "code", "told"),
    [
        ("cardtable play exit-stage-right --plain <&-", 0, ""),
        ("cardtable play exit-stage-right --plain >&- </dev/null", 0, ""),
        ("cardtable --help >&-; cardtable --version >&-", 0, ""),
        ("cardtable rules deck >&-", 0, ""),
        ("cardtable play zzz 2>&-", 2, ""),
        ("cardtable <&-", 2, r"The table needs a keyboard, .*\n"),
        ("cardtable play exit-stage-right 2>&1 >&- <&-", 2, ""),
    ],
)
def test_closed_streams_do_no_harm(script: str, code: int, told: str) -> None:
    done = in_a_shell(script)
    assert done.returncode == code
    assert re.fullmatch(told, done.stderr.decode())


@needs_sh
@pytest.mark.parametrize("words", ["rules exit-stage-right", "--help", "play exit-stage-right --plain", "--version"])
def test_a_broken_pipe_is_quiet(words: str) -> None:
    done = in_a_shell(f"{{ cardtable {words} </dev/null; echo $? >&2; }} | true")
    assert re.fullmatch(rb"(141|1|0)\n", done.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
@pytest.mark.parametrize("words", ["rules deck", "--help", "play exit-stage-right --plain", "--version"])
def test_a_full_disk_is_one_sentence(words: str) -> None:
    done = in_a_shell(f"cardtable {words} </dev/null >/dev/full")
    assert (done.returncode, done.stderr) == (1, b"The output cannot be written: No space left on device.\n")


@needs_sh
def test_an_interrupt_is_quiet() -> None:
    command = (sys.executable, "-m", "cardtable", *PLAY, "--plain")
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environ()) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if b"Your action:" in line:
                break
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, told = process.communicate(timeout=10)
    assert (process.returncode, out, told) == (130, b"", b"")


# Faults of our own

SECRET = "hollow-red-circle"


class Strange(BaseException):
    """As libraries in Rust raise it, which is no Exception."""


@pytest.mark.parametrize(
    "words",
    [
        "games",
        "resume",
        "export 1",
        "import game.json",
        "statistics",
        "daily --plain",
        "learn",
        "learn clash --plain",
        "play clash --plain",
        "--plain",
        "replay 1 --plain",
        "doctor --mend",
    ],
)
@pytest.mark.parametrize("error", [ValueError(SECRET), Strange(SECRET), PermissionError(13, SECRET, SECRET)], ids=repr)
def test_a_fault_ends_every_command_without_a_traceback_or_its_text(
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
    (tmp_path / "data" / "archive.sqlite3").touch()  # so that there is something to look at
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("cardtable.table.shelf.Shelf.__init__", fail)
    monkeypatch.setattr("cardtable.store.checkup.places", fail)
    code = cli.main(words.split())
    out, told = capsys.readouterr()
    assert SECRET not in out + told
    if words.startswith("doctor") and isinstance(error, Exception):  # one part of it fails, and the rest goes on
        assert code == 1
        return
    assert code == 1
    (log,) = (tmp_path / "data" / "log").iterdir()
    name = type(error).__name__
    assert (
        told == f"Cardtable stopped because of a fault of its own ({name}). What happened is written down in {log}.\n"
    )
    assert log.stat().st_mode & 0o777 == 0o600
    assert SECRET not in log.read_text("utf-8")


@needs_sh
@pytest.mark.parametrize("words", ["import", "replay", "play --record", "--record", "play wind-city --board"])
@pytest.mark.parametrize("kind", ["pipe", "folder", "socket", "loop", "unread", "/proc/kmsg", "/dev/zero", "/dev/tty"])
def test_what_is_no_ordinary_file_is_answered_by_one_sentence(
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
                server.bind(os.path.relpath(path))  # a socket's name is short
        case "loop":
            path.symlink_to(path)
        case "unread":
            path.write_text("{}")
            path.chmod(0)
    assert cli.main([*words.split(), str(path)]) == 2
    out, told = capsys.readouterr()
    assert out == ""
    assert told.count("\n") == 1
    assert re.match(r"(The .* is not an ordinary file|The .* cannot be read: |This |In this ).*\.\n", told)


@needs_sh
def test_a_file_that_has_nothing_to_say_yet_is_no_ordinary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As /proc/kmsg, which is ordinary by its kind, but cannot be read everywhere."""
    os.mkfifo(tmp_path / "kmsg")
    writer = os.open(tmp_path / "kmsg", os.O_RDWR)
    monkeypatch.setattr("cardtable.formats.strict_json.stat.S_ISREG", lambda mode: True)
    assert cli.main(["import", str(tmp_path / "kmsg")]) == 2
    assert capsys.readouterr() == ("", "The record is not an ordinary file.\n")
    os.close(writer)
