"""Quarantine of damaged databases. A quarantined database is renamed and never written to again."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from cardtable.store.errors import StorageError, StorageFault
from cardtable.store.paths import write_new
from cardtable.store.privacy import DATABASE_SUFFIXES
from cardtable.store.process_lock import running_processes


def quarantine_database(path: Path, own_lock: str = "") -> Path:
    """Rename the damaged database to make room for a new one. Return the new path.

    If another process has the database open, raise StorageError and change nothing. That process would keep using the
    old name and write to the new database.
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
    """Move all the database's files or none. The main file is last, so that it is never without the others."""
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
    """Return an unused path. An empty file reserves the path."""
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
    """Return the quarantined databases beside this one, oldest first, or an empty list if the folder is unreadable."""
    try:
        return sorted(path.parent.glob(f"{path.stem}-damaged-*{path.suffix}"))
    except OSError:
        return []
