"""The one gate for text from outside: names, file names, arguments, messages of errors.

What passes is safe to draw anywhere: it cannot move the cursor, reorder or hide its neighbours, or outgrow its place.
It may still look like markup; that is the business of whoever draws it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

MARKS = 2
"""How many combining marks one letter may carry."""

READ = 100
"""Characters that are read for every cell that is allowed, so that a text without end costs no more than a long one."""

DROPPED = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))

BLANK = frozenset("\u2800\u3164\uffa0")
"""Symbols and letters that are drawn as an empty cell."""

UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5"  # joiners and fillers that are letters or marks by category
    + "".join(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))  # selectors
)


def safe_text(value: object, cells: int = 20, *, fallback: str = "") -> str:
    """`value` as printable text of at most `cells` cells; the fallback if it is no text or nothing of it is left.

    Safe text stays as it is.
    """
    if not isinstance(value, str) or cells <= 0:
        return fallback
    if len(value) <= cells and value.isascii() and value.isprintable() and value.split() == value.split(" "):
        return value  # most texts are like that, and some lists hold thousands
    text = value[: READ * cells]
    # What was dropped may have stood between a letter and a mark that combine, so once is not always enough.
    while (cleaned := _cut(_clean(unicodedata.normalize("NFC", text)), cells)) != text:
        text = cleaned
    return text or fallback


def width(text: str) -> int:
    """The most cells that any terminal gives this safe text."""
    return len(text) if text.isascii() else sum(map(_width, text))


def same_name(one: str, other: str) -> bool:
    """Whether two names read the same: in another case, width or style of letters they do."""
    return _folded(one) == _folded(other)


def player_names(given: Sequence[str], seats: int) -> tuple[str, ...]:
    """A safe name for every seat, "Player 2" where the second has none; ValueError if two could not be told apart."""
    if len(given) > seats:
        raise ValueError(f"There are {len(given)} names for {seats} {'seat' if seats == 1 else 'seats'}.")
    padded = [*given, *[""] * (seats - len(given))]
    names = tuple(safe_text(name, fallback=f"Player {seat}") for seat, name in enumerate(padded, 1))
    for second, name in enumerate(names):
        for first in range(second):
            if same_name(names[first], name):
                raise ValueError(f"Players {first + 1} and {second + 1} cannot both be called {name}.")
    return names


def _clean(text: str) -> str:
    from wcwidth import wcwidth

    kept: list[str] = []
    marks = MARKS  # a mark needs a letter before it
    for letter in text:
        category = unicodedata.category(letter)
        if letter.isspace() or letter in BLANK:
            if kept and kept[-1] != " ":
                kept.append(" ")
            marks = MARKS
        elif category in DROPPED or letter in UNSEEN:
            continue
        elif category.startswith("M") or wcwidth(letter) == 0:
            if marks < MARKS:
                kept.append(letter)
            marks += 1
        else:
            kept.append(letter)
            marks = 0
    return "".join(kept)


def _cut(text: str, cells: int) -> str:
    """As much of the beginning as fits, without blanks at either end."""
    for place, letter in enumerate(text):
        cells -= _width(letter)
        if cells < 0:
            return text[:place].strip()
    return text.strip()


def _width(letter: str) -> int:
    """The most that any terminal gives a letter; to a mark some give a cell of its own, after a letter that has one."""
    from wcwidth import wcswidth, wcwidth

    return wcwidth(letter) or wcswidth(f"a{letter}") - 1


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
