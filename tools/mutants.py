"""Measure how many mutants of each game's rules its tests kill, with the mutation tester mutmut.

Run as `python -m tools.mutants [--game GAME] [--jobs N] [NAME ...]`; a NAME is a mutant of mutmut and may contain `*`.
Some survivors can't be killed, because the mutant behaves the same, so survivors aren't errors.
The changed copies of the project stay in `build/mutants`.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[1]
GAMES = Path("src/cardtable/engine/games")
BUILD = ROOT / "build/mutants"
KILLED = ("killed", "timeout", "segfault")
RECHECK_SECONDS = 600
CACHED = re.compile(r"^@cache\b.*\n", re.MULTILINE)


def main(arguments: list[str]) -> None:
    games = sorted(path.parent.name for path in (ROOT / GAMES).glob("*/rules.py"))
    parser = argparse.ArgumentParser(prog="python -m tools.mutants")
    parser.add_argument("--game", choices=games)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args(arguments)
    chosen = [options.game] if options.game else games
    for game in chosen:
        measure(game, options.names, options.jobs)


def measure(game: str, names: list[str], jobs: int) -> None:
    """Run the mutants of one game, and print the survivors and the score."""
    folder = copy_project(game)
    subprocess.run([*mutmut("run", "--max-children", str(jobs)), *names], cwd=folder, check=True)
    verdicts = read_verdicts(folder)
    doubtful = [name for name, verdict in verdicts.items() if verdict not in KILLED]
    print(f"{game}: checking {len(doubtful)} mutants again, each in a new process", flush=True)
    if doubtful and not survives(folder / "mutants", game, ""):
        raise SystemExit(f"{game}: the tests fail without any change. Run them in {folder / 'mutants'} to see why.")
    with ThreadPoolExecutor(jobs) as pool:
        survived = list(pool.map(partial(survives, folder / "mutants", game), doubtful))
    survivors = [name for name, alive in zip(doubtful, survived, strict=True) if alive]
    for name in survivors:
        subprocess.run(mutmut("show", name), cwd=folder, check=True)
    print(f"{game}: {len(verdicts) - len(survivors)} of {len(verdicts)} mutants killed", flush=True)
    for name in survivors:
        print(f"  survived: {name}", flush=True)


def copy_project(game: str) -> Path:
    """Copy the project without caches in the rules, and configure mutmut for the game and its tests.

    mutmut skips decorated functions, and a cached result would hide a mutant that is called from there.
    """
    folder = BUILD / game
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("src", "rules", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (folder / GAMES / game).glob("*.py"):
        path.write_text(CACHED.sub("", path.read_text("utf-8")), "utf-8")
    ours = f'only_mutate = ["{GAMES.as_posix()}/{game}/*"]\npytest_add_cli_args_test_selection = {tests_of(game)}\n'
    settings = (ROOT / "pyproject.toml").read_text("utf-8")
    (folder / "pyproject.toml").write_text(settings.replace("[tool.mutmut]\n", "[tool.mutmut]\n" + ours), "utf-8")
    return folder


def tests_of(game: str) -> list[str]:
    """Return the game's tests, except those that need the caches."""
    files = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests/games").glob(f"test_{game}_*.py"))
    return [*files, f"tests/examples/test_{game}.py", "-k", "not created_once"]


def mutmut(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "mutmut", *arguments]


def read_verdicts(folder: Path) -> dict[str, str]:
    """Return mutmut's verdict on each mutant that it ran."""
    command = mutmut("results", "--all", "true")
    lines = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.splitlines()
    pairs = (line.strip().split(": ", 1) for line in lines if line.strip())
    return {name: verdict for name, verdict in pairs if verdict != "not checked"}


def survives(copy: Path, game: str, name: str) -> bool:
    """Return whether all tests of the game pass with this mutant in a new process.

    mutmut forks after importing the rules, so it never runs mutants of functions that are called on import, and only
    one test checks a function that is called once.
    """
    environment = os.environ | {"MUTANT_UNDER_TEST": name, "PYTHONPATH": "src"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests_of(game)]
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, timeout=RECHECK_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


if __name__ == "__main__":
    main(sys.argv[1:])
