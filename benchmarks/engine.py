"""Measure the speed of the rules engine, next to other engines for card games in Python.

Every engine plays whole games with random actions.  In each round, every engine plays for a short time, so other load
on the machine affects all of them alike.  The results are medians of the rounds, in processor time; a ratio is the
median of the rounds' ratios.

A *decision* is one choice of a player: list the legal actions, pick one and apply it.  Our engine keeps the old state,
and a playout builds no events; the other engines change one state in place.  Set-up and chance count for every engine:
ours shuffles during set-up, OpenSpiel deals card by card at chance nodes.  All of them pick with the same fast
`random.Random.random()`.  Engines that aren't installed are left out with a message.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
from random import Random
from statistics import median
from typing import Any

from engine_costs import copy_costs, costs, import_costs
from engines import BASELINE, Benchmark, all_benchmarks


def machine() -> str:
    """Return a general description of the machine."""
    return f"{os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}"


def run_rounds(benchmarks: list[Benchmark], seconds: float, rounds: int) -> None:
    """Run each benchmark for this many seconds in all, after a warm-up round that doesn't count."""
    random = Random(1)
    gc.collect()
    gc.freeze()  # the garbage collector needn't scan the imported modules
    for at in range(rounds + 1):
        for benchmark in benchmarks:
            benchmark.run(seconds / rounds, random)
            if at == 0:
                benchmark.rates.clear()


def ratio(benchmark: Benchmark, baseline: Benchmark | None) -> float | None:
    """Return the median of a benchmark's speed relative to the baseline in the same round."""
    if baseline is None:
        return None
    return median(rate / other for rate, other in zip(benchmark.rates, baseline.rates, strict=True))


def speeds(benchmarks: list[Benchmark]) -> list[dict[str, Any]]:
    """Return the results of the benchmarks."""
    baseline = next((each for each in benchmarks if each.name == BASELINE), None)
    return [
        {
            "name": each.name,
            "target": each.target,
            "decisions_per_second": median(each.rates),
            "ratio": ratio(each, baseline),
            "decisions_per_game": each.decisions / each.games,
        }
        for each in benchmarks
    ]


def verdict(speed: list[dict[str, Any]]) -> str:
    """Return which of our games meet their targets."""
    ours = [each for each in speed if each["target"] is not None]
    if any(each["ratio"] is None for each in ours):
        return f"The baseline, {BASELINE}, isn't installed, so there is nothing to compare with."
    lines = (
        f"{'met' if each['ratio'] >= each['target'] else 'MISSED':8}{each['name']:28}"
        f"{each['ratio']:.2f} of {each['target']:.2f} x baseline"
        for each in ours
    )
    return "\n".join(lines)


def print_results(results: dict[str, Any]) -> None:
    """Print the results as tables."""
    print(f"{results['machine']}; processor time, medians of {results['rounds']} rounds\n")
    print(f"{'':36}{'decisions/s':>12}{'x baseline':>13}{'per game':>12}")
    for each in results["speed"]:
        part = f"{each['ratio']:.2f}" if each["ratio"] is not None else "-"
        print(f"{each['name']:36}{each['decisions_per_second']:>12,.0f}{part:>13}{each['decisions_per_game']:>12.0f}")
    print(f"\n{'µs per call':36}{'legal':>12}{'apply':>13}{'view':>12}")
    for each in results["costs"]:
        print(f"{each['name']:36}{each['legal']:>12.2f}{each['apply']:>13.2f}{each['view']:>12.2f}")
    print("\nµs to keep a state before an action")
    for name, cost in results["copies"]:
        print(f"{name:61}{cost:>12.2f}")
    print("\nms of processor time to import")
    for name, cost in results["imports"]:
        print(f"{name:61}{cost:>12.1f}")
    print("", *results["missing"], results["verdict"], sep="\n")


def main() -> None:
    """Run the benchmarks and print the results."""
    parser = argparse.ArgumentParser(description="Measure the speed of the rules engine, next to other engines.")
    parser.add_argument("--seconds", type=float, default=4.0, help="for each benchmark, over all rounds (default: 4)")
    parser.add_argument("--quick", action="store_true", help="a tenth of the work, to see that it runs")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    seconds, rounds, runs = (arguments.seconds / 10, 3, 3) if arguments.quick else (arguments.seconds, 15, 11)

    benchmarks, missing = all_benchmarks()
    run_rounds(benchmarks, seconds, rounds)
    speed = speeds(benchmarks)
    results = {
        "machine": machine(),
        "rounds": rounds,
        "speed": speed,
        "costs": [vars(each) for each in costs(games=rounds, rounds=rounds)],
        "copies": list(copy_costs()),
        "imports": list(import_costs(runs)) if hasattr(os, "wait4") else [],
        "missing": missing,
        "verdict": verdict(speed),
    }
    if arguments.json:
        print(json.dumps(results, indent=1))
    else:
        print_results(results)


if __name__ == "__main__":
    main()
