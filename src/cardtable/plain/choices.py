"""The legal actions as a numbered list, and what somebody types to choose from it."""

from __future__ import annotations

from typing import Any

from cardtable.table.session import Seen

LONGEST_NUMBER = 6
"""Digits."""


def choices(seen: Seen) -> tuple[Any, ...]:
    """The viewer's actions as they are numbered, from 1; those that are read in one line stand side by side."""
    return tuple(action for line in _grouped(seen) for action in line)


def choice_lines(seen: Seen) -> tuple[str, ...]:
    """The numbered actions, those of a group in one line."""
    numbers = iter(range(1, len(seen.legal) + 1))
    return tuple("; ".join(f"{next(numbers)} {action}" for action in line) for line in _grouped(seen))


def read_choice(text: str, seen: Seen) -> Any:
    """The action that was typed, by its number or in words, legal or not; ValueError with a sentence."""
    if (number := read_number(text)) is None:
        return seen.game.parse(text)
    listed = choices(seen)
    if not 0 < number <= len(listed):
        raise ValueError(f"The actions are numbered from 1 to {len(listed)}.")
    return listed[number - 1]


def read_number(text: str) -> int | None:
    """The number that the text is; None if it is none, -1 if it is longer than any that is asked for."""
    if not (text.isascii() and text.isdecimal()):
        return None
    return int(text) if len(text) <= LONGEST_NUMBER else -1


def _grouped(seen: Seen) -> list[list[Any]]:
    """The actions by their first word, most often a card, in the order in which each is first met."""
    groups: dict[str, list[Any]] = {}
    for action in seen.legal:
        groups.setdefault(str(action).partition(" ")[0], []).append(action)
    return list(groups.values())
