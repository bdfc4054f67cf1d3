"""What ends a command before it begins: one sentence for the player, on standard error, and exit code 2."""

from __future__ import annotations

from collections.abc import Iterable


class RequestError(Exception):
    """Something that was asked for cannot be done; one sentence says what, and what can be done instead."""


def meant(word: str, known: Iterable[str], otherwise: str = ".") -> str:
    """The end of a sentence: `; did you mean this?` where one of the known words is close or begins so."""
    from difflib import get_close_matches

    typed, words = word[:100].lower(), list(known)
    begun = [each for each in words if typed.strip("-") and each.startswith(typed)]
    close = begun or get_close_matches(typed, words, n=1)
    return f"; did you mean {close[0]}?" if close else otherwise
