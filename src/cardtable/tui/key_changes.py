"""Changing the key of a command, unless another binding of the same screens has that key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from textual.binding import Binding

from cardtable.rooms.keys import CHANGEABLE, ChangeableKey
from cardtable.tui.keys import FIXED, key_label

if TYPE_CHECKING:
    from textual.dom import DOMNode
    from textual.screen import Screen


def change_key(keys: Mapping[str, str], command: ChangeableKey, key: str) -> dict[str, str]:
    """Return the changed keys with one more; raise ValueError if that key already does something else there."""
    if key in FIXED:
        raise ValueError(f"{key_label(key)} belongs to {FIXED[key]}.")
    others = {name: changed for name, changed in keys.items() if name != command.id}
    for screen in _screens():
        bindings = list(_bindings(screen, others))
        if any(binding.id == command.id for binding in bindings):
            for binding in bindings:
                is_other = (
                    binding.id in CHANGEABLE if key == command.key else True
                )  # a default key may be a board's key too
                if binding.key == key and binding.id != command.id and is_other:
                    raise ValueError(f"{key_label(key)} is already the key for '{_describe(binding)}'.")
    return others if key == command.key else {**others, command.id: key}


def _describe(binding: Binding) -> str:
    command = CHANGEABLE.get(binding.id or "")
    return command.label if command else binding.description or binding.action.partition("(")[0].replace("_", " ")


def _screens() -> tuple[type[Screen[Any]], ...]:
    """Return the screens that have commands with keys that can be changed."""
    from cardtable.tui.screens.curtain import Curtain, PublicMoment
    from cardtable.tui.screens.exercise import ExerciseScreen
    from cardtable.tui.screens.learn import LearnRoom
    from cardtable.tui.screens.lesson import LessonScreen
    from cardtable.tui.screens.lobby import Lobby
    from cardtable.tui.screens.practice import PracticeRoom
    from cardtable.tui.screens.practice_exercise import PracticeExerciseScreen
    from cardtable.tui.screens.replay import ReplayScreen
    from cardtable.tui.screens.review import ReviewScreen
    from cardtable.tui.screens.setup import SetUpScreen
    from cardtable.tui.screens.table import TableScreen
    from cardtable.tui.screens.watch import WatchScreen
    from cardtable.tui.screens.what_if import WhatIfScreen

    at_the_table = (TableScreen, WhatIfScreen, Curtain, PublicMoment, ReplayScreen, ReviewScreen, WatchScreen)
    return (
        *at_the_table,
        LessonScreen,
        ExerciseScreen,
        PracticeExerciseScreen,
        LearnRoom,
        PracticeRoom,
        SetUpScreen,
        Lobby,
    )


def _bindings(screen: type[Screen[Any]], keys: Mapping[str, str]) -> Iterator[Binding]:
    """Yield the bindings of a screen and, if players act on its board, those of all boards, with the changed keys."""
    from cardtable.tui.board_screen import PlayScreen
    from cardtable.tui.boards import BOARDS, board_for

    nodes: list[type[DOMNode]] = [screen, *(map(board_for, BOARDS) if issubclass(screen, PlayScreen) else ())]
    for node in nodes:
        for base in node.__mro__:
            for binding in Binding.make_bindings(base.__dict__.get("BINDINGS", ())):
                changed = keys.get(binding.id or "")
                yield binding.with_key(changed) if changed else binding
