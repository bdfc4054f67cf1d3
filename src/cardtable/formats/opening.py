"""What a game begins with: a deal code, or a position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame, Step, start


@dataclass(frozen=True, slots=True)
class StartPosition:
    """A state that a game begins with instead of a deal."""

    state: Any = field(repr=False)
    """One that the game's rules allow, hidden cards and all."""


Opening = DealCode | StartPosition


def begin(game: AnyGame, options: Any, seats: int, opening: Opening) -> Step[Any]:
    """Return the start of a game; BadOptions where the options of a deal don't make one."""
    if isinstance(opening, StartPosition):
        return Step(opening.state)
    return start(game, options, seats, opening.key())


def deal_code(opening: Opening) -> DealCode | None:
    """Return the code of a deal; None for a position."""
    return opening if isinstance(opening, DealCode) else None
