"""What to do with an archive that is damaged: it is never written over, and all that is sound in it is saved."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from cardtable.table.archive import Unusable

PARTS = ("", "-wal", "-shm")
"""A database in WAL mode is up to three files."""


def set_aside(path: Path) -> str:
    """Give the damaged archive another name, so that a new one can begin; one sentence for the player."""
    kept = _free_name(path)
    for part in PARTS:
        with suppress(FileNotFoundError):
            try:
                Path(f"{path}{part}").rename(f"{kept}{part}")
            except FileNotFoundError:
                raise
            except OSError as error:
                raise Unusable(f"The archive is damaged and cannot be set aside: {error.strerror}.") from None
    return f"The archive was damaged. It was set aside as {kept.name}, and a new one begins."


def _free_name(path: Path) -> Path:
    day = datetime.now().astimezone().strftime("%Y-%m-%d")
    number = 1
    while True:
        name = path.with_name(f"{path.stem}-damaged-{day}-{number}{path.suffix}")
        if not name.exists():
            return name
        number += 1
