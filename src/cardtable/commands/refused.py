"""What ends a command before it begins: one sentence for the player, on standard error, and exit code 2."""

from __future__ import annotations

from collections.abc import Iterable


class Refused(Exception):
    """Something that was asked for cannot be done; one sentence says what, and what can be done instead."""


def meant(word: str, known: Iterable[str], otherwise: str = ".") -> str:
    """The end of a sentence: `; did you mean this?` where one of the known words is close."""
    from difflib import get_close_matches

    close = get_close_matches(word[:100].lower(), list(known), n=1)
    return f"; did you mean {close[0]}?" if close else otherwise
