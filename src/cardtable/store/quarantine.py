"""Quarantine of damaged databases, which are renamed and never written to again."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from cardtable.store.errors import StorageError, StorageFault
from cardtable.store.paths import write_new
from cardtable.store.privacy import DATABASE_SUFFIXES
from cardtable.store.process_lock import running_processes


def quarantine_database(path: Path, own_lock: str = "") -> Path:
    """Rename the damaged database, so that a new one can be created, and return its new path.

    Raise StorageError, with nothing changed, if another process has the database open, because that process would go on
    writing under the old name, into the new database.
    """
    if [name for name in running_processes(path.parent) if name != own_lock]:
        raise StorageError(StorageFault.IN_USE)
    try:
        quarantined = _reserve_name(path)
        try:
            _move(path, quarantined)
        except OSError:
            quarantined.unlink()  # still the empty file that reserved the name, as the main file moves last
            raise
    except OSError as error:
        raise StorageError(StorageFault.CANNOT_QUARANTINE, error.strerror) from None
    return quarantined


def _move(path: Path, target: Path) -> None:
    """Move all files of the database, or none; the main file is moved last, so it never lacks the others."""
    moved: list[tuple[Path, Path]] = []
    try:
        for part in reversed(DATABASE_SUFFIXES):
            here, there = Path(f"{path}{part}"), Path(f"{target}{part}")
            with suppress(FileNotFoundError):
                here.replace(there)
                moved.append((here, there))
    except OSError:
        for here, there in reversed(moved):
            there.replace(here)
        raise


def _reserve_name(path: Path) -> Path:
    """Return an unused path, reserved by an empty file."""
    day = datetime.now().astimezone().strftime("%Y-%m-%d")
    number = 1
    while True:
        name = path.with_name(f"{path.stem}-damaged-{day}-{number}{path.suffix}")
        with suppress(FileExistsError):
            if not any(Path(f"{name}{part}").exists() for part in DATABASE_SUFFIXES):
                write_new(name, "")
                return name
        number += 1


def quarantined_databases(path: Path) -> list[Path]:
    """Return the quarantined databases beside this one, oldest first; there are none if the folder can't be read."""
    try:
        return sorted(path.parent.glob(f"{path.stem}-damaged-*{path.suffix}"))
    except OSError:
        return []
