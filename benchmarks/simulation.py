"""Measure simulations: games per second, the cost of a second worker, and memory.

Rates are games per second of processor time in one process, so other load on the machine hardly matters.  Two workers
are compared with two separate runs of one worker each, which start at the same moment; the two kinds of run take turns,
and the page has the medians of the rounds.  Memory is the RSS of the program and of its worker processes, read when the
results file has so many rows.

Exit code 1 means that a target was missed.  Linux only.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from cardtable.games import GAMES
from cardtable.lab.simulation.csv_file import CsvFile
from cardtable.lab.simulation.plan import make_plan
from cardtable.lab.simulation.play import play_deals
from cardtable.lab.simulation.summary import Summary

PLAYERS = ("random", "easy", "medium", "hard")
FAST = ("tradewinds", "--players", "random")
"""The simulation with the shortest games, in which the exchange between processes matters most."""
SLOW = ("clash", "--players", "easy,medium")
MIN_SHARE = 0.9
"""The target for the throughput of two workers, relative to two separate runs."""
MAX_GROWTH = 5.0
"""How much memory may grow from a quarter of the games to all of them, in MB."""


class Rate(NamedTuple):
    """The speed of a simulation in one process."""

    game: str
    seats: int
    players: str
    games_per_second: float


class Comparison(NamedTuple):
    """A round of two separate runs, and of one run with two workers."""

    simulation: str
    separate: float
    """Games per second."""
    together: float
    separate_cpu: float
    """Milliseconds of processor time for a game."""
    together_cpu: float


class Memory(NamedTuple):
    """The memory of a run after so many games, in MB."""

    games: int
    program: float
    workers: float


def rates(seconds: float) -> Iterator[Rate]:
    """Yield the speed of each game with each kind of player."""
    for game in GAMES.values():
        seats = 3 if 3 in game.seats else game.seats[0]
        for players in PLAYERS:
            plan = make_plan(game, players=players, seats=seats, games=1 << 30)
            deal, elapsed = 0, 0.0
            while elapsed < seconds:
                began = time.process_time()
                play_deals(plan, range(deal, deal + 1))
                elapsed += time.process_time() - began if deal else 0.0  # the first game imports modules
                deal += 1
            yield Rate(game.title, seats, players, (deal - 1) / elapsed)


def writer_rate(games: int) -> float:
    """Return how many games per second the main process can count and write, without playing them."""
    plan = make_plan("tradewinds", players="random", games=games)
    results, summary = play_deals(plan, range(games)), Summary(plan)
    with tempfile.TemporaryDirectory() as folder:
        file = CsvFile(Path(folder, "results.csv"), plan)
        file.open()
        began = time.process_time()
        for game in results:
            summary.add([game])
        file.write(results)
        elapsed = time.process_time() - began
        file.close(is_complete=True)
    return games / elapsed


def compare(simulation: Sequence[str], games: int) -> Comparison:
    """Play the same games in two separate runs and in one run with two workers."""
    halves = [("--games", str(games // 2), "--first-deal", str(first)) for first in (0, games // 2)]
    one = _measure([(*simulation, *half, "--workers", "1") for half in halves])
    two = _measure([(*simulation, "--games", str(games), "--workers", "2")])
    each = 1000 / games
    return Comparison(" ".join(simulation), games / one[0], games / two[0], one[1] * each, two[1] * each)


def _measure(runs: Sequence[Sequence[str]]) -> tuple[float, float]:
    """Start runs at the same moment; return how long the slowest has played, and the processor time of all."""
    with tempfile.TemporaryDirectory() as folder:
        processes = [_start([*run, "--out", f"{folder}/{at}.csv"]) for at, run in enumerate(runs)]
        played, used = 0.0, 0.0
        for process in processes:
            assert process.stderr is not None
            found = re.search(r"in ([\d,.]+) seconds", process.stderr.read())
            assert found is not None, "the run has failed"
            played = max(played, float(found[1].replace(",", "")))
            _, _, usage = os.wait4(process.pid, 0)
            process.returncode = 0
            used += usage.ru_utime + usage.ru_stime
    return played, used


def memory(games: int) -> list[Memory]:
    """Return the memory of a run with two workers after a quarter of the games and near the end."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "results.csv")
        process = _start([*FAST, "--games", str(games), "--workers", "2", "--out", str(path)])
        rows = _count_rows(path)
        for mark in (games // 4, games - games // 20):
            while next(rows) < mark:
                time.sleep(0.2)
            program, *workers = [_rss(pid) for pid in (process.pid, *_children(process.pid))]
            found.append(Memory(mark, program, sum(workers)))
        process.communicate()
    return found


def _start(arguments: Sequence[str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "cardtable", "simulate", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def _count_rows(path: Path) -> Iterator[int]:
    """Yield the number of rows in the file now, without reading it again from the start."""
    while not path.exists():
        yield 0
    rows = -1
    with path.open("rb") as file:
        while True:
            rows += sum(part.count(b"\n") for part in iter(lambda: file.read(1 << 20), b""))
            yield rows


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _rss(pid: int) -> float:
    """Return the memory of a process in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("rates", "writer", "workers", "memory"), help="measure only this")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of the comparison (default: 5)")
    parser.add_argument("--games", type=int, default=200_000, help="games for memory (default: 200,000)")
    parser.add_argument("--quick", action="store_true", help="a short run, to see that it works")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args()
    scale = 0.02 if given.quick else 1.0
    figures: dict[str, object] = {}
    is_met = True
    if given.only in (None, "rates"):
        figures["rates"] = [each._asdict() for each in rates(4 * scale)]
    if given.only in (None, "writer"):
        figures["writer"] = writer_rate(int(50_000 * scale))
    if given.only in (None, "workers"):
        for name, simulation, games in (("fast", FAST, 60_000), ("slow", SLOW, 4_000)):
            found = [compare(simulation, int(games * scale)) for _ in range(1 if given.quick else given.rounds)]
            share = median(each.separate_cpu / each.together_cpu for each in found)
            figures[name] = {
                "separate, games per second": median(each.separate for each in found),
                "together, games per second": median(each.together for each in found),
                "together / separate": median(each.together / each.separate for each in found),
                "processor time, separate / together": share,
            }
            is_met = is_met and (given.quick or share >= MIN_SHARE)
    if given.only in (None, "memory"):
        found_memory = memory(int(given.games * scale))
        figures["memory"] = [each._asdict() for each in found_memory]
        growth = sum(found_memory[1][1:]) - sum(found_memory[0][1:])
        is_met = is_met and (given.quick or growth <= MAX_GROWTH)
    print(json.dumps(figures, indent=None if given.json else 2))
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())
