"""Measure the app on the screen: the cost of a key press, of a move played and of a start, and its memory.

The real program runs in a pseudo-terminal.  The benchmark sends keys and measures from outside: processor time and
memory from Linux, and the output that a terminal would get.

*Cursor moves*: the cursor walks over the hand at a table of Exit Stage Right, some turns into the game; each move
redraws the preview of the play.  A key is sent when the output of the last one has ended.  The results are medians of
batches: processor time of all threads, bytes, and the time from the key to its last byte. In turn with the batches, the
same keys go to a minimal Textual app that repaints two lines for each; the multiple is the median of the batches'
ratios of processor time.

*Plays*: at the same table Enter plays the card under the cursor, and `u`, which isn't measured, undoes it.  The results
are medians of single plays, with and without animation.

*Keys while a computer player thinks*: two keys that change the status line, in turn, while a process thinks about a
move for much longer than the measurement takes.  The result is the 95th percentile of the latencies.

*Memory*: resident memory (RSS) after 50 cursor moves and after 1,000.  Textual's caches grow by a megabyte, then stay
constant.

*Start*: processor time of a process that draws the lobby and quits at once, compared with a minimal Textual app that
draws one word, and with a Python that does nothing.  They run in turn; the results are medians, and the ratio is the
median of the runs' ratios.

Exit code 1 means that a target was missed.  Linux only.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import pty
import re
import select
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import cycle, islice
from pathlib import Path
from statistics import median

SIZES = ((80, 24), (120, 40))
FEW, MANY = 50, 1000
BATCH = 20
QUIET = 0.012
"""Seconds without output after which a screen counts as drawn."""
ANIMATED_QUIET = 0.15
"""The same during an animation: longer than the pause between two frames."""
TIMEOUT = 20.0
"""Seconds."""

UP, DOWN, RIGHT, LEFT, HOME, ENTER, CTRL_Q = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\r", "\x11"
WANDER = (RIGHT, DOWN, RIGHT, DOWN, LEFT, UP)
"""Moves right and down on balance, so the cursor visits every card, face up and face down."""
OPENING = (ENTER, "c", ENTER) * 3
"""Three Singles and three refills, to put cards on the stage."""

PROGRAM = (sys.executable, "-m", "cardtable")
LOBBY = ("lobby", PROGRAM, "Settings")
TABLE = ("table", (*PROGRAM, "play", "exit-stage-right", "--seed", "K7QF-2M9X"), "Exit Stage Right")
THINKING = (*PROGRAM, "play", "clash", "--players", "hard,hard", "--simulations", "100000", "--seed", "K7QF-2M9X")
KEYS_WHILE_THINKING = ("/", "u")
"""Keys that are refused while it is a computer player's turn; each changes the status line."""
MINIMAL = """
from textual.app import App
from textual.widgets import Static

class Minimal(App):
    def compose(self):
        yield Static("Drawn.")

Minimal().run()
"""
TWO_LINES = """
from rich.segment import Segment
from textual.app import App
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

class Lines(Widget, can_focus=True):
    BINDINGS = [("left,up", "move(-1)"), ("right,down", "move(1)")]
    at = 0

    def action_move(self, step):
        before, self.at = self.at, (self.at + step) % self.size.height
        self.refresh(*(Region(0, y, self.size.width, 1) for y in (before, self.at)))

    def render_line(self, y):
        text = (">" if y == self.at else " ") + " Drawn."
        return Strip([Segment(text.ljust(self.size.width))], self.size.width)

class Minimal(App):
    def compose(self):
        yield Lines()

Minimal().run()
"""
MINIMAL_APP = ("minimal app", (sys.executable, "-c", MINIMAL), "Drawn.")
NOTHING = ("python -c pass", (sys.executable, "-c", "pass"), "")

CURSOR_QUERY = b"\x1b[6n"
ESCAPE = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_].*?(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]", re.DOTALL)


