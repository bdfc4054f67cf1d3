"""Positions in which to find a good move, such as one where you once made a mistake."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cardtable.engine.game import AnyGame, Seat


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which to find a good move."""

    name: str
    """The key under which its repetition is saved, or an empty string for a generated position."""
    title: str
    """What it is, such as `Move 12 again` or `When to refill`."""
    game: AnyGame
    state: Any = field(repr=False)
    """The full state, with its hidden cards."""
    seat: Seat
    names: tuple[str, ...]
    played: str
    """The move that was once played here, in notation, or an empty string."""
