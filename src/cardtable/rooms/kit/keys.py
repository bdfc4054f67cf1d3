"""The keys that players can change, with their names, as plain data. Reading the settings therefore loads no room."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from string import punctuation
from typing import NamedTuple


class ChangeableKey(NamedTuple):
    """The key of a command. It is the same in every room."""

    id: str
    label: str
    """The command's name in the settings."""
    key: str
    """The default key: a letter, or a name such as `slash`."""


CHANGEABLE = {
    each.id: each
    for each in (
        ChangeableKey("undo", "Undo", "u"),
        ChangeableKey("redo", "Redo", "U"),
        ChangeableKey("type", "Type a move", "slash"),
        ChangeableKey("hint", "Hint", "h"),
        ChangeableKey("log", "Log", "l"),
        ChangeableKey("replay", "Replay", "w"),
        ChangeableKey("what-if", "What if", "i"),
        ChangeableKey("rules", "Rules", "r"),
        ChangeableKey("deal", "Deal code", "d"),
        ChangeableKey("save", "Save to a file", "s"),
        ChangeableKey("view", "Whose view", "v"),
        ChangeableKey("open", "All cards", "o"),
        ChangeableKey("cards", "Hands and piles", "c"),
        ChangeableKey("play-on", "Play on", "p"),
    )
}
"""The commands with changeable keys, by id. Commands of the table come before commands of a replay."""
FIXED = {
    **{f"ctrl+{letter}": "the terminal" for letter in "chijmsz"},
    "ctrl+p": "the command palette",
    "ctrl+q": "quitting",
}
"""Keys that players can't choose and that no command uses, with their purposes."""
NOT_A_KEY = "Use a single character, a function key such as f5, or a combination such as ctrl+u."
_NAMED = re.compile(r"f([1-9]|1[0-2])|ctrl\+[a-z]")
_SHORT_NAMES = {
    "solidus": "slash",
    "reverse_solidus": "backslash",
    "commercial_at": "at",
    "hyphen_minus": "minus",
    "plus_sign": "plus",
    "low_line": "underscore",
}
"""Textual's short names for keys, by the Unicode names of their characters."""


def key_label(key: str) -> str:
    """Return the name of a key as it is shown to players."""
    return _SIGNS.get(key) or key.replace("_", " ")


def key_name(text: str) -> str:
    """Return the name of a key that a player typed. Raise ValueError if players can't choose that key."""
    if len(text) == 1 and text.isprintable() and text.strip() and text != ",":
        return name_of_sign(text)
    if _NAMED.fullmatch(text.lower()):
        return text.lower()
    raise ValueError(NOT_A_KEY)


def name_of_sign(character: str) -> str:
    """Return Textual's name for a character's key: the letter or digit itself, or a name such as `slash`."""
    if character.isalnum():
        return character
    name = unicodedata.name(character, character).lower().replace("-", "_").replace(" ", "_")
    return _SHORT_NAMES.get(name, name)


_SIGNS = {name_of_sign(character): character for character in punctuation}


def unknown_key(character: str) -> str:
    """Return a sentence for a player who presses a key that does nothing."""
    return f"{'Space' if character == ' ' else character} does nothing here. Press ? to see the keys."


def valid_keys(keys: Mapping[str, str]) -> dict[str, str]:
    """Return the changed keys from a file. Ignore unknown commands, repeated keys and keys that can't be chosen."""
    valid: dict[str, str] = {}
    for command, key in keys.items():
        if command in CHANGEABLE and key not in ("q", "question_mark") and _is_key(key) and key not in valid.values():
            valid[command] = key
    return valid


def _is_key(key: str) -> bool:
    try:
        return key_name(key_label(key)) == key and key not in FIXED
    except ValueError:
        return False
