"""The error for a command that can't be carried out. The program prints its sentence and exits with code 2."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

SIMILAR_BEGINNING = 0.8
"""The minimum similarity between a word and the start of a name, from 0 to 1."""


class RequestError(ValueError):
    """An error for a request that can't be carried out. Its sentence gives the reason and says what to do instead."""


class NoScreen(RequestError):
    """An error for a terminal where only plain mode works. Its message gives the reason why the app can't be shown."""


def suggest_plain_mode(words: Sequence[str] = ()) -> str:
    """Return a sentence with the same command in plain mode. `words` are the words after `cardtable`."""
    import shlex

    command = shlex.join(["cardtable", *(word for word in words if word != "--ascii"), "--plain"])
    return f"Run `{command}` to play line by line."


def suggestion(word: str, known: Iterable[str], otherwise: str = ".") -> str:
    """Return the end of a sentence: `; did you mean this?` if a known word is similar, or else the text `otherwise`."""
    close = similar_name(word, known)
    return f"; did you mean {close}?" if close else otherwise


def similar_name(word: str, known: Iterable[str]) -> str:
    """Return the known name that starts with this word or is most similar to it. The result is empty if there is none.

    The word only has to be similar to the start of a name: `rumy` matches `rummy-like`.
    """
    from difflib import get_close_matches

    typed = word[:100].lower()
    names = {each.lower(): each for each in known}
    completions = [name for name in names if typed.strip("-") and name.startswith(typed)]
    beginnings = {re.split("[ -]", name)[0]: name for name in reversed(names)}
    close = completions or get_close_matches(typed, names, n=1)
    close = close or [beginnings[each] for each in get_close_matches(typed, beginnings, n=1, cutoff=SIMILAR_BEGINNING)]
    return names[close[0]] if close else ""
