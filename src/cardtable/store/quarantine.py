"""Giving a damaged database another name: it is never written over, and from then on only read."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from cardtable.store.errors import StorageError, StorageFault
from cardtable.store.places import write_new
from cardtable.store.process_lock import alive

PARTS = ("-wal", "-shm", "")
"""A database in WAL mode is up to three files; the last is moved last, so that none is ever left without its own."""


def set_aside(path: Path, mine: str = "") -> Path:
    """Rename the damaged archive, so that a new one can be made, and return its new name.

    Raise StorageError, with nothing changed, if a process other than `mine` has it open: SQLite would go on writing
    under the old name, into the new archive.
    """
    if [name for name in alive(path.parent) if name != mine]:
        raise StorageError(StorageFault.OPEN_ELSEWHERE)
    try:
        kept = _reserved(path)
        try:
            _move(path, kept)
        except OSError:
            kept.unlink()  # what held the name for us: the archive itself is moved last
            raise
    except OSError as error:
        raise StorageError(StorageFault.CANNOT_SET_ASIDE, error.strerror) from None
    return kept


def _move(path: Path, kept: Path) -> None:
    """All parts, or none."""
    moved: list[tuple[Path, Path]] = []
    try:
        for part in PARTS:
            here, there = Path(f"{path}{part}"), Path(f"{kept}{part}")
            with suppress(FileNotFoundError):
                here.replace(there)
                moved.append((here, there))
    except OSError:
        for here, there in reversed(moved):
            there.replace(here)
        raise


def _reserved(path: Path) -> Path:
    """A name that nothing has; an empty file holds it for us."""
    day = datetime.now().astimezone().strftime("%Y-%m-%d")
    number = 1
    while True:
        name = path.with_name(f"{path.stem}-damaged-{day}-{number}{path.suffix}")
        with suppress(FileExistsError):
            if not any(Path(f"{name}{part}").exists() for part in PARTS):
                write_new(name, "")
                return name
        number += 1


def set_aside_already(path: Path) -> list[Path]:
    """The archives that were set aside beside this one, the oldest first; none where the folder cannot be read."""
    try:
        return sorted(path.parent.glob(f"{path.stem}-damaged-*{path.suffix}"))
    except OSError:
        return []
