"""The error for a command that can't be carried out, which prints one sentence and gives exit code 2."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class RequestError(Exception):
    """A request that can't be carried out, with a sentence that says why and what to do instead."""


class NoScreen(RequestError):
    """The reason why the app can't be shown here, where plain mode works."""


def suggest_plain_mode(words: Sequence[str] = ()) -> str:
    """Return a sentence with the same command in plain mode, given the words after `cardtable`."""
    import shlex

    command = shlex.join(["cardtable", *(word for word in words if word != "--ascii"), "--plain"])
    return f"Run `{command}` to play line by line."


def suggestion(word: str, known: Iterable[str], otherwise: str = ".") -> str:
    """Return `; did you mean this?` if a known word is similar, and `otherwise` if not, as the end of a sentence."""
    from difflib import get_close_matches

    typed, words = word[:100].lower(), list(known)
    completions = [each for each in words if typed.strip("-") and each.startswith(typed)]
    close = completions or get_close_matches(typed, words, n=1)
    return f"; did you mean {close[0]}?" if close else otherwise
