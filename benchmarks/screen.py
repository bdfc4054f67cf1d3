"""What the app costs on the screen: a key press, an evening, a start.

The real program runs in a pseudo-terminal, with nothing between it and the keys, and is watched from outside: its
processor time and memory as Linux counts them, its output as the terminal would get it.

*Moves*: the cursor wanders over the hand and its ways on the table of Exit Stage Right, some turns into the game, and
each move draws anew what the play would do.  A key is sent when the output of the one before has ended.  Told are the
medians of batches of moves: processor time of all threads, bytes, and the time from the key to its last byte.

*Plays*: on the same table Enter plays the card under the cursor, and `u`, which isn't counted, undoes it.  Told are the
medians of single plays, with the animation of the move and without.

*Memory*: what is resident (RSS) after 50 moves and after 1,000.  Textual's caches fill by a megabyte; it is flat then.

*Start*: processor time from the start to the end of a process that draws the lobby and is left at once, beside an app
of Textual with one word on it, which is drawn and left in the same way, and a Python that does nothing.  They take
turns; the medians are told, and the ratio is the median of the turns' ratios.

Exit code 1 says that a target was missed.  Linux only.
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
"""Seconds without output after which a move is taken to be drawn."""
FILM_QUIET = 0.15
"""The same for a move that is animated: longer than the pause between two of its pictures."""
PATIENCE = 20.0

UP, DOWN, RIGHT, LEFT, HOME, ENTER, CTRL_Q = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\r", "\x11"
WANDER = (RIGHT, DOWN, RIGHT, DOWN, LEFT, UP)
"""On balance to the right and down, so that every card is passed, played up and down."""
OPENING = (ENTER, "c", ENTER) * 3
"""Three Singles and as many refills, so that there are cards to be moved about."""

PROGRAM = (sys.executable, "-m", "cardtable")
LOBBY = ("lobby", PROGRAM, "What shall we play?")
TABLE = ("table", (*PROGRAM, "play", "exit-stage-right", "--seed", "K7QF-2M9X"), "Exit Stage Right")
LEAST = """
from textual.app import App
from textual.widgets import Static

class Least(App):
    def compose(self):
        yield Static("Drawn.")

Least().run()
"""
LEAST_APP = ("least app", (sys.executable, "-c", LEAST), "Drawn.")
NOTHING = ("python -c pass", (sys.executable, "-c", "pass"), "")

ASK_WHERE = b"\x1b[6n"
ESCAPE = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_].*?(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]", re.DOTALL)


class Terminal:
    """A program in a pseudo-terminal, and how it fares there."""

    def __init__(self, command: tuple[str, ...], columns: int, rows: int, home: Path) -> None:
        self.output = bytearray()
        self._answered = 0
        self.pid, self._screen = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(command[0], command, _environment(home))

    def send(self, keys: str) -> None:
        """Type them."""
        os.write(self._screen, keys.encode())

    def read(self, seconds: float) -> bool:
        """Whether anything came within some seconds; what came is kept, and where the cursor is is told if asked."""
        if not select.select([self._screen], [], [], seconds)[0]:
            return False
        try:
            chunk = os.read(self._screen, 1 << 16)
        except OSError:  # Linux says so when the program has gone
            return False
        self.output += chunk
        while self._answered < self.output.count(ASK_WHERE):
            self._answered += 1
            self.send(f"\x1b[1;{2 - self._answered % 2}R")  # it has moved by one, so lines are one cell wide
        return bool(chunk)

    def wait_for(self, text: str) -> None:
        """Until the text has been drawn, and all that comes with it."""
        end = time.monotonic() + PATIENCE
        while text.encode() not in ESCAPE.sub(b"", bytes(self.output)):
            if not self.read(0.5) and time.monotonic() > end:
                raise SystemExit(f"{text!r} was not drawn; this was: {bytes(self.output[-2000:])!r}")
        self.settle(0.1)

    def settle(self, quiet: float) -> None:
        """Until nothing has come for so many seconds."""
        while self.read(quiet):
            pass

    def press(self, key: str, quiet: float = QUIET) -> tuple[int, float]:
        """Type one key and see it drawn: the bytes that came, and the seconds until the last of them."""
        before, began = len(self.output), time.perf_counter()
        self.send(key)
        more = self.read(1.0)
        last = time.perf_counter()
        while more:
            last = time.perf_counter()
            more = self.read(quiet)
        return len(self.output) - before, last - began

    def cpu(self) -> float:
        """Seconds of processor time so far, of all its threads."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def megabytes(self) -> float:
        """Resident memory now."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def end(self) -> float:
        """See it end; the processor time of its whole life."""
        end = time.monotonic() + PATIENCE
        pid = 0
        while not pid:  # it ends only once everything that it writes has been read
            self.read(0.01)
            pid, status, used = os.wait4(self.pid, os.WNOHANG)
            if time.monotonic() > end:
                raise SystemExit(f"it did not end; it wrote last: {bytes(self.output[-2000:])!r}")
        os.close(self._screen)
        if status:
            raise SystemExit(f"it ended with {status}; it wrote last: {bytes(self.output[-2000:])!r}")
        return used.ru_utime + used.ru_stime


def _environment(home: Path) -> dict[str, str]:
    """Ours, but for what would change what is drawn; nothing of the player's own is read or written."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("COLUMNS", "LINES", "NO_COLOR", "TERM_PROGRAM")
        and not name.startswith(("TEXTUAL", "CARDTABLE"))
    }
    return {**kept, "TERM": "xterm-256color", "COLORTERM": "truecolor", "CARDTABLE_DATA": str(home)}


