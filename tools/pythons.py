"""Print each released Python from 3.11 on that this machine has: its version and its path, one a line."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

OLDEST = (3, 11)
MANAGERS = (("pyenv", "root"), ("uv", "python", "dir"))
"""Commands that print a folder below which Pythons are installed."""
PROBE = """
import ensurepip, sys, venv
if sys.implementation.name == "cpython" and sys.version_info.releaselevel == "final":
    print(*sys.version_info[:3])
"""


def pythons() -> dict[tuple[int, int], Path]:
    """Return the latest patch release of each version, oldest version first; of two that are equal, the first found."""
    latest = dict[tuple[int, int], tuple[int, Path]]()
    for path in _candidates():
        if found := _version(path):
            major, minor, patch = found
            if (major, minor) >= OLDEST and patch > latest.get((major, minor), (-1,))[0]:
                latest[major, minor] = patch, path
    return {version: path for version, (_, path) in sorted(latest.items())}


def _candidates() -> Iterator[Path]:
    folders = [Path(name) for name in os.get_exec_path()]
    for command in MANAGERS:
        root = _output(*command)
        folders += [path for pattern in ("*/bin", "versions/*/bin") for path in Path(root).glob(pattern) if root]
    for folder in folders:
        yield from sorted(path for path in folder.glob("python3.*") if re.fullmatch(r"python3\.\d+", path.name))


def _version(python: Path) -> list[int]:
    """Return a Python's version; nothing if it doesn't run, can't create environments or isn't a release."""
    return [int(number) for number in _output(str(python), "-c", PROBE).split()]


def _output(*command: str) -> str:
    """Return what a command prints, nothing if it fails."""
    if shutil.which(command[0]) is None:
        return ""
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


if __name__ == "__main__":
    for (major, minor), path in pythons().items():
        print(f"{major}.{minor} {path}")
