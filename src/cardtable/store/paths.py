"""The files and folders of Cardtable. Asking for a path never fails and creates nothing, but writing may fail."""

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

DATA_VARIABLE = "CARDTABLE_DATA"
"""The environment variable that contains the path of the folder for saved games and settings."""
NOWHERE = Path(os.devnull, "cardtable")
"""A folder that can't be created, for players without a home folder.

Nothing is saved then. Saving nothing is better than saving to a temporary folder that everyone can read.
"""


def data_folder(environ: Mapping[str, str] | None = None) -> Path:
    """Return the folder for saved games and settings: CARDTABLE_DATA, if set, or else the system's usual folder."""
    return _from_environment(environ) or _from_platform(lambda system: system.user_data_path)


def archive_file() -> Path:
    """Return the path of the saved-games database."""
    return data_folder() / "archive.sqlite3"


def log_folder(environ: Mapping[str, str] | None = None) -> Path:
    """Return the folder for log files: `log` in CARDTABLE_DATA, if set, or else the system's usual folder."""
    chosen = _from_environment(environ)
    return chosen / "log" if chosen else _from_platform(lambda system: system.user_log_path)


def may_exist(path: Path) -> bool:
    """Return whether a path exists. If that is unknown, return True: opening the file will then give the reason."""
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return True


def make_private(folder: Path) -> None:
    """Create the folder and any missing parents, readable only by the player. Leave existing folders unchanged."""
    for missing in reversed([folder, *folder.parents]):
        if not missing.exists():
            missing.mkdir(mode=0o700, exist_ok=True)


def write_private(path: Path, text: str) -> None:
    """Write or replace a file that only the player can read. If writing fails, raise OSError and change nothing."""
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
    """Return the file to replace, following a link. Raise OSError if the link or its target isn't the player's."""
    if not path.is_symlink():
        return path
    target = path.resolve()
    if not is_own(path) or (may_exist(target) and not is_own_file(target)):
        raise PermissionError(errno.EPERM, "it is a link to a file that isn't yours")
    return target


def write_new(path: Path, text: str) -> None:
    """Write a new file that only the player can read, whole or not at all. Raise FileExistsError if the file exists."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
    except BaseException:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        raise


def save_as(name: str, text: str, what: str = "game") -> None:
    """Write a new file named by the player. Raise ValueError with a message for the player if that fails."""
    try:
        write_new(Path(name).expanduser(), text)
    except FileExistsError:
        raise ValueError("A file with that name already exists. Choose another name.") from None
    except OSError as error:
        raise ValueError(f"The {what} can't be saved there: {error.strerror}.") from None
    except (RuntimeError, ValueError):  # no home folder for ~; a name that no file can have
        raise ValueError("That isn't a valid file name.") from None


def _from_environment(environ: Mapping[str, str] | None) -> Path | None:
    chosen = (os.environ if environ is None else environ).get(DATA_VARIABLE)
    try:
        return _absolute(Path(chosen).expanduser()) if chosen else None
    except RuntimeError:  # there is no home folder for ~
        return NOWHERE


def _from_platform(select: Callable[[PlatformDirsABC], Path]) -> Path:
    from platformdirs import PlatformDirs

    try:
        path = select(PlatformDirs("cardtable", appauthor=False))
    except RuntimeError:  # there is no home folder
        return NOWHERE
    return NOWHERE if path.parts[:1] == ("~",) else _absolute(path)  # what platformdirs before 4.14 does without a home


def _absolute(path: Path) -> Path:
    """Return the absolute path, which stays valid if the working directory changes."""
    try:
        return path.absolute()
    except OSError:  # the working directory has been removed
        return NOWHERE
