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

This page is written by a command, from what the harnesses beside it have counted; nobody edits it.

    make reliability

runs all but the hostile inputs and writes it anew: about a quarter of an hour. In `make test` each of them runs in a
small form, and `make deep` runs those marked `deep`, among them 200 kills (`CARDTABLE_KILLS` says another number).

A harness stops at the first thing that is lost, and writes no row then.
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
        "The program is ended at random moments",
        "The real program plays at random, line by line through pipes or on the screen of a terminal, and is ended at"
        " a random moment: between two actions, so many microseconds after a key, or while it starts. Then the game"
        " is looked at and resumed. *Acknowledged* is an action that the program has answered. It must be there, in"
        " order; of an action that was not yet answered, all or nothing may be there, and both are counted. *Closed*:"
        " the terminal, or the pipe. On the screen one person plays every seat.",
        "python -m tests.reliability.kills --kills 1000",
        adds=True,
    ),
    Chapter(
        "power cut",
        "The power goes off",
        "The database's writes and syncs are noted byte for byte. For a cut after each of them the files are laid out"
        " as they may then be: with nothing, everything, or some sectors of what was not synced, or with the last"
        " write torn. An archive that syncs less is caught by the same check.",
        "python -m pytest -m deep tests/reliability/test_power_cut.py",
    ),
    Chapter(
        "failing disk",
        "The disk fails",
        "Each call of the database to the disk in turn fails, once or from then on: as a full disk does, or with the"
        " error that belongs to the call. A sentence says so, the game goes on, no sound archive is set aside, and"
        " with the first write that works everything is there. In the rows of the system, `strace` lets the calls of"
        " the real program fail; where there is none, they are left out.",
        "python -m pytest -m deep tests/reliability/test_failing_disk.py tests/reliability/test_system_calls.py",
    ),
    Chapter(
        "two at once",
        "Several programs at once",
        "Real processes on one archive, begun at the same moment. Every action that was taken is in the game, and no"
        " other; nobody is told that the archive is busy.",
        "python -m pytest -m deep tests/reliability/test_two_at_once.py",
    ),
    Chapter(
        "versions",
        "Older versions",
        "Records, positions and archives of every version that there was are kept as files, and lead to where they"
        " led. An archive is brought up to date after a copy was put beside it.",
        'python -m pytest -m "" tests/reliability/test_versions.py',
    ),
    Chapter(
        "hostile",
        "Inputs refused",
        "Whatever is read from outside is fed with damaged and hostile bytes, by Atheris, which looks for new ways"
        " through the code, and by Hypothesis, which changes sound files. Each is refused with one sentence, or it is"
        " accepted and holds together.",
        "CARDTABLE_PROFILE=deep python -m pytest -m deep tests/hostile\n"
        "    python -m tests.hostile.fuzz_atheris record -runs=300000",
    ),
)


def written() -> str:
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
    PAGE.write_text(written(), "utf-8")