# Measured


@dataclass
class Moves:
    """What a cursor move costs, and what it leaves behind."""

    size: str
    cpu_ms: float
    bytes: float
    seen_ms: float
    megabytes_early: float
    megabytes_late: float


@dataclass
class Plays:
    """What a played move costs."""

    size: str
    animation: str
    cpu_ms: float
    bytes: float
    seen_ms: float


def table(columns: int, rows: int, home: Path) -> Terminal:
    """Start the program at a table, some turns into the game."""
    _, command, sign = TABLE
    terminal = Terminal(command, columns, rows, home)
    terminal.wait_for(sign)
    for key in OPENING:
        terminal.send(key)
        terminal.settle(0.3)
    return terminal


def plays(columns: int, rows: int, home: Path, speed: str, count: int) -> Plays:
    """Play the same move so many times at one size of the terminal, and undo it each time."""
    home.mkdir()
    (home / "settings.json").write_text(json.dumps({"speed": speed}))
    terminal = table(columns, rows, home)
    terminal.press(HOME)
    quiet = QUIET if speed == "off" else FILM_QUIET
    found = []
    for _ in range(count + 1):
        before = terminal.cpu()
        sent, seen = terminal.press(ENTER, quiet)
        found.append((terminal.cpu() - before, sent, seen))
        terminal.press("u", FILM_QUIET)
    terminal.send(CTRL_Q)
    terminal.end()
    cpu, sent, seen = (median(column) for column in zip(*found[1:], strict=True))
    return Plays(f"{columns}x{rows}", speed, cpu * 1000, sent, seen * 1000)


