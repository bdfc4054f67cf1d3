"""Commands in their own processes: imports, streams, interrupts and crashes."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cardtable import cli
from tests.commands.processes import PLAY, environ, posix, recorded, run_in_process, run_in_shell

LIBRARIES = {"textual", "rich", "pydantic", "cyclopts", "cardtable"}


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


@posix
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


@posix
@pytest.mark.parametrize("words", ["rules exit-stage-right", "--help", "play exit-stage-right --plain", "--version"])
def test_a_broken_pipe_is_quiet(words: str) -> None:
    done = run_in_shell(f"{{ cardtable {words} </dev/null; echo $? >&2; }} | true")
    assert re.fullmatch(rb"(141|1|0)\n", done.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", ["rules deck", "--help", "play exit-stage-right --plain", "--version"])
def test_a_full_disk_gets_one_sentence(words: str) -> None:
    done = run_in_shell(f"cardtable {words} </dev/null >/dev/full")
    assert (done.returncode, done.stderr) == (1, b"Can't write the output: No space left on device.\n")


@posix
def test_an_interrupt_is_quiet() -> None:
    command = (sys.executable, "-m", "cardtable", *PLAY, "--plain")
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environ()) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if b"Your move:" in line:
                break
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=100)
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
