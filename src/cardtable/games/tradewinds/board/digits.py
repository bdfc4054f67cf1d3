"""Large digits for the score, three rows high."""

from __future__ import annotations

from functools import lru_cache

from cardtable.engine.phrases import signed
from cardtable.tui.drawing.faces import ASCII, CardSet

ROWS = 3
_DIGITS = {
    "0": ("█▀█", "█ █", "▀▀▀"), "1": ("▀█ ", " █ ", "▀▀▀"), "2": ("▀▀█", "█▀▀", "▀▀▀"), "3": ("▀▀█", " ▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"), "5": ("█▀▀", "▀▀█", "▀▀▀"), "6": ("█▀▀", "█▀█", "▀▀▀"), "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"), "9": ("█▀█", "▀▀█", "▀▀▀"), "+": (" ▄ ", "▀█▀", "   "), "-": ("   ", "▀▀▀", "   "),
}  # fmt: skip


@lru_cache
def large_number(number: int, signs: CardSet) -> tuple[str, ...]:
    """Return the three rows of a number with its sign. In ASCII, the number is ordinary text in the middle row."""
    text = signed(number)
    if signs is ASCII:
        return "", text, ""
    return tuple(" ".join(_DIGITS[each][row] for each in text) for row in range(ROWS))
