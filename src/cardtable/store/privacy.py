"""Functions that make the player's own files private, but never through a link.

Another user might put a link into the folder to make us change a different file.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

FOR_OTHERS = 0o077
ENTER = 0o011
DATABASE_SUFFIXES = ("", "-wal", "-shm")
"""The suffixes of a database's files. The main file is first, because SQLite copies its permissions to the others."""


def is_own_file(path: Path) -> bool:
    """Return whether this is a regular file that belongs to the player. A link isn't a regular file."""
    try:
        status = path.lstat()
    except OSError:
        return False
    return stat.S_ISREG(status.st_mode) and _is_own(status)


def is_own(path: Path) -> bool:
    """Return whether this file or folder belongs to the player. For a link, only the link itself counts."""
    try:
        return _is_own(path.lstat())
    except OSError:
        return False


def close_to_others(path: Path) -> None:
    """Remove all permissions of other users. Raise OSError with the reason if the change fails or would be unsafe."""
    status = path.lstat()
    if os.name != "posix" or not status.st_mode & FOR_OTHERS:
        return
    _refuse_unless_own(status)
    # Another user may have replaced the file by now, so check the open file again and change that one.
    # Closing a file drops SQLite's locks on it, so do this before opening the database.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    descriptor = os.open(path, flags)
    try:
        status = os.fstat(descriptor)
        _refuse_unless_own(status)
        os.fchmod(descriptor, stat.S_IMODE(status.st_mode) & ~FOR_OTHERS)
    finally:
        os.close(descriptor)


def close_database(path: Path) -> None:
    """Make a database's files private as far as possible."""
    for part in DATABASE_SUFFIXES:
        with suppress(OSError):
            close_to_others(Path(f"{path}{part}"))


def is_open_to_others(path: Path) -> bool:
    """Return whether other users can read or write the file and enter every folder above it."""
    if os.name != "posix":
        return False
    try:
        real = path.resolve(strict=True)
        return bool(real.stat().st_mode & FOR_OTHERS) and all(each.stat().st_mode & ENTER for each in real.parents)
    except (OSError, RuntimeError):  # a missing file, or a link to itself
        return False


def _refuse_unless_own(status: os.stat_result) -> None:
    is_file = stat.S_ISREG(status.st_mode)
    if stat.S_ISLNK(status.st_mode):
        reason = "it is a link"
    elif not is_file and not stat.S_ISDIR(status.st_mode):
        reason = "it is not an ordinary file"
    elif not _is_own(status):
        reason = "it belongs to another user"
    elif is_file and status.st_nlink > 1:
        reason = "another hard link to it exists"
    else:
        return
    raise PermissionError(errno.EPERM, reason)


def _is_own(status: os.stat_result) -> bool:
    return os.name != "posix" or status.st_uid == os.geteuid()
