"""The last words of a program that stops because of an internal error."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardtable.formats.text import safe_text
from cardtable.store.faults import write_down


def last_words(errors: Sequence[BaseException], folder: Path) -> str:
    """Write down what happened, and say in two sentences what the player should know."""
    name = type(errors[0]).__name__
    try:
        account = f"The details are in {safe_text(str(write_down(errors, folder)), 1000)}."
    except OSError as error:
        account = f"The details couldn't be written to a file ({error.strerror or type(error).__name__})."
    return f"Cardtable stopped because of an internal error ({name}). {account}"
