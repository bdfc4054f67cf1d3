"""The message to show when the program stops because of an internal error."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardtable.formats.text import safe_text
from cardtable.store.fault_log import write_fault_log


def crash_message(errors: Sequence[BaseException], folder: Path, saved_game: int | None = None) -> str:
    """Write a log file, and return sentences for the player: what happened, and how to continue the saved game."""
    name = type(errors[0]).__name__
    try:
        details = f"The details are in {safe_text(str(write_fault_log(errors, folder)), 1000)}."
    except OSError as error:
        details = f"The details couldn't be written to a file ({error.strerror or type(error).__name__})."
    safe = "" if saved_game is None else f" Your game is saved: `cardtable resume {saved_game}` continues it."
    return f"Cardtable stopped because of an internal error ({name}).{safe} {details}"
