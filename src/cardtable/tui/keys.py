"""The keys that players can change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from textual.binding import Binding
from textual.keys import format_key

if TYPE_CHECKING:
    from textual.dom import DOMNode
    from textual.screen import Screen


class Command(NamedTuple):
    """A thing that a key does, and the id of its bindings."""

    id: str
    label: str
    key: str
    """The default key."""


COMMANDS = (
    Command("undo", "Undo", "u"),
    Command("redo", "Redo", "U"),
    Command("type", "Type a move", "slash"),
    Command("hint", "Hint", "h"),
    Command("log", "Log", "l"),
    Command("replay", "Replay", "w"),
    Command("what-if", "What if", "i"),
    Command("rules", "Rules", "r"),
    Command("deal", "Deal code", "d"),
    Command("save", "Save to a file", "s"),
    Command("view", "Whose view", "v"),
    Command("open", "All cards", "o"),
    Command("cards", "Hands and piles", "c"),
    Command("play-on", "Play on", "p"),
)
"""The commands at the table, then those of a replay; keys for leaving, for help and for the cursor can't be changed."""
BY_ID = {command.id: command for command in COMMANDS}
NOT_A_KEY = "Use a single character, a function key such as f5, or a combination such as ctrl+u."
_NAMED = re.compile(r"f([1-9]|1[0-2])|ctrl\+[a-z]")
_FIXED = {
    **{f"ctrl+{letter}": "the terminal" for letter in "chijmsz"},
    "ctrl+p": "the command palette",
    "ctrl+q": "quitting",
}
"""Keys that can't be changed and that no binding below lists."""


def key_label(key: str) -> str:
    """Return a key's name as players read it."""
    character = format_key(key)
    is_sign = len(character) == 1 and character.isascii() and character.strip()
    return character if is_sign else key.replace("_", " ")


def key_name(text: str) -> str:
    """Return Textual's name for a key that a player typed; raise ValueError if it isn't one that can be chosen."""
    if len(text) == 1 and text.isprintable() and text.strip() and text != ",":
        (binding,) = Binding.make_bindings([Binding(text, "")])
        return binding.key
    if _NAMED.fullmatch(text.lower()):
        return text.lower()
    raise ValueError(NOT_A_KEY)


def valid_keys(keys: Mapping[str, str]) -> dict[str, str]:
    """Return the changed keys, from a file, that name a command and a key; the others are ignored."""
    valid: dict[str, str] = {}
    for command, key in keys.items():
        if command in BY_ID and key not in ("q", "question_mark") and _is_key(key) and key not in valid.values():
            valid[command] = key
    return valid


def _is_key(key: str) -> bool:
    """Return whether a name is Textual's name for a key that can be chosen."""
    try:
        return key_name(key_label(key)) == key and key not in _FIXED
    except ValueError:
        return False


def change_key(keys: Mapping[str, str], command: Command, key: str) -> dict[str, str]:
    """Return the changed keys with one more; raise ValueError if that key already does something else there."""
    if key in _FIXED:
        raise ValueError(f"{key_label(key)} belongs to {_FIXED[key]}.")
    others = {name: changed for name, changed in keys.items() if name != command.id}
    for screen in _screens():
        bindings = list(_bindings(screen, others))
        if any(binding.id == command.id for binding in bindings):
            for binding in bindings:
                is_other = binding.id in BY_ID if key == command.key else True  # a default key may be a board's key too
                if binding.key == key and binding.id != command.id and is_other:
                    raise ValueError(f"{key_label(key)} is already the key for '{_describe(binding)}'.")
    return others if key == command.key else {**others, command.id: key}


def _describe(binding: Binding) -> str:
    command = BY_ID.get(binding.id or "")
    return command.label if command else binding.description or binding.action.partition("(")[0].replace("_", " ")


def usual_place(node: DOMNode, binding: Binding) -> int:
    """Return the place of a binding among those of its node as they are without changed keys."""
    command = BY_ID.get(binding.id or "")
    keys, key = _usual_keys(type(node)), command.key if command else binding.key
    return keys.index(key) if key in keys else len(keys)


@cache
def _usual_keys(node: type[DOMNode]) -> tuple[str, ...]:
    bindings = (base.__dict__.get("BINDINGS", ()) for base in reversed(node.__mro__))
    return tuple(dict.fromkeys(binding.key for each in bindings for binding in Binding.make_bindings(each)))


def _screens() -> tuple[type[Screen[Any]], ...]:
    """Return the screens that have commands with keys that can be changed."""
    from cardtable.tui.screens.curtain import PublicMoment
    from cardtable.tui.screens.exercise import ExerciseScreen
    from cardtable.tui.screens.learn import LearnRoom
    from cardtable.tui.screens.lesson import LessonScreen
    from cardtable.tui.screens.lobby import Lobby
    from cardtable.tui.screens.practice import PracticeRoom
    from cardtable.tui.screens.puzzle import PuzzleScreen
    from cardtable.tui.screens.replay import ReplayScreen
    from cardtable.tui.screens.review import ReviewScreen
    from cardtable.tui.screens.setup import SetUpScreen
    from cardtable.tui.screens.table import TableScreen
    from cardtable.tui.screens.watch import WatchScreen
    from cardtable.tui.screens.what_if import WhatIfScreen

    at_the_table = (TableScreen, WhatIfScreen, PublicMoment, ReplayScreen, ReviewScreen, WatchScreen)
    return (*at_the_table, LessonScreen, ExerciseScreen, PuzzleScreen, LearnRoom, PracticeRoom, SetUpScreen, Lobby)


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