class Terminal:
    """A program in a pseudo-terminal, with its output and resource use."""

    def __init__(self, command: tuple[str, ...], columns: int, rows: int, home: Path) -> None:
        self.output = bytearray()
        self._answered = 0
        self.pid, self._screen = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(command[0], command, _environment(home))

    def send(self, keys: str) -> None:
        """Type keys."""
        os.write(self._screen, keys.encode())

    def read(self, seconds: float) -> bool:
        """Read output for up to this many seconds, answer cursor queries, and return whether there was any."""
        if not select.select([self._screen], [], [], seconds)[0]:
            return False
        try:
            chunk = os.read(self._screen, 1 << 16)
        except OSError:  # on Linux, the program has ended
            return False
        self.output += chunk
        while self._answered < self.output.count(CURSOR_QUERY):
            self._answered += 1
            self.send(
                f"\x1b[1;{2 - self._answered % 2}R"
            )  # the cursor moved by one, so box-drawing lines are one cell wide
        return bool(chunk)

    def wait_for(self, text: str) -> None:
        """Wait until the text and everything after it has been drawn."""
        end = time.monotonic() + TIMEOUT
        while text.encode() not in ESCAPE.sub(b"", bytes(self.output)):
            if not self.read(0.5) and time.monotonic() > end:
                raise SystemExit(f"{text!r} wasn't drawn; the last output: {bytes(self.output[-2000:])!r}")
        self.settle(0.1)

    def settle(self, quiet: float) -> None:
        """Read until there has been no output for this many seconds."""
        while self.read(quiet):
            pass

    def press(self, key: str, quiet: float = QUIET) -> tuple[int, float]:
        """Type a key, wait for its output, and return the number of bytes and the seconds until the last of them."""
        before, began = len(self.output), time.perf_counter()
        self.send(key)
        more = self.read(1.0)
        last = time.perf_counter()
        while more:
            last = time.perf_counter()
            more = self.read(quiet)
        return len(self.output) - before, last - began

    def cpu(self) -> float:
        """Return the processor time of all threads so far, in seconds."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def megabytes(self) -> float:
        """Return the resident memory now."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def end(self) -> float:
        """Wait for the program to end, and return its total processor time."""
        end = time.monotonic() + TIMEOUT
        pid = 0
        while not pid:  # it only ends once all its output has been read
            self.read(0.01)
            pid, status, used = os.wait4(self.pid, os.WNOHANG)
            if time.monotonic() > end:
                raise SystemExit(f"the program didn't end; the last output: {bytes(self.output[-2000:])!r}")
        os.close(self._screen)
        if status:
            raise SystemExit(f"the program ended with status {status}; the last output: {bytes(self.output[-2000:])!r}")
        return used.ru_utime + used.ru_stime


def _environment(home: Path) -> dict[str, str]:
    """Return our environment without variables that change the output or the start; the player's own files aren't used.

    Without bytecode on disk, each start would compile the app again, as no installed program does.
    """
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in ("COLUMNS", "LINES", "NO_COLOR", "PYTHONDONTWRITEBYTECODE", "TERM_PROGRAM")
        and not name.startswith(("TEXTUAL", "CARDTABLE"))
    }
    return {**inherited, "TERM": "xterm-256color", "COLORTERM": "truecolor", "CARDTABLE_DATA": str(home)}


# Measurements


@dataclass
class Moves:
    """The cost of a cursor move, and memory early and late."""

    size: str
    cpu_ms: float
    bytes: float
    latency_ms: float
    """From the key to the last byte of its output."""
    megabytes_early: float
    megabytes_late: float
    multiple: float
    """The processor time as a multiple of that of a minimal app which repaints two lines."""


@dataclass
class Plays:
    """The cost of playing a card."""

    size: str
    animation: str
    cpu_ms: float
    bytes: float
    latency_ms: float


def table(columns: int, rows: int, home: Path) -> Terminal:
    """Open a table and play some turns."""
    _, command, sign = TABLE
    terminal = Terminal(command, columns, rows, home)
    terminal.wait_for(sign)
    for key in OPENING:
        terminal.send(key)
        terminal.settle(0.3)
    return terminal


def plays(columns: int, rows: int, home: Path, speed: str, count: int) -> Plays:
    """Play the same card `count` times in a terminal of this size, and undo it each time."""
    home.mkdir()
    (home / "settings.json").write_text(json.dumps({"speed": speed}))
    terminal = table(columns, rows, home)
    terminal.press(HOME)
    quiet = QUIET if speed == "off" else ANIMATED_QUIET
    measurements = []
    for _ in range(count + 1):
        before = terminal.cpu()
        size, latency = terminal.press(ENTER, quiet)
        measurements.append((terminal.cpu() - before, size, latency))
        terminal.press("u", ANIMATED_QUIET)
    terminal.send(CTRL_Q)
    terminal.end()
    cpu, size, latency = (median(column) for column in zip(*measurements[1:], strict=True))
    return Plays(f"{columns}x{rows}", speed, cpu * 1000, size, latency * 1000)


def thinking(home: Path, count: int) -> float:
    """Return the 95th percentile of the latency of keys while a computer player thinks, in milliseconds."""
    terminal = Terminal(THINKING, 80, 24, home)
    terminal.wait_for("is thinking")
    latencies = sorted(terminal.press(key)[1] for key in islice(cycle(KEYS_WHILE_THINKING), count))
    terminal.send(CTRL_Q)
    terminal.end()
    return latencies[int(len(latencies) * 0.95)] * 1000


