"""Files that players save by name."""

from __future__ import annotations

from pathlib import Path

from cardtable.store import paths


def write_new(name: str, text: str, what: str = "game") -> None:
    """Write a new file that only the player can read; raise ValueError with a message for the player if that fails."""
    try:
        paths.write_new(Path(name).expanduser(), text)
    except FileExistsError:
        raise ValueError("A file with that name already exists. Choose another name.") from None
    except OSError as error:
        raise ValueError(f"The {what} can't be saved there: {error.strerror}.") from None
    except (RuntimeError, ValueError):  # no home folder for ~; a name that no file can have
        raise ValueError("That isn't a valid file name.") from None
