"""Where Cardtable keeps things. To ask makes nothing and never fails; to write there may fail, and the game goes on."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cardtable.store.privacy import is_own, is_own_file

if TYPE_CHECKING:
    from platformdirs.api import PlatformDirsABC

NOWHERE = Path(os.devnull, "cardtable")
"""A folder that cannot be made, for somebody without a home: the game goes on and nothing is kept, which is better than
keeping it in a temporary folder for everybody to read."""


def data_folder(environ: Mapping[str, str] | None = None) -> Path:
    """The folder of saved games, settings and statistics: CARDTABLE_DATA, or where the system keeps such things."""
    return _chosen(environ) or _usual(lambda system: system.user_data_path)


def archive_file() -> Path:
    """Where the archive of games is."""
    return data_folder() / "archive.sqlite3"


def log_folder(environ: Mapping[str, str] | None = None) -> Path:
    """The folder in which faults are written down: "log" in CARDTABLE_DATA, or where the system keeps logs."""
    chosen = _chosen(environ)
    return chosen / "log" if chosen else _usual(lambda system: system.user_log_path)


def may_be_there(path: Path) -> bool:
    """Whether something stands there; also where nobody can say, so that whoever opens it is told why."""
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return True


def make_private(folder: Path) -> None:
    """Make the folder, and those that are missing above it, for nobody else to read; what is there stays as it is."""
    for missing in reversed([folder, *folder.parents]):
        if not missing.exists():
            missing.mkdir(mode=0o700, exist_ok=True)


def write_privately(path: Path, text: str) -> None:
    """Write a file for nobody else to read, all of it or nothing, in place of one that is there; OSError else."""
    path = _replaceable(path)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)
        write_new(part, text)
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _replaceable(path: Path) -> Path:
    """Return the file to replace, so that a link stays one; OSError if it leads to a file that isn't the player's."""
    if not path.is_symlink():
        return path
    target = path.resolve()
    if not is_own(path) or (may_be_there(target) and not is_own_file(target)):
        raise PermissionError(errno.EPERM, "it is a link to a file that isn't yours")
    return target


def write_new(path: Path, text: str) -> None:
    """Write a file for nobody else to read; FileExistsError where one is there, and nothing is left where it fails."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
    except BaseException:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        raise


def _chosen(environ: Mapping[str, str] | None) -> Path | None:
    given = (os.environ if environ is None else environ).get("CARDTABLE_DATA")
    try:
        return _absolute(Path(given).expanduser()) if given else None
    except RuntimeError:  # it begins with ~ and no home can be found
        return NOWHERE


def _usual(ask: Callable[[PlatformDirsABC], Path]) -> Path:
    from platformdirs import PlatformDirs

    try:
        path = ask(PlatformDirs("cardtable", appauthor=False))
    except RuntimeError:  # no home can be found
        return NOWHERE
    return NOWHERE if path.parts[:1] == ("~",) else _absolute(path)  # platformdirs before 4.14 says it so


def _absolute(path: Path) -> Path:
    """The path from the root, so that it stays the same if the program goes elsewhere."""
    try:
        return path.absolute()
    except OSError:  # the folder that we are in has been removed
        return NOWHERE
