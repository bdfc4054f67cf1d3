"""Log files about internal errors.

The files contain no cards, names or deal codes. Local variables and exception messages are left out, because they may
reveal a hand.
"""

from __future__ import annotations

import os
import platform
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from cardtable.formats.text import safe_text
from cardtable.store.paths import make_private
from cardtable.store.powers import is_guest
from cardtable.store.privacy import is_own_file

MAX_LOGS = 20
"""The maximum number of log files. Older files are deleted."""

MAX_FRAMES = 60
"""The maximum number of traceback frames to log, half from each end. Infinite recursion produces a thousand frames."""


def write_fault_log(errors: Sequence[BaseException], folder: Path) -> Path:
    """Write the errors to a new private file and return the file's path. Raise OSError if the file can't be written."""
    make_private(folder)
    now = datetime.now(UTC)
    path = folder / f"fault-{now:%Y%m%d-%H%M%S-%f}.log"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as log:
        log.write("\n".join((f"{now:%Y-%m-%d %H:%M:%S} UTC", *_environment(), *_error_lines(errors), "")))
    with suppress(OSError):
        for old in sorted(filter(is_own_file, folder.glob("fault-[0-9]*-[0-9]*-[0-9]*.log")))[:-MAX_LOGS]:
            if old != path:  # the clock may have gone back
                old.unlink()
    return path


def _environment() -> Iterator[str]:
    from importlib import metadata

    for package in ("cardtable", "textual", "rich"):
        try:
            yield f"{package} {metadata.version(package)}"
        except metadata.PackageNotFoundError:
            yield f"{package} is not installed as a package"
    yield f"Python {platform.python_version()} on {sys.platform}"
    yield f"TERM={safe_text(os.environ.get('TERM'), 40)}"


def _error_lines(errors: Sequence[BaseException]) -> Iterator[str]:
    """Yield each error once, followed by the errors that caused it."""
    waiting = [("", error) for error in reversed(errors)]
    seen: set[int] = set()
    while waiting:
        relation, error = waiting.pop()
        if id(error) in seen:
            continue
        seen.add(id(error))
        yield f"\n{relation}{type(error).__module__}.{type(error).__qualname__}"
        yield from _frames(error)
        earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        if earlier:
            waiting.append(("while handling ", earlier))
        if isinstance(error, BaseExceptionGroup):
            waiting += [("one of them: ", part) for part in error.exceptions]


def _frames(error: BaseException) -> list[str]:
    frames = [
        f"  {_short(frame.f_code.co_filename)}:{line} in {frame.f_code.co_qualname}"
        for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    if len(frames) > MAX_FRAMES:
        frames[MAX_FRAMES // 2 : -MAX_FRAMES // 2] = [f"  ... {len(frames) - MAX_FRAMES} more ..."]
    return frames


def _short(file: str) -> str:
    """Return the path relative to its import folder. The names of the folders above may include the player's name."""
    roots = [folder + os.sep for folder in sys.path if folder and file.startswith(folder + os.sep)]
    return safe_text(file[len(max(roots, key=len)) :] if roots else Path(file).name, 200)


def crash_message(errors: Sequence[BaseException], folder: Path, saved_game: int | None = None) -> str:
    """Write a log file. Return a message that tells the player what happened and how to continue the saved game."""
    name = type(errors[0]).__name__
    try:
        path = write_fault_log(errors, folder)
        details = "The host has the details." if is_guest() else f"The details are in {safe_text(str(path), 1000)}."
    except OSError as error:
        details = f"The details couldn't be written to a file ({error.strerror or type(error).__name__})."
    resume = "come back to continue it" if is_guest() else f"`cardtable resume {saved_game}` continues it"
    safe = "" if saved_game is None else f" Your game is saved: {resume}."
    return f"Cardtable stopped because of an internal error ({name}).{safe} {details}"
