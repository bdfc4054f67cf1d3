"""The groups that the cursor can be on: spaces, actions of the card, and lines that end a choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardtable.engine.games.wind_city.board import PlayArea, name_of
from cardtable.engine.games.wind_city.model import (
    Build,
    Choose,
    Insure,
    Phase,
    PlaceHouse,
    PlaceHurricane,
    Renew,
    SpaceAction,
    State,
)
from cardtable.tui.board.choices import ChoiceGroup, ListedAction

ACTION_OF: dict[Phase, type[SpaceAction]] = {
    "hurricane": PlaceHurricane, "houses": PlaceHouse, "renew": Renew, "insure": Insure, "build": Build,
}  # fmt: skip
"""The type of action that has a space, for each phase with such actions."""


def space_group(action: Any, board: PlayArea) -> ChoiceGroup:
    """Return the group of a space. North is up."""
    return ChoiceGroup(
        name_of(action.space),
        (ListedAction(action, str(action)),),
        (board.rows - action.space // 100, action.space % 100),
    )


def line_group(action: Any, name: str, row: int) -> ChoiceGroup:
    """Return the group of a choice in the panel. For the cursor, this group is below all spaces."""
    return ChoiceGroup(name, (ListedAction(action, name),), (row + 1, 0))


def plan_groups(state: State, chosen: tuple[int, ...]) -> Iterator[ChoiceGroup]:
    """Yield a group for each action of the card, to add or drop it, then a group for the line that ends the choice."""
    card = state.options.cards[(state.card or 1) - 1]
    for number, action in enumerate(card, 1):
        yield line_group(Choose(toggled(chosen, number)), f"{number} {action}", number)
    yield line_group(Choose(chosen), "choose this plan", len(card) + 1)


def toggled(chosen: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the chosen actions after adding or dropping this action."""
    if number in chosen:
        return tuple(each for each in chosen if each != number)
    return (*chosen, number)
