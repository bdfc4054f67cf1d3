"""The keys that players can change."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.keys import format_key

from cardtable.rooms.keys import CHANGEABLE

if TYPE_CHECKING:
    from textual.dom import DOMNode


NOT_A_KEY = "Use a single character, a function key such as f5, or a combination such as ctrl+u."
_NAMED = re.compile(r"f([1-9]|1[0-2])|ctrl\+[a-z]")
FIXED = {
    **{f"ctrl+{letter}": "the terminal" for letter in "chijmsz"},
    "ctrl+p": "the command palette",
    "ctrl+q": "quitting",
}
"""Keys that can't be chosen and that no binding lists."""


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
        if command in CHANGEABLE and key not in ("q", "question_mark") and _is_key(key) and key not in valid.values():
            valid[command] = key
    return valid


def _is_key(key: str) -> bool:
    """Return whether a name is Textual's name for a key that can be chosen."""
    try:
        return key_name(key_label(key)) == key and key not in FIXED
    except ValueError:
        return False


def usual_place(node: DOMNode, binding: Binding) -> int:
    """Return the place of a binding among those of its node as they are without changed keys."""
    command = CHANGEABLE.get(binding.id or "")
    keys, key = _usual_keys(type(node)), command.key if command else binding.key
    return keys.index(key) if key in keys else len(keys)


@cache
def _usual_keys(node: type[DOMNode]) -> tuple[str, ...]:
    bindings = (base.__dict__.get("BINDINGS", ()) for base in reversed(node.__mro__))
    return tuple(dict.fromkeys(binding.key for each in bindings for binding in Binding.make_bindings(each)))
