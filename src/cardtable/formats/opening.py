"""The opening of a game: a deal code or a position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame, Step, start


@dataclass(frozen=True, slots=True)
class StartPosition:
    """A state that a game can start from instead of a deal."""

    state: Any = field(repr=False)
    """A valid state, including its hidden cards."""


Opening = DealCode | StartPosition


def begin(game: AnyGame, options: Any, seats: int, opening: Opening) -> Step[Any]:
    """Return the first step of a game. Raise BadOptions if the options of a deal are invalid."""
    if isinstance(opening, StartPosition):
        return Step(opening.state)
    return start(game, options, seats, opening.key())


def deal_code(opening: Opening) -> DealCode | None:
    """Return the code of a deal, or None if the opening is a position."""
    return opening if isinstance(opening, DealCode) else None
