"""Commands whose folder is on a full or read-only disk.

Each gets a disk in memory, mounted where no other process sees it and gone when the command ends.  If the system
doesn't allow mounting one, `why_unavailable` says so.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

_APART = ("unshare", "--map-root-user", "--mount", "sh", "-c")
_MOUNT = 'mount -t tmpfs -o size=400k tmpfs "$1" && cp -a "$2/." "$1" && '
_FILL = '{ cat /dev/zero > "$1/filler" 2> /dev/null; '
_CLOSE = 'mount -o remount,ro "$1" && { '
_RUN = 'shift 2; exec "$@"; }'

OnDisk = Callable[[Path, Path, list[str]], list[str]]


def full(folder: Path, content: Path, command: list[str]) -> list[str]:
    """Return the command line that runs a command with this content on a disk without a free byte."""
    return [*_APART, _MOUNT + _FILL + _RUN, "sh", str(folder), str(content), *command]


def read_only(folder: Path, content: Path, command: list[str]) -> list[str]:
    """Return the command line that runs a command with this content on a read-only disk."""
    return [*_APART, _MOUNT + _CLOSE + _RUN, "sh", str(folder), str(content), *command]


@cache
def why_unavailable() -> str:
    """Return why no disk can be mounted here, or an empty string."""
    try:
        tried = subprocess.run([*_APART, "mount -t tmpfs tmpfs /tmp"], capture_output=True, text=True, check=False)
    except OSError as error:
        return f"no disk can be mounted: {error}"
    return f"no disk can be mounted: {tried.stderr.strip()}" if tried.returncode else ""
