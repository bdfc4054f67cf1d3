"""The deck: nine characteristics in three categories, and five kinds of card.  Rules: rules/deck.md (DK).

Cards are values with an identity: there is one object for each face, however many copies of it the deck holds.
`Single("red") is Single("red")` always holds, also after pickling and copying, so cards are compared with `is`.
A card carries a mask of nine bits, one for each characteristic, so that matching is one `&`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from operator import attrgetter
from typing import ClassVar, Literal, Self, TypeVar, cast

Category = Literal["pattern", "colour", "shape"]
CATEGORIES: tuple[Category, ...] = ("pattern", "colour", "shape")


def quote(typed: str) -> str:
    """What somebody typed, for a refusal: in quotes, what does not print as an escape, and not much of it."""
    return repr(typed if len(typed) <= 24 else typed[:21] + "...")


@dataclass(frozen=True, slots=True, eq=False)
class Characteristic:
    """One of the nine; no two share an initial, so the letter names it too (DK-1)."""

    name: str
    category: Category
    mask: int
    """One bit of nine."""

    @property
    def letter(self) -> str:
        """The initial, as it stands on a card face."""
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


class Card:
    """One face of one kind; `Kind("text")` looks it up, ValueError if that kind has no such face."""

    __slots__ = ("characteristics", "code", "mask", "name", "order", "text")

    faces: ClassVar[dict[str, Card]] = {}
    """Every face of the kind by its text, in the order of the deck."""
    kind: ClassVar[str] = "card"

    text: str
    """As in JSON and on the command line: `red`, `hollow-red-circle`, `true`."""
    name: str
    """As a player reads it: `Red`, `Hollow-Red-Circle`, `True`."""
    code: str
    """The initials: `R`, `HRC`; `+` and `-` for True and False, whose initials mean other things."""
    mask: int
    """The bits of its characteristics; 0 for a T/F card and for a back."""
    order: int
    """Its place among the faces of its kind."""
    characteristics: tuple[Characteristic, ...]

    def __new__(cls, text: str) -> Self:
        try:
            return cast(Self, cls.faces[text])
        except KeyError:
            raise ValueError(f"There is no {cls.kind} called {quote(text)}.") from None

    def __init_subclass__(cls, kind: str) -> None:
        cls.faces, cls.kind = {}, kind

    @classmethod
    def create(cls, name: str, code: str, characteristics: tuple[Characteristic, ...] = ()) -> Self:
        """Make the one object of a new face; for the deck below, and nobody else."""
        card = object.__new__(cls)
        put = super(Card, card).__setattr__
        put("name", name)
        put("text", name.lower())
        put("code", code)
        put("mask", sum(each.mask for each in characteristics))
        put("order", len(cls.faces))
        put("characteristics", characteristics)
        cls.faces[card.text] = card
        return card

    @classmethod
    def parse(cls, text: str) -> Self:
        """The face that somebody typed: its words in any case and with any separator, or its initials."""
        key = "-".join(text.lower().replace("-", " ").replace("_", " ").split())
        for card in cls.faces.values():
            if key == card.text or text.strip().upper() == card.code:
                return cast(Self, card)
        raise ValueError(f"There is no {cls.kind} called {quote(text)}.")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"A card does not change: {self}.{name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"A card does not change: {self}.{name}")

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
    """Bears one characteristic; four copies of each of the nine."""

    __slots__ = ()


class Complete(Card, kind="Complete"):
    """Bears a pattern, a colour and a shape; one copy of each combination."""

    __slots__ = ()


class Chard(Card, kind="Chard"):
    """Bears one characteristic, and is not a Single (DK-2)."""

    __slots__ = ()


class TriCard(Card, kind="TriCard"):
    """Bears a pattern, a colour and a shape, and is not a Complete (DK-2)."""

    __slots__ = ()


class TFCard(Card, kind="T/F card"):
    """Says True or False (DK-3)."""

    __slots__ = ()


class Back(Card, kind="back"):
    """Stands where a viewer sees only a card's back."""

    __slots__ = ()


for _kind in (Single, Chard):
    for _one in CHARACTERISTICS:
        _kind.create(_one.name, _one.letter, (_one,))
for _kind_of_three in (Complete, TriCard):
    for _three in product(PATTERNS, COLOURS, SHAPES):
        _kind_of_three.create("-".join(each.name for each in _three), "".join(each.letter for each in _three), _three)

TRUE, FALSE = TFCard.create("True", "+"), TFCard.create("False", "-")
FACE_DOWN = Back.create("Face-down", "?")
"""Every masked card, whatever its kind, is this one: not even the kind shows through (DK-6)."""

# DK-1 to DK-3: the deck, kind by kind.
SINGLES: tuple[Single, ...] = tuple(Single(text) for text in Single.faces for _ in range(4))
COMPLETES: tuple[Complete, ...] = tuple(Complete(text) for text in Complete.faces)
CHARDS: tuple[Chard, ...] = tuple(Chard(text) for text in Chard.faces for _ in range(4))
TRICARDS: tuple[TriCard, ...] = tuple(TriCard(text) for text in TriCard.faces)
TF_CARDS: tuple[TFCard, ...] = (TRUE,) * 9 + (FALSE,) * 9

C = TypeVar("C", bound=Card)
by_order = attrgetter("order")
"""The key that sorts cards as in the deck."""


def matches(one: Card, other: Card) -> bool:
    """Whether the two share a characteristic: a Red Single matches a Hollow-Red-Circle (DK-4)."""
    return one.mask & other.mask != 0


def is_hidden(card: Card) -> bool:
    """Whether only a back is seen."""
    return card is FACE_DOWN


def face_down(cards: tuple[C, ...]) -> tuple[C, ...]:
    """As many backs as there are cards.

    The type says what lies there, not what is seen: only views hold backs, and a view has the type of its state.
    """
    return cast("tuple[C, ...]", (FACE_DOWN,) * len(cards))


def in_order(cards: tuple[C, ...]) -> tuple[C, ...]:
    """The cards in the order of the deck, so that an order of dealing or playing does not show."""
    return tuple(sorted(cards, key=by_order))
