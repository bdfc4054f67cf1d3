"""The error for a command that can't be carried out; the program prints its sentence and exits with code 2."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

SIMILAR_BEGINNING = 0.8
"""The required similarity of a word to the beginning of a name, from 0 to 1."""


class RequestError(Exception):
    """A request that can't be carried out, with a sentence that says why and what to do instead."""


class NoScreen(RequestError):
    """A refusal to show the app where only plain mode works; the message gives the reason."""


def suggest_plain_mode(words: Sequence[str] = ()) -> str:
    """Return a sentence with the same command in plain mode, given the words after `cardtable`."""
    import shlex

    command = shlex.join(["cardtable", *(word for word in words if word != "--ascii"), "--plain"])
    return f"Run `{command}` to play line by line."


def suggestion(word: str, known: Iterable[str], otherwise: str = ".") -> str:
    """Return the end of a sentence: `; did you mean this?` if a known word is similar, otherwise `otherwise`."""
    close = similar_name(word, known)
    return f"; did you mean {close}?" if close else otherwise


def similar_name(word: str, known: Iterable[str]) -> str:
    """Return the known name that a word begins or is most like, or an empty string.

    It is enough if the word is like the beginning of a name: `rumy` is like `rummy-like`.
    """
    from difflib import get_close_matches

    typed = word[:100].lower()
    names = {each.lower(): each for each in known}
    completions = [name for name in names if typed.strip("-") and name.startswith(typed)]
    beginnings = {re.split("[ -]", name)[0]: name for name in reversed(names)}
    close = completions or get_close_matches(typed, names, n=1)
    close = close or [beginnings[each] for each in get_close_matches(typed, beginnings, n=1, cutoff=SIMILAR_BEGINNING)]
    return names[close[0]] if close else ""
