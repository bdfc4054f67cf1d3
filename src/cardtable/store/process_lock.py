"""A sitting: one run of the program, known to all others on the same archive for as long as it lives.

It holds a lock on a file of its own name.  The system lets go of that lock however the program ends, `kill -9` too, so
nobody is taken for alive who is not, as happens with numbers of processes written to files.
"""

from __future__ import annotations

import re
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cardtable.store.places import make_private
from cardtable.store.privacy import is_own_file

if TYPE_CHECKING:
    from filelock import BaseFileLock

FOLDER = "sittings"
NO_LOCK = (OSError, NotImplementedError)
"""What comes where nothing can be locked; the second is how filelock says that a file system has no locks at all."""
PATIENCE = 2.0
"""Seconds; another program may just be looking whether we are alive."""
_OURS = re.compile("[0-9a-f]{16}")
LONGEST_NAME = 40
"""What is longer is none of ours, and perhaps no name of a file at all."""


class ProcessLock:
    """This run of the program; alive until it is closed."""

    def __init__(self, folder: Path) -> None:
        """`folder` is the archive's; one of NO_LOCK where nothing can be written or locked there."""
        self.name = secrets.token_hex(8)
        self._lock = _lock(folder, self.name)
        make_private(folder / FOLDER)
        _sweep(folder)
        self._lock.acquire(timeout=PATIENCE, poll_interval=0.01)

    def close(self) -> None:
        """Let go; where that fails, the system does it when the program ends."""
        with suppress(OSError):
            self._lock.release()
        with suppress(OSError):
            Path(self._lock.lock_file).unlink(missing_ok=True)


def is_name(text: str) -> bool:
    """Whether a sitting could be called so."""
    return text.isascii() and text.isalnum() and len(text) <= LONGEST_NAME


def is_alive(folder: Path, name: str) -> bool:
    """Whether a sitting of this name is still going on."""
    if not is_name(name) or not _is_file(folder / FOLDER / f"{name}.lock"):
        return False
    from filelock import Timeout

    lock = _lock(folder, name)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return True
    except NO_LOCK:  # nobody can say
        return False
    lock.release()
    return False


def alive(folder: Path) -> list[str]:
    """The names of all sittings on this archive that are going on."""
    return [path.stem for path in _locks(folder) if is_alive(folder, path.stem)]


def left_behind(folder: Path) -> list[Path]:
    """The locks of sittings that were ended by force."""
    return [path for path in _locks(folder) if is_own_file(path) and not is_alive(folder, path.stem)]


def _locks(folder: Path) -> list[Path]:
    """Return the files named like our locks; other files and links are never opened or removed."""
    return [path for path in sorted((folder / FOLDER).glob("*.lock")) if _OURS.fullmatch(path.stem) and _is_file(path)]


def _is_file(path: Path) -> bool:
    """Return whether this is a regular file, whoever owns it; a link is not."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _sweep(folder: Path) -> None:
    """Remove what sittings left behind that were ended by force."""
    for path in filter(is_own_file, _locks(folder)):
        lock = _lock(folder, path.stem)
        with suppress(*NO_LOCK):
            lock.acquire(timeout=0)
            try:
                path.unlink(missing_ok=True)  # while it is held, or a sitting that just begins might lose its own
            finally:
                lock.release()


def _lock(folder: Path, name: str) -> BaseFileLock:
    from filelock import FileLock

    return FileLock(folder / FOLDER / f"{name}.lock", mode=0o600)
