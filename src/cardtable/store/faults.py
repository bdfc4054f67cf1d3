"""What is written down about a fault of our own: where it happened, and never a card, a name or a seed.

Neither local variables nor the text of an exception are kept: a hand may be in them.
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
from cardtable.store.places import make_private
from cardtable.store.privacy import is_own_file

KEPT = 20
"""How many accounts are kept; an older one goes when a new one comes."""

FRAMES = 60
"""How many frames of a traceback are told: the first and the last half of it. Endless recursion has a thousand."""


def write_down(errors: Sequence[BaseException], folder: Path) -> Path:
    """Write an account of the errors into a new file for the player alone; OSError if that does not work."""
    make_private(folder)
    now = datetime.now(UTC)
    path = folder / f"fault-{now:%Y%m%d-%H%M%S-%f}.log"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as log:
        log.write("\n".join((f"{now:%Y-%m-%d %H:%M:%S} UTC", *_surroundings(), *_accounts(errors), "")))
    with suppress(OSError):
        for old in sorted(filter(is_own_file, folder.glob("fault-[0-9]*-[0-9]*-[0-9]*.log")))[:-KEPT]:
            old.unlink()
    return path


def _surroundings() -> Iterator[str]:
    from importlib import metadata

    for package in ("cardtable", "textual", "rich"):
        try:
            yield f"{package} {metadata.version(package)}"
        except metadata.PackageNotFoundError:
            yield f"{package} is not installed as a package"
    yield f"Python {platform.python_version()} on {sys.platform}"
    yield f"TERM={safe_text(os.environ.get('TERM'), 40)}"


def _accounts(errors: Sequence[BaseException]) -> Iterator[str]:
    """Each error, and what led to it, once."""
    waiting = [("", error) for error in reversed(errors)]
    told: set[int] = set()
    while waiting:
        how, error = waiting.pop()
        if id(error) in told:
            continue
        told.add(id(error))
        yield f"\n{how}{type(error).__module__}.{type(error).__qualname__}"
        yield from _frames(error)
        before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        if before:
            waiting.append(("while handling ", before))
        if isinstance(error, BaseExceptionGroup):
            waiting += [("one of them: ", part) for part in error.exceptions]


def _frames(error: BaseException) -> list[str]:
    frames = [
        f"  {_short(frame.f_code.co_filename)}:{line} in {frame.f_code.co_qualname}"
        for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    if len(frames) > FRAMES:
        frames[FRAMES // 2 : -FRAMES // 2] = [f"  ... {len(frames) - FRAMES} more ..."]
    return frames


def _short(file: str) -> str:
    """The file as it is imported, without the folders above, which may tell who the player is."""
    homes = [folder + os.sep for folder in sys.path if folder and file.startswith(folder + os.sep)]
    return safe_text(file[len(max(homes, key=len)) :] if homes else Path(file).name, 200)
