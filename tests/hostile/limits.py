"""Load the worst files, each in a process that the system ends if it takes too much CPU time or memory.

`python -m tests.hostile.limits LOADER ...` prints a line of JSON for each file; `--few` takes only the quick ones.
"""

from __future__ import annotations

import json
import math
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import date
from itertools import takewhile
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from cardtable.engine.games import SHIPPED
from cardtable.formats.deal_line import parse_deal_line
from cardtable.formats.notation import parse_position, read_record_file
from cardtable.formats.option_files import load_option
from cardtable.formats.position import load_position
from cardtable.formats.record import load_record
from cardtable.formats.strict_json import BadFile, parse_json, read_text
from cardtable.lessons.reading import read_file as read_lesson
from cardtable.store.archive import Archive
from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.settings import load_settings
from cardtable.table.daily import daily_history
from cardtable.table.entries import title
from cardtable.table.recording import open_session
from cardtable.table.statistics_words import game_lines
from cardtable.table.storage_words import storage_sentence
from tests.hostile.loaders import LOADERS, option_of
from tests.hostile.worst import WORST
from tests.tui.terminal.pty_tools import environment, python

CPU_SECONDS = 8
"""Seconds of CPU time after which the system ends a process.  No file needs more than one on an idle machine."""
BYTES = 100_000_000
"""Memory beyond what the program has before."""
MOST = 2_000_000_000
"""The limit of address space beyond what the program has before, in bytes."""


@dataclass(frozen=True, slots=True)
class LoadCost:
    """The cost of loading one file."""

    loader: str
    case: str
    seconds: float
    """CPU time, which is only shown, as it depends on the machine."""
    bytes: int
    verdict: str
    """The refusal, or `taken`, or the error."""


# Loading as the program does it, up to the first output


def _option(name: str) -> Callable[[Path], object]:
    def load(path: Path) -> None:
        game = SHIPPED["wind-city"]
        options = game.options(**{name: load_option(option_of(game, name), path)})
        for seats in game.seats:
            if faults := game.validate_options(game.resolve_defaults(options, seats), seats):
                raise BadFile(faults[0])

    return load


def _load_settings(path: Path) -> None:
    path.rename(path.with_name("settings.json"))
    os.environ["CARDTABLE_DATA"] = str(path.parent)
    load_settings()


def _load_archive(path: Path) -> None:
    with Archive(path) as archive:
        entries = archive.entries()
        assert all(map(title, entries))
        assert all(game_lines(entries, game) for game in SHIPPED.values())
        daily_history(entries, date.max)
        archive.all_progress("lesson")
        for number in archive.numbers()[:1]:
            archive.record(number)


LOADS: dict[str, Callable[[Path], object]] = {
    "text": lambda path: open_session(read_record_file(path)),
    "short position": lambda path: parse_position(read_text(path, "position")),
    "deal line": lambda path: parse_deal_line(read_text(path, "deal")),
    "lesson": lambda path: read_lesson(
        path.rename(path.with_name("Lesson.toml")), SHIPPED["exit-stage-right"]
    ).situation(),
    "record": lambda path: open_session(load_record(read_text(path, "record"))),
    "position": lambda path: load_position(read_text(path, "position")),
    "settings": _load_settings,
    "board": _option("board"),
    "cards": _option("cards"),
    "archive": _load_archive,
    "json": lambda path: parse_json(read_text(path, "record"), "record"),
}


def _tried(load: Callable[[Path], object], path: Path) -> str:
    try:
        load(path)
    except (ValueError, StorageError, GameNotFound, UnreadableGame) as refused:
        return storage_sentence(refused)
    except (Exception, RecursionError) as error:  # noqa: BLE001  reported to the test, which fails
        return f"It failed: {error!r}."
    return "taken"


def measure(loader: str, case: str, content: bytes) -> LoadCost:
    """Load this file in a process of its own and return what it cost."""
    reading, writing = os.pipe()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "archive.sqlite3"
        path.write_bytes(content)
        if not (child := os.fork()):
            try:
                os.write(writing, json.dumps(asdict(_measured(loader, case, path))).encode())
            finally:
                os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as answers:
            answer = answers.read()
        os.waitpid(child, 0)
    if not answer:
        return LoadCost(loader, case, CPU_SECONDS, 0, "It failed: the system ended it.")
    return LoadCost(**json.loads(answer))


def _measured(loader: str, case: str, path: Path) -> LoadCost:
    size = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + MOST, size + MOST))
    before, started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, process_time()
    limit = math.ceil(started) + CPU_SECONDS  # the child's time counts from its fork
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    verdict = _tried(LOADS[loader], path)
    seconds = process_time() - started
    return LoadCost(
        loader, case, seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024, verdict
    )


def measure_all(*loaders: str, few: bool = False) -> list[LoadCost]:
    """Load each of the worst files of these loaders and return what it cost."""
    found = subprocess.run(
        python("-m", "tests.hostile.limits", *(["--few"] if few else []), *loaders),
        stdout=subprocess.PIPE,
        env=environment({}),
        cwd=Path(__file__).parents[2],
        check=True,
    )
    return [LoadCost(**json.loads(line)) for line in found.stdout.splitlines()]


def main(*words: str) -> None:
    """Measure, file by file."""
    few = "--few" in words
    for loader in [word for word in words if word in LOADS] or LOADS:
        for sound in [each.sound() for each in LOADERS if each.name == loader]:
            with TemporaryDirectory() as folder:  # so that caches are filled before the first measurement
                path = Path(folder) / "archive.sqlite3"
                path.write_bytes(sound[0])
                _tried(LOADS[loader], path)
        found = WORST[loader]()
        for worst in takewhile(attrgetter("is_quick"), found) if few else found:
            print(json.dumps(asdict(measure(loader, worst.case, worst.content))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
