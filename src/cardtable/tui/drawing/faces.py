"""Card faces as text in several sizes.

Each face is drawn with block elements or with ASCII, in the same number of cells. The fill shows the pattern and the
outline shows the shape. A letter, a word and a style show the colour. A heavy border marks the chosen card. The code in
the top border stays readable when other cards cover the rest of the face.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from cardtable.engine.cards import (
    BLUE,
    CIRCLE,
    FACE_DOWN,
    FILLED,
    GREEN,
    HOLLOW,
    PARTIAL,
    RED,
    SQUARE,
    TRIANGLE,
    Card,
    Characteristic,
)
from cardtable.tui.drawing.figures import large_figure


class Size(Enum):
    """The size of a card face, as its width and height in cells."""

    GIANT = (17, 9)
    HUGE = (13, 7)
    WIDE = (10, 6)
    LARGE = (7, 5)
    PILE = (7, 5, True)
    """The same size as `LARGE`. A Single's figure has three rows, and the Single's name is in the lower border."""
    STRIP = (8, 4)
    """A card in the hand. Its face takes one row, above two rows for text from the board."""
    MEDIUM = (5, 3)
    SMALL = (7, 1)
    TINY = (3, 1)

    def __init__(self, width: int, height: int, is_pile: bool = False) -> None:  # otherwise, two members were equal
        self.width, self.height, self.is_pile = width, height, is_pile


Figures = dict[Characteristic, dict[Characteristic, tuple[str, str, str]]]


@dataclass(frozen=True, slots=True, eq=False)  # compared and hashed by identity
class CardSet:
    """The characters for drawing faces. A border consists of four corners, a horizontal side and a vertical side."""

    name: Literal["blocks", "ascii"]
    border: str
    heavy: str
    gap: str
    fill: dict[Characteristic, str]
    hollow_single: str
    back: str
    times: str
    more: tuple[str, str]
    """The signs for more content above and below the visible part."""
    tick: str
    """The sign on the corners of a correct answer."""
    bar: tuple[str, str, str]
    """Three characters of a progress bar: the completed part, the position, and the remaining part."""
    figures: Figures
    """The figure for every shape and pattern, as three rows of five cells."""


BLOCKS = CardSet(
    name="blocks",
    border="╭╮╰╯─│",
    heavy="┏┓┗┛━┃",
    gap="╭╮╰╯╌╎",
    fill={HOLLOW: " ", PARTIAL: "▒", FILLED: "█"},
    hollow_single="·",
    back="▞",
    times="×",
    more=("↑", "↓"),
    tick="√",
    bar=("━", "●", "─"),
    figures={
        CIRCLE: {
            HOLLOW: ("▗▛▀▜▖", "█   █", "▝▙▄▟▘"),
            PARTIAL: ("▗▒▒▒▖", "▒▒▒▒▒", "▝▒▒▒▘"),
            FILLED: ("▗███▖", "█████", "▝███▘"),
        },
        SQUARE: {
            HOLLOW: ("█▀▀▀█", "█   █", "█▄▄▄█"),
            PARTIAL: ("▒▒▒▒▒", "▒▒▒▒▒", "▒▒▒▒▒"),
            FILLED: ("█████", "█████", "█████"),
        },
        TRIANGLE: {
            HOLLOW: (" ▗█▖ ", "▗▛ ▜▖", "█▄▄▄█"),
            PARTIAL: (" ▗▒▖ ", "▗▒▒▒▖", "▒▒▒▒▒"),
            FILLED: (" ▗█▖ ", "▗███▖", "█████"),
        },
    },
)
ASCII = CardSet(
    name="ascii",
    border="++++-|",
    heavy="****=!",
    gap="    ..",
    fill={HOLLOW: " ", PARTIAL: ":", FILLED: "#"},
    hollow_single=".",
    back="%",
    times="x",
    more=("^", "v"),
    tick="v",
    bar=("=", "#", "-"),
    figures={
        CIRCLE: {
            HOLLOW: (" .-. ", "(   )", " '-' "),
            PARTIAL: (" .-. ", "(:::)", " '-' "),
            FILLED: (" .-. ", "(###)", " '-' "),
        },
        SQUARE: {
            HOLLOW: ("+---+", "|   |", "+---+"),
            PARTIAL: ("+---+", "|:::|", "+---+"),
            FILLED: ("+---+", "|###|", "+---+"),
        },
        TRIANGLE: {
            HOLLOW: ("  .  ", " / \\ ", "/___\\"),
            PARTIAL: ("  .  ", " /:\\ ", "/:::\\"),
            FILLED: ("  .  ", " /#\\ ", "/###\\"),
        },
    },
)

_OUTLINE = {CIRCLE: ("(", ")"), SQUARE: ("[", "]"), TRIANGLE: ("/", "\\")}
_WORD = {
    HOLLOW: "Holl.", PARTIAL: "Part.", FILLED: "Fill.", RED: " Red ", GREEN: "Green", BLUE: "Blue ",
    CIRCLE: "Circ.", SQUARE: "Squ. ", TRIANGLE: "Tri. ",
}  # fmt: skip
_SHORT = {RED: "Red", GREEN: "Grn", BLUE: "Blu"}


def face(
    card: Card | None, size: Size, signs: CardSet = BLOCKS, *, chosen: bool = False, head: str = "", foot: str = ""
) -> tuple[str, ...]:
    """Return the lines of a card face, or of an empty place if the card is None.

    `head` is text in the upper border, opposite the code: the name of the card's place. `foot` is text in the lower
    border: the key that picks the card, or a `count_label`.
    """
    if size is Size.TINY:
        return (_tiny(card, signs, chosen),)
    if size is Size.SMALL:
        return (_small(card, signs, chosen),)
    inside = _INSIDES[size](card, signs)
    return _framed(card, size, inside, signs, chosen=chosen, head=head, foot=foot)


def count_label(count: int, signs: CardSet) -> str:
    """Return the number of cards in a pile as text for the foot of the top card."""
    return f"{signs.times}{count}"


def _tiny(card: Card | None, signs: CardSet, chosen: bool) -> str:
    if card is None:
        return " . "
    letter = signs.back if card is FACE_DOWN else card.code
    return f">{letter}<" if chosen else f"[{letter}]"


def _small(card: Card | None, signs: CardSet, chosen: bool) -> str:
    lead = ">" if chosen else " "
    if card is None:
        return f"{lead}  .   "
    if card is FACE_DOWN:
        return f"{lead}{signs.back * 3}   "
    return f"{lead}{_middle(card, signs)}{card.code:<3}"


def _middle(card: Card | None, signs: CardSet) -> str:
    """Return the row of three cells inside a face."""
    if card is None:
        return "   "
    if card is FACE_DOWN:
        return signs.back * 3
    if len(card.characteristics) == 3:
        pattern, _, shape = card.characteristics
        left, right = _OUTLINE[shape]
        return left + signs.fill[pattern] + right
    (only,) = card.characteristics or (None,)
    if only is None:  # a T/F card
        return f" {card.code} "
    return _one(only, signs, _SHORT, 3)


def _large(card: Card | None, signs: CardSet) -> tuple[str, str, str]:
    """Return the three rows of five cells inside a face."""
    if card is None:
        return ("     ",) * 3
    if card is FACE_DOWN:
        return (signs.back * 5,) * 3
    if len(card.characteristics) == 3:
        pattern, _, shape = card.characteristics
        return signs.figures[shape][pattern]
    (only,) = card.characteristics or (None,)
    if only is None:
        return ("     ", f"  {card.code}  ", f"{card.name:^5}")
    return ("     ", _one(only, signs, {}, 5), _WORD[only])


def _wide(card: Card | None, signs: CardSet) -> tuple[str, ...]:
    """Return the four rows of eight cells inside a face."""
    if card is None or card is FACE_DOWN:
        return ((signs.back if card else " ") * 8,) * 4
    if len(card.characteristics) == 3:
        return (*(row.center(8) for row in _large(card, signs)), " " * 8)
    return (*(row.center(8) for row in _figure(card, signs, 5)), card.name.center(8))


def _strip(card: Card | None, signs: CardSet) -> tuple[str, ...]:
    """Return the two rows of six cells inside a face."""
    fill = signs.back if card is FACE_DOWN else " "
    return (_large(card, signs)[1].center(6, fill), fill * 6)


def _figure(card: Card, signs: CardSet, width: int) -> tuple[str, ...]:
    """Return the rows, 5 or 9 cells wide, of a card with one characteristic or of a T/F card."""
    (only,) = card.characteristics or (None,)
    blank, around = " " * width, width // 4
    if only is None:
        return (*(blank,) * around, card.code.center(width), *(blank,) * around)
    if only not in _OUTLINE:
        return (_one(only, signs, {}, width),) * (1 + 2 * around)
    return signs.figures[only][HOLLOW] if width == 5 else large_figure(only, HOLLOW, width, ascii_only=signs is ASCII)


def _huge(card: Card | None, signs: CardSet, width: int = Size.HUGE.width - 2) -> tuple[str, ...]:
    """Return the rows inside a face 11 or 15 cells wide."""
    if card is None or card is FACE_DOWN:
        return ((signs.back if card else " ") * width,) * (width // 2)
    if len(card.characteristics) == 3:
        pattern, _, shape = card.characteristics
        return tuple(f" {row} " for row in large_figure(shape, pattern, width - 2, ascii_only=signs is ASCII))
    return (*(row.center(width) for row in _figure(card, signs, width - 6)), " " * width, card.name.center(width))


_INSIDES: dict[Size, Callable[[Card | None, CardSet], tuple[str, ...]]] = {
    Size.GIANT: lambda card, signs: _huge(card, signs, Size.GIANT.width - 2),
    Size.HUGE: _huge,
    Size.WIDE: _wide,
    Size.LARGE: _large,
    Size.PILE: lambda card, signs: (
        _figure(card, signs, 5) if card and len(card.characteristics) == 1 else _large(card, signs)
    ),
    Size.STRIP: _strip,
    Size.MEDIUM: lambda card, signs: (_middle(card, signs),),
}


def _one(only: Characteristic, signs: CardSet, words: dict[Characteristic, str], width: int) -> str:
    """Return a row for a characteristic: a texture, an outline, a word or (for a colour without a word) a solid bar."""
    if only in _OUTLINE:
        left, right = _OUTLINE[only]
        return f"{left} {right}".center(width)
    if only is HOLLOW:
        return signs.hollow_single * width
    return words.get(only) or signs.fill[PARTIAL if only is PARTIAL else FILLED] * width


def _framed(
    card: Card | None, size: Size, inside: tuple[str, ...], signs: CardSet, *, chosen: bool, head: str, foot: str
) -> tuple[str, ...]:
    width = size.width - 2
    style = signs.heavy if chosen else signs.gap if card is None else signs.border
    top_left, top_right, bottom_left, bottom_right, flat, upright = tuple(style)
    code = "" if card is None or card is FACE_DOWN else card.code
    return (
        top_left + code.ljust(width - len(head), flat) + head + top_right,
        *(upright + row + upright for row in inside),
        bottom_left + (foot or _foot(card, size)).rjust(width, flat) + bottom_right,
    )


def _foot(card: Card | None, size: Size) -> str:
    """Return the name of the colour or Single, or an empty string if it doesn't fit or is already on the face."""
    if card is not None and size.is_pile and len(card.characteristics) == 1:
        return _WORD[card.characteristics[0]].strip()
    if card is None or size in (Size.MEDIUM, Size.STRIP) or len(card.characteristics) != 3:
        return ""
    return card.characteristics[1].name