def moves(columns: int, rows: int, home: Path, many: int) -> Moves:
    """Move the cursor `many` times in a terminal of this size."""
    terminal = table(columns, rows, home)
    minimal = Terminal((sys.executable, "-c", TWO_LINES), columns, rows, home)
    minimal.wait_for("Drawn.")
    walk, minimal_walk = cycle(WANDER), cycle(WANDER)
    for key in islice(walk, FEW):
        terminal.press(key)
    _batch(minimal, minimal_walk)
    early = terminal.megabytes()
    batches, ratios = [], []
    for _ in range((many - FEW) // BATCH):
        batches.append(_batch(terminal, walk))
        ratios.append(batches[-1][0] / _batch(minimal, minimal_walk)[0])
    late = terminal.megabytes()
    for each in (terminal, minimal):
        each.send(CTRL_Q)
        each.end()
    cpu, size, latency = (median(column) for column in zip(*batches, strict=True))
    return Moves(f"{columns}x{rows}", cpu * 1000, size, latency * 1000, early, late, median(ratios))


def _batch(terminal: Terminal, walk: Iterator[str]) -> tuple[float, float, float]:
    """Return the processor time and bytes per move, and the median latency."""
    before = terminal.cpu()
    presses = [terminal.press(key) for key in islice(walk, BATCH)]
    cpu = (terminal.cpu() - before) / BATCH
    return cpu, sum(size for size, _ in presses) / BATCH, median(latency for _, latency in presses)


def starts(home: Path, runs: int) -> dict[str, list[float]]:
    """Return the processor times of each kind of start; a first run warms up and doesn't count."""
    times: dict[str, list[float]] = {}
    for at in range(runs + 1):
        for name, command, sign in (NOTHING, MINIMAL_APP, LOBBY, TABLE):
            terminal = Terminal(command, 80, 24, home)
            if sign:
                terminal.wait_for(sign)
                terminal.send(CTRL_Q)
            cpu = terminal.end()
            if at:
                times.setdefault(name, []).append(cpu)
    return times


# Results


@dataclass
class Target:
    """A measurement and its limit."""

    name: str
    value: float
    limit: float
    unit: str

    @property
    def missed(self) -> bool:
        return self.value > self.limit


def targets(walks: list[Moves], ratio: float, waiting: float) -> Iterator[Target]:
    """Yield our targets."""
    small = walks[0]
    yield Target(f"cursor move at {small.size}: processor time", small.cpu_ms, 5, "ms")
    yield Target(f"cursor move at {small.size}: output", small.bytes, 3072, "bytes")
    for walk in walks:
        yield Target(f"memory at {walk.size}", walk.megabytes_late, 60, "MB")
        yield Target(f"memory at {walk.size}: growth", walk.megabytes_late - walk.megabytes_early, 2, "MB")
    yield Target("key while a computer player thinks", waiting, 20, "ms")
    yield Target("start of the lobby / minimal app", ratio, 1.5, "x")


def print_results(
    walks: list[Moves], turns: list[Plays], times: dict[str, list[float]], results: list[Target], many: int
) -> None:
    """Print the tables."""
    print(
        f"{'cursor move':12}{'CPU ms':>10}{'bytes':>10}{'latency ms':>12}{f'MB at {FEW}':>12}{f'MB at {many:,}':>14}"
        f"{'multiple':>10}"
    )
    for each in walks:
        print(
            f"{each.size:12}{each.cpu_ms:>10.2f}{each.bytes:>10,.0f}{each.latency_ms:>12.1f}"
            f"{each.megabytes_early:>12.1f}{each.megabytes_late:>14.1f}{each.multiple:>10.2f}"
        )
    print(f"\n{'play':12}{'animation':>12}{'CPU ms':>10}{'bytes':>10}{'latency ms':>12}")
    for turn in turns:
        print(f"{turn.size:12}{turn.animation:>12}{turn.cpu_ms:>10.2f}{turn.bytes:>10,.0f}{turn.latency_ms:>12.1f}")
    print(f"\n{'start':26}{'CPU ms':>10}{'minimum':>10}")
    for name, seconds in times.items():
        print(f"{name:26}{median(seconds) * 1000:>10.0f}{min(seconds) * 1000:>10.0f}")
    print()
    for target in results:
        verdict = "MISSED" if target.missed else "met"
        print(f"{verdict:8}{target.name:42}{target.value:>10.2f} of {target.limit:g} {target.unit}")


def main() -> int:
    """Measure, print the results, and return the exit code."""
    parser = argparse.ArgumentParser(description="Measure the app on the screen.")
    parser.add_argument("--quick", action="store_true", help="fewer moves and starts, to see that it runs")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    if sys.platform != "linux":
        print("This reads /proc, so it needs Linux.")
        return 0
    many, count, runs = (FEW + 2 * BATCH, 5, 3) if arguments.quick else (MANY, 60, 15)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        times = starts(home, runs)  # first, as it leaves bytecode for all others
        walks = [moves(columns, rows, home, many) for columns, rows in SIZES]
        turns = [
            plays(columns, rows, home / f"{columns}-{speed}", speed, count)
            for columns, rows in SIZES
            for speed in ("off", "normal")
        ]
        waiting = thinking(home / "thinking", count)
    ratio = median(ours / minimal for ours, minimal in zip(times[LOBBY[0]], times[MINIMAL_APP[0]], strict=True))
    results = list(targets(walks, ratio, waiting))
    if arguments.json:
        report = {
            "moves": list(map(asdict, walks)),
            "plays": list(map(asdict, turns)),
            "starts": times,
            "ratio": ratio,
            "targets": list(map(asdict, results)),
        }
        print(json.dumps(report, indent=1))
    else:
        print_results(walks, turns, times, results, many)
    return 1 if any(target.missed for target in results) else 0


if __name__ == "__main__":
    sys.exit(main())
