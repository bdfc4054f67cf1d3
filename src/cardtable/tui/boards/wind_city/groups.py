"""The groups that the cursor can be on: spaces, the actions of the card, and the lines that end a choice."""

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
from cardtable.tui.choices import ChoiceGroup, ListedAction

ACTION_OF: dict[Phase, type[SpaceAction]] = {
    "hurricane": PlaceHurricane, "houses": PlaceHouse, "renew": Renew, "insure": Insure, "build": Build,
}  # fmt: skip
"""The action with a space in each phase that has one."""


def space_group(action: Any, board: PlayArea) -> ChoiceGroup:
    """Return the group of a space; north is up."""
    return ChoiceGroup(
        name_of(action.space),
        (ListedAction(action, str(action)),),
        (board.rows - action.space // 100, action.space % 100),
    )


def line_group(action: Any, name: str, row: int) -> ChoiceGroup:
    """Return the group of a choice in the panel, which counts as below all spaces."""
    return ChoiceGroup(name, (ListedAction(action, name),), (row + 1, 0))


def plan_groups(state: State, chosen: tuple[int, ...]) -> Iterator[ChoiceGroup]:
    """Yield a group for each action of the card, to add or drop it, then one to end the choice."""
    card = state.options.cards[(state.card or 1) - 1]
    for number, action in enumerate(card, 1):
        yield line_group(Choose(toggled(chosen, number)), f"{number} {action}", number)
    yield line_group(Choose(chosen), "choose this plan", len(card) + 1)


def toggled(chosen: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the chosen actions with this one added or dropped."""
    if number in chosen:
        return tuple(each for each in chosen if each != number)
    return (*chosen, number)
