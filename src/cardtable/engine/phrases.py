"""Small pieces of English that many sentences need, and the words of what somebody types."""

from __future__ import annotations

from collections.abc import Iterable


def plural(number: int, thing: str) -> str:
    """Return `card` for one of them, otherwise `cards`."""
    return thing if number == 1 else f"{thing}s"


def counted(number: int, thing: str, *, none: str = "no") -> str:
    """Return `1 card`, `2 cards`, or `no cards`, where `none` may put it otherwise."""
    return f"{number or none} {plural(number, thing)}"


def join_words(words: Iterable[str], last: str = "and") -> str:
    """Return `Red`, `Red and Blue` or `Red, Blue and Circle`; `last` may put it otherwise, as `or`."""
    *others, final = words
    return f"{', '.join(others)} {last} {final}" if others else final


def typed_words(text: str) -> list[str]:
    """Return the words of an action that a player typed, in lower case; commas part them.

    A `play` before them says nothing, so players may leave it out or not: `play red` is `red`.
    """
    words = text.lower().replace(",", " ").split()
    return words[1:] if words[:1] == ["play"] else words