def moves(columns: int, rows: int, home: Path, many: int) -> Moves:
    """A walk of so many moves at one size of the terminal."""
    terminal = table(columns, rows, home)
    walk = cycle(WANDER)
    for key in islice(walk, FEW):
        terminal.press(key)
    early = terminal.megabytes()
    batches = [_batch(terminal, walk) for _ in range((many - FEW) // BATCH)]
    late = terminal.megabytes()
    terminal.send(CTRL_Q)
    terminal.end()
    cpu, sent, seen = (median(column) for column in zip(*batches, strict=True))
    return Moves(f"{columns}x{rows}", cpu * 1000, sent, seen * 1000, early, late)


def _batch(terminal: Terminal, walk: Iterator[str]) -> tuple[float, float, float]:
    """Processor time and bytes a move, and the median time until it was drawn."""
    before = terminal.cpu()
    done = [terminal.press(key) for key in islice(walk, BATCH)]
    cpu = (terminal.cpu() - before) / BATCH
    return cpu, sum(sent for sent, _ in done) / BATCH, median(seen for _, seen in done)


def starts(home: Path, runs: int) -> dict[str, list[float]]:
    """The processor time of each start, turn by turn; the first turn warms up and is left out."""
    taken: dict[str, list[float]] = {}
    for at in range(runs + 1):
        for name, command, sign in (NOTHING, LEAST_APP, LOBBY, TABLE):
            terminal = Terminal(command, 80, 24, home)
            if sign:
                terminal.wait_for(sign)
                terminal.send(CTRL_Q)
            cpu = terminal.end()
            if at:
                taken.setdefault(name, []).append(cpu)
    return taken


# Told


@dataclass
class Target:
    """A figure, and what it must not exceed."""

    what: str
    found: float
    limit: float
    unit: str

    @property
    def missed(self) -> bool:
        return self.found > self.limit


def targets(walks: list[Moves], ratio: float) -> Iterator[Target]:
    """What we hold ourselves to."""
    small = walks[0]
    yield Target(f"a move at {small.size}: processor time", small.cpu_ms, 5, "ms")
    yield Target(f"a move at {small.size}: output", small.bytes, 3072, "bytes")
    for walk in walks:
        yield Target(f"memory at {walk.size}", walk.megabytes_late, 60, "MB")
        yield Target(f"memory at {walk.size}: growth", walk.megabytes_late - walk.megabytes_early, 2, "MB")
    yield Target("start of the lobby, in least apps", ratio, 1.5, "x")


def tell(walks: list[Moves], turns: list[Plays], taken: dict[str, list[float]], ratio: float, many: int) -> None:
    """Print the tables."""
    print(f"{'a move':12}{'CPU ms':>10}{'bytes':>10}{'seen ms':>10}{f'MB at {FEW}':>12}{f'MB at {many:,}':>14}")
    for each in walks:
        print(
            f"{each.size:12}{each.cpu_ms:>10.2f}{each.bytes:>10,.0f}{each.seen_ms:>10.1f}"
            f"{each.megabytes_early:>12.1f}{each.megabytes_late:>14.1f}"
        )
    print(f"\n{'a play':12}{'animation':>12}{'CPU ms':>10}{'bytes':>10}{'seen ms':>10}")
    for turn in turns:
        print(f"{turn.size:12}{turn.animation:>12}{turn.cpu_ms:>10.2f}{turn.bytes:>10,.0f}{turn.seen_ms:>10.1f}")
    print(f"\n{'a start':26}{'CPU ms':>10}{'least':>10}")
    for name, seconds in taken.items():
        print(f"{name:26}{median(seconds) * 1000:>10.0f}{min(seconds) * 1000:>10.0f}")
    print(f"{'lobby / least app':26}{ratio:>10.2f}\n")
    for target in targets(walks, ratio):
        verdict = "MISSED" if target.missed else "met"
        print(f"{verdict:8}{target.what:42}{target.found:>10.2f} of {target.limit:g} {target.unit}")


def main() -> int:
    """Measure and tell; the exit code."""
    parser = argparse.ArgumentParser(description="What the app costs on the screen.")
    parser.add_argument("--quick", action="store_true", help="fewer moves and starts: to see that it runs")
    parser.add_argument("--json", action="store_true", help="for other programs to read")
    asked = parser.parse_args()
    if sys.platform != "linux":
        print("This reads /proc, so it needs Linux.")
        return 0
    many, count, runs = (FEW + 2 * BATCH, 5, 3) if asked.quick else (MANY, 60, 15)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        walks = [moves(columns, rows, home, many) for columns, rows in SIZES]
        turns = [
            plays(columns, rows, home / f"{columns}-{speed}", speed, count)
            for columns, rows in SIZES
            for speed in ("off", "normal")
        ]
        taken = starts(home, runs)
    ratio = median(ours / least for ours, least in zip(taken[LOBBY[0]], taken[LEAST_APP[0]], strict=True))
    met = list(targets(walks, ratio))
    if asked.json:
        told = {
            "moves": list(map(asdict, walks)),
            "plays": list(map(asdict, turns)),
            "starts": taken,
            "ratio": ratio,
            "targets": list(map(asdict, met)),
        }
        print(json.dumps(told, indent=1))
    else:
        tell(walks, turns, taken, ratio, many)
    return 1 if any(target.missed for target in met) else 0


if __name__ == "__main__":
    sys.exit(main())
