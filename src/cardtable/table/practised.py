"""The part `practice` of the game that is used for the daily deal and in the Practice room."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import cache
from typing import Any, NamedTuple

from cardtable.engine.game import Preset
from cardtable.engine.games.info import PRACTISED
from cardtable.games import GAMES


class Practice(NamedTuple):
    """The games that one player can practise."""

    daily_options: Callable[[date], Any]
    """Return the options of the daily deal for a date. They must never change for any date."""
    daily_rules: Callable[[date], str]
    """Return these options in a few words, such as `Challenge, 9 Singles`."""
    presets: tuple[Preset[Any], ...]
    """The presets to practise, with the default first."""
    hand_sizes: range
    sure: Preset[Any]
    """The preset with a sure way to win."""
    sure_lesson: str
    """The name of the lesson that teaches the sure way."""
    sure_way: str
    """The sure way in a few words."""
    theme_rules: str
    """A sentence about the options of all exercises by theme."""


@cache
def practice() -> Practice:
    """Return this part of the game."""
    found: Practice = GAMES.part_of(PRACTISED.id, "practice", "PRACTICE")
    return found
