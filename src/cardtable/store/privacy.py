"""Closing files to other people: only what is the player's own, and never through a link.

Somebody else may be able to put a link into the folder, to a file that they can't change themselves.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

FOR_OTHERS = 0o077
ENTER = 0o011
DATABASE = ("", "-wal", "-shm")
"""The endings of a database's files; the main file first, as SQLite gives the others its permissions."""


def is_own_file(path: Path) -> bool:
    """Return whether this is a regular file of the player's own; a link is not."""
    try:
        found = path.lstat()
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and _is_own(found)


def is_own(path: Path) -> bool:
    """Return whether this belongs to the player; for a link, whether the link itself does."""
    try:
        return _is_own(path.lstat())
    except OSError:
        return False


def close_to_others(path: Path) -> None:
    """Take all permissions from others; raise OSError with the reason in words if that can't or mustn't be done."""
    found = path.lstat()
    if os.name != "posix" or not found.st_mode & FOR_OTHERS:
        return
    _refuse_unless_own(found)
    # Somebody may have replaced it since, so we check the open file again, and change that one.
    # Closing a file drops SQLite's locks on it: this must come before the database is opened.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    descriptor = os.open(path, flags)
    try:
        found = os.fstat(descriptor)
        _refuse_unless_own(found)
        os.fchmod(descriptor, stat.S_IMODE(found.st_mode) & ~FOR_OTHERS)
    finally:
        os.close(descriptor)


def close_database(path: Path) -> None:
    """Close a database to others, as far as that can be done."""
    for part in DATABASE:
        with suppress(OSError):
            close_to_others(Path(f"{path}{part}"))


def is_open_to_others(path: Path) -> bool:
    """Return whether others can use the file and enter every folder on the way to it."""
    if os.name != "posix":
        return False
    try:
        real = path.resolve(strict=True)
        return bool(real.stat().st_mode & FOR_OTHERS) and all(each.stat().st_mode & ENTER for each in real.parents)
    except (OSError, RuntimeError):  # there is no file, or a link leads to itself
        return False


def _refuse_unless_own(found: os.stat_result) -> None:
    is_file = stat.S_ISREG(found.st_mode)
    if stat.S_ISLNK(found.st_mode):
        reason = "it is a link"
    elif not is_file and not stat.S_ISDIR(found.st_mode):
        reason = "it is not an ordinary file"
    elif not _is_own(found):
        reason = "it belongs to another user"
    elif is_file and found.st_nlink > 1:
        reason = "another hard link to it exists"
    else:
        return
    raise PermissionError(errno.EPERM, reason)


def _is_own(found: os.stat_result) -> bool:
    return os.name != "posix" or found.st_uid == os.geteuid()
