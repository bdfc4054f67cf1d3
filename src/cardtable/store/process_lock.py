"""Lock files that show which processes have the saved-games database open.

Each process locks its own file. The system releases the lock when the process ends, even after `kill -9`, so a dead
process is never mistaken for a running one. With process ids in files, that mistake would be possible.
"""

from __future__ import annotations

import re
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cardtable.store.paths import make_private
from cardtable.store.privacy import is_own_file

if TYPE_CHECKING:
    from filelock import BaseFileLock

FOLDER = "sittings"
NOTE_SUFFIX = ".here"
"""The suffix of the file, beside a lock, that says who is using the process."""
LOCK_ERRORS = (OSError, NotImplementedError)
"""The errors raised if a file can't be locked. filelock raises NotImplementedError on a file system without locks."""
LOCK_TIMEOUT_SECONDS = 2.0
"""The time to wait for a lock, in seconds. Another process may hold the lock briefly to test it."""
_LOCK_NAME = re.compile("[0-9a-f]{16}")
MAX_NAME_LENGTH = 40
"""The maximum length of a name to look up. A longer name isn't ours and might not be a valid file name."""


class ProcessLock:
    """The lock of this process. The process holds the lock until `close`."""

    def __init__(self, folder: Path) -> None:
        """Create and lock a file in the database's folder. Raise one of LOCK_ERRORS if locking fails."""
        self.name = secrets.token_hex(8)
        self._lock = _lock(folder, self.name)
        make_private(folder / FOLDER)
        _remove_abandoned(folder)
        self._lock.acquire(timeout=LOCK_TIMEOUT_SECONDS, poll_interval=0.01)

    def close(self) -> None:
        """Release the lock. If the release fails, the system releases the lock when the process ends."""
        with suppress(OSError):
            self._lock.release()
        _remove(Path(self._lock.lock_file))


def is_lock_name(text: str) -> bool:
    """Return whether the text could be the name of a process's lock."""
    return text.isascii() and text.isalnum() and len(text) <= MAX_NAME_LENGTH


def is_running(folder: Path, name: str) -> bool:
    """Return whether the process with this lock name is still running."""
    if not is_lock_name(name) or not _is_file(folder / FOLDER / f"{name}.lock"):
        return False
    from filelock import Timeout

    lock = _lock(folder, name)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return True
    except LOCK_ERRORS:  # impossible to find out
        return False
    lock.release()
    return False


def running_processes(folder: Path) -> list[str]:
    """Return the lock names of all running processes."""
    return [path.stem for path in _locks(folder) if is_running(folder, path.stem)]


def abandoned_locks(folder: Path) -> list[Path]:
    """Return the lock files of processes that were killed."""
    return [path for path in _locks(folder) if is_own_file(path) and not is_running(folder, path.stem)]


def _locks(folder: Path) -> list[Path]:
    """Return the files whose names look like lock names. Other files and links are never opened or removed."""
    return [
        path for path in sorted((folder / FOLDER).glob("*.lock")) if _LOCK_NAME.fullmatch(path.stem) and _is_file(path)
    ]


def _is_file(path: Path) -> bool:
    """Return whether this is a regular file rather than a link. The owner doesn't matter."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _remove_abandoned(folder: Path) -> None:
    for path in filter(is_own_file, _locks(folder)):
        lock = _lock(folder, path.stem)
        with suppress(*LOCK_ERRORS):
            lock.acquire(timeout=0)
            try:
                _remove(path)  # while locked; otherwise, a starting process could lose its file
            finally:
                lock.release()


def _remove(lock: Path) -> None:
    for path in (lock, lock.with_suffix(NOTE_SUFFIX)):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _lock(folder: Path, name: str) -> BaseFileLock:
    from filelock import FileLock

    return FileLock(folder / FOLDER / f"{name}.lock", mode=0o600)
