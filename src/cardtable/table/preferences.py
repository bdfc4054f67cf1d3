"""The settings with a fixed list of values, as players read and type them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cardtable.formats.text import safe_text
from cardtable.store.settings import Settings
from cardtable.table.request_error import suggestion

DEFAULT = "default"
"""The word that restores the default of a setting."""
LONGEST_LIST = 6
"""The most values that an error message lists."""


class Preference(NamedTuple):
    """A setting with a fixed list of values."""

    name: str
    """The name that players type."""
    field: str
    """The setting's field in `Settings`."""
    label: str
    about: str
    values: Callable[[], Sequence[str]]

    def parse(self, text: str) -> dict[str, Any]:
        """Return the field with the value that was typed; raise ValueError with a sentence if it isn't one."""
        typed, values = text.strip().lower(), self.values()
        if typed == DEFAULT:
            return {self.field: getattr(Settings(), self.field)}
        if typed in values:
            return {self.field: typed}
        few = len(values) <= LONGEST_LIST
        listed = f": {', '.join(values)}" if few else f"; `cardtable settings {self.name}` lists them"
        raise ValueError(
            f"{self.name} can't be '{safe_text(text)}'{suggestion(text, values, f'. Choose another one{listed}.')}"
        )


PREFERENCES = (
    Preference(
        "animation", "speed", "Animation", "How fast moves are shown.", lambda: ("off", "fast", "normal", "slow")
    ),
    Preference(
        "card-style",
        "cards",
        "Card style",
        "Block characters or plain ASCII; 'auto' uses whatever the terminal can show.",
        lambda: ("auto", "blocks", "ascii"),
    ),
    Preference(
        "scale",
        "scale",
        "Lessons",
        "'large' is for projectors: the table takes the whole screen, and t switches to the text.",
        lambda: ("auto", "large"),
    ),
    Preference(
        "reading",
        "reading",
        "Plain mode",
        "What plain mode reads out every turn: the whole table, or only what has changed.",
        lambda: ("terse", "verbose"),
    ),
)
"""The settings apart from the theme, whose values only the app knows."""
