"""Files that a player asks for."""

from __future__ import annotations

from pathlib import Path

from cardtable.store import places


def write_new(name: str, text: str) -> None:
    """Write a file that is not there yet and that nobody else may read; ValueError with a sentence where it fails."""
    try:
        places.write_new(Path(name).expanduser(), text)
    except FileExistsError:
        raise ValueError("There is a file of that name already; choose another.") from None
    except OSError as error:
        raise ValueError(f"The game cannot be saved there: {error.strerror}.") from None
    except (RuntimeError, ValueError):  # a home that cannot be found; a name that no file can have
        raise ValueError("No file can have that name.") from None
