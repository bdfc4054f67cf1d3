"""Automatic movements of the cursor: to a useful action, to a house in danger, or to the nearest space."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.games.wind_city.board import Space
from cardtable.engine.games.wind_city.danger import most_endangered
from cardtable.engine.games.wind_city.houses import nearest
from cardtable.engine.games.wind_city.model import State
from cardtable.engine.games.wind_city.outlook import foresee
from cardtable.games.wind_city.board.area import space_of
from cardtable.tui.board.choices import ChoiceGroup


def nearest_group(state: State, groups: dict[int, ChoiceGroup], near: Space | None) -> int | None:
    """Return the group nearest to `near` (if `near` is None, to the hurricane), or None if no group has a space."""
    spaces = {space: at for at, group in groups.items() if (space := space_of(group.actions[0].action)) is not None}
    space = nearest(state, spaces, near)
    return None if space is None else spaces[space]


def house_in_danger(state: State, groups: Sequence[ChoiceGroup]) -> int | None:
    """Return the index of the group with the house that most needs insurance. Return None if no house is in danger."""
    spaces = {space_of(group.actions[0].action): at for at, group in enumerate(groups)}
    return spaces.get(most_endangered(state, (space for space in spaces if space is not None)) or -1)


def first_useful(state: State, chosen: tuple[int, ...]) -> int:
    """Return the index of the first unchosen action that moves the hurricane without harming the player.

    If there is no such action, prefer a harmful action to an action that leaves the hurricane in place.
    """
    numbers = range(1, len(state.options.cards[(state.card or 1) - 1]) + 1)
    return min((number in chosen, *_drawbacks(state, (*chosen, number)), number) for number in numbers)[-1] - 1


def _drawbacks(state: State, plan: tuple[int, ...]) -> tuple[bool, bool]:
    """Return whether the hurricane stays put, and whether the plan loses a house, ends the game or costs too much."""
    planned = foresee(state, plan)
    harms = planned.end is None or any(seat == state.active for seat, _ in planned.lost)
    return not planned.path, harms or planned.paid > state.coins[state.active]
