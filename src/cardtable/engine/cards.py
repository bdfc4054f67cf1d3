"""The deck: nine characteristics in three categories, and five kinds of card. Rules: rules/deck.md (DK).

Each face is a single object, even if the deck has several copies of it. Therefore, cards can be compared with `is`:
`Single("red") is Single("red")`, even after pickling and copying. A card's mask has one bit for each of the nine
characteristics, so a single `&` finds a match.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from operator import attrgetter
from typing import ClassVar, Literal, Self, TypeVar, cast

Category = Literal["pattern", "colour", "shape"]
CATEGORIES: tuple[Category, ...] = ("pattern", "colour", "shape")


def quote_typed(typed: str) -> str:
    """Return typed text in quotes for an error message: at most 24 characters, with unprintable ones escaped."""
    return repr(typed if len(typed) <= 24 else typed[:21] + "...")


@dataclass(frozen=True, slots=True, eq=False)
class Characteristic:
    """One of the nine characteristics (DK-1)."""

    name: str
    category: Category
    mask: int
    """A mask in which only this characteristic's bit is set."""

    @property
    def letter(self) -> str:
        """The characteristic's initial letter, which no other characteristic shares (DK-1)."""
        return self.name[0]

    def __reduce__(self) -> str:
        return self.name.upper()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __str__(self) -> str:
        return self.name


HOLLOW, PARTIAL, FILLED = PATTERNS = tuple(
    Characteristic(name, "pattern", 1 << bit) for bit, name in enumerate(("Hollow", "Partial", "Filled"))
)
RED, GREEN, BLUE = COLOURS = tuple(
    Characteristic(name, "colour", 8 << bit) for bit, name in enumerate(("Red", "Green", "Blue"))
)
CIRCLE, SQUARE, TRIANGLE = SHAPES = tuple(
    Characteristic(name, "shape", 64 << bit) for bit, name in enumerate(("Circle", "Square", "Triangle"))
)
CHARACTERISTICS = PATTERNS + COLOURS + SHAPES
FULL_MASK = (1 << len(CHARACTERISTICS)) - 1
"""The mask of all nine characteristics."""


