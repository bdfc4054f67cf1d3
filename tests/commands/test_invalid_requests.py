"""Requests and files that the command line refuses, each with one sentence."""

from __future__ import annotations

import os
import re
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from cardtable import cli
from cardtable.engine.chance import DealCode
from cardtable.table.session import Session
from tests.commands.processes import ES, LINE, PLAY, posix, recorded

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
    "--plain paly": "There's no command 'paly'; did you mean play?",
    "--plain --plain play clash": "You can use --plain only once.",
    "--ascii play clash": "Can't show the table: … Run `cardtable play clash --plain` to play line by line.",
    "--players 2 play clash": "Put --players after the command; see cardtable play clash --help.",
    "play --seed K7QF-2M9X clash": "Put --seed after the command; see cardtable play clash --help.",
    "-s rules clash": "Put -s after the command; see cardtable rules --help.",
    "--zzz play clash": "There's no option --zzz; see cardtable --help.",
    "--ascii games --plain": "There's no option --ascii; see cardtable games --help.",
    "--zzz -- --help": "There's no option --zzz; see cardtable --help.",
    "play clash --theme": "--theme needs a value; see cardtable --help.",
    "--record": "--record needs a value; see cardtable --help.",
    "--record /no/such/file": "Can't read the record 'file': No such file or directory.",
    "--record /": "…he record …",
    "play exit-stage-rihgt": "There's no game 'exit-stage-rihgt'; did you mean exit-stage-right?",
    "play zzz": "There's no game 'zzz'. The games are …exit-stage-right….",
    "play rumy": "There's no game 'rumy'; did you mean rummy-like?",
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
    "host": "Which game? Name one, as in `cardtable host exit-stage-right`.",
    "host clash --players me,easy": "At a shared table, at least two seats are for people.",
    "host clash --name Ann --name Ben": "Give only your own name. The others give theirs when they join.",
    "join": "Which table? Type its code, as in `cardtable join K7QF-2M9X`. For a list of the tables, ….",
    "join K7QF": "'K7QF' isn't the code of a table. A code has 8 symbols, like K7QF-2M9X.",
    "join K7QF-2M9X": "There's no table with that code. Check the code; if it's right, the game has been deleted.",
    "join K7QF-2M9X --name \u202e": "A name needs a visible character.",
    "watch": "Which table? Type its code, as in `cardtable watch K7QF-2M9X`. For a list of the tables, ….",
    "watch K7QF-2M9X": "There's no table with that code. Check the code; if it's right, the game has been deleted.",
    "replay": "Which game? Give a file or a number from `cardtable games`.",
    "replay /no/such/file": "Can't read the record 'file': No such file or directory.",
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


GENERAL_FLAGS = (
    "--plain", "--ascii", "--large", "--record=RECORD", "--record RECORD", "--deal LINE", "--position FILE",
    "--theme nord", "--animation=off", "--card-style ascii", "--scale large", "--data FOLDER",
)  # fmt: skip


@pytest.mark.parametrize("flag", GENERAL_FLAGS)
@pytest.mark.parametrize("words", ["{0} play clash", "play {0} clash", "play clash {0}"])
def test_a_general_flag_works_before_and_after_the_command(
    words: str, flag: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = list[dict[str, object]]()
    monkeypatch.setenv("CARDTABLE_DATA", "")
    monkeypatch.setattr("cardtable.commands.play._play", lambda game, flags: calls.append({"game": game.id, **flags}))
    assert cli.main(words.format(flag).split()) == 0
    parts = re.fullmatch(r"--([\w-]+)(?:[ =](.+))?", flag)
    assert parts
    name, value = parts.groups()
    is_setting = name in ("large", "theme", "animation", "card-style", "scale", "data")
    assert calls == [{"game": "clash", **({} if is_setting else {name: value or True})}]


BAD_RECORDS = {
    "": "This record is empty.",
    "{": "This record is incomplete: .*|This record isn't valid JSON: .*",
    "[" * 100_000: r"This isn't a Cardtable record\.",
    "127.0.0.1 localhost": r"This isn't a Cardtable record\.",
    "Dear Ann": r"This isn't a Cardtable record\.",
    '{"format":' * 100_000: "This record is nested too deeply.|This record is .*",
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
        (("play", "--deal", "K7QF-2M9X"), "A deal code doesn't say which game it is for: type the game before it."),
        (("--deal", "clash, K7QF"), "A deal code has 8 symbols, like K7QF-2M9X, not 4.\n"),
        (("play", "--deal"), "--deal needs a value; see cardtable play --help.\n"),
        (("play", "--deal", "clash, K7QF-2M9X", "--record", "a.json"), "Use either --record or --deal, not both.\n"),
        ((*PLAY, "--deal", "clash, K7QF-2M9X"), "This is a deal of Clash, not of Exit Stage Right. Set up Clash to"),
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


# Files


@posix
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


@posix
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
