"""Measure whether memory stays flat and keys stay fast over 20,000 keys.

The real program runs in a pseudo-terminal and plays the same *round* of about 180 keys again and again: it moves the
cursor and plays cards, picks actions from the list, reads the rules, the help and the log, watches the replay, and
works on a lesson.  When a game ends, a new deal follows, so there are dozens of games.  After each round, always back
at the table, the benchmark reads memory (RSS) and processor time from Linux.

The program has 2,000 keys to import what it needs and to fill its caches.  After that, memory may grow by 3 MB at most,
and a key must not cost more at the end than it did then.

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
WARM_KEYS = 2_000
MOST_GROWTH = 3.0
"""MB that memory may grow by after the warm-up."""
MOST_COST = 1.1
"""How many times the cost of a key just after the warm-up it may cost in the last quarter; the rest is noise."""
DRAWN_SECONDS, ESCAPE_SECONDS, REST_SECONDS = 0.1, 0.15, 0.8
"""How long to wait for more output: usually, after Escape (which looks like the start of an arrow key), and before
memory is read."""

ESCAPE = "\x1b"
CHAPTERS: tuple[tuple[tuple[str, ...], int], ...] = (
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
"""The keys of a round, one write for each chapter, and how many Escapes close what it opened.  The last chapter asks
for a new deal if the game has ended; otherwise it plays a card."""


@dataclass
class Sample:
    """Memory and processor time after a round."""

    keys: int
    megabytes: float
    cpu_ms: float
    """Processor time per key in the round just played."""


def soak(keys: int, home: Path) -> list[Sample]:
    """Play rounds until so many keys were pressed; return a sample for each."""
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
    """Play a round; return the number of keys."""
    for keys, escapes in CHAPTERS:
        _press(terminal, "".join(keys), DRAWN_SECONDS)
        for _ in range(escapes):
            _press(terminal, ESCAPE, ESCAPE_SECONDS)
    terminal.settle(REST_SECONDS)
    return sum(len(keys) + escapes for keys, escapes in CHAPTERS)


def _press(terminal: Terminal, keys: str, quiet: float) -> None:
    terminal.send(keys)
    terminal.settle(quiet)
    terminal.output.clear()


# Told


def cost(samples: list[Sample]) -> float:
    """Return what a key costs in these rounds, in ms: the lower quartile, since other programs only ever add to it."""
    return quantiles((sample.cpu_ms for sample in samples), n=4)[0] if len(samples) > 1 else samples[0].cpu_ms


def targets(samples: list[Sample]) -> list[Target]:
    """List the targets with what was found; there are none without enough rounds after the warm-up."""
    warm = [sample for sample in samples if sample.keys >= WARM_KEYS]
    if len(warm) < 8:
        return []
    quarter = len(warm) // 4
    growth = max(sample.megabytes for sample in warm) - warm[0].megabytes
    ratio = cost(warm[-quarter:]) / cost(warm[:quarter])
    return [
        Target(f"growth after {WARM_KEYS:,} keys", growth, MOST_GROWTH, "MB"),
        Target("a key at the end, by one after the warm-up", ratio, MOST_COST, "x"),
    ]


def tell(samples: list[Sample], met: list[Target]) -> None:
    """Print about twenty of the samples, and the targets."""
    print(f"{'keys':>8}{'MB':>8}{'CPU ms a key':>16}")
    step = max(1, len(samples) // 20)
    for at in range(0, len(samples), step):
        rounds = samples[at : at + step]
        print(f"{rounds[-1].keys:>8,}{rounds[-1].megabytes:>8.1f}{cost(rounds):>16.2f}")
    for target in met:
        verdict = "MISSED" if target.missed else "met"
        print(f"{verdict:8}{target.what:42}{target.found:>10.2f} of {target.limit:g} {target.unit}")


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description="Whether memory stays flat and keys stay cheap at the table.")
    parser.add_argument("--keys", type=int, default=KEYS, help="how many keys to press (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="a few rounds: to see that it runs")
    parser.add_argument("--json", action="store_true", help="for other programs to read")
    asked = parser.parse_args()
    if sys.platform != "linux":
        print("This reads /proc, so it needs Linux.")
        return 0
    with tempfile.TemporaryDirectory() as home:
        samples = soak(QUICK_KEYS if asked.quick else asked.keys, Path(home))
    met = targets(samples)
    if asked.json:
        print(json.dumps({"samples": list(map(asdict, samples)), "targets": list(map(asdict, met))}, indent=1))
    else:
        tell(samples, met)
    return 1 if any(target.missed for target in met) else 0


if __name__ == "__main__":
    sys.exit(main())
