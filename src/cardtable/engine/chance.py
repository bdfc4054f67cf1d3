"""Chance without side effects: a key goes in, a new key comes out (DK-5).

The generator is splitmix64 (Steele, Lea and Flood, OOPSLA 2014).  It is written out here because `random.shuffle`
is not promised to stay the same from one Python to the next, and a deal code must mean the same deal for ever.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NewType, Self, TypeVar

Key = NewType("Key", int)
"""64 bits of chance.  A key that lies in a state is a secret: who has it knows every later shuffle."""

T = TypeVar("T")
_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def _mix(word: int) -> int:
    """The output function of splitmix64: a bijection on 64 bits in which every input bit counts."""
    word = ((word ^ word >> 30) * _FIRST) & _MASK
    word = ((word ^ word >> 27) * _SECOND) & _MASK
    return word ^ word >> 31


def draw_below(key: Key, bound: int) -> tuple[int, Key]:
    """A number in range(bound), and the next key.  With a bound below 2**10 the bias is under 2**-54."""
    key = Key((key + _STEP) & _MASK)
    return _mix(key) % bound, key


def shuffle(cards: tuple[T, ...], key: Key) -> tuple[tuple[T, ...], Key]:
    """The cards in a random order (Fisher-Yates), and the next key."""
    deck = list(cards)
    word: int = key
    for last in range(len(deck) - 1, 0, -1):
        word = (word + _STEP) & _MASK  # draw_below and _mix, written out here to save two calls for each card
        mixed = ((word ^ word >> 30) * _FIRST) & _MASK
        mixed = ((mixed ^ mixed >> 27) * _SECOND) & _MASK
        pick = (mixed ^ mixed >> 31) % (last + 1)
        deck[last], deck[pick] = deck[pick], deck[last]
    return tuple(deck), Key(word)


ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O and U, so that a code survives being read out loud."""
_SYMBOLS = frozenset(("", *ALPHABET))
_FORGIVEN = str.maketrans("OIL", "011", "- \t\r\n")
CODE_SYMBOLS = 8
CODE_BITS = 40


@dataclass(frozen=True, slots=True)
class DealCode:
    """Forty bits that name a deal, written as eight symbols: `K7QF-2M9X`.

    Who has the code can lay out every hidden card, so its `repr`, which ends up in logs, does not show it.
    """

    value: int = field(repr=False)

    def __post_init__(self) -> None:
        if not 0 <= self.value < 1 << CODE_BITS:
            raise ValueError(f"A deal code has {CODE_BITS} bits.")

    @classmethod
    def read(cls, text: str) -> Self:
        """The code somebody typed; case, hyphens, spaces, O for 0 and I or L for 1 are forgiven.

        ValueError with a sentence for the player where it is none.
        """
        strange = next((each for each in text if each.upper().translate(_FORGIVEN) not in _SYMBOLS), None)
        if strange is not None:
            shown = strange if strange.isprintable() else "?"
            raise ValueError(f"A deal code can't contain {shown!r}; it has digits and letters, like K7QF-2M9X.")
        symbols = text.upper().translate(_FORGIVEN)
        if len(symbols) != CODE_SYMBOLS:
            raise ValueError(f"A deal code has {CODE_SYMBOLS} symbols, like K7QF-2M9X, not {len(symbols)}.")
        value = 0
        for each in symbols:
            value = value << 5 | ALPHABET.index(each)
        return cls(value)

    def key(self) -> Key:
        """The 64-bit key of this deal: the one way from a code to a game, never to be changed."""
        return Key(_mix((self.value + _STEP) & _MASK))

    def __str__(self) -> str:
        symbols = [ALPHABET[self.value >> shift & 31] for shift in range(CODE_BITS - 5, -1, -5)]
        return "".join(symbols[:4]) + "-" + "".join(symbols[4:])
