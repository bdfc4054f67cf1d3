"""The keys that players can change, as plain data, so that reading the settings doesn't load any room."""

from __future__ import annotations

from typing import NamedTuple


class ChangeableKey(NamedTuple):
    """The key of a command, which is the same in every room."""

    id: str
    label: str
    """The command's name in the settings."""
    key: str
    """The usual key: a character, or a name such as `slash`."""


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
"""The commands at the table, then those of a replay, by id; keys for leaving, help and the cursor can't be changed."""
