"""`cardtable simulate`: its summary and files, invalid requests, and what an interrupted run leaves behind."""

from __future__ import annotations

import csv
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardtable import cli, load_record, open_session
from cardtable.formats.computers import Computer, ProgramAtSeat
from tests.commands.processes import posix

LONGEST = Path(__file__).parents[2] / "examples" / "programs" / "longest.py"

RANDOM = ("simulate", "tradewinds", "--players", "random")
STOPPED = "Stopped. To go on, add --resume to the same command.\n"
KINDS = "A player is easy, medium, hard, hard:1200, random or program ./mybot."

# The expected sentence; … matches anything.
ERRORS = {
    "": "Which game? For example: cardtable simulate clash --players hard,easy",
    "clahs": "There's no game 'clahs'; did you mean clash?",
    "clash --games 0": "--games must be a number from 1 to 1,099,511,627,776, not '0'.",
    "clash --games many": "--games must be a number from 1 to 1,099,511,627,776, not 'many'.",
    "clash --players me,easy": f"There's no player 'me'. {KINDS}",
    "clash --players \x1b[2J": f"There's no player '[2J'. {KINDS}",
    "clash --seats 3": "Clash is for 2 players, not 3.",
    "clash --set tarqet=1": "Clash has no option 'tarqet'; it has target and first.",
    "clash --set target": "An option is written as name=value, not 'target'.",
    "clash --set target=1 target=2": "You can set target only once.",
    "clash --set preset=zzz": "Clash has no preset 'zzz'. Its presets are by-the-book and single-round.",
    "wind-city --set board=/no/such/file": "Can't read the board file 'file': No such file or directory.",
    "clash --compare medium,medium": "There is nothing to compare: the players and the options are the same.",
    "clash --until-clear": "--until-clear needs --compare, which names what to compare with.",
    "clash --compare easy --measure moves": "--measure works only with --until-clear.",
    "clash --compare easy --until-clear --measure luck": "--measure must be wins, points, margin or moves, not 'luck'.",
    "clash --workers 0": "--workers must be a number from 1 to 1,024, not '0'.",
    "clash --out results.csv --resume --records x": "--records starts a new file, so it can't be used with --resume.",
    "clash --records /no/such/x": "Can't write /no/such/x: No such file or directory.",
    "clash --resume": "--resume needs --out, which names the file to continue.",
    "clash --out results.txt": "--out needs a name that ends in .csv, not results.txt.",
    "clash --out /no/such/results.csv": "There's no folder for /no/such/results.csv.",
    "clash --hard": "There's no option --hard; see cardtable simulate --help.",
}


