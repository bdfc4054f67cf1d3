"""The groups and actions that a board's cursor can select, and vertical movement between groups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

PLAY_REST = object()
"""The value of `ListedAction.then` for playing the rest of the game in one go, once the result can't change."""


class ListedAction(NamedTuple):
    """An action and its label in the list."""

    action: Any
    label: str
    then: Any = None
    """The action to play right after this one, if the player chooses two actions at once."""


class ChoiceGroup(NamedTuple):
    """A card, a deck or a space, with its actions."""

    name: str
    """The full name."""
    actions: tuple[ListedAction, ...]
    at: tuple[int, int] | None = None
    """The row and column of a group in a grid or a vertical list, or None if up and down can't reach the group."""


class Target(NamedTuple):
    """The group and the action that a click chooses."""

    group: int
    action_index: int = 0


def list_groups(actions: Iterable[ListedAction]) -> tuple[ChoiceGroup, ...]:
    """Return a group for each action, one below another."""
    return tuple(ChoiceGroup(listed.label, (listed,), (row, 0)) for row, listed in enumerate(actions))


def place_of(groups: Sequence[ChoiceGroup], action: object) -> tuple[int, int] | None:
    """Return the index of the group that lists an action and the action's index in it, or None if no group does.

    If the action is listed only in pairs with a second action, the first such pair counts.
    """
    listed = ((number, at, each) for number, group in enumerate(groups) for at, each in enumerate(group.actions))
    found = [(each.then is not None, number, at) for number, at, each in listed if each.action == action]
    return min(found)[1:] if found else None


def nearest_group(groups: Sequence[ChoiceGroup], here: int, step: int) -> int:
    """Return the nearest group above or below a group on a grid. The search wraps around at the edge."""
    row, column = groups[here].at or (0, 0)
    found = []
    for number, group in enumerate(groups):
        if group.at is not None and (ahead := (group.at[0] - row) * step):
            aside = abs(group.at[1] - column)
            found.append((ahead < 0, 2 * ahead + aside if ahead > 0 else ahead, aside, number))
    return min(found)[-1] if found else here