class Card:
    """A face of one kind of card. `Kind(text)` returns the face with this text, or raises ValueError if none has it."""

    __slots__ = ("characteristics", "code", "mask", "name", "order", "text")

    faces: ClassVar[dict[str, Card]] = {}
    """Every face of this kind, keyed by its text, in deck order."""
    kind: ClassVar[str] = "card"

    text: str
    """The card's text in JSON and on the command line: `red`, `hollow-red-circle`, `true`."""
    name: str
    """The card's name on screen: `Red`, `Hollow-Red-Circle`, `True`."""
    code: str
    """The card's initials, such as `R` and `HRC`. True and False have `+` and `-`, because T already means Triangle."""
    mask: int
    """The mask of the card's characteristics, or 0 for a T/F card or a hidden card."""
    order: int
    """The position of the face among the faces of its kind, counted from 0."""
    characteristics: tuple[Characteristic, ...]

    def __new__(cls, text: str) -> Self:
        try:
            return cast(Self, cls.faces[text])
        except KeyError:
            raise ValueError(f"There is no {cls.kind} called {quote_typed(text)}.") from None

    def __init_subclass__(cls, kind: str) -> None:
        cls.faces, cls.kind = {}, kind

    @classmethod
    def create(cls, name: str, code: str, characteristics: tuple[Characteristic, ...] = ()) -> Self:
        """Create the one object that stands for a new face. Only this module may call this method."""
        card = object.__new__(cls)
        set_field = super(Card, card).__setattr__
        set_field("name", name)
        set_field("text", name.lower())
        set_field("code", code)
        set_field("mask", sum(each.mask for each in characteristics))
        set_field("order", len(cls.faces))
        set_field("characteristics", characteristics)
        cls.faces[card.text] = card
        return card

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the face that a player typed as words or initials, in any case and with any separator."""
        key = "-".join(text.lower().replace("-", " ").replace("_", " ").split())
        for card in cls.faces.values():
            if key == card.text or text.strip().upper() == card.code:
                return cast(Self, card)
        raise ValueError(f"There is no {cls.kind} called {quote_typed(text)}.")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Cards are immutable: {self}.{name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"Cards are immutable: {self}.{name}")

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (self.text,)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"


class Single(Card, kind="Single"):
    """A card with one characteristic. The deck has four Singles for each characteristic."""

    __slots__ = ()


class Complete(Card, kind="Complete"):
    """A card with a pattern, a colour and a shape. The deck has one Complete for each combination."""

    __slots__ = ()


class Chard(Card, kind="Chard"):
    """A card with one characteristic, like a Single, but of a different kind (DK-2)."""

    __slots__ = ()


class TriCard(Card, kind="TriCard"):
    """A card with a pattern, a colour and a shape, like a Complete, but of a different kind (DK-2)."""

    __slots__ = ()


class TFCard(Card, kind="T/F card"):
    """A card that says True or False (DK-3)."""

    __slots__ = ()


class Back(Card, kind="back"):
    """The back of a card, with its face hidden."""

    __slots__ = ()


for _kind in (Single, Chard):
    for _characteristic in CHARACTERISTICS:
        _kind.create(_characteristic.name, _characteristic.letter, (_characteristic,))
for _kind_of_three in (Complete, TriCard):
    for _three in product(PATTERNS, COLOURS, SHAPES):
        _kind_of_three.create("-".join(each.name for each in _three), "".join(each.letter for each in _three), _three)

TRUE, FALSE = TFCard.create("True", "+"), TFCard.create("False", "-")
FACE_DOWN = Back.create("Face-down", "?")
"""The card that replaces every hidden card in a view, so that even the kind of the card is hidden (DK-6)."""

# DK-1 to DK-3: the whole deck, one kind at a time.
SINGLES: tuple[Single, ...] = tuple(Single(text) for text in Single.faces for _ in range(4))
COMPLETES: tuple[Complete, ...] = tuple(Complete(text) for text in Complete.faces)
CHARDS: tuple[Chard, ...] = tuple(Chard(text) for text in Chard.faces for _ in range(4))
TRICARDS: tuple[TriCard, ...] = tuple(TriCard(text) for text in TriCard.faces)
TF_CARDS: tuple[TFCard, ...] = (TRUE,) * 9 + (FALSE,) * 9

C = TypeVar("C", bound=Card)
by_order = attrgetter("order")
"""The sort key for deck order."""


def matches(one: Card, other: Card) -> bool:
    """Return whether the cards share a characteristic, as Red and Hollow-Red-Circle do (DK-4)."""
    return one.mask & other.mask != 0


def characteristics_of(cards: Iterable[Card]) -> int:
    """Return the mask of all the characteristics on these cards."""
    mask = 0
    for card in cards:
        mask |= card.mask
    return mask


_CODE = re.compile(r"\b[HPF][RGB][CST]\b")


def name_codes(text: str) -> str:
    """Return the text with the codes of Completes and TriCards replaced by their names, for reading aloud."""
    return _CODE.sub(lambda code: str(Complete.parse(code[0])), text)


def is_hidden(card: Card) -> bool:
    """Return whether only the back of the card is visible."""
    return card is FACE_DOWN


def face_down(cards: tuple[C, ...]) -> tuple[C, ...]:
    """Return a hidden card for each of the cards. The type stays the same, because views and states share types."""
    return cast("tuple[C, ...]", (FACE_DOWN,) * len(cards))


def in_order(cards: tuple[C, ...]) -> tuple[C, ...]:
    """Return the cards in deck order, which doesn't reveal when each card was dealt."""
    return tuple(sorted(cards, key=by_order))
