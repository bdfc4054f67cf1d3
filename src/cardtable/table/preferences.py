"""The settings with a fixed list of values, in the form that players read and type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cardtable.engine.games.info import INFO
from cardtable.engine.phrases import join_words
from cardtable.formats.text import player_names, safe_text
from cardtable.store.settings import MAX_NAMES, Settings
from cardtable.table.request_error import suggestion

DEFAULT = "default"
"""The word that resets a setting to its default."""
MAX_LIST = 6
"""The maximum number of values that an error message lists."""
NAMES_QUESTION = "Names of the people who usually play, with commas between them:"


class Preference(NamedTuple):
    """A setting with a fixed list of values."""

    name: str
    """The name that players type."""
    field: str
    """The name of the setting's field in `Settings`."""
    label: str
    about: str
    values: Callable[[], Sequence[str]]

    def parse(self, text: str) -> dict[str, Any]:
        """Return the field with the value that was typed. Raise ValueError with a sentence if the value isn't valid."""
        typed, values = text.strip().lower(), self.values()
        if typed == DEFAULT:
            return {self.field: getattr(Settings(), self.field)}
        if typed in values:
            return {self.field: typed}
        few = len(values) <= MAX_LIST
        listed = f": {', '.join(values)}" if few else f"; `cardtable settings {self.name}` lists them"
        raise ValueError(
            f"{self.name} can't be '{safe_text(text)}'{suggestion(text, values, f'. Choose another one{listed}.')}"
        )


PREFERENCES = (
    Preference(
        "animation", "speed", "Animation", "How fast moves are shown.", lambda: ("off", "fast", "normal", "slow")
    ),
    Preference(
        "pace",
        "pace",
        "Computer pace",
        "How long a computer player's move is shown before the next; 'enter' waits for the Enter key.",
        lambda: ("slow", "normal", "fast", "enter"),
    ),
    Preference(
        "card-style",
        "cards",
        "Card style",
        "Block characters or plain ASCII; 'auto' uses whatever the terminal can show.",
        lambda: ("auto", "blocks", "ascii"),
    ),
    Preference(
        "chains",
        "chains",
        f"Chains in {join_words(info.title for info in INFO.values() if info.finds_moves)}",
        "Whether the table marks and lists what you can play; with 'hidden', you look for the chain yourself.",
        lambda: ("shown", "hidden"),
    ),
    Preference(
        "scale",
        "scale",
        "Lessons",
        "'large' is for projectors: in lessons, the table is as large as it can be, and t switches to the whole text.",
        lambda: ("auto", "large"),
    ),
    Preference(
        "bell",
        "bell",
        "Bell",
        "Whether the terminal rings when it's your turn at a shared table.",
        lambda: ("on", "off"),
    ),
    Preference(
        "reading",
        "reading",
        "Plain mode",
        "What plain mode reads out every turn: the whole table, or only what has changed.",
        lambda: ("terse", "verbose"),
    ),
    Preference(
        "pages",
        "pages",
        "Plain pages",
        "Whether plain mode stops after each page of a long text; a screen reader needs no stops.",
        lambda: ("on", "off"),
    ),
)
"""All settings except the theme. Only the app knows the available themes."""


def parse_names(text: str) -> tuple[str, ...]:
    """Return the names in a comma-separated list. Raise ValueError if two of them look the same."""
    names = [safe_text(name.strip()) for name in text.split(",")]
    names = [name for name in names if name]
    if len(names) > MAX_NAMES:
        raise ValueError(f"Give at most {MAX_NAMES} names.")
    return player_names(names, len(names))


def change_names(text: str) -> dict[str, Any]:
    """Return the field `names` of `Settings` with the names in the text. Raise the same ValueError as `parse_names`."""
    return {"names": () if text.strip().lower() == DEFAULT else parse_names(text)}
