"""Measure whether memory stays flat and keys stay fast over 20,000 keys.

The real program runs in a pseudo-terminal and plays the same *round* of about 180 keys again and again: it moves the
cursor and plays cards, picks actions from the list, reads the rules, the help and the log, watches the replay, and
works on a lesson.  When a game ends, a new deal follows, so there are dozens of games.  After each round, always back
at the table, the benchmark reads memory (RSS) and processor time from Linux.

During the first 2,000 keys the program imports modules and fills its caches.  After that, memory may grow by at most
3 MB, and a key at the end must not cost more than it did then.

Exit code 1 means that a target was missed.  Linux only.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import quantiles

from screen import CTRL_Q, ENTER, LEFT, RIGHT, TABLE, WANDER, Target, Terminal

KEYS, QUICK_KEYS = 20_000, 800
WARM_UP_KEYS = 2_000
MAX_GROWTH = 3.0
"""The growth of memory after the warm-up, in MB."""
MAX_COST_RATIO = 1.1
"""The cost of a key in the last quarter, relative to the first quarter after the warm-up; 0.1 is noise."""
KEYS_QUIET, ESCAPE_QUIET, ROUND_QUIET = 0.1, 0.15, 0.8
"""Seconds without output to wait for: usually, after Escape (which looks like the start of an arrow key), and before
memory is read."""

ESCAPE = "\x1b"
PARTS: tuple[tuple[tuple[str, ...], int], ...] = (
    ((*WANDER, ENTER) * 16, 0),
    (("/", ENTER) * 8, 1),
    (("r", " ", " ", " ", "b"), 1),
    (("?", "k", " ", " "), 2),
    (("l", " ", "b"), 1),
    (("w", LEFT, LEFT, LEFT, RIGHT, RIGHT, "v", "1"), 2),
    (("\x10", *"learn a game", ENTER), 0),
    ((ENTER, ENTER, ENTER, ENTER, "h", "s", "n", "w"), 4),
    ((ENTER, "n"), 0),
)
"""The keys of each part of a round, sent at once, and the number of Escapes that close what they opened.  The last part
asks for a new deal if the game has ended; otherwise it plays a card."""


@dataclass
class Sample:
    """Memory and processor time after a round."""

    keys: int
    megabytes: float
    cpu_ms: float
    """Processor time per key in the round just played."""


def soak(keys: int, home: Path) -> list[Sample]:
    """Play rounds until this many keys have been pressed, and return a sample for each."""
    _, command, sign = TABLE
    terminal = Terminal(command, 80, 24, home)
    terminal.wait_for(sign)
    samples: list[Sample] = []
    pressed = 0
    while pressed < keys:
        before, cpu = pressed, terminal.cpu()
        pressed += _play_round(terminal)
        samples.append(Sample(pressed, terminal.megabytes(), (terminal.cpu() - cpu) * 1000 / (pressed - before)))
    terminal.send(CTRL_Q)
    terminal.end()
    return samples


def _play_round(terminal: Terminal) -> int:
    """Play a round and return its number of keys."""
    for keys, escapes in PARTS:
        _press(terminal, "".join(keys), KEYS_QUIET)
        for _ in range(escapes):
            _press(terminal, ESCAPE, ESCAPE_QUIET)
    terminal.settle(ROUND_QUIET)
    return sum(len(keys) + escapes for keys, escapes in PARTS)


def _press(terminal: Terminal, keys: str, quiet: float) -> None:
    terminal.send(keys)
    terminal.settle(quiet)
    terminal.output.clear()


# Results


def cost(samples: list[Sample]) -> float:
    """Return the cost of a key in these rounds in ms: the lower quartile, because other load only ever adds to it."""
    return quantiles((sample.cpu_ms for sample in samples), n=4)[0] if len(samples) > 1 else samples[0].cpu_ms


def targets(samples: list[Sample]) -> list[Target]:
    """Return the targets with their results; none if there are too few rounds after the warm-up."""
    warm = [sample for sample in samples if sample.keys >= WARM_UP_KEYS]
    if len(warm) < 8:
        return []
    quarter = len(warm) // 4
    growth = max(sample.megabytes for sample in warm) - warm[0].megabytes
    ratio = cost(warm[-quarter:]) / cost(warm[:quarter])
    return [
        Target(f"growth after {WARM_UP_KEYS:,} keys", growth, MAX_GROWTH, "MB"),
        Target("key at the end / after the warm-up", ratio, MAX_COST_RATIO, "x"),
    ]


def print_results(samples: list[Sample], results: list[Target]) -> None:
    """Print about twenty of the samples and the targets."""
    print(f"{'keys':>8}{'MB':>8}{'CPU ms per key':>16}")
    step = max(1, len(samples) // 20)
    for at in range(0, len(samples), step):
        rounds = samples[at : at + step]
        print(f"{rounds[-1].keys:>8,}{rounds[-1].megabytes:>8.1f}{cost(rounds):>16.2f}")
    for target in results:
        verdict = "MISSED" if target.missed else "met"
        print(f"{verdict:8}{target.name:42}{target.value:>10.2f} of {target.limit:g} {target.unit}")


def main() -> int:
    """Measure, print the results, and return the exit code."""
    parser = argparse.ArgumentParser(description="Check that memory and the cost of a key stay constant at the table.")
    parser.add_argument("--keys", type=int, default=KEYS, help="the number of keys to press (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="a few rounds, to see that it runs")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    if sys.platform != "linux":
        print("This reads /proc, so it needs Linux.")
        return 0
    with tempfile.TemporaryDirectory() as home:
        samples = soak(QUICK_KEYS if arguments.quick else arguments.keys, Path(home))
    results = targets(samples)
    if arguments.json:
        print(json.dumps({"samples": list(map(asdict, samples)), "targets": list(map(asdict, results))}, indent=1))
    else:
        print_results(samples, results)
    return 1 if any(target.missed for target in results) else 0


if __name__ == "__main__":
    sys.exit(main())
