"""Themes: endless exercises about one topic each. The game defines its themes and finds their positions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.games.info import PRACTISED
from cardtable.formats.text import player_names
from cardtable.games import GAMES
from cardtable.practice.exercises import PracticeExercise


@dataclass(frozen=True, slots=True)
class Theme:
    """A group of exercises about one topic."""

    name: str
    """The name on the command line, such as `last-five`."""
    title: str
    in_brief: str
    """A question that is short enough to fit next to the titles in 60 columns."""
    about: str
    """A sentence that explains the theme and the task."""
    find: Callable[[Key], Any] = field(repr=False)
    """Return a state with a good move to find. The same key always leads to the same state."""
    lesson: Callable[[Any, Any], str] = field(repr=False)
    """Return a sentence that answers the theme's question for a view and its best move, or an empty string."""


def themes() -> dict[str, Theme]:
    """Return the themes by name, in the order of the menu."""
    return {theme.name: theme for theme in GAMES.part_of(PRACTISED.id, "practice.themes", "THEMES")}


def theme_exercise(theme: Theme, code: DealCode) -> PracticeExercise:
    """Return the exercise with this theme and code. The search takes about a second."""
    return PracticeExercise(
        name="",
        title=theme.title,
        game=GAMES.practised,
        state=theme.find(code.key()),
        seat=0,
        names=player_names((), 1),
        played="",
        theme=theme.name,
    )
