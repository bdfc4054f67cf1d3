"""`cardtable tournament`: line-ups, tables, the results file and wrong command lines."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cardtable import cli
from tests.players.bots import command

SHORT = ("clash", "--set", "target=0")


def run(*words: str) -> int:
    return cli.main(["tournament", *words])


ERRORS = {
    "": "Which game? The games are exit-stage-right, tradewinds, rummy-like, wind-city and clash.",
    "chess --players easy,hard": "There's no game 'chess'. The games are",
    "clash": "A tournament needs from 2 to 50 players, for example: --players easy,medium,hard.",
    "clash --players easy": "A tournament needs from 2 to 50 players",
    "clash --players easy,easy": "'easy' is in the list of players twice.",
    "clash --players easy,expert": "There's no player 'expert'. A player is easy, medium, hard, hard:1200, random or",
    "clash --players 'easy,program ./nothing-here'": "There's no program './nothing-here' that can be started.",
    "clash --players easy,hard --games 0": "--games must be a number from 1 to 1,000,000, not '0'.",
    "clash --players easy,hard --games many": "--games must be a number from 1 to 1,000,000, not 'many'.",
    "clash --players easy,hard --seats 3": "Clash is for 2 players, not 3.",
    "clash --players easy,hard --seats 1": "Clash is for 2 players, not 1.",
    "wind-city --players easy,hard --seats 1": "Wind City is for",
    "clash --players easy,hard --workers 0": "--workers must be a number from 1 to 1,024, not '0'.",
    "clash --players easy,hard --simulations 0": "--simulations must be a number from 1 to 100,000, not '0'.",
    "clash --players easy,hard --set target": "An option is written as name=value, not 'target'.",
    "clash --players easy,hard --set speed=5": "Clash has no option 'speed'",
    "clash --players easy,hard --set target=5 --set target=6": "You can set target only once.",
    "clash --players easy,hard --resume": "--resume needs --out, which names the file to continue.",
    "clash --players easy,hard --out no/folder.csv": "There's no folder for no/folder.csv.",
}


@pytest.mark.parametrize("words", ERRORS)
def test_a_wrong_command_line_gets_one_sentence(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*shlex.split(words)) == 2
    error = capsys.readouterr().err
    assert error.startswith(ERRORS[words])
    assert error.count("\n") == 1


def test_levels_and_programs_get_ratings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Check the tables, and that a program that never chose anything isn't rated as the player in its place."""
    good, bad = tmp_path / "good", tmp_path / "bad"
    good.mkdir()
    bad.mkdir()
    players = f"medium,program {command(good)},program {command(bad, 'sys.exit()')}"
    assert run(*SHORT, "--players", players, "--games", "2", "--workers", "1") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Clash, 2 players, target=0: 6 games."
    assert lines[3].split() == ["player", "rating", "interval", "results", "won", "games"]
    assert {line.split()[1] for line in lines[4:6]} == {"medium", "program"}
    assert all(line.endswith(" 4") for line in lines[4:6])
    assert sum("good/bot.py  " in line for line in lines[4:6]) == 1
    assert lines[6] == ""
    assert not any("bad/bot.py  " in line for line in lines)
    assert lines[-1].startswith("A medium player made all moves for ")
    assert ", so the results say nothing about " in lines[-1]
    assert "/bad/bot.py. The first reason: " in lines[-1]
    assert lines[-1].endswith("ended.")
    assert sum(line.startswith("A medium player made") for line in lines) == 1


def test_a_tournament_can_be_resumed_with_any_number_of_workers(capsys: pytest.CaptureFixture[str]) -> None:
    """The same games are played again, and none twice."""
    flags = [*SHORT, "--players", "easy,random", "--games", "12", "--out"]
    assert run(*flags, "whole.csv", "--workers", "1") == 0
    table = capsys.readouterr().out
    lines = Path("whole.csv").read_text().splitlines(keepends=True)
    assert len(lines) == 13
    Path("part.csv").write_text("".join(lines[:6]) + "clash,0,")
    assert run(*flags, "part.csv", "--workers", "2", "--resume") == 0
    assert untimed("part.csv") == untimed("whole.csv")
    assert capsys.readouterr().out == table
    assert run(*flags, "part.csv", "--resume") == 0
    assert untimed("part.csv") == untimed("whole.csv")


def untimed(path: str) -> list[str]:
    return [line.rpartition(",")[0] for line in Path(path).read_text().splitlines()]


def test_the_file_of_another_tournament_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    flags = [*SHORT, "--games", "2", "--workers", "1", "--out", "out.csv"]
    assert run(*flags, "--players", "easy,random") == 0
    before = Path("out.csv").read_text()
    capsys.readouterr()
    assert run(*flags, "--players", "easy,medium", "--resume") == 2
    assert "deal 0 has another value of `players`" in capsys.readouterr().err
    assert run(*flags, "--players", "easy,random") == 2
    assert capsys.readouterr().err.startswith("out.csv already exists.")
    assert Path("out.csv").read_text() == before


def test_games_played_together_and_games_of_three_have_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("tradewinds", "--players", "easy,random", "--games", "3", "--workers", "1") == 0
    assert "player   mean result" in capsys.readouterr().out
    assert run("wind-city", "--seats", "3", "--players", "easy,random", "--games", "1", "--workers", "1") == 0
    assert "Ratings in Elo" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")
@pytest.mark.parametrize("name", ["SIGINT", "SIGKILL"])
def test_a_stopped_tournament_leaves_no_process_and_whole_lines(name: str, tmp_path: Path) -> None:
    """Programs and workers end with it, and after Ctrl+C it shows the results so far."""
    number = getattr(signal, name)
    bot = command(tmp_path, "time.sleep(0.01); say('best ' + legal[0])")
    flags = [*SHORT, "--players", f"easy,program {bot}", "--games", "200", "--workers", "2", "--out", "out.csv"]
    words = [sys.executable, "-m", "cardtable", "tournament", *flags]
    host = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        wait_for(lambda: Path("out.csv").exists() and Path("out.csv").read_text().count("\n") > 3)
    finally:
        os.kill(host.pid, number)
        out, _ = host.communicate(timeout=60)
    assert host.returncode == (cli.INTERRUPTED if number == signal.SIGINT else -number)
    assert out.startswith("Clash, 2 players, target=0: ") == (number == signal.SIGINT)
    wait_for(lambda: not any(str(tmp_path / "bot.py") in line for line in command_lines()))
    found = Path("out.csv").read_text()
    assert found.endswith("\n")
    assert 4 <= found.count("\n") < 200


def wait_for(condition: Callable[[], object]) -> None:
    ends = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.05)


def command_lines() -> list[str]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_text())
        except OSError:
            continue
    return found


def test_plain_mode_reads_the_tables_in_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*SHORT, "--players", "easy,random", "--games", "4", "--plain") == 0
    title, _, first, second, _, *won = capsys.readouterr().out.splitlines()
    assert title == "Clash, 2 players, target=0: 4 games."
    assert re.fullmatch(r"player 1 \w+: rating: \+\d+; interval: .+ to \+\d+; results won: \d+%; games: 4\.", first)
    assert re.fullmatch(
        r"player 2 \w+: rating: minus \d+; interval: minus \d+ to .+; results won: \d+%; games: 4\.", second
    )
    assert [re.sub(r"\d+%", "N%", line) for line in won] == [
        f"{first.partition(':')[0]}: against 2: N%.",
        f"{second.partition(':')[0]}: against 1: N%.",
    ]
