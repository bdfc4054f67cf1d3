"""The page of figures: `make reliability` runs the harnesses, and this writes the page.

    python -m tests.reliability.page

A new harness calls `figures.note` and gets a chapter in `CHAPTERS`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from tests.reliability.figures import FOLDER, Figures, read

PAGE = Path(__file__).with_name("README.md")
BEGINNING = """# Reliability in figures

A command writes this page from the figures of the harnesses in this folder; don't edit it by hand.

    make reliability

runs all harnesses except the hostile inputs and rewrites the page, in about a quarter of an hour. `make test` runs a
short form of each, and `make deep` runs the tests marked `deep`, including 200 kills (`CARDTABLE_KILLS` sets another
number).

A harness stops at the first loss and then writes no row.
"""


class Chapter(NamedTuple):
    """A table of the page."""

    harness: str
    """Its name for `figures.note`."""
    title: str
    about: str
    command: str
    adds: bool = False
    """Whether the table ends with a row of totals."""


CHAPTERS = (
    Chapter(
        "kills",
        "The program is killed at random moments",
        "The real program plays at random, in plain mode through pipes or on the screen of a terminal, and is killed at"
        " a random moment: between two actions, some microseconds after a key, or while it starts. Then the game is"
        " checked and resumed. An action is *acknowledged* once the program has answered it, and must then be saved, in"
        " order. An action that wasn't answered yet may be saved or not, but not in part; both cases are counted."
        " *Closed* means that the terminal or the pipe was closed. On the screen one player plays every seat.",
        "python -m tests.reliability.kills --kills 1000",
        adds=True,
    ),
    Chapter(
        "power cut",
        "Power cuts",
        "The database's writes and syncs are recorded byte for byte. A power cut is then simulated after each of them:"
        " the files are written as they might be at that moment, with nothing, everything or some sectors of the"
        " unsynced data, or with the last write torn. The same check would notice a database that syncs less often.",
        "python -m pytest -m deep tests/reliability/test_power_cut.py",
    ),
    Chapter(
        "failing disk",
        "Failing disks",
        "Each call from the database to the disk fails in turn, once or for good, as on a full disk or a broken one."
        " The player is told, the game goes on, no sound database is quarantined, and the first write that works saves"
        " everything. For the rows about system calls, `strace` makes the calls of the real program fail; without"
        " `strace`, these rows are left out.",
        "python -m pytest -m deep tests/reliability/test_failing_disk.py tests/reliability/test_system_calls.py",
    ),
    Chapter(
        "two at once",
        "Several processes at once",
        "Real processes start at the same moment with one database. Exactly the actions that were played are saved, and"
        " no process is told that the database is busy.",
        "python -m pytest -m deep tests/reliability/test_two_at_once.py",
    ),
    Chapter(
        "versions",
        "Older versions",
        "Records, positions and databases of every earlier version are stored as files, and still lead to the same"
        " states. A database is upgraded after a backup is made.",
        'python -m pytest -m "" tests/reliability/test_versions.py',
    ),
    Chapter(
        "hostile",
        "Hostile inputs",
        "Every loader gets damaged and hostile bytes from Atheris, which looks for new paths through the code, and from"
        " Hypothesis, which changes sound files. Each input is refused with one sentence, or accepted and consistent.",
        "CARDTABLE_PROFILE=deep python -m pytest -m deep tests/hostile\n"
        "    python -m tests.hostile.fuzz_atheris record -runs=300000",
    ),
)


def page_text() -> str:
    """Return the page."""
    parts = [BEGINNING]
    for chapter in CHAPTERS:
        path = FOLDER / f"{chapter.harness.replace(' ', '_')}.json"
        if path.exists():
            rows = read(path) if chapter.harness != "hostile" else _of_hostile_inputs(path)
            table = _table(rows, adds=chapter.adds)
            parts.append(f"## {chapter.title}\n\n{chapter.about}\n\n    {chapter.command}\n\n{table}")
    return "\n".join(parts)


def _of_hostile_inputs(path: Path) -> dict[str, Figures]:
    """Return the figures of `tests/hostile`, which are stored by tool and input, as rows."""
    tools: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return {
        f"{what}, {tool.capitalize()}": {name: figures[name] for name in ("inputs", "refused", "accepted", "crashes")}
        for tool in ("atheris", "hypothesis")
        for what, figures in tools.get(tool, {}).items()
    }


def _table(rows: dict[str, Figures], *, adds: bool) -> str:
    columns = list(dict.fromkeys(name for figures in rows.values() for name in figures))
    if adds:
        rows = {**rows, "together": {name: sum(int(figures[name]) for figures in rows.values()) for name in columns}}
    lines = [("", *columns), ("---", *("---:" for _ in columns))]
    lines += [(row, *(_shown(figures.get(name, "")) for name in columns)) for row, figures in rows.items()]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _shown(figure: int | str) -> str:
    return f"{figure:,}" if isinstance(figure, int) else figure


if __name__ == "__main__":
    PAGE.write_text(page_text(), "utf-8")
