"""Weights of a calibration for tests."""

from __future__ import annotations

from cardtable.engine.games.exit_stage_right.model import Options
from cardtable.games.exit_stage_right.player.calibration import GROWING, name_of, terms

Four = tuple[float, float, float, float]


def weights(start: tuple[float, float, float], early: Four, late: Four) -> tuple[float, ...]:
    """Return weights that change evenly from early to late in a game, given those of the first four growing terms."""
    middle = [(first + last) / 2 for first, last in zip(early, late, strict=True)]
    others = (0.0,) * ((len(terms(0.5, 0.0, 9)) - GROWING) // 3 - len(early))
    return *start, *early, *others, *middle, *others, *late, *others


def by_name(options: Options, found: tuple[float, ...]) -> dict[str, tuple[float, ...]]:
    """Return the same weights for these options with and without an empty stage, by name."""
    return {name_of(options, is_empty=is_empty): found for is_empty in (False, True)}
