"""Computer players, as files name them: a level, and how much it thinks about a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from cardtable.engine.phrases import join_words
from cardtable.formats.text import safe_text

Level: TypeAlias = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = get_args(Level)
MAX_SIMULATIONS = 100_000
NAMES = ("Ada", "Blaise", "Carla", "Dorian", "Emmy", "Felix")
"""The names of computer players, unless the players choose others."""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player at a seat."""

    level: Level
    simulations: int
    """How many simulations it may use for a move: with the same number, it plays the same game again."""


Computers: TypeAlias = tuple[Computer | None, ...]
"""Who plays each seat: a computer player, or None for a person."""


def read_level(text: str) -> Level:
    """Return the level with this name; raise ValueError with a sentence if there is none."""
    for level in LEVELS:
        if text.strip().lower() == level:
            return level
    raise ValueError(f"There's no level '{safe_text(text, 20)}'. The levels are {join_words(LEVELS, 'and')}.")


def check_simulations(number: int) -> None:
    """Raise ValueError with a sentence if a computer player can't use this number of simulations."""
    if not 1 <= number <= MAX_SIMULATIONS:
        raise ValueError(f"The number of simulations must be from 1 to {MAX_SIMULATIONS:,}, not {number:,}.")


def names_for(computers: Computers, names: Sequence[str], standard: Sequence[str]) -> tuple[str, ...]:
    """Return the name at each seat: the one given, a computer player's own, or the seat's standard name."""
    taken = {name.lower() for name in names}
    free = iter([name for name in NAMES if name.lower() not in taken])
    return tuple(
        given or (next(free, seat_name) if computer is not None else seat_name)
        for given, computer, seat_name in zip(names, computers, standard, strict=True)
    )


def names_with_levels(names: Sequence[str], computers: Computers) -> tuple[str, ...]:
    """Return the names, with the level of each computer player, such as `Ada (medium)`."""
    holders = computers or (None,) * len(names)
    return tuple(
        name if computer is None else f"{name} ({computer.level})"
        for name, computer in zip(names, holders, strict=True)
    )
