"""Files that a player asks for."""

from __future__ import annotations

from pathlib import Path

from cardtable.store import places


def write_new(name: str, text: str) -> None:
    """Write a file that is not there yet and that nobody else may read; ValueError with a sentence where it fails."""
    try:
        places.write_new(Path(name).expanduser(), text)
    except FileExistsError:
        raise ValueError("A file with that name already exists. Choose another name.") from None
    except OSError as error:
        raise ValueError(f"The game can't be saved there: {error.strerror}.") from None
    except (RuntimeError, ValueError):  # a home that cannot be found; a name that no file can have
        raise ValueError("That isn't a valid file name.") from None
