"""Files that a player asks for."""

from __future__ import annotations

import os
from pathlib import Path


def write_new(name: str, text: str) -> None:
    """Write a file that is not there yet and that nobody else may read; ValueError with a sentence where it fails."""
    try:
        path = Path(name).expanduser()
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise ValueError("There is a file of that name already; choose another.") from None
    except OSError as error:
        raise ValueError(f"The game cannot be saved there: {error.strerror}.") from None
    except (RuntimeError, ValueError):  # a home that cannot be found; a name that no file can have
        raise ValueError("No file can have that name.") from None
    try:
        with open(descriptor, "w", encoding="utf-8") as file:  # noqa: PTH123  a descriptor, not a path
            file.write(text)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise ValueError(f"The game cannot be saved there: {error.strerror}.") from None
