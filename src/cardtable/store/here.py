"""Who is here now and what they are doing. Each running process keeps this in a small file beside its lock."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from cardtable.formats.text import safe_text
from cardtable.store.process_lock import FOLDER, NOTE_SUFFIX, is_running

MAX_BYTES = 1_000
"""The maximum size of a note. A larger file isn't ours."""


class Here(NamedTuple):
    """Somebody who is here now."""

    name: str
    doing: str
    """What the person is doing, such as `in a lesson`."""
    watched: str = ""
    """The code of the shared table that the person watches without having a seat there. Empty for everybody else."""


def note_here(folder: Path, lock_name: str, here: Here | None) -> None:
    """Tell other processes who is using the process with this lock. None stands for nobody. Ignore errors."""
    path = _notes(folder) / f"{lock_name}{NOTE_SUFFIX}"
    with suppress(OSError):
        if here is None:
            path.unlink(missing_ok=True)
        else:
            path.write_text(json.dumps(here), "utf-8")


def who_is_here(folder: Path, own_lock: str = "") -> list[Here]:
    """Return everybody whose process is running, except the one with the lock `own_lock`, sorted by name."""
    paths = (path for path in _notes(folder).glob(f"*{NOTE_SUFFIX}") if path.stem != own_lock)
    found = [_read(path) for path in paths if is_running(folder, path.stem)]
    return sorted(here for here in found if here is not None)


def _notes(folder: Path) -> Path:
    return folder / FOLDER


def _read(path: Path) -> Here | None:
    with suppress(OSError, ValueError, TypeError):
        with path.open("rb") as file:
            name, doing, watched = json.loads(file.read(MAX_BYTES))
        return Here(safe_text(name, fallback="Somebody"), safe_text(doing, 60), safe_text(watched, fallback=""))
    return None
