"""What the cursor of a board can stand on: groups of ways to play, and how it goes from one to another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class ListedAction(NamedTuple):
    """One action on offer, and how the list of ways calls it."""

    action: Any
    label: str


class Group(NamedTuple):
    """Something the cursor can stand on."""

    name: str
    """In full words."""
    ways: tuple[ListedAction, ...]
    at: tuple[int, int] | None = None
    """Row and column, where groups lie all over a board: up and down then go from group to group."""


class Target(NamedTuple):
    """What a click means: this group, or this way of it."""

    group: int
    way: int = 0


def group_across(groups: Sequence[Group], here: int, step: int) -> int:
    """Return the nearest group above or below, of those that have a place; beyond the last one, the first."""
    row, column = groups[here].at or (0, 0)
    found = []
    for number, group in enumerate(groups):
        if group.at is not None and (ahead := (group.at[0] - row) * step):
            aside = abs(group.at[1] - column)
            found.append((ahead < 0, 2 * ahead + aside if ahead > 0 else ahead, aside, number))
    return min(found)[-1] if found else here
