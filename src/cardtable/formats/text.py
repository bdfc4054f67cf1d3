"""Functions that make text from outside safe: names, file names, arguments and error messages.

Safe text can be drawn anywhere: it can't move the cursor, reorder or hide other text, or take up more cells than
allowed. Safe text may still contain markup, which the code that draws the text must escape.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

MAX_MARKS = 2
"""The maximum number of combining marks on one character."""

INPUT_PER_CELL = 100
"""The number of characters to read for each cell. Anything beyond that is ignored, to save time."""

REMOVED_CATEGORIES = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))

BLANK = frozenset("\u2800\u3164\uffa0")
"""Characters that look like a space."""

INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5"  # joiners and fillers whose category is letter or mark
    + "".join(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))  # selectors
)


def safe_text(value: object, cells: int = 20, *, fallback: str = "") -> str:
    """Return `value` as printable text of at most `cells` cells.

    Text that is already safe is returned unchanged. The result is `fallback` if `value` has no printable text.
    """
    if not isinstance(value, str) or not value or cells <= 0:
        return fallback
    if len(value) <= cells and value.isascii() and value.isprintable() and value.split() == value.split(" "):
        return value  # a short cut for the usual case, in lists of thousands
    text = value[: INPUT_PER_CELL * cells]
    # Removing a character can bring a letter and a combining mark together, so repeat until nothing changes.
    while (cleaned := _cut(_clean(unicodedata.normalize("NFC", text)), cells)) != text:
        text = cleaned
    return text or fallback


def width(text: str) -> int:
    """Return the largest number of cells that any terminal uses to show this safe text."""
    return len(text) if text.isascii() else sum(map(_width, text))


def same_name(one: str, other: str) -> bool:
    """Return whether two names look the same, ignoring the case, width and style of their letters."""
    return fold_name(one) == fold_name(other)


def player_names(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return a safe name for every seat ("Player 2" if seat 2 has none). Raise ValueError if two names look alike."""
    if len(names) > seats:
        raise ValueError(f"There are {len(names)} names for {seats} {'seat' if seats == 1 else 'seats'}.")
    padded = [*names, *[""] * (seats - len(names))]
    names = tuple(safe_text(name, fallback=f"Player {seat}") for seat, name in enumerate(padded, 1))
    for second, name in enumerate(names):
        for first in range(second):
            if same_name(names[first], name):
                raise ValueError(f"Players {first + 1} and {second + 1} can't both be called {name}.")
    return names


def _clean(text: str) -> str:
    from wcwidth import wcwidth

    kept: list[str] = []
    marks = MAX_MARKS  # a mark needs a letter before it
    for letter in text:
        category = unicodedata.category(letter)
        if letter.isspace() or letter in BLANK:
            if kept and kept[-1] != " ":
                kept.append(" ")
            marks = MAX_MARKS
        elif category in REMOVED_CATEGORIES or letter in INVISIBLE:
            continue
        elif category.startswith("M") or wcwidth(letter) == 0:
            if marks < MAX_MARKS:
                kept.append(letter)
            marks += 1
        else:
            kept.append(letter)
            marks = 0
    return "".join(kept)


def _cut(text: str, cells: int) -> str:
    """Return the start of the text, cut to this number of cells, without spaces at either end."""
    for place, letter in enumerate(text):
        cells -= _width(letter)
        if cells < 0:
            return text[:place].strip()
    return text.strip()


def _width(letter: str) -> int:
    """Return the most cells any terminal uses for a character. Some terminals give a combining mark its own cell."""
    from wcwidth import wcswidth, wcwidth

    return wcwidth(letter) or wcswidth(f"a{letter}") - 1


def fold_name(name: str) -> str:
    """Return a string that is the same for all names that look the same."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