@pytest.mark.parametrize("words", ERRORS, ids=lambda words: words.encode("ascii", "replace").decode() or "nothing")
def test_an_invalid_request_gets_one_sentence(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert (out, err[-1:]) == ("", "\n")
    assert re.fullmatch(re.escape(ERRORS[words]).replace("…", ".*"), err[:-1]), err
    assert not list(Path.cwd().glob("results*"))


def test_a_simulation_is_written_summarized_and_extended(capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["simulate", "clash", "--players", "medium,random", "--set", "target=0", "--workers", "1", "--out", "r.csv"]
    assert cli.main([*flags, "--games", "20"]) == 0
    out, err = capsys.readouterr()
    assert re.fullmatch(
        r"Clash: 20 games, deals 0 to 19\n\n"
        r"2 players, target=0\n"
        r"  player +wins +points\n"
        r"  seat 1, medium  \d+\.\d% \[\d+\.\d–\d+\.\d\] +-?\d+\.\d\d ± \d+\.\d\d\n"
        r"  seat 2, random  .*\n"
        r"  margin .*\n"
        r"(  nobody won .*\n)?"
        r"  moves .*\n",
        out,
    )
    assert re.fullmatch(r"Played 20 games in \d+\.\d seconds, [\d,]+\.\d per second\.\n", err)
    before = Path("r.csv").read_bytes()
    assert cli.main([*flags, "--games", "20"]) == 2
    refusal = "r.csv already exists. Choose another name, or continue it with --resume.\n"
    assert capsys.readouterr() == ("", refusal)
    assert cli.main([*flags, "--games", "20", "--resume"]) == 0
    assert capsys.readouterr() == (out, "")
    assert cli.main([*flags, "--games", "10", "--resume"]) == 2
    refusal = "r.csv already has more games than you ask for. Ask for more, or choose another file.\n"
    assert capsys.readouterr() == ("", refusal)
    assert Path("r.csv").read_bytes() == before
    assert cli.main([*flags, "--games", "30", "--resume"]) == 0
    assert capsys.readouterr().err.startswith("Played 10 games in ")
    assert deals(Path("r.csv")) == list(range(30))


def test_records_are_those_of_the_games_and_can_be_replayed(capsys: pytest.CaptureFixture[str]) -> None:
    program = f"program {sys.executable} {LONGEST}"
    players = ["--players", f"hard:8,{program}", "--rotate", "--set", "target=0"]
    assert cli.main(["simulate", "clash", *players, "--games", "4", "--out", "r.csv", "--records", "r.jsonl"]) == 0
    results = list(csv.DictReader(Path("r.csv").read_text("utf-8").splitlines()))
    lines = Path("r.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == len(results) == 4
    for line, result in zip(lines, results, strict=True):
        record = load_record(line)
        session = open_session(record)
        assert session.outcome is not None
        assert (str(record.deal_code), len(record.actions)) == (result["code"], int(result["moves"]))
        assert " ".join(map(str, session.outcome.points)) == result["points"]
    found = load_record(lines[0]).computers
    assert found == (Computer("hard", 8), ProgramAtSeat("medium", 1, program.removeprefix("program ")))
    Path("game.json").write_text(lines[0], "utf-8")
    capsys.readouterr()
    assert cli.main(["replay", "game.json", "--plain", "--all"]) == 0
    assert "(hard)" in capsys.readouterr().out
    assert cli.main(["simulate", "clash", "--records", "r.jsonl"]) == 2
    assert capsys.readouterr().err == "r.jsonl already exists. Choose another name.\n"


def test_a_clear_difference_ends_the_simulation_at_the_same_deal_with_any_workers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    flags = [*RANDOM, "--compare", "medium", "--until-clear", "--games", "5000"]
    assert cli.main([*flags, "--workers", "1", "--out", "one.csv"]) == 0
    out = capsys.readouterr().out
    assert cli.main([*flags, "--workers", "2", "--out", "two.csv"]) == 0
    assert capsys.readouterr().out == out
    assert "is clear after" in out
    assert deals(Path("one.csv")) == deals(Path("two.csv"))
    assert len(deals(Path("one.csv"))) < 1000
    assert cli.main([*flags, "--out", "one.csv", "--resume"]) == 0
    assert capsys.readouterr() == (out, "")


def test_a_difference_without_an_interval_yet_says_how_many_deals_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*RANDOM, "--compare", "medium", "--until-clear", "--measure", "points", "--games", "20"]) == 0
    assert "points isn't clear after 20 deals.\nAt least 200 deals are needed.\n" in capsys.readouterr().out


def test_a_terminal_shows_how_many_games_are_finished(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    flags = [*RANDOM, "--games", "300", "--workers", "1"]
    assert cli.main([*flags, "--plain"]) == 0
    assert capsys.readouterr().err.startswith("Played 300 games in ")
    assert cli.main(flags) == 0
    assert re.search(r"300 of 300 games .* per second .* left", capsys.readouterr().err)


def deals(path: Path) -> list[int]:
    with path.open(encoding="utf-8", newline="") as file:
        return [int(row["deal"]) for row in csv.DictReader(file)]


# Interruptions
def start(path: Path, *flags: str, size_limit: int | None = None) -> subprocess.Popen[str]:
    """Start a long simulation in another process."""

    def limit() -> None:
        import resource

        assert size_limit is not None
        resource.setrlimit(resource.RLIMIT_FSIZE, (size_limit, size_limit))

    return subprocess.Popen(
        [sys.executable, "-m", "cardtable", *RANDOM, "--games", "1000000", "--out", str(path), *flags],
        env=os.environ | {"PYTHONUTF8": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=None if size_limit is None else limit,  # noqa: PLW1509  no thread is running
    )


def wait_for_rows(path: Path) -> None:
    end = time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") < 20:
        assert time.monotonic() < end
        time.sleep(0.02)


def check_resumed(path: Path) -> None:
    """Go on with a file for a few games, and compare it with a run that wasn't interrupted."""
    games = str(len(path.read_bytes().splitlines()) + 20)
    whole = path.with_name("whole.csv")
    for each, flag in ((path, ("--resume",)), (whole, ())):
        assert cli.main([*RANDOM, "--games", games, "--workers", "1", "--out", str(each), *flag]) == 0
    assert untimed(path) == untimed(whole)


def untimed(path: Path) -> list[str]:
    return [line.rpartition(",")[0] for line in path.read_text("utf-8").splitlines()]


@posix
@pytest.mark.parametrize(("number", "workers"), [(signal.SIGINT, "2"), (signal.SIGTERM, "1")])
def test_an_interrupted_run_tells_its_results_and_how_to_go_on(
    number: signal.Signals, workers: str, tmp_path: Path
) -> None:
    path = tmp_path / "results.csv"
    process = start(path, "--workers", workers)
    wait_for_rows(path)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (128 + number, STOPPED)
    done = deals(path)
    assert out.startswith(f"Tradewinds: {len(done):,} games, deals 0 to {done[-1]:,}\n")
    check_resumed(path)


@posix
def test_a_killed_run_loses_nothing_that_was_written(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    process = start(path, "--workers", "1")
    wait_for_rows(path)
    process.kill()
    process.communicate()
    check_resumed(path)


@posix
def test_a_full_disk_is_one_sentence_and_leaves_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    process = start(path, "--workers", "1", size_limit=20_000)
    out, err = process.communicate(timeout=100)
    assert (process.returncode, out) == (2, "")
    assert err == f"Can't write results.csv: File too large. {STOPPED.removeprefix('Stopped. ')}"
    assert path.read_bytes().endswith(b"\n")
    check_resumed(path)
