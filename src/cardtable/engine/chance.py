"""Random numbers without side effects: each function takes a key and returns a new one (DK-5).

The generator is splitmix64 (Steele, Lea and Flood, OOPSLA 2014).  Python's own `random.shuffle` may change from one
version to the next, but a deal code must always mean the same deal.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NewType, Self, TypeVar

Key = NewType("Key", int)
"""A 64-bit random key. The key of a state is secret, because it determines every later shuffle."""

T = TypeVar("T")
KEY_BITS = 64
"""The number of bits in a key."""
_MASK = (1 << KEY_BITS) - 1
_STEP = 0x9E3779B97F4A7C15
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def _mix(word: int) -> int:
    """Return splitmix64's output for a 64-bit word. Different words give different outputs."""
    word = ((word ^ word >> 30) * _FIRST) & _MASK
    word = ((word ^ word >> 27) * _SECOND) & _MASK
    return word ^ word >> 31


def draw_below(key: Key, bound: int) -> tuple[int, Key]:
    """Return a random number in range(bound) and the next key. For a bound below 2**10, the bias is under 2**-54."""
    key = Key((key + _STEP) & _MASK)
    return _mix(key) % bound, key


def shuffle(cards: tuple[T, ...], key: Key) -> tuple[tuple[T, ...], Key]:
    """Return the cards in a random order (Fisher-Yates) and the next key."""
    deck = list(cards)
    word: int = key
    for last in range(len(deck) - 1, 0, -1):
        word = (word + _STEP) & _MASK  # draw_below and _mix inlined, which saves two calls per card
        mixed = ((word ^ word >> 30) * _FIRST) & _MASK
        mixed = ((mixed ^ mixed >> 27) * _SECOND) & _MASK
        pick = (mixed ^ mixed >> 31) % (last + 1)
        deck[last], deck[pick] = deck[pick], deck[last]
    return tuple(deck), Key(word)


ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32, which leaves out I, L, O and U so that codes are easy to read aloud."""
_SYMBOLS = frozenset(("", *ALPHABET))
_CORRECTIONS = str.maketrans("OIL", "011", "- \t\r\n")
CODE_SYMBOLS = 8
CODE_BITS = 40


@dataclass(frozen=True, slots=True)
class DealCode:
    """The code of a deal: forty bits, written as eight symbols such as `K7QF-2M9X`.

    Anyone with the code can reconstruct every hidden card. The `repr` doesn't show the code, because a `repr` may end
    up in a log.
    """

    value: int = field(repr=False)

    def __post_init__(self) -> None:
        if not 0 <= self.value < 1 << CODE_BITS:
            raise ValueError(f"A deal code has {CODE_BITS} bits.")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the deal code that a player typed.

        Case, hyphens and spaces don't matter. O is read as 0, and I and L are read as 1. Raise ValueError with a
        message for the player if the code isn't valid.
        """
        wrong = next((each for each in text if each.upper().translate(_CORRECTIONS) not in _SYMBOLS), None)
        if wrong is not None:
            shown = wrong if wrong.isprintable() else "?"
            raise ValueError(f"A deal code can't contain {shown!r}; it has only digits and letters, like K7QF-2M9X.")
        symbols = text.upper().translate(_CORRECTIONS)
        if len(symbols) != CODE_SYMBOLS:
            raise ValueError(f"A deal code has {CODE_SYMBOLS} symbols, like K7QF-2M9X, not {len(symbols)}.")
        value = 0
        for each in symbols:
            value = value << 5 | ALPHABET.index(each)
        return cls(value)

    def key(self) -> Key:
        """Return the random key of this deal. Any change to this function would change the deal of every code."""
        return Key(_mix((self.value + _STEP) & _MASK))

    def __str__(self) -> str:
        symbols = [ALPHABET[self.value >> shift & 31] for shift in range(CODE_BITS - 5, -1, -5)]
        return "".join(symbols[:4]) + "-" + "".join(symbols[4:])
